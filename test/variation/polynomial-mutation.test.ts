import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { PolynomialMutation, type PolynomialMutationOptions } from '../../src/variation/index.ts';
import { contextFor } from '../support/context-for.ts';
import { counted, type Distribution, expectDistribution, expectShares } from '../support/distribution.ts';
import { errorOf } from '../support/error-of.ts';

const ROWS = 20_000;
const space = { dimensions: 1, lower: -1, upper: 3 };

const mutated = (x: number, options: PolynomialMutationOptions): Float64Array =>
  new PolynomialMutation(options).vary(new Batch(ROWS, 1, new Float64Array(ROWS).fill(x)), contextFor(space)).data;

/** Where the gene x of a space with low and high goes. */
function polynomial(x: number, eta: number, low = -1, high = 3): Distribution {
  /** P(a step of at least s), where the largest is `most`, above 0. */
  const atLeast = (s: number, most: number): number => {
    const q = (1 - most) ** (eta + 1);
    return s >= most ? 0 : ((1 - s) ** (eta + 1) - q) / (1 - q);
  };
  const [down, up] = [(x - low) / (high - low), (high - x) / (high - low)];
  const share = (y: number): number => Math.abs(y - x) / (high - low);
  return {
    upTo: (y) => (y < x ? atLeast(share(y), down) / 2 : 1 - atLeast(share(y), up) / 2),
  };
}

describe('PolynomialMutation', () => {
  it.each([
    [0, 1],
    [5, 1],
    [20, 1],
    [20, 2.95],
    [2, -0.8],
  ])('steps as the formula says (eta %d, from %d)', (eta, x) => {
    const children = mutated(x, { eta, rate: 1 });
    expectDistribution(children, polynomial(x, eta));
    expect(() => expectDistribution(children, polynomial(x, eta + 0.4 * (eta + 1)))).toThrow();
  });

  it.each([-1, 3])('stays on the bound %d with probability ½, and else goes inwards', (bound) => {
    const children = mutated(bound, { eta: 5, rate: 1 });
    const inside = children.filter((x) => x !== bound);
    expectShares([ROWS - inside.length, inside.length], [0.5, 0.5]);
    const steps = inside.map((x) => Math.abs(x - bound) / 4);
    expectDistribution(steps, { upTo: (s) => (s < 0 ? 0 : s > 1 ? 1 : 1 - (1 - s) ** 6) });
  });

  it('mutates each gene with probability rate, by default 1 / dimensions', () => {
    const wide = { dimensions: 8, lower: 0, upper: 1 };
    const parents = new Batch(ROWS, 8, new Float64Array(8 * ROWS).fill(0.5));
    for (const [rate, share] of [
      [undefined, 1 / 8],
      [0.4, 0.4],
      [0, 0],
    ] as const) {
      const changed = new PolynomialMutation({ rate })
        .vary(parents, contextFor(wide))
        .data.map((x) => (x === 0.5 ? 0 : 1));
      if (share === 0) expect(changed).not.toContain(1);
      else expectShares(counted(changed, 2), [1 - share, share]);
    }
  });

  it('refuses bad options, and an infinite space', async () => {
    expect(await errorOf(() => new PolynomialMutation({ eta: -1 }))).toContain('PolynomialMutation: eta must be');
    expect(await errorOf(() => new PolynomialMutation({ rate: 2 }))).toContain('PolynomialMutation: rate must be');
    const half = { dimensions: 1, lower: 0, upper: Number.POSITIVE_INFINITY };
    expect(await errorOf(() => new PolynomialMutation().check(half))).toMatch(
      /^ARGUMENT .*space must have finite bounds/,
    );
    const given = { ...contextFor(space), space: half };
    expect(await errorOf(() => new PolynomialMutation().vary(Batch.zeros(1, 1), given))).toContain('finite bounds');
  });
});
