import { alphabet, locals, memoryFlags, others } from './binary.ts';
import { webAssembly } from './web-assembly.ts';

/** Bytes of a page, what memory grows by. */
export const PAGE = 65_536;

/** What the WebAssembly module exports: its memory, where free memory begins, and functions over pointers. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
}

/** Kernels, and memory of theirs to allocate from. */
export interface Kernel<E extends KernelExports = KernelExports> {
  /** Live: see {@link Kernel.allocate}. */
  readonly exports: E;
  /**
   * Reserves `bytes` bytes, aligned to 16, and answers with their address. The memory may grow or be replaced, and then no
   * earlier view of it is valid, nor earlier exports: both are read anew for each use, views from `exports.memory.buffer`.
   */
  allocate(bytes: number): number;
}

/** Pages of a memory at most: 4 GiB. */
export const MOST_PAGES = 65_536;
/** 1 GiB, what a memory may grow to unless said otherwise: an engine without guard regions reserves as many addresses at once. */
const FEW_PAGES = 16_384;

/** A new memory for kernels, of a page at first. @throws STATE where none can be had. */
export function makeMemory(options: Partial<WebAssembly.MemoryDescriptor> = {}): WebAssembly.Memory {
  return webAssembly(() => new WebAssembly.Memory({ initial: 1, maximum: FEW_PAGES, ...options }));
}

/** Compiles the embedded module. @throws STATE where it may not be compiled. */
export function compileKernels(memory: 'own' | 'shared'): WebAssembly.Module {
  const bytes = decoded(others, decoded(locals));
  if (memory === 'shared') bytes[memoryFlags] = 3;
  return webAssembly(() => new WebAssembly.Module(bytes));
}

let compiled: WebAssembly.Module | undefined;

/** The module that most use, compiled at the first call, never at import. */
function kernelModule(): WebAssembly.Module {
  compiled ??= compileKernels('own');
  return compiled;
}

/**
 * Bytes of a text in the characters of `alphabet`. The first two lead a pair, the 88 others stand for the bytes from -16 to
 * 71, and in a pair for the next 88, or those after them. Behind each byte from 0x20 to 0x22 comes one of `behind`, if given.
 */
function decoded(text: string, behind?: Uint8Array): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(127);
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;
  const bytes = new Uint8Array(2 * text.length);
  let count = 0;
  let next = 0;
  let base = 0;
  for (let i = 0; i < text.length; i++) {
    const value = values[text.charCodeAt(i)]!;
    if (value > 1) {
      const byte = (base + value - 18) & 255;
      bytes[count++] = byte;
      if (behind !== undefined && byte >= 0x20 && byte <= 0x22) bytes[count++] = behind[next++]!;
    }
    base = value > 1 ? 0 : 88 * (value + 1);
  }
  return bytes.slice(0, count);
}

/**
 * A fresh instance of the kernels with memory of its own. Whoever holds state in WebAssembly memory has one instance, so
 * that the garbage collector frees both together.
 */
export class KernelInstance<E extends KernelExports = KernelExports> implements Kernel<E> {
  readonly #given: boolean;
  #exports: E;
  #top: number;

  /**
   * @param memory - Which it shall have (default: a new one, in whose place a larger one comes where need be).
   * @throws STATE where it cannot be had.
   */
  constructor(memory?: WebAssembly.Memory | undefined, module: WebAssembly.Module = kernelModule()) {
    this.#given = memory !== undefined;
    this.#exports = instantiate(memory ?? makeMemory(), module);
    this.#top = this.#exports.heapBase();
  }

  get exports(): E {
    return this.#exports;
  }

  /** As {@link Kernel.allocate}. Nothing is ever given back. @throws STATE if there is no more memory; then nothing was reserved. */
  allocate(bytes: number): number {
    const address = Math.ceil(this.#top / 16) * 16;
    const missing = address + bytes - this.exports.memory.buffer.byteLength;
    if (missing > 0) webAssembly(() => this.#grow(Math.ceil(missing / PAGE)));
    this.#top = address + bytes;
    return address;
  }

  /** Grows the memory, or copies it to one that may become so large. */
  #grow(pages: number): void {
    const { memory } = this.exports;
    const all = memory.buffer.byteLength / PAGE + pages;
    if (all > MOST_PAGES) throw new RangeError(`${all} pages of 64 KiB were asked for`);
    try {
      memory.grow(pages);
    } catch (error) {
      if (this.#given || all <= FEW_PAGES) throw error;
      const larger = makeMemory({ initial: all, maximum: MOST_PAGES });
      this.#exports = instantiate(larger, kernelModule());
      new Uint8Array(larger.buffer).set(new Uint8Array(memory.buffer, 0, this.#top));
    }
  }
}

function instantiate<E>(memory: WebAssembly.Memory, module: WebAssembly.Module): E {
  return webAssembly(() => new WebAssembly.Instance(module, { '': { '': memory } })).exports as E;
}
