import { alphabet, locals, others } from './binary.ts';

/** What the WebAssembly module exports: its memory, where free memory begins, and functions over pointers. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
}

let compiled: WebAssembly.Module | undefined;

/** Compiles the embedded module at the first call, never at import. */
function kernelModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(kernelBytes());
  return compiled;
}

/** The embedded module. */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  return decoded(others, decoded(locals));
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
export class KernelInstance<E extends KernelExports = KernelExports> {
  readonly exports: E;
  #top: number;

  constructor(instance: WebAssembly.Instance = new WebAssembly.Instance(kernelModule())) {
    this.exports = instance.exports as unknown as E;
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
