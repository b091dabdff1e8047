import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeSafetensors,
  encodeSafetensors,
  foundTensor,
  type Safetensor,
  type SafetensorsFile,
} from '../../src/formats/index.ts';
import { errorOf } from '../support/error-of.ts';
import { runs } from '../support/runs.ts';

const name = fc.string({ maxLength: 12 }).filter((text) => text !== '__metadata__');
const shape = fc.array(fc.nat({ max: 4 }), { maxLength: 3 });
const types = [Float64Array, Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Int8Array, Uint8Array];
const tensor: fc.Arbitrary<Safetensor> = fc
  .record({ shape, type: fc.constantFrom(...types), seed: fc.integer() })
  .map(({ shape, type, seed }) => {
    const length = shape.reduce((product, size) => product * size, 1);
    return { shape, data: new type(length).map((_: number, i: number) => (seed + i * 37) % 100) };
  });
const file: fc.Arbitrary<SafetensorsFile> = fc.record({
  tensors: fc.array(fc.tuple(name, tensor), { maxLength: 5 }).map((list) => new Map(list)),
  metadata: fc.array(fc.tuple(name, fc.string()), { maxLength: 3 }).map((list) => new Map(list)),
});

/** A file of a header as given and a number of bytes after it. */
function bytesOf(header: unknown, length: number, headerLength?: number): Uint8Array {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerLength ?? text.length), true);
  bytes.set(text, 8);
  return bytes;
}

const entry = (dtype: unknown, shape: unknown, offsets: unknown): unknown => ({ dtype, shape, data_offsets: offsets });

describe('safetensors', () => {
  it('gives back what was written, aligned', () => {
    fc.assert(
      fc.property(file, (written) => {
        const bytes = encodeSafetensors(written);
        expect(new DataView(bytes.buffer).getUint32(0, true) % 8).toBe(0);
        const read = decodeSafetensors(bytes);
        expect(new Map([...read.tensors].sort())).toEqual(new Map([...written.tensors].sort()));
        expect(new Map([...read.metadata].sort())).toEqual(new Map([...written.metadata].sort()));
      }),
    );
  });

  it('writes the same bytes in whatever order tensors come', () => {
    fc.assert(
      fc.property(file, ({ tensors, metadata }) => {
        const reversed = { tensors: new Map([...tensors].reverse()), metadata: new Map([...metadata].reverse()) };
        expect(encodeSafetensors(reversed)).toEqual(encodeSafetensors({ tensors, metadata }));
      }),
    );
  });

  it('answers a damaged file with SNAPSHOT, or with tensors that fit their shapes', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(file, damage, fc.nat({ max: 40 }), (written, bytesSet, cut) => {
        const bytes = encodeSafetensors(written).slice();
        for (const [at, value] of bytesSet) bytes[at % bytes.length] = value;
        const short = bytes.subarray(0, Math.max(0, bytes.length - (cut > 20 ? 0 : cut)));
        try {
          for (const { shape, data } of decodeSafetensors(short).tensors.values()) {
            expect(data.length).toBe(shape.reduce((product, size) => product * size, 1));
          }
        } catch (error) {
          expect((error as { code: string }).code).toBe('SNAPSHOT');
        }
      }),
      { numRuns: runs(500) },
    );
  });

  const refused: [string, Uint8Array][] = [
    ['nothing', new Uint8Array()],
    ['seven bytes', new Uint8Array(7)],
    ['a header longer than the file', bytesOf('{}', 0, 3)],
    ['a header of 2^40 bytes', bytesOf('{}', 0, 2 ** 40)],
    ['a header that is no JSON', bytesOf('{', 0)],
    ['a header that is no object', bytesOf([], 0)],
    ['a header that is no UTF-8', Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0, 0x22, 0xff)],
    ['an unknown type', bytesOf({ a: entry('F17', [1], [0, 2]) }, 2)],
    ['no type', bytesOf({ a: entry(undefined, [1], [0, 2]) }, 2)],
    ['a shape that does not fit a type that is not read', bytesOf({ a: entry('BF16', [2], [0, 2]) }, 2)],
    ['three numbers of four bits in two bytes', bytesOf({ a: entry('F4', [3], [0, 2]) }, 2)],
    [
      'an overlap with a type that is not read',
      bytesOf({ a: entry('F32', [1], [0, 4]), b: entry('I64', [1], [0, 8]) }, 8),
    ],
    ['a type of Object.prototype', bytesOf({ a: entry('constructor', [1], [0, 2]) }, 2)],
    ['a shape that does not fit', bytesOf({ a: entry('F32', [2], [0, 4]) }, 4)],
    ['a shape that overflows', bytesOf({ a: entry('F32', [2 ** 31, 2 ** 31, 4], [0, 0]) }, 0)],
    ['a negative size', bytesOf({ a: entry('F32', [-1, -1], [0, 4]) }, 4)],
    ['a fraction', bytesOf({ a: entry('F32', [0.5, 2], [0, 4]) }, 4)],
    ['no shape', bytesOf({ a: { dtype: 'F32', data_offsets: [0, 4] } }, 4)],
    ['offsets beyond the file', bytesOf({ a: entry('F32', [2], [0, 8]) }, 4)],
    ['a terabyte', bytesOf({ a: entry('F32', [2 ** 38], [0, 2 ** 40]) }, 4)],
    ['descending offsets', bytesOf({ a: entry('F32', [1], [4, 0]) }, 4)],
    ['a gap', bytesOf({ a: entry('F32', [1], [4, 8]) }, 8)],
    ['bytes left over', bytesOf({ a: entry('F32', [1], [0, 4]) }, 8)],
    ['an overlap', bytesOf({ a: entry('F32', [1], [0, 4]), b: entry('F32', [1], [0, 4]) }, 4)],
    ['a list of lists of lists …', bytesOf(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 0)],
    ['an overlap of two halves', bytesOf({ a: entry('F32', [2], [0, 8]), b: entry('F32', [2], [4, 12]) }, 12)],
    ['a header that ends inside a character', bytesOf('{"a":1}', 0, 6)],
    ['metadata that are no strings', bytesOf({ __metadata__: { a: 1 } }, 0)],
    ['metadata that are no object', bytesOf({ __metadata__: 'a' }, 0)],
    ['a tensor that is null', bytesOf({ a: null }, 0)],
  ];
  it.each(refused)('refuses %s', async (_, bytes) => {
    expect(await errorOf(() => decodeSafetensors(bytes, 'Owner'))).toMatch(/^SNAPSHOT Owner: bytes must /);
  });

  it('passes over tensors of types that it does not read, and says of them what they are', () => {
    const bits = {
      I64: 64,
      U64: 64,
      C64: 64,
      F16: 16,
      BF16: 16,
      BOOL: 8,
      F8_E5M2: 8,
      F8_E4M3: 8,
      F8_E8M0: 8,
      F6_E2M3: 6,
      F6_E3M2: 6,
      F4: 4,
    };
    for (const [type, size] of Object.entries(bits)) {
      const header = { a: entry('F32', [2], [size, size + 8]), b: entry(type, [2, 4], [0, size]) };
      const file = decodeSafetensors(bytesOf(header, size + 8));
      expect(file.tensors).toEqual(new Map([['a', { shape: [2], data: new Float32Array(2) }]]));
      expect(['a', 'b', 'c'].map((name) => foundTensor(file, name))).toEqual([
        'F32 of shape (2)',
        `${type} of shape (2, 4)`,
        undefined,
      ]);
    }
  });

  it('takes metadata that are null as none', () => {
    expect(decodeSafetensors(bytesOf({ __metadata__: null, a: entry('U8', [1], [0, 1]) }, 1)).metadata).toEqual(
      new Map(),
    );
  });

  it('shows how a file begins that is none', async () => {
    const page = new TextEncoder().encode('<!DOCTYPE html><html lang="en"><title>404</title></html>');
    const rule = "SNAPSHOT Owner: bytes must be a safetensors file; got '<!DOCTYPE html>";
    expect(await errorOf(() => decodeSafetensors(page, 'Owner'))).toContain(rule);
  });

  it('shows what stands before or behind the header where it is no JSON', async () => {
    const text = `{"a":${JSON.stringify(entry('U8', [1], [0, 1]))}}`;
    const read = (header: string): Promise<string> => errorOf(() => decodeSafetensors(bytesOf(header, 1), 'Owner'));
    expect(await read(`${text}  \n`)).toBe('no error');
    expect(await read(`${text}\0\0`)).toMatch(
      /bytes must have a header that ends with }, then only spaces; got '.*\[0,1\]\}\}\\u\{0\}\\u\{0\}'\.$/,
    );
    expect(await read(`\ufeff${text}`)).toMatch(
      / have a JSON object as header, from its first byte on; got '\\u\{feff\}\{"a":/,
    );
    expect(await read(`\0${text}`)).toMatch(/from its first byte on; got '\\u\{0\}\{"a":/);
  });

  it('takes any other names, also the same in different places', () => {
    const names = ['"a":', '{', '}', 'dtype', 'shape', '__proto__', '\\', '\\"'];
    const tensors = new Map(names.map((name) => [name, { shape: [1], data: Float32Array.of(1) }]));
    const metadata = new Map(names.map((name) => [name, `"${name}":{`]));
    expect(decodeSafetensors(encodeSafetensors({ tensors, metadata }))).toEqual({ tensors, metadata });
  });

  it('reads a view that begins anywhere', () => {
    const bytes = encodeSafetensors({
      tensors: new Map([['a', { shape: [2], data: Float64Array.of(1, 2) }]]),
      metadata: new Map(),
    });
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(decodeSafetensors(shifted.subarray(3)).tensors.get('a')!.data).toEqual(Float64Array.of(1, 2));
  });

  it('reads files that Python wrote', () => {
    const bytes = readFileSync(new URL('../fixtures/released/dde-arm20.safetensors', import.meta.url));
    const { tensors, metadata } = decodeSafetensors(bytes);
    expect(tensors.get('fc1.weight')!.shape).toEqual([20, 20]);
    expect(metadata.get('latent')).toBe('10');
  });

  it('refuses to write what it could not read', async () => {
    const data = Float32Array.of(1);
    const write = (key: string, shape: number[]): Promise<string> =>
      errorOf(() => encodeSafetensors({ tensors: new Map([[key, { shape, data }]]), metadata: new Map() }));
    expect(await write('a', [2])).toMatch(/^ARGUMENT encodeSafetensors: tensors.a.shape must/);
    expect(await write('__metadata__', [1])).toMatch(/^ARGUMENT/);
    expect(await errorOf(() => decodeSafetensors('text' as unknown as Uint8Array))).toMatch(/^ARGUMENT/);
  });
});
