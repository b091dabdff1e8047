// Settings of bundlers, as docs/runtimes.md shows them, and the commands that they are run with.

/** Files of settings. */
export const settings = {
  'rollup.node.mjs': `
import nodeResolve from '@rollup/plugin-node-resolve';
const common = { plugins: [nodeResolve({ exportConditions: ['node'] })], external: /^node:/ };
export default [
  { ...common, input: ['threads-esm.js', 'domain.js'], output: { dir: 'out/rollup', entryFileNames: '[name].mjs' } },
  {
    ...common,
    input: ['threads-cjs.js', 'domain.js'],
    output: { dir: 'out/rollup', format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
  },
];
`,
  'rollup.page.mjs': `
import nodeResolve from '@rollup/plugin-node-resolve';
export default {
  input: ['page.js', 'my-worker.js'],
  plugins: [nodeResolve({ browser: true })],
  output: { dir: 'out/rollup-page' },
};
`,
  'webpack.node.mjs': `
const common = { mode: 'production', target: 'node' };
const path = import.meta.dirname ?? process.cwd();
export default [
  {
    ...common,
    entry: { 'threads-esm': './threads-esm.js', domain: './domain.js' },
    // The URL of the domain's module stays as it is written.
    module: { parser: { javascript: { url: false, importMeta: false } } },
    experiments: { outputModule: true },
    output: { path: path + '/out/webpack', filename: '[name].mjs', library: { type: 'module' } },
  },
  {
    ...common,
    entry: { 'threads-cjs': './threads-cjs.js', domain: './domain.js' },
    output: { path: path + '/out/webpack', filename: '[name].cjs', library: { type: 'commonjs2' } },
  },
];
`,
  'webpack.page.mjs': `
const path = import.meta.dirname ?? process.cwd();
export default { mode: 'production', entry: './page.js', output: { path: path + '/out/webpack-page', filename: 'page.js' } };
`,
  'vite.node.mjs': `
export default {
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'out/vite',
    rollupOptions: {
      input: ['threads-esm.js', 'domain.js'],
      output: { entryFileNames: '[name].mjs' },
    },
  },
};
`,
};

const esbuildNode = (format, extension) =>
  `esbuild threads-${format}.js domain.js --bundle --platform=node --format=${format} --outdir=out/esbuild --out-extension:.js=.${extension} --log-level=error`;

/** For Node: commands, and the programs that they make. */
export const forNode = {
  esbuild: {
    commands: [esbuildNode('esm', 'mjs'), esbuildNode('cjs', 'cjs')],
    programs: ['out/esbuild/threads-esm.mjs', 'out/esbuild/threads-cjs.cjs'],
  },
  rollup: {
    commands: ['rollup -c rollup.node.mjs --silent'],
    programs: ['out/rollup/threads-esm.mjs', 'out/rollup/threads-cjs.cjs'],
  },
  webpack: {
    commands: ['webpack -c webpack.node.mjs'],
    programs: ['out/webpack/threads-esm.mjs', 'out/webpack/threads-cjs.cjs'],
  },
  vite: { commands: ['vite build -c vite.node.mjs --logLevel error'], programs: ['out/vite/threads-esm.mjs'] },
};

/** For browsers: the command, and the folder of what it makes. */
export const forPages = {
  esbuild: {
    command: 'esbuild page.js my-worker.js --bundle --minify --format=esm --outdir=out/esbuild-page --log-level=error',
    folder: 'out/esbuild-page',
  },
  rollup: { command: 'rollup -c rollup.page.mjs --silent', folder: 'out/rollup-page' },
  webpack: { command: 'webpack -c webpack.page.mjs', folder: 'out/webpack-page' },
  vite: { command: 'vite build --outDir out/vite-page --base ./ --logLevel error', folder: 'out/vite-page' },
};
