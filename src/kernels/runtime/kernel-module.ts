import { alphabet } from './binary.ts';
import { commonHeap } from './common-heap.ts';
import type { Heap } from './heap.ts';
import { webAssembly } from './web-assembly.ts';

/** A compiled module as text in the characters of `alphabet`, see scripts/build-kernels.mjs. */
export interface KernelBinary {
  /** Without the bytes behind 0x20 to 0x22. */
  readonly others: string;
  /** The bytes behind 0x20 to 0x22. */
  readonly locals: string;
  /** Where the module says of its memory whether threads share it: 1, or 3 if they do. */
  readonly memoryFlags: number;
}

/**
 * A module of kernels: functions over pointers, `E`. Compiled at its first use, never at import. Made as `@__PURE__`, so that
 * bundlers leave out the modules that nobody uses.
 */
export class KernelModule<E extends object> {
  readonly #binary: KernelBinary;
  readonly #threads: boolean;
  readonly #instances: WeakMap<WebAssembly.Memory, E> = new WeakMap<WebAssembly.Memory, E>();
  #compiled: WebAssembly.Module | undefined;
  #common: E | undefined;

  /** @param threads - Whether it works in memory that threads share. */
  constructor(binary: KernelBinary, threads: boolean = false) {
    this.#binary = binary;
    this.#threads = threads;
  }

  /** Its functions in the heap that all stateless kernels share. @throws as {@link KernelModule.in}. */
  get common(): E {
    this.#common ??= this.in(commonHeap());
    return this.#common;
  }

  /**
   * Its functions in a heap, until that grows.
   * @throws STATE, saying what to do, where WebAssembly may not be compiled, or gets no memory.
   */
  in({ memory }: Pick<Heap, 'memory'>): E {
    const known = this.#instances.get(memory);
    if (known !== undefined) return known;
    const instance = webAssembly(() => {
      this.#compiled ??= new WebAssembly.Module(this.#bytes());
      return new WebAssembly.Instance(this.#compiled, { '': { '': memory } });
    });
    this.#instances.set(memory, instance.exports as E);
    return instance.exports as E;
  }

  #bytes(): Uint8Array<ArrayBuffer> {
    const { others, locals, memoryFlags } = this.#binary;
    const bytes = decoded(others, decoded(locals));
    if (this.#threads) bytes[memoryFlags] = 3;
    return bytes;
  }
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
