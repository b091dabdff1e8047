import { beforeAll, describe, expect, it } from 'vitest';
import { long } from '../../support/runs.ts';

interface SingleExports {
  readonly memory: WebAssembly.Memory;
  expSingle(data: number, count: number): void;
  tanhSingle(data: number, count: number): void;
}

let kernel: SingleExports;

beforeAll(async () => {
  const script = '../../../scripts/compile-kernels.mjs';
  const { compileKernels } = (await import(script)) as {
    compileKernels(file: string): Promise<{ bytes: Uint8Array<ArrayBuffer> }>;
  };
  const { bytes } = await compileKernels('src/kernels/assembly/vae/single-precision.ts');
  kernel = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as SingleExports;
  kernel.memory.grow(256);
});

/** Runs a kernel over float32 numbers. */
function apply(name: 'expSingle' | 'tanhSingle', inputs: Float32Array): Float32Array {
  const address = 65_536;
  const numbers = new Float32Array(kernel.memory.buffer, address, inputs.length);
  numbers.set(inputs);
  kernel[name](address, Math.ceil(inputs.length / 4) * 4);
  return numbers.slice();
}

/** Every so many of all float32 bit patterns (170,000; all exponents, both signs, subnormals), and the edges. */
function everywhere(): Float32Array {
  const stride = long ? 4999 : 24_989;
  const bits = Uint32Array.from({ length: Math.floor(2 ** 32 / stride) }, (_, i) => i * stride);
  const edges = [0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 1e-45, -1e-45, 3.4e38, -3.4e38];
  const close = [88.7, 88.72, 88.722839, 88.73, -87.33, -87.34, -103.2, -103.9, -103.98, -104.1, 9, 9.1, 9.2, -9.1];
  return concatenate(new Float32Array(bits.buffer), Float32Array.of(...edges, ...close));
}

function concatenate(a: Float32Array, b: Float32Array): Float32Array {
  const all = new Float32Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** The distance between a float32 number and the one after it, at least the least subnormal. */
const ulp = (x: number): number => Math.max(2 ** -149, 2 ** (Math.floor(Math.log2(Math.abs(x))) - 23));

/** The largest error in ulp, and where. Both non-finite: no error if they are the same. */
function worst(
  inputs: Float32Array,
  results: Float32Array,
  truth: (x: number) => number,
): { error: number; absolute: number } {
  let [error, absolute] = [0, 0];
  for (let i = 0; i < inputs.length; i++) {
    const expected = truth(inputs[i]!);
    const rounded = Math.fround(expected);
    const result = results[i]!;
    if (Object.is(result, rounded)) continue;
    if (!Number.isFinite(rounded) || !Number.isFinite(result)) return { error: Number.POSITIVE_INFINITY, absolute };
    absolute = Math.max(absolute, Math.abs(result - expected));
    error = Math.max(error, Math.abs(result - expected) / ulp(expected));
  }
  return { error, absolute };
}

describe('float32 exp and tanh, over all float32 numbers', () => {
  const inputs = everywhere();

  it('exp is within 1.25 ulp, 0 below and Infinity above its range, NaN for NaN', () => {
    expect(worst(inputs, apply('expSingle', inputs), Math.exp).error).toBeLessThan(1.25);
  });

  it('exp is within 1.25 ulp, closely sampled', () => {
    const close = Float32Array.from({ length: 300_000 }, (_, i) => -104 + (i * 193) / 300_000);
    expect(worst(close, apply('expSingle', close), Math.exp).error).toBeLessThan(1.25);
  });

  it('tanh is within 8 ulp and 4e-7, exact where float32 has nothing but ±1, NaN for NaN', () => {
    const { error, absolute } = worst(inputs, apply('tanhSingle', inputs), Math.tanh);
    expect(error).toBeLessThan(8);
    expect(absolute).toBeLessThan(4e-7);
  });

  it('tanh, closely sampled, is odd and stays inside [-1, 1]', () => {
    const close = Float32Array.from({ length: 300_000 }, (_, i) => (i * 10) / 300_000);
    const results = apply('tanhSingle', close);
    const { error, absolute } = worst(close, results, Math.tanh);
    expect(error).toBeLessThan(8);
    expect(absolute).toBeLessThan(4e-7);
    expect(results.every((y) => y <= 1)).toBe(true);
    const negative = close.map((x) => -x);
    expect(apply('tanhSingle', negative).every((y, i) => y === -results[i]!)).toBe(true);
  });
});
