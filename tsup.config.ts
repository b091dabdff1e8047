import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Options } from 'tsup';

/** Entries that both module systems have. `splitting` gives them one copy of each class. */
const entries: Record<string, string> = {
  index: 'src/index.ts',
  explorer: 'src/explorer/index.ts',
  node: 'src/node/index.ts',
  npy: 'src/npy/index.ts',
  pca: 'src/pca/index.ts',
  plot: 'src/plot/index.ts',
  statistics: 'src/statistics/index.ts',
  testing: 'src/testing/index.ts',
  tfjs: 'src/tfjs/index.ts',
  workers: 'src/workers/index.ts',
};
/** The bin is of the ESM build alone: it shares the library's chunks. */
const bin: Record<string, string> = { cli: 'src/cli/main.ts' };
/** Entries whose sources exist. */
const built = (all: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([, source]) => existsSync(source)));

/**
 * One file for the library, beside a small one for what plots and workers need as well: Node takes a millisecond or more to
 * load each. esbuild puts into one file what the same entries reach, so those that are used beside the library are made to
 * reach it all.
 */
const oneLibrary: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'one-library',
  setup(build) {
    const library = fileURLToPath(new URL('src/index.ts', import.meta.url));
    build.onResolve({ filter: /^the-library$/ }, () => ({ path: library, sideEffects: true }));
    const beside =
      /src[\\/]((node|npy|pca|statistics|testing|tfjs)[\\/]index|cli[\\/]main|explorer[\\/](files[\\/]show-files|target[\\/]target-race))\.ts$/;
    build.onLoad({ filter: beside }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}import 'the-library';\n`,
      loader: 'ts',
    }));
  },
};

const shared: Options = {
  splitting: true,
  esbuildPlugins: [oneLibrary],
  // The import that the plugin adds is there to be reached, not to be kept.
  esbuildOptions: (options) => {
    options.logOverride = { 'ignored-bare-import': 'silent' };
  },
  target: 'es2022',
  platform: 'neutral',
  removeNodeProtocol: false,
  external: ['@tensorflow/tfjs', /^node:/],
  // Bundled: Node takes 6 ms to load its modules.
  noExternal: [/^pure-rand/],
};

/**
 * Types of both systems are made in one pass, the slowest part of the build. The gate types of npm run check checks the sources: with
 * isolatedDeclarations what is declared needs no check, and of other declarations only Symbol's for computed names, which come with
 * esnext.disposable. Every entry reads the library anew, and that of es5 is the smallest that TypeScript takes.
 * What looks for tensorflow.js finds a small module of ours: its 600 files took a fifth of the pass to read, and stay outside.
 */
const unchecked = {
  noCheck: true,
  stripInternal: true,
  types: [],
  lib: ['es5', 'esnext.disposable'],
  paths: { '@tensorflow/tfjs': ['./src/core/version.ts'] },
};

const config: ReturnType<typeof defineConfig> = defineConfig([
  { ...shared, format: ['esm'], entry: built({ ...entries, ...bin }) },
  // Rollup makes plainer CommonJS of esbuild's modules than tsup does; ES modules are left as esbuild writes them.
  { ...shared, format: ['cjs'], entry: built(entries), treeshake: true },
  { ...shared, format: ['esm', 'cjs'], entry: built(entries), dts: { only: true, compilerOptions: unchecked } },
]);

export default config;
