import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const shared = { setupFiles: ['test/setup.ts'], testTimeout: 20_000, hookTimeout: 60_000 };

/** Rooms whose tests mock no module and have no state of their own: they share the modules of their worker. */
const sharing =
  'test/{algorithms,archives,bandits,cli,core,domains,encodings,experiments,floors,formats,fuzz,kernels,learners,linalg,npy,optimizers,pca,plot,presets,random,run,testing,tfjs,variation}/**';

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    // On two cores the default is one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The package has a project of its own, so that the tarball is packed only if one of its tests is asked for.
    projects: [
      {
        test: {
          ...shared,
          name: 'rooms',
          isolate: false,
          globalSetup: ['test/fresh-kernels.ts'],
          include: [`${sharing}/*.test.ts`],
        },
      },
      {
        test: {
          ...shared,
          name: 'sources',
          globalSetup: ['test/fresh-kernels.ts'],
          include: ['test/**/*.test.ts'],
          exclude: ['test/{package,docs,examples}/**', sharing],
        },
      },
      {
        test: {
          ...shared,
          name: 'package',
          isolate: false,
          include: ['test/{package,docs,examples}/**/*.test.ts'],
          globalSetup: ['test/package/pack.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});

export default config;
