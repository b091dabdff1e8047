import { CACHE_BYTES, commonHeap } from './common-heap.ts';
import { type Heap, OwnHeap } from './heap.ts';

/** What is larger has a memory of its own: there cannot be many, and to make it anew would cost too much. */
const LARGEST = CACHE_BYTES / 4;
/** What the cache grows to at most: half of what its memory can. */
const MOST = 2 ** 29;

/** Where the cache and its free part begin in the memory of the common heap. */
let start = 0;
let top = 0;
let size = CACHE_BYTES;
/** How often it was emptied, and bytes of what was made again since then. */
let round = 0;
let again = 0;
/** The memory's buffer when it was emptied last: once it is another one, no view of before is valid. */
let buffer: ArrayBuffer | undefined;

/** Evicts everything; and doubles the cache if half of it was made again, so that what is in use fits. */
function empty(): void {
  const heap = commonHeap();
  if (start === 0) start = heap.allocate(size);
  else if (2 * again > size && size < MOST) {
    try {
      const more = heap.allocate(size);
      if (more === start + size) size *= 2;
      else start = more;
    } catch {
      // It stays as large as it is.
    }
  }
  buffer = heap.memory.buffer;
  top = start;
  again = 0;
  round++;
}

/**
 * A thing in the memory of kernels that can be made anew there. Small ones share a part of the common heap,
 * as a cache: when that is full, all are evicted, and each is made anew at its next use. For each WebAssembly memory reserves some
 * 10 GB of addresses, of which a process has 128 TB, or, under a limit, far fewer.
 */
export class Cached<T> {
  readonly #bytes: number;
  readonly #make: (heap: Heap) => T;
  #made: T | undefined;
  /** The round in which it was made. */
  #round = 0;

  /**
   * @param bytes - How many it allocates at most, each allocation rounded up to 16.
   * @param make - Makes it, in memory that is zero; must not use another such thing.
   */
  constructor(bytes: number, make: (heap: Heap) => T) {
    this.#bytes = Math.ceil(bytes / 16) * 16;
    this.#make = make;
  }

  /** The thing, valid until another such thing is used. @throws STATE if there is no memory for it. */
  get(): T {
    if (this.#bytes > LARGEST) {
      this.#made ??= this.#make(new OwnHeap());
      return this.#made;
    }
    if (commonHeap().memory.buffer !== buffer) empty();
    if (this.#made === undefined || this.#round !== round) {
      const heap = this.#place();
      if (this.#made !== undefined) again += this.#bytes;
      this.#made = this.#make(heap);
      this.#round = round;
    }
    return this.#made;
  }

  /** A part of the cache to allocate from. */
  #place(): Heap {
    if (top + this.#bytes > start + size) empty();
    let free = top;
    top += this.#bytes;
    const end = top;
    const { memory } = commonHeap();
    new Uint8Array(memory.buffer).fill(0, free, end);
    return {
      memory,
      allocate(bytes) {
        const address = free;
        free += Math.ceil(bytes / 16) * 16;
        if (free > end) throw new Error(`Cached: ${free - end} bytes more were allocated than announced`);
        return address;
      },
    };
  }
}
