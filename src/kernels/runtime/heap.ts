import { heapBase } from './binary.ts';
import { webAssembly } from './web-assembly.ts';

/** Bytes of a page, what memory grows by. */
export const PAGE = 65_536;
/** Pages of a memory at most: 4 GiB. */
export const MOST_PAGES = 65_536;
/** 32 MiB, what a memory may grow to at least: enough for the network of a thousand genes. */
const FEW_PAGES = 512;

/**
 * A new memory for kernels. It may grow to four times its first size unless said otherwise: an engine without guard regions reserves as many
 * addresses at once, and the JavaScript heap needs some, too.
 * @throws STATE where none can be had.
 */
export function makeMemory({
  initial = 1,
  maximum = Math.min(Math.max(4 * initial, FEW_PAGES), MOST_PAGES),
  shared = false,
}: Partial<WebAssembly.MemoryDescriptor> = {}): WebAssembly.Memory {
  return webAssembly(() => new WebAssembly.Memory({ initial, maximum, shared }));
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

  /** A heap that never needs more than `bytes`, and reserves no more addresses. @throws STATE where it cannot be had. */
  static exactly(bytes: number): OwnHeap {
    const pages = Math.ceil((heapBase + bytes) / PAGE);
    // What is too large is refused when it is allocated.
    return pages > MOST_PAGES ? new OwnHeap() : new OwnHeap(makeMemory({ initial: pages, maximum: pages }));
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
      if (this.#given) throw error;
      const larger = makeMemory({ initial: all });
      new Uint8Array(larger.buffer).set(new Uint8Array(this.#memory.buffer, 0, this.#top));
      this.#memory = larger;
    }
  }
}
