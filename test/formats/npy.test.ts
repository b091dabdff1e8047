import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeNpy, encodeNpy, type NpyArray } from '../../src/formats/index.ts';
import { errorOf } from '../support/error-of.ts';
import { runs } from '../support/runs.ts';

// test/fixtures/npy/make.py wrote the files of its folder with NumPy.
const folder = new URL('../fixtures/npy/', import.meta.url);
const read = (name: string): Uint8Array => readFileSync(new URL(name, folder));
const shapes = { scalar: [], empty: [0, 3], list: [5], matrix: [2, 3], cube: [2, 2, 2] } as const;
const numpy = Object.entries(shapes).flatMap(([name, shape]): [string, NpyArray][] => {
  const length = shape.reduce((product: number, size) => product * size, 1);
  const numbers = Array.from({ length }, (_, i) => i / 4 - 1);
  return [
    [`${name}-f8.npy`, { shape, data: Float64Array.from(numbers) }],
    [`${name}-f4.npy`, { shape, data: Float32Array.from(numbers) }],
  ];
});

const array: fc.Arbitrary<NpyArray> = fc
  .record({ shape: fc.array(fc.nat({ max: 4 }), { maxLength: 3 }), double: fc.boolean(), seed: fc.integer() })
  .map(({ shape, double, seed }) => {
    const length = shape.reduce((product, size) => product * size, 1);
    const numbers = Float64Array.from({ length }, (_, i) => (seed + i * 37) / 8);
    return { shape, data: double ? numbers : Float32Array.from(numbers) };
  });

/** A file of version 1 with any header and a number of bytes after it. */
function fileOf(header: string, length: number, headerLength?: number): Uint8Array {
  const text = new TextEncoder().encode(header);
  const bytes = new Uint8Array(10 + text.length + length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  new DataView(bytes.buffer).setUint16(8, headerLength ?? text.length, true);
  bytes.set(text, 10);
  return bytes;
}
const headerOf = (descr: string, order: string, shape: string): string =>
  `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`;

describe('npy', () => {
  it.each(numpy)('writes %s byte for byte as NumPy, and reads it', (name, expected) => {
    expect(encodeNpy(expected)).toEqual(new Uint8Array(read(name)));
    expect(decodeNpy(read(name))).toEqual(expected);
  });

  it.each(['matrix-version-2.npy', 'matrix-version-3.npy'])('reads %s', (name) => {
    expect(decodeNpy(read(name))).toEqual(numpy.find(([same]) => same === 'matrix-f8.npy')![1]);
  });

  it.each([
    ['i1', -128, 127],
    ['u1', 0, 255],
    ['i2', -32_768, 32_767],
    ['u2', 0, 65_535],
    ['i4', -2_147_483_648, 2_147_483_647],
    ['u4', 0, 4_294_967_295],
    ['i8', -9_007_199_254_740_991, 9_007_199_254_740_991],
    ['u8', 0, 9_007_199_254_740_991],
  ] as const)('reads integers of type %s as float64', (type, least, greatest) => {
    const data = Float64Array.of(least, 0, 1, 7, 100, greatest);
    expect(decodeNpy(read(`integers-${type}.npy`))).toEqual({ shape: [2, 3], data });
  });

  it.each([
    ['i1', Int8Array.of(-128, 0, 1, 7, 100, 127)],
    ['u1', Uint8Array.of(0, 0, 1, 7, 100, 255)],
    ['i2', Int16Array.of(-32_768, 0, 1, 7, 100, 32_767)],
    ['u2', Uint16Array.of(0, 0, 1, 7, 100, 65_535)],
    ['i4', Int32Array.of(-2_147_483_648, 0, 1, 7, 100, 2_147_483_647)],
    ['u4', Uint32Array.of(0, 0, 1, 7, 100, 4_294_967_295)],
    ['i8', BigInt64Array.of(1n - 2n ** 53n, 0n, 1n, 7n, 100n, 2n ** 53n - 1n)],
    ['u8', BigUint64Array.of(0n, 0n, 1n, 7n, 100n, 2n ** 53n - 1n)],
  ])('writes integers of type %s byte for byte as NumPy', (type, data) => {
    expect(encodeNpy({ shape: [2, 3], data })).toEqual(new Uint8Array(read(`integers-${type}.npy`)));
  });

  it.each([
    ['list', [5]],
    ['column', [3, 1]],
    ['empty', [0, 3]],
  ] as const)('reads a %s in Fortran order, which makes no difference', (name, shape) => {
    const data = Float64Array.from({ length: shape.reduce((a: number, b) => a * b, 1) }, (_, i) => i / 4 - 1);
    expect(decodeNpy(read(`fortran-${name}.npy`))).toEqual({ shape, data });
  });

  it('gives back what was written, from a view that begins anywhere', () => {
    fc.assert(
      fc.property(array, fc.nat({ max: 9 }), (written, offset) => {
        const bytes = encodeNpy(written);
        expect(new DataView(bytes.buffer).getUint16(8, true) % 64).toBe(54);
        const shifted = new Uint8Array(bytes.length + offset);
        shifted.set(bytes, offset);
        expect(decodeNpy(shifted.subarray(offset))).toEqual(written);
      }),
    );
  });

  it('answers a damaged file with SNAPSHOT, or with numbers that fit their shape', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(array, damage, fc.nat({ max: 40 }), (written, bytesSet, cut) => {
        const bytes = encodeNpy(written);
        for (const [at, value] of bytesSet) bytes[at % Math.min(bytes.length, 80)] = value;
        try {
          const { shape, data } = decodeNpy(bytes.subarray(0, bytes.length - Math.max(0, cut - 20)));
          expect(data.length).toBe(shape.reduce((product, size) => product * size, 1));
        } catch (error) {
          expect((error as { code: string }).code).toBe('SNAPSHOT');
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  const plain = headerOf("'<f8'", 'False', '(1,)');
  it('reads other spacing, quotes, and order of keys', () => {
    const header = `{"shape":(1 , 2),"fortran_order":False,\t"descr":"<f4"}`;
    expect(decodeNpy(fileOf(header, 8))).toEqual({ shape: [1, 2], data: new Float32Array(2) });
  });

  const refused: [string, Uint8Array][] = [
    ['nothing', new Uint8Array()],
    ['another magic', fileOf(plain, 8).fill(0, 0, 1)],
    ['version 4', fileOf(plain, 8).fill(4, 6, 7)],
    ['version 1.1', fileOf(plain, 8).fill(1, 7, 8)],
    ['a header longer than the file', fileOf(plain, 0, 60_000)],
    ['a header of 4 GiB, version 2', fileOf(plain, 80).fill(2, 6, 7).fill(255, 8, 12)],
    ['a header that is too short', fileOf(plain, 8, 20)],
    ['a header that is no UTF-8', fileOf(plain, 8).fill(255, 20, 22)],
    ['huge sizes', fileOf(headerOf("'<f8'", 'False', '(1099511627776, 1099511627776)'), 8)],
    ['a size without end', fileOf(headerOf("'<f8'", 'False', `(${'9'.repeat(400)}, 0)`), 0)],
    ['sizes that wrap around to 8 bytes', fileOf(headerOf("'<f8'", 'False', '(18446744073709551617,)'), 8)],
    ['a negative size', fileOf(headerOf("'<f8'", 'False', '(-1, -1)'), 8)],
    ['65 sizes', fileOf(headerOf("'<f8'", 'False', `(${'1,'.repeat(65)})`), 8)],
    ['a number as shape', fileOf(headerOf("'<f8'", 'False', '(1)'), 8)],
    ['a shape that is only a comma', fileOf(headerOf("'<f8'", 'False', '(,)'), 8)],
    ['numbers without a comma', fileOf(headerOf("'<f8'", 'False', '(1 1,)'), 8)],
    ['another type', fileOf(headerOf("'<c8'", 'False', '(1,)'), 8)],
    ['a type of Object.prototype', fileOf(headerOf("'constructor'", 'False', '(1,)'), 8)],
    ['a type that is no string', fileOf(headerOf('False', 'False', '(1,)'), 8)],
    ['an order that is no bool', fileOf(headerOf("'<f8'", "'False'", '(1,)'), 8)],
    ['Fortran order', fileOf(headerOf("'<f8'", 'True', '(2, 1, 2)'), 32)],
    ['code', fileOf(headerOf("'<f8'", "__import__('os').system('true')", '(1,)'), 8)],
    ['an expression', fileOf(headerOf("'<f' + '8'", 'False', '(1,)'), 8)],
    ['an escape', fileOf(headerOf("'\\x3cf8'", 'False', '(1,)'), 8)],
    ['a key twice', fileOf(`{'shape': (2,), ${plain.slice(1)}`, 8)],
    ['a key too many', fileOf(`{'a': True, ${plain.slice(1)}`, 8)],
    ['a key too few', fileOf("{'descr': '<f8', 'shape': (1,), }", 8)],
    ['two dictionaries', fileOf(`${plain.trim()}${plain}`, 8)],
    ['a byte too many', fileOf(plain, 9)],
    ['a byte too few', fileOf(plain, 7)],
    ...readdirSync(folder)
      .filter((name) => name.startsWith('refused-'))
      .map((name): [string, Uint8Array] => [name, read(name)]),
  ];
  it.each(refused)('refuses %s', async (_, bytes) => {
    expect(await errorOf(() => decodeNpy(bytes, 'Owner'))).toMatch(/^SNAPSHOT Owner: bytes must /);
  });

  it('refuses a hostile header in no time', async () => {
    const start = performance.now();
    for (const text of [`{${"'a': ".repeat(10_000)}`, `{'shape': (${' '.repeat(60_000)}`, `{${' '.repeat(60_000)}`]) {
      expect(await errorOf(() => decodeNpy(fileOf(text, 0)))).toMatch(/^SNAPSHOT/);
    }
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('refuses to write what it could not read', async () => {
    const write = (shape: unknown, data: unknown) => errorOf(() => encodeNpy({ shape, data } as never));
    expect(await write([2], new Float64Array(3))).toMatch(/^ARGUMENT encodeNpy: shape must .*3; got \[2\]/);
    expect(await write([-1, -3], new Float64Array(3))).toMatch(/^ARGUMENT/);
    expect(await write([3], new Uint8ClampedArray(3))).toMatch(/^ARGUMENT encodeNpy: data/);
    expect(await write([3], [1, 2, 3])).toMatch(/^ARGUMENT encodeNpy: data/);
    expect(await write('3', new Float64Array(3))).toMatch(/^ARGUMENT/);
    expect(await errorOf(() => decodeNpy('text' as never))).toMatch(/^ARGUMENT/);
  });
});
