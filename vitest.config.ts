import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
// @ts-expect-error: plain JavaScript, without types
import { floors } from './.dependency-cruiser.mjs';

const shared = { setupFiles: ['test/setup.ts'], testTimeout: 20_000, hookTimeout: 60_000 };

/** Rooms whose tests mock modules or have state of their own. */
const alone = ['node', 'workers'];
/** The other rooms share the modules of their worker. */
const sharing = `test/{${[...floors.flat(), 'floors', 'fuzz'].filter((room) => !alone.includes(room)).join(',')}}/**`;

/** Tests that start processes or threads, or load `dist`. */
const built = 'test/**/*.built.test.ts';

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    // On two cores the default is one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // `npm test` runs the first two projects, which need no build; `npm run test:package` the other two.
    projects: [
      {
        test: {
          ...shared,
          name: 'rooms',
          isolate: false,
          globalSetup: ['test/fresh-kernels.ts'],
          include: [`${sharing}/*.test.ts`],
          exclude: [built],
        },
      },
      {
        test: {
          ...shared,
          name: 'sources',
          globalSetup: ['test/fresh-kernels.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [built, 'test/{package,docs,examples}/**', sharing],
        },
      },
      {
        test: {
          ...shared,
          name: 'built',
          include: [built],
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
