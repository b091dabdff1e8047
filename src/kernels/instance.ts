import { binary } from './binary.ts';

/** What the WebAssembly module exports: its memory, where free memory begins, and functions over pointers. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
}

let compiled: WebAssembly.Module | undefined;

/** Compiles the embedded module at the first call, never at import. */
function kernelModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(decodeBase64(binary));
  return compiled;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/**
 * A fresh instance of the kernels with memory of its own. Whoever holds state in WebAssembly memory has one instance, so
 * that the garbage collector frees both together.
 */
export class KernelInstance<E extends KernelExports = KernelExports> {
  readonly exports: E;
  #top: number;

  constructor() {
    this.exports = new WebAssembly.Instance(kernelModule(), {}).exports as unknown as E;
    this.#top = this.exports.heapBase();
  }

  /**
   * Reserves `bytes` bytes, aligned to 16, and answers with their address. Nothing is ever given back. The memory may
   * grow, which detaches every earlier view of it: views are made for each use, from `memory.buffer`.
   */
  allocate(bytes: number): number {
    const address = (this.#top + 15) & ~15;
    this.#top = address + bytes;
    const { memory } = this.exports;
    const missing = this.#top - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return address;
  }
}
