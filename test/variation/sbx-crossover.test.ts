import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Archive, Batch, type Box } from '../../src/core/index.ts';
import { SbxCrossover, type SbxCrossoverOptions } from '../../src/variation/index.ts';
import { contextFor } from '../support/context-for.ts';
import { counted, type Distribution, expectDistribution, expectShares } from '../support/distribution.ts';
import { errorOf } from '../support/error-of.ts';

const ROWS = 20_000;
const open: Box = { dimensions: 1, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };

/** Children of x with the mate y, in a space of one dimension. */
function crossed(x: number, y: number, space: Box, options: SbxCrossoverOptions = {}, rows = ROWS): Float64Array {
  const { random } = contextFor({ dimensions: 1, lower: 0, upper: 1 });
  const archive = {
    sample: (count: number) => new Batch(count, 1, new Float64Array(count).fill(y)),
  } as never as Archive;
  const parents = new Batch(rows, 1, new Float64Array(rows).fill(x));
  return new SbxCrossover({ genes: 1, ...options }).vary(parents, { random, archive, space }).data;
}

/** β of Deb and Agrawal; limited to `most`, its density is scaled. */
const spread = (eta: number, most = Number.POSITIVE_INFINITY): Distribution => {
  const free = (beta: number): number => (beta <= 1 ? beta ** (eta + 1) / 2 : 1 - beta ** -(eta + 1) / 2);
  return { upTo: (beta) => (beta < 0 ? 0 : beta >= most ? 1 : free(beta) / free(most)) };
};
const betas = (children: Float64Array, x: number, y: number): Float64Array =>
  children.map((child) => (2 * child - x - y) / (x - y));

describe('SbxCrossover', () => {
  it.each([0, 2, 15, 100])('spreads children as the formula says, where there are no bounds (eta %d)', (eta) => {
    const found = betas(crossed(3, 1, open, { eta }), 3, 1);
    expectDistribution(found, spread(eta));
    // Another index is found.
    expect(() => expectDistribution(found, spread(eta + 0.2 * (eta + 1)))).toThrow();
  });

  it('keeps the mean of parent and mate, where there are no bounds', () => {
    const [one, other] = [crossed(3, 1, open), crossed(1, 3, open)];
    expect(one.every((x, i) => Math.abs(x + other[i]! - 4) < 1e-12)).toBe(true);
  });

  it.each([
    ['near the lower bound', 1, 3, 0.9],
    ['near the upper bound', 9.8, 6, 9.8],
    ['in the middle', 5, 6, 2],
  ])('limits and scales the spread %s', (_, x, y) => {
    const space = { dimensions: 1, lower: 0.9, upper: 10 };
    const most = 1 + (2 * (x < y ? x - 0.9 : 10 - x)) / Math.abs(x - y);
    expectDistribution(betas(crossed(x, y, space, { eta: 2 }), x, y), spread(2, most));
  });

  it('goes only inwards from a bound, and copies equal genes', () => {
    const space = { dimensions: 1, lower: 0, upper: 10 };
    for (const [x, y] of [
      [0, 4],
      [10, 4],
    ] as const) {
      const children = crossed(x, y, space, { eta: 2 });
      expect(children.every((child) => child >= 0 && child <= 10)).toBe(true);
      expectDistribution(betas(children, x, y), spread(2, 1));
    }
    expect(crossed(10, 10, space).every((x) => x === 10)).toBe(true);
  });

  it('crosses each gene with probability genes', () => {
    const changed = crossed(3, 1, open, { genes: 0.3 }).map((x) => (x === 3 ? 0 : 1));
    expectShares(counted(changed, 2), [0.7, 0.3]);
  });

  it('stays inside any space, with any parents', () => {
    const gene = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, 5e-324, -1e308, 1e308, 1, 1 + 2 ** -52),
    );
    const bound = fc.oneof(gene, fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY));
    fc.assert(
      fc.property(bound, bound, gene, gene, fc.constantFrom(0, 1, 15, 1e6), (a, b, x, y, eta) => {
        const [lower, upper] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(lower < upper && x >= lower && x <= upper && y >= lower && y <= upper);
        const children = crossed(x, y, { dimensions: 1, lower, upper }, { eta }, 50);
        expect(children.every((child) => child >= lower && child <= upper)).toBe(true);
      }),
    );
    for (const [x, y] of [[-1e308, 1e308] as const, [1e308, -1e308] as const]) {
      const children = crossed(x, y, { dimensions: 1, lower: -1e308, upper: 1e308 }, {}, 500);
      expect(children.every((child) => Math.abs(child) <= 1e308)).toBe(true);
    }
  });

  it('refuses bad options', async () => {
    expect(await errorOf(() => new SbxCrossover({ eta: -1 }))).toContain('SbxCrossover: eta must be');
    expect(await errorOf(() => new SbxCrossover({ genes: 2 }))).toContain('SbxCrossover: genes must be');
  });
});
