import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Batch, type Box, type VariationOperator } from '../../src/core/index.ts';
import { operatorContract } from '../../src/testing/index.ts';
import { GaussianMutation, IsoLineMutation, type OutOfBounds } from '../../src/variation/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { contextFor } from '../support/context-for.ts';
import { errorOf } from '../support/error-of.ts';

const box: Box = { dimensions: 5, lower: [-1, 0, 0, -1e-9, 100], upper: [1, 0.01, 1e6, 1e-9, 101] };
const open: Box = {
  dimensions: 3,
  lower: [Number.NEGATIVE_INFINITY, 0, -1],
  upper: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1],
};
const rules: OutOfBounds[] = ['clip', 'reflect', 'wrap', 'resample'];

const laws = (name: string, make: () => VariationOperator, space: Box): void =>
  checkLaws(`${name} in ${space.dimensions} dimensions`, operatorContract({ make, space }));
for (const outOfBounds of rules) {
  laws(`GaussianMutation, ${outOfBounds}`, () => new GaussianMutation({ sigma: 3, outOfBounds }), box);
  laws(`IsoLineMutation, ${outOfBounds}`, () => new IsoLineMutation({ isoSigma: 1e7, outOfBounds }), box);
  if (outOfBounds === 'wrap') continue;
  laws(`GaussianMutation, ${outOfBounds}, open`, () => new GaussianMutation({ sigma: 9, outOfBounds }), open);
}
laws('IsoLineMutation by default', () => new IsoLineMutation(), box);

/** Steps of many children from one parent at the centre of the unit box. */
function steps(
  operator: { vary: GaussianMutation['vary'] },
  space: Box,
  parent: number[],
  rows = 20_000,
): Float64Array[] {
  const children = operator.vary(Batch.from(Array.from({ length: rows }, () => parent)), contextFor(space));
  return Array.from({ length: rows }, (_, i) => children.row(i).map((x, j) => x - parent[j]!));
}

const deviation = (list: number[]): number => Math.sqrt(list.reduce((sum, x) => sum + x * x, 0) / list.length);

it.each(rules)('gives children memory of their own, %s', (outOfBounds) => {
  const context = contextFor({ dimensions: 2, lower: -9, upper: 9 });
  const parents = Batch.from(Array.from({ length: 20 }, (_, i) => [i / 20, -8]));
  const read = [parents, context.archive.genomes() as Batch].map(({ data }) => data.buffer);
  for (const operator of [new GaussianMutation({ sigma: 3, outOfBounds }), new IsoLineMutation({ outOfBounds })]) {
    expect(read).not.toContain(operator.vary(parents, context).data.buffer);
  }
});

it.each(rules)('makes no child of no parent, %s', (outOfBounds) => {
  for (const operator of [new GaussianMutation({ outOfBounds }), new IsoLineMutation({ outOfBounds })]) {
    expect(operator.vary(Batch.zeros(0, 5), contextFor(box)).rows).toBe(0);
  }
});

describe('GaussianMutation', () => {
  it('steps by sigma in genome units, one for each dimension, or 0.003 of the range', () => {
    const space = { dimensions: 3, lower: [-100, -1, 0], upper: [100, 1, 1000] };
    for (const [sigma, expected] of [
      [
        [1, 0.01, 5],
        [1, 0.01, 5],
      ],
      [undefined, [0.6, 0.006, 3]],
    ] as const) {
      const found = steps(new GaussianMutation({ sigma }), space, [0, 0, 500]);
      for (const [j, s] of expected.entries()) {
        // five standard errors of a deviation over 20,000
        expect(Math.abs(deviation(found.map((step) => step[j]!)) / s - 1)).toBeLessThan(5 / Math.sqrt(2 * 20_000));
      }
    }
  });

  it('reflects, wraps and clips where these words say', () => {
    const space = { dimensions: 1, lower: 0, upper: 1 };
    const child = (outOfBounds: OutOfBounds): number[] =>
      steps(new GaussianMutation({ sigma: 0.05, outOfBounds }), space, [0.99], 500).map(([step]) => 0.99 + step!);
    expect(child('clip').filter((x) => x === 1).length).toBeGreaterThan(150);
    expect(child('reflect').every((x) => x < 1 && x > 0.7)).toBe(true);
    expect(child('wrap').filter((x) => x < 0.3).length).toBeGreaterThan(150);
    expect(child('resample').every((x) => x <= 1 && x > 0.7)).toBe(true);
  });

  it('makes no NaN of a step that overflows, and reflects at the only bound there is', () => {
    const space = { dimensions: 2, lower: -10, upper: 10 };
    for (const outOfBounds of rules) {
      const children = new GaussianMutation({ sigma: 1e308, outOfBounds }).vary(Batch.zeros(500, 2), contextFor(space));
      expect(children.data.every((x) => x >= -10 && x <= 10)).toBe(true);
    }
    const half = { dimensions: 1, lower: 0, upper: Number.POSITIVE_INFINITY };
    const children = new GaussianMutation({ sigma: 1, outOfBounds: 'reflect' }).vary(
      Batch.zeros(500, 1),
      contextFor(half),
    );
    expect(children.data.filter((x) => x > 0).length).toBe(500);
  });

  it('ends inside the space, whatever box, step and rule', () => {
    const power = fc.integer({ min: -300, max: 300 }).map((k) => 10 ** k);
    const bound = fc.oneof(
      fc.constant(0),
      power,
      power.map((x) => -x),
    );
    const drawn = fc.record({
      low: fc.oneof({ weight: 4, arbitrary: bound }, fc.constant(Number.NEGATIVE_INFINITY)),
      high: fc.oneof({ weight: 4, arbitrary: bound }, fc.constant(Number.POSITIVE_INFINITY)),
      sigma: power,
      outOfBounds: fc.constantFrom(...rules),
    });
    fc.assert(
      fc.property(drawn, ({ low, high, sigma, outOfBounds }) => {
        fc.pre(low < high && (outOfBounds !== 'wrap' || Number.isFinite(high - low)));
        const space = { dimensions: 1, lower: low, upper: high };
        const start = Math.min(Math.max(0, low), high);
        const children = new GaussianMutation({ sigma, outOfBounds }).vary(
          Batch.from(Array.from({ length: 20 }, () => [start])),
          contextFor({ dimensions: 1, lower: -1, upper: 1 }),
        );
        expect(children.rows).toBe(20);
        const inside = new GaussianMutation({ sigma, outOfBounds }).vary(children, {
          ...contextFor({ dimensions: 1, lower: -1, upper: 1 }),
          space,
        });
        expect(inside.data.every((x) => x >= low && x <= high)).toBe(true);
      }),
    );
  });

  it('ends on a box that no draw can hit', () => {
    const space = { dimensions: 2, lower: [0, 5], upper: [1e-300, 5.0000000000001] };
    for (const outOfBounds of rules) {
      const children = new GaussianMutation({ sigma: 1e9, outOfBounds }).vary(Batch.from([[0, 5]]), contextFor(space));
      expect(children.row(0)[0]).toBeLessThanOrEqual(1e-300);
    }
  });

  it('refuses bad options', async () => {
    const make = (options: object): Promise<string> => errorOf(() => new GaussianMutation(options));
    expect(await make({ sigma: 0 })).toBe('ARGUMENT GaussianMutation: sigma must be a finite number above 0; got 0.');
    expect(await make({ sigma: -1 })).toContain('got -1');
    expect(await make({ sigma: NaN })).toContain('got NaN');
    expect(await make({ sigma: [1, 0] })).toContain('sigma[1] must be');
    expect(await make({ sigma: [] })).toContain('sigma must be a number or a list of numbers; got []');
    expect(await make({ outOfBounds: 'bounce' })).toContain(
      "one of 'clip', 'reflect', 'wrap', 'resample'; got 'bounce'",
    );
    expect(await make({ sigmas: 1 })).toContain("got 'sigmas'");
    const vary = (options: object, space: Box): Promise<string> =>
      errorOf(() => new GaussianMutation(options).vary(Batch.zeros(1, space.dimensions), contextFor(space)));
    expect(await vary({}, open)).toContain('sigma must be given where genome bounds are infinite');
    expect(await vary({ sigma: 1, outOfBounds: 'wrap' }, open)).toContain('must not be');
    expect(await vary({ sigma: [1, 2] }, open)).toContain('sigma must have 3 numbers; got [1, 2]');
    const wrong = await errorOf(() => new GaussianMutation({ sigma: 1 }).vary(Batch.zeros(1, 4), contextFor(open)));
    expect(wrong).toContain(
      'GaussianMutation.vary: genomes must have shape (1, 3), that is (rows, genomeDimensions); got (1, 4)',
    );
  });
});

describe('IsoLineMutation', () => {
  it('moves each child along one line to its partner', () => {
    const space = { dimensions: 2, lower: -1e3, upper: 1e3 };
    const context = contextFor(space);
    const children = new IsoLineMutation({ isoSigma: 1e-12, lineSigma: 0.2 }).vary(Batch.zeros(2000, 2), context);
    const elites = [...context.archive].map((elite) => elite.genome);
    const factors: number[] = [];
    for (let i = 0; i < children.rows; i++) {
      const [a, b] = children.row(i);
      const partner = elites.find((e) => Math.abs(a! * e[1]! - b! * e[0]!) < 1e-9 * Math.hypot(e[0]!, e[1]!));
      expect(partner).toBeDefined();
      factors.push(-a! / partner![0]!);
    }
    expect(deviation(factors)).toBeCloseTo(0.2, 1.7);
  });

  it('leaves the elites of an archive alone that hands out what it keeps', () => {
    const space = { dimensions: 2, lower: -9, upper: 9 };
    const context = contextFor(space);
    const kept = Batch.from([
      [1, 2],
      [3, 4],
    ]);
    const archive = { ...context.archive, sample: () => kept };
    new IsoLineMutation({ isoSigma: 1 }).vary(Batch.zeros(2, 2), { ...context, archive: archive as never });
    expect([...kept.data]).toEqual([1, 2, 3, 4]);
  });

  it('is Gaussian without a line', () => {
    const found = steps(
      new IsoLineMutation({ isoSigma: 0.1, lineSigma: 0 }),
      { dimensions: 2, lower: -9, upper: 9 },
      [0, 0],
    );
    expect(deviation(found.map(([step]) => step!))).toBeCloseTo(0.1, 2.3);
  });

  it('refuses bad options', async () => {
    expect(await errorOf(() => new IsoLineMutation({ lineSigma: -0.1 }))).toContain(
      'lineSigma must be a finite number in [0, 1e+100]; got -0.1',
    );
    expect(await errorOf(() => new IsoLineMutation({ isoSigma: 0 }))).toContain('IsoLineMutation: isoSigma must be');
    expect(await errorOf(() => new IsoLineMutation({ lineSigma: NaN }))).toContain('got NaN');
  });
});
