import fc from 'fast-check';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { runs } from './support/runs.ts';

// A law is tried for ten seconds at most: a slow machine tries fewer cases and still ends. One that ends no case in that time has failed.
fc.configureGlobal({ numRuns: runs(100), interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false });

// toEqual goes element by element: 350 ms on a busy machine for two snapshots of 30 kB, 0.2 ms so. What differs it finds itself.
const bytesOf = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
const sameBytes = (a: unknown, b: unknown): true | undefined =>
  ArrayBuffer.isView(a) &&
  ArrayBuffer.isView(b) &&
  a.constructor === b.constructor &&
  Buffer.compare(bytesOf(a), bytesOf(b)) === 0
    ? true
    : undefined;
expect.addEqualityTesters([sameBytes]);

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
let spies: MockInstance[] = [];

// The library prints nothing: whatever reaches the console in a test fails it. A test of the bin spies for itself.
beforeEach(() => {
  spies = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => {}));
});

afterEach(() => {
  const printed = spies.flatMap((spy) => spy.mock.calls);
  for (const spy of spies) spy.mockRestore();
  expect(printed, 'console output in a test').toEqual([]);
});
