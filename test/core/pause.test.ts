import { afterEach, expect, it, vi } from 'vitest';
import { pause } from '../../src/core/index.ts';

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
