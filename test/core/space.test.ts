import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnySpace,
  type Box,
  boxBounds,
  finiteBounds,
  isObjectSpace,
  objectSpace,
  sameSpace,
  scalableBounds,
  show,
  spaceDifference,
} from '../../src/core/index.ts';
import { errorOf } from '../support/error-of.ts';

/** Boxes in any of the ways to write one down: a number or a list, plain or typed. */
const box: fc.Arbitrary<Box> = fc.integer({ min: 1, max: 4 }).chain((dimensions) => {
  const list = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: dimensions, maxLength: dimensions });
  const bound = fc.oneof(
    fc.integer({ min: 0, max: 2 }),
    list,
    list.map((values) => Float64Array.from(values)),
  );
  const raise = (values: number | ArrayLike<number>): number | number[] =>
    typeof values === 'number' ? values + 3 : Array.from(values, (value) => value + 3);
  return fc.record({ dimensions: fc.constant(dimensions), lower: bound, upper: bound.map(raise) });
});
const argument = (text: string) =>
  expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(text) });

describe('boxBounds', () => {
  it('writes out what sameSpace compares', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        const [boundsA, boundsB] = [boxBounds('O', 'box', a), boxBounds('O', 'box', b)];
        expect(boundsA.lower).toHaveLength(a.dimensions);
        expect(sameSpace(a, boundsA)).toBe(true);
        const equal = String([...boundsA.lower, boundsA.upper]) === String([...boundsB.lower, boundsB.upper]);
        expect(sameSpace(a, b)).toBe(equal);
      }),
    );
  });

  it('copies: a bound changed later changes nothing', () => {
    const lower = [0, 0];
    const bounds = boxBounds('O', 'box', { dimensions: 2, lower, upper: 1 });
    lower[0] = 9;
    expect([...bounds.lower]).toEqual([0, 0]);
  });

  it.each([
    [null, 'O: box must be an object; got null.'],
    [5, 'O: box must be an object; got 5.'],
    [{ dimensions: 0, lower: 0, upper: 1 }, 'O: box.dimensions must be an integer in [1, 16777216]; got 0.'],
    [{ dimensions: 1.5, lower: 0, upper: 1 }, 'box.dimensions must be'],
    [{ lower: 0, upper: 1 }, 'box.dimensions must be'],
    [{ dimensions: 2, lower: [0], upper: 1 }, 'O: box.lower must be a number or 2 of them; got [0].'],
    [{ dimensions: 2, upper: 1 }, 'box.lower must be a number or 2 of them; got undefined.'],
    [{ dimensions: 2, lower: '00', upper: 1 }, 'box.lower must be a number or 2 of them'],
    [
      { dimensions: 1, lower: Number.NaN, upper: 1 },
      'O: box must have lower below upper in dimension 0; got [NaN, 1].',
    ],
    [
      { dimensions: 2, lower: 0, upper: [1, Number.NaN] },
      'O: box must have lower below upper in dimension 1; got [0, NaN].',
    ],
    [{ dimensions: 2, lower: 0, upper: [1, '2'] }, "in dimension 1; got [0, '2']."],
    [{ dimensions: 2, lower: 0, upper: [1, 0] }, 'in dimension 1; got [0, 0].'],
    [{ dimensions: 1, lower: 1, upper: 0 }, 'in dimension 0; got [1, 0].'],
    [{ dimensions: 1, lower: Number.POSITIVE_INFINITY, upper: Number.POSITIVE_INFINITY }, 'lower below upper'],
  ])('refuses %o', (value, message) => {
    expect(() => boxBounds('O', 'box', value as Box)).toThrow(argument(message));
  });
});

describe('finiteBounds', () => {
  it('refuses an unbounded side, and a width that overflows', () => {
    const half = { dimensions: 1, lower: 0, upper: Number.POSITIVE_INFINITY };
    expect(boxBounds('O', 'box', half).finite).toBe(false);
    expect(() => finiteBounds('O', 'box', half)).toThrow(
      argument('O: box must have finite bounds in dimension 0; got [0, Infinity].'),
    );
    const wide = { dimensions: 1, lower: -Number.MAX_VALUE, upper: Number.MAX_VALUE };
    expect(() => finiteBounds('O', 'box', wide)).toThrow(argument('finite bounds'));
    expect(finiteBounds('O', 'box', { dimensions: 1, lower: -1, upper: 1 }).finite).toBe(true);
  });
});

describe('scalableBounds', () => {
  it('refuses a width whose half is 0, and no wider one', async () => {
    const box = (upper: number): Box => ({ dimensions: 2, lower: [0, 1], upper: [upper, 2] });
    expect(await errorOf(() => scalableBounds('O', 'box', box(5e-324)))).toBe(
      'ARGUMENT O: box must be wider than 5e-324 in dimension 0; got [0, 5e-324].',
    );
    expect(scalableBounds('O', 'box', box(1e-323)).finite).toBe(true);
    expect(await errorOf(() => scalableBounds('O', 'box', box(1 / 0)))).toContain('finite bounds in dimension 0');
  });
});

describe('sameSpace', () => {
  it('compares boxes by value and object spaces by identity', () => {
    const words = objectSpace<string>({ sample: () => 'a' });
    const others = objectSpace<string>({ sample: words.sample });
    const unit = { dimensions: 2, lower: 0, upper: 1 };
    expect(sameSpace(words as never, words as never)).toBe(true);
    expect(sameSpace(words as never, others as never)).toBe(false);
    expect(sameSpace(words as never, unit)).toBe(false);
    expect(sameSpace(unit, { dimensions: 2, lower: [0, 0], upper: Float64Array.of(1, 1) })).toBe(true);
    expect(sameSpace(unit, { dimensions: 2, lower: [0, 0], upper: [1, 2] })).toBe(false);
    expect(sameSpace(unit, { dimensions: 3, lower: 0, upper: 1 })).toBe(false);
  });

  it('is symmetric', () => {
    fc.assert(fc.property(box, box, (a, b) => sameSpace(a, b) === sameSpace(b, a)));
  });
});

describe('spaceDifference', () => {
  const wide = { dimensions: 60, lower: new Array(60).fill(0), upper: Array.from({ length: 60 }, (_, i) => i % 3) };
  it.each<[string, AnySpace | undefined, readonly [string, unknown]]>([
    [
      'the first dimension that differs, with both bounds',
      { ...wide, upper: wide.upper.map((high, i) => (i < 58 ? high : 7)) },
      ['with [0, 1] in dimension 58', [0, 7]],
    ],
    ['a lower bound too', { ...wide, lower: -1 }, ['with [0, 0] in dimension 0', [-1, 0]]],
    [
      'another number of dimensions',
      { dimensions: 1, lower: 0, upper: 1 },
      [show(wide), { dimensions: 1, lower: 0, upper: 1 }],
    ],
    ['no space at all', undefined, [show(wide), undefined]],
  ])('says what differs: %s', (_, got, told) => {
    expect(spaceDifference(wide, got as never)).toEqual(told);
  });

  it('says what differs in each of two boxes, wherever they are not the same', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        fc.pre(!sameSpace(a, b));
        const [wanted, got] = spaceDifference(a, b);
        expect(wanted).not.toContain(show(got));
      }),
    );
  });
});

describe('objectSpace', () => {
  it('writes and reads JSON unless told otherwise', () => {
    const space = objectSpace({ sample: () => ({ pitch: 1 }) });
    fc.assert(
      fc.property(fc.integer(), (pitch) => {
        expect(space.deserialize(space.serialize({ pitch }))).toEqual({ pitch });
      }),
    );
    const own = objectSpace<bigint>({ sample: () => 1n, serialize: String, deserialize: BigInt });
    expect(own.deserialize(own.serialize(12n))).toBe(12n);
  });

  it('refuses to write as JSON what JSON does not give back: typed arrays, Maps, classes, NaN', () => {
    const { serialize } = objectSpace<unknown>({ sample: () => 1 });
    const rule =
      'must be plain JSON (no typed array, Map, class, NaN or -0), or the space must have serialize and deserialize';
    expect(() => serialize({ w: [{ x: Float64Array.of(1, 2) }] })).toThrow(
      argument(`objectSpace: genome.w.0.x ${rule}; got [1, 2].`),
    );
    class Net {}
    for (const other of [new Map(), new Net(), new Date(0), Number.NaN, [undefined], undefined, 1n, { f: () => 1 }]) {
      expect(() => serialize(other)).toThrow(argument('must be plain JSON'));
    }
    for (const plain of [1, 'a', null, [true, [null]], { a: undefined, b: {} }, Object.create(null)]) {
      expect(serialize(plain)).toBe(JSON.stringify(plain));
    }
  });

  it('refuses parts that are missing or misspelt', () => {
    const sample = (): string => 'a';
    expect(() => objectSpace({ sample: 3 as never })).toThrow(
      argument('objectSpace: sample must be a function; got 3.'),
    );
    expect(() => objectSpace({ sample, serialize: String })).toThrow(argument('must be given together'));
    expect(() => objectSpace({ sample, serialise: String } as never)).toThrow(argument("got 'serialise'"));
  });

  it('is told from a box', () => {
    expect(isObjectSpace(objectSpace({ sample: () => 1 }))).toBe(true);
    for (const other of [undefined, null, 1, {}, { dimensions: 1, lower: 0, upper: 1 }]) {
      expect(isObjectSpace(other)).toBe(false);
    }
  });
});
