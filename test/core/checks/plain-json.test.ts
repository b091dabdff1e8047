import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectSpace } from '../../../src/core/index.ts';
import { errorOf } from '../../support/error-of.ts';
import { otherRealm } from '../../support/other-realm.ts';
import { runs } from '../../support/runs.ts';

const { serialize, deserialize } = objectSpace<unknown>({ sample: () => 1 });

/** Whether two values are the same down to the last key; what is undefined in an object may be missing, and a prototype null. */
function identical(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const plain = [Object.prototype, Array.prototype, null];
  if (!plain.includes(Object.getPrototypeOf(a) as never)) return false;
  const keys = (value: object): PropertyKey[] =>
    Reflect.ownKeys(value).filter((key) => Array.isArray(value) || value[key as never] !== undefined);
  const [mine, others] = [keys(a), keys(b)];
  return (
    mine.length === others.length &&
    mine.every((key) => {
      const [x, y] = [a, b].map((value) => Object.getOwnPropertyDescriptor(value, key));
      return y !== undefined && x!.enumerable === y.enumerable && 'value' in x! && identical(x.value, y.value);
    })
  );
}

describe("objectSpace's JSON", () => {
  it('gives a genome back as it was, or refuses it', async () => {
    const everything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
    } as object);
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(everything, fc.jsonValue()), async (genome) => {
        const error = await errorOf(() => serialize(genome));
        if (error === 'no error') {
          taken++;
          expect(identical(genome, deserialize(serialize(genome)))).toBe(true);
        } else expect(error).toMatch(/^ARGUMENT objectSpace: genome.* must be plain JSON/);
      }),
      { numRuns: runs(1000) },
    );
    expect(taken).toBeGreaterThan(100);
  });

  const cycle: { inner: { list: unknown[] } } = { inner: { list: [1] } };
  cycle.inner.list.push(cycle);
  // biome-ignore lint/suspicious/noSparseArray: holes are what is tested
  const holes = [1, , 3];
  class Genes extends Array {}
  it.each<[string, unknown, string]>([
    ['a negative zero', { a: [0, -0] }, 'genome.a.1 must be plain JSON (no typed array, Map, class, NaN or -0)'],
    ['a hole', { holes }, 'genome.holes.1 must be plain JSON (no hole in a list)'],
    ['a hole at the end', new Array(2), 'genome.0 must be plain JSON (no hole in a list)'],
    ['a property of a list', Object.assign([1], { note: 'x' }), 'genome.note must be plain JSON (no extra property of'],
    ['a property beside a hole', Object.assign(holes.slice(), { note: 1 }), 'genome.1 must be plain JSON (no hole'],
    ['a symbol as a key', { [Symbol('s')]: 1 }, 'genome.Symbol(s) must be plain JSON (no symbol as a key)'],
    ['a symbol as a key of a list', Object.assign([], { [Symbol('s')]: 1 }), 'genome.Symbol(s) must be plain JSON'],
    [
      'a getter',
      {
        get a() {
          return 1;
        },
      },
      'genome.a must be plain JSON (no getter, setter or hidden property)',
    ],
    ['a getter in a list', Object.defineProperty([1], 0, { get: () => 1 }), 'genome.0 must be plain JSON (no getter'],
    ['a hidden property', Object.defineProperty({}, 'a', { value: 1 }), 'genome.a must be plain JSON (no getter'],
    ['toJSON', { toJSON: () => 1 }, 'genome must be plain JSON (no typed array'],
    ['a hidden toJSON', Object.defineProperty({}, 'toJSON', { value: () => 1 }), 'genome must be plain JSON (no typed'],
    ['a class of lists', Genes.of(1), 'genome must be plain JSON (no typed array, Map, class'],
    ['a cycle', cycle, 'genome.inner.list.1 must be plain JSON (no cycle)'],
  ])('refuses %s, and says where it stands', async (_, genome, message) => {
    expect(await errorOf(() => serialize(genome))).toContain(`ARGUMENT objectSpace: ${message}`);
  });

  it('refuses what is nested too deeply, and takes what only occurs twice', async () => {
    let deep: unknown[] = [];
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(await errorOf(() => serialize(deep))).toContain(
      'ARGUMENT objectSpace: genome must be plain JSON (less deeply nested',
    );
    const twice = { a: 1 };
    expect(deserialize(serialize([twice, twice]))).toEqual([twice, twice]);
    let shallow: unknown[] = [];
    for (let i = 0; i < 500; i++) shallow = [shallow];
    expect(deserialize(serialize(shallow))).toEqual(shallow);
  });

  it('takes lists of another realm', () => {
    expect(serialize(otherRealm.Array.of(1, 2))).toBe('[1,2]');
  });
});
