import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const shared = { setupFiles: ['test/setup.ts'], testTimeout: 20_000, hookTimeout: 60_000 };

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    pool: 'threads',
    // On two cores the default is one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Two projects, so that the tarball is packed only if one of its tests is asked for.
    projects: [
      {
        test: {
          ...shared,
          name: 'sources',
          globalSetup: ['test/fresh-kernels.ts'],
          include: ['test/**/*.test.ts'],
          exclude: ['test/{package,docs,examples}/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'package',
          include: ['test/{package,docs,examples}/**/*.test.ts'],
          globalSetup: ['test/package/pack.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});

export default config;
