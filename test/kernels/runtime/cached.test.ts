import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Heap } from '../../../src/kernels/runtime/heap.ts';

let Cached: typeof import('../../../src/kernels/runtime/cached.ts').Cached;
let commonHeap: typeof import('../../../src/kernels/runtime/common-heap.ts').commonHeap;

beforeEach(async () => {
  vi.resetModules();
  ({ Cached } = await import('../../../src/kernels/runtime/cached.ts'));
  ({ commonHeap } = await import('../../../src/kernels/runtime/common-heap.ts'));
});

/** A thing that wrote its number all over its memory. */
interface Thing {
  readonly heap: Heap;
  readonly at: number;
  readonly times: number;
}

function thing(number: number, bytes: number): { get(): Thing; number: number; bytes: number } {
  let times = 0;
  const cached = new Cached<Thing>(bytes, (heap: Heap) => {
    const at = heap.allocate(bytes);
    const memory = new Uint8Array(heap.memory.buffer, at, bytes);
    expect([memory[0], memory[bytes >> 1], memory[bytes - 1]]).toEqual([0, 0, 0]);
    memory.fill(number);
    return { heap, at, times: ++times };
  });
  return { get: () => cached.get(), number, bytes };
}

function holds({ get, number, bytes }: ReturnType<typeof thing>): boolean {
  const { heap, at } = get();
  const memory = new Uint8Array(heap.memory.buffer, at, bytes);
  return memory[0] === number && memory[bytes - 1] === number && memory[bytes >> 1] === number;
}

const MB = 2 ** 20;

describe('Cached', () => {
  it('holds what it was made of, whatever was used before, and however the memory has grown', () => {
    const things = Array.from({ length: 40 }, (_, i) => thing(i + 1, Math.round((0.1 + (i % 7) / 3) * MB)));
    for (let use = 0; use < 300; use++) {
      expect(holds(things[(use * use + (use >> 3)) % 40]!)).toBe(true);
      if (use % 100 === 50) commonHeap().allocate(20 * MB);
    }
  });

  it('makes what is in use once: it grows with that', () => {
    const things = Array.from({ length: 30 }, (_, i) => thing(i + 1, 2 * MB));
    for (let round = 0; round < 8; round++) for (const one of things) one.get();
    const times = things.map((one) => one.get().times);
    for (const one of things) one.get();
    expect(things.map((one) => one.get().times)).toEqual(times);
  });

  it('takes no more memory for things that are used once, one after the other', () => {
    thing(1, MB).get();
    const { memory } = commonHeap();
    const before = memory.buffer.byteLength;
    for (let i = 0; i < 100; i++) thing(i, MB).get();
    expect(memory.buffer.byteLength).toBe(before);
  });

  it('gives what is large a memory of its own', () => {
    const [small, large] = [thing(1, MB), thing(2, 5 * MB)];
    expect(small.get().heap.memory).toBe(commonHeap().memory);
    expect(large.get().heap.memory).not.toBe(commonHeap().memory);
    expect(holds(large)).toBe(true);
    expect(large.get().times).toBe(1);
  });

  it('is told that it allocates more than was said', () => {
    const greedy = new Cached(16, (heap: Heap) => heap.allocate(17));
    expect(() => greedy.get()).toThrow('more were allocated');
  });
});
