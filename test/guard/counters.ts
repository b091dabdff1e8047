import binaryen from 'assemblyscript/binaryen';

/** What a piece of work did, in numbers that no machine changes. */
export interface CountedWork {
  /** Calls of each kernel. */
  calls: Record<string, number>;
  /** Function entries, returns and rounds of loops inside of the kernels. */
  rounds: number;
  /** Bytes that `set` and `copyWithin` copied into the memory of kernels, and elsewhere. */
  copiedIn: number;
  copied: number;
  /** Bytes of typed arrays that were made, and how many views of buffers that exist. */
  allocated: number;
  views: number;
  /** Modules compiled, instances made, memories grown. */
  modules: number;
  instances: number;
  growths: number;
}

const nothing = (): CountedWork => ({
  calls: {},
  rounds: 0,
  copiedIn: 0,
  copied: 0,
  allocated: 0,
  views: 0,
  modules: 0,
  instances: 0,
  growths: 0,
});

let counted = nothing();
const memories = new WeakSet<ArrayBufferLike>();

/** What `work` did; only after {@link countEverything}. */
export async function count(work: () => unknown): Promise<CountedWork> {
  counted = nothing();
  await work();
  return counted;
}

/** Counts from now on: replaces the constructors of WebAssembly and of typed arrays; for a test file with a realm of its own. */
export function countEverything(): void {
  countKernels();
  countMemories();
  for (const type of ['Float64Array', 'Float32Array', 'Int32Array', 'Uint32Array', 'Uint8Array'] as const) {
    countArrays(type);
  }
}

/** The module with a call of env.log_execution at every entry, return and round of a loop. */
function instrumented(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.All);
  binaryen.setOptimizeLevel(0);
  module.runPasses(['log-execution']);
  return new Uint8Array(module.emitBinary());
}

function countKernels(): void {
  const { Module, Instance } = WebAssembly;
  WebAssembly.Module = class extends Module {
    constructor(bytes: BufferSource) {
      super(instrumented(bytes as Uint8Array));
      counted.modules++;
    }
  };
  WebAssembly.Instance = class {
    readonly exports: Record<string, unknown>;

    constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
      counted.instances++;
      const log = () => counted.rounds++;
      const { exports } = new Instance(module, { ...imports, env: { log_execution: log } });
      this.exports = Object.fromEntries(
        Object.entries(exports).map(([name, value]) => [name, countedExport(name, value)]),
      );
    }
  } as unknown as typeof WebAssembly.Instance;
}

function countedExport(name: string, value: WebAssembly.ExportValue): unknown {
  return (...args: number[]) => {
    counted.calls[name] = (counted.calls[name] ?? 0) + 1;
    return (value as (...args: number[]) => number)(...args);
  };
}

function countMemories(): void {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    override get buffer(): ArrayBuffer {
      const buffer = super.buffer as ArrayBuffer;
      memories.add(buffer);
      return buffer;
    }

    override grow(pages: number): number {
      counted.growths++;
      return super.grow(pages);
    }
  };
}

type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/** Counts arrays made by `new`, `from`, `of`, `slice`, `map` and `filter`, and what `set` and `copyWithin` copy. */
function countArrays(type: 'Float64Array' | 'Float32Array' | 'Int32Array' | 'Uint32Array' | 'Uint8Array'): void {
  const Original: Float64ArrayConstructor = globalThis[type] as never;
  const made = (array: Numbers): Numbers => {
    counted.allocated += array.byteLength;
    return array;
  };
  const statics = {
    from: (...args: never[]) => made((Original.from as (...args: never[]) => Numbers).apply(Original, args)),
    of: (...args: number[]) => made(Original.of(...args)),
  };
  globalThis[type] = new Proxy(Original, {
    construct(target, args, newTarget) {
      const array = Reflect.construct(target, args, newTarget) as Numbers;
      if (args[0] instanceof ArrayBuffer) counted.views++;
      else made(array);
      return array;
    },
    get: (target, key) => (key === 'from' || key === 'of' ? statics[key] : Reflect.get(target, key)),
  }) as never;
  const prototype = Original.prototype as unknown as Record<string, (...args: never[]) => Numbers>;
  for (const name of ['slice', 'map', 'filter']) {
    const method = prototype[name]!;
    prototype[name] = function (this: Numbers, ...args) {
      return made(method.apply(this, args));
    };
  }
  const { set, copyWithin, subarray } = prototype;
  prototype.set = function (this: Numbers, ...args) {
    const [from] = args as unknown as [ArrayLike<number>];
    counted[memories.has(this.buffer) ? 'copiedIn' : 'copied'] += from.length * this.BYTES_PER_ELEMENT;
    return set!.apply(this, args);
  };
  prototype.copyWithin = function (this: Numbers, ...args) {
    const [, start = 0, end = this.length] = args as number[];
    counted[memories.has(this.buffer) ? 'copiedIn' : 'copied'] += (end - start) * this.BYTES_PER_ELEMENT;
    return copyWithin!.apply(this, args);
  };
  prototype.subarray = function (this: Numbers, ...args) {
    counted.views++;
    return subarray!.apply(this, args);
  };
}
