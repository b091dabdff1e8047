import { describe, expect, it } from 'vitest';
import { makeMemory, OwnHeap } from '../../../src/kernels/runtime/heap.ts';
import { errorOf } from '../../support/error-of.ts';

describe('OwnHeap', () => {
  it('keeps what its memory holds when it is replaced by larger ones, and refuses more than 4 GiB', async () => {
    const heap = new OwnHeap();
    const at = heap.allocate(8);
    new Float64Array(heap.memory.buffer, at, 1)[0] = 42;
    let end = at + 8;
    for (let size = 2 ** 16; size <= 2 ** 28; size *= 16) end = heap.allocate(size) + size;
    const far = heap.allocate(2 ** 30);
    expect(far).toBe(end);
    expect(new Float64Array(heap.memory.buffer, at, 1)[0]).toBe(42);
    expect(heap.memory.buffer.byteLength).toBeGreaterThan(2 ** 30);
    for (const bytes of [2 ** 32, 1e300]) expect(await errorOf(() => heap.allocate(bytes))).toMatch(/^STATE /);
    expect(heap.allocate(8)).toBe(far + 2 ** 30);
  });

  it('refuses to grow a memory that was given beyond its maximum', async () => {
    const heap = new OwnHeap(makeMemory({ maximum: 2 }));
    expect(await errorOf(() => heap.allocate(2 ** 20))).toMatch(/^STATE /);
  });
});
