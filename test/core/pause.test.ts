import { afterEach, expect, it, vi } from 'vitest';
import { inSlices, pause } from '../../src/core/index.ts';

afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['in Node', []],
  ['in a browser, which has no setImmediate', ['setImmediate']],
  ["in Jest's jsdom, which has no MessageChannel either", ['setImmediate', 'MessageChannel']],
])('yields, and not again within 20 ms, %s', async (_, missing) => {
  for (const name of missing) vi.stubGlobal(name, undefined);
  const yielded = pause(performance.now() + 1000);
  expect(yielded).toBeInstanceOf(Promise);
  await yielded;
  expect(pause(performance.now())).toBeUndefined();
});

it.each<[string, () => Promise<void>]>([
  ['rejects', () => Promise.reject(new Error('stopped'))],
  [
    'throws',
    () => {
      throw new Error('stopped');
    },
  ],
])("ends the generator if the caller's pause %s, so that its finally blocks run", async (_, pause) => {
  let cleaned = false;
  function* work(): Generator<void, number> {
    try {
      yield;
      return 1;
    } finally {
      cleaned = true;
    }
  }
  await expect((async () => inSlices(work(), { pause }))()).rejects.toThrow('stopped');
  expect(cleaned).toBe(true);
});
