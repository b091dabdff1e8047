import { defineConfig } from 'tsup';

const library = {
  format: ['esm', 'cjs'],
  dts: true,
  splitting: true,
  treeshake: true,
  target: 'es2022',
  platform: 'neutral',
  external: ['@tensorflow/tfjs'],
  noExternal: ['d3-delaunay', 'delaunator', 'robust-predicates', 'internmap'],
} as const;

const config: ReturnType<typeof defineConfig> = defineConfig([
  {
    ...library,
    format: [...library.format],
    external: [...library.external],
    noExternal: [...library.noExternal],
    entry: { index: 'src/index.ts', plot: 'src/plot/index.ts', tfjs: 'src/tfjs/index.ts' },
    clean: true,
  },
  {
    entry: { cli: 'src/cli/main.ts' },
    format: ['esm'],
    target: 'es2022',
    platform: 'node',
    external: ['elites'],
    dts: false,
  },
]);

export default config;
