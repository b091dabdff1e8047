import { heapBase } from './binary.ts';
import { webAssembly } from './web-assembly.ts';

/** Bytes of a page, what memory grows by. */
export const PAGE = 65_536;
/** Pages of a memory at most: 4 GiB. */
export const MOST_PAGES = 65_536;
/** 1 GiB, what a memory may grow to unless said otherwise: an engine without guard regions reserves as many addresses at once. */
const FEW_PAGES = 16_384;

/** A new memory for kernels, of a page at first. @throws STATE where none can be had. */
export function makeMemory(options: Partial<WebAssembly.MemoryDescriptor> = {}): WebAssembly.Memory {
  return webAssembly(() => new WebAssembly.Memory({ initial: 1, maximum: FEW_PAGES, ...options }));
}

/** Memory of kernels to allocate from. */
export interface Heap {
  /** Live: see {@link Heap.allocate}. */
  readonly memory: WebAssembly.Memory;
  /**
   * Reserves `bytes` bytes, aligned to 16, and answers with their address. The memory may grow or be replaced, and then no
   * earlier view of it is valid, nor functions of a module in it: both are had anew for each use, views from `memory.buffer`.
   */
  allocate(bytes: number): number;
}

/**
 * A heap in a memory of its own. Whoever holds state in WebAssembly memory has one, so that the garbage collector frees both
 * together.
 */
export class OwnHeap implements Heap {
  readonly #given: boolean;
  #memory: WebAssembly.Memory;
  #top = heapBase;

  /**
   * @param memory - Which it shall have (default: a new one, in whose place a larger one comes where need be).
   * @throws STATE where it cannot be had.
   */
  constructor(memory?: WebAssembly.Memory | undefined) {
    this.#given = memory !== undefined;
    this.#memory = memory ?? makeMemory();
  }

  get memory(): WebAssembly.Memory {
    return this.#memory;
  }

  /** As {@link Heap.allocate}. Nothing is ever given back. @throws STATE if there is no more memory; then nothing was reserved. */
  allocate(bytes: number): number {
    const address = Math.ceil(this.#top / 16) * 16;
    const missing = address + bytes - this.#memory.buffer.byteLength;
    if (missing > 0) webAssembly(() => this.#grow(Math.ceil(missing / PAGE)));
    this.#top = address + bytes;
    return address;
  }

  /** Grows the memory, or copies it to one that may become so large. */
  #grow(pages: number): void {
    const all = this.#memory.buffer.byteLength / PAGE + pages;
    if (all > MOST_PAGES) throw new RangeError(`${all} pages of 64 KiB were asked for`);
    try {
      this.#memory.grow(pages);
    } catch (error) {
      if (this.#given || all <= FEW_PAGES) throw error;
      const larger = makeMemory({ initial: all, maximum: MOST_PAGES });
      new Uint8Array(larger.buffer).set(new Uint8Array(this.#memory.buffer, 0, this.#top));
      this.#memory = larger;
    }
  }
}
