import { describe, expect, it } from 'vitest';
import { DiscountedUcb } from '../../src/bandits/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

const shares = (bandit: DiscountedUcb): number[] => [...bandit.shares(randomStream(1))];
const ucb1 = { arms: 2, floor: 0, halfLife: Number.POSITIVE_INFINITY };

describe('DiscountedUcb', () => {
  it('follows the index of UCB1 without discount, by hand', () => {
    // Means .5 and .4 of 4 and 1 children, n = 5: arm 1 wins once c (√(2 ln 5) − √(2 ln 5 / 4)) = c (1.794 − 0.897) > 0.1.
    for (const [exploration, expected] of [
      [0.111, [1, 0]],
      [0.112, [0, 1]],
    ] as const) {
      const bandit = new DiscountedUcb({ ...ucb1, exploration });
      bandit.reward(0, 0.5, 4, 0);
      bandit.reward(1, 0.4, 1, 0);
      expect(shares(bandit)).toEqual(expected);
    }
  });

  it('divides the rows above the floor among arms without children first', () => {
    const bandit = new DiscountedUcb({ arms: 3, floor: 0.1 });
    bandit.reward(1, 1, 50, 0);
    expect(shares(bandit).map((share) => share.toFixed(9))).toEqual(['0.450000000', '0.100000000', '0.450000000']);
  });

  it('tries an arm again after some batches without it, though its mean was low', () => {
    const bandit = new DiscountedUcb({ arms: 2, floor: 0, halfLife: 2 });
    bandit.reward(0, 0.5, 50, 0);
    bandit.reward(1, 0.4, 50, 0);
    let batches = 0;
    while (shares(bandit)[1] === 0 && batches < 100) {
      batches++;
      bandit.reward(0, 0.5, 50, batches);
    }
    expect(batches).toBeGreaterThan(0);
    expect(batches).toBeLessThan(100);
  });

  it('refuses an exploration below 0', async () => {
    expect(await errorOf(() => new DiscountedUcb({ arms: 2, exploration: -1 }))).toBe(
      'ARGUMENT DiscountedUcb: exploration must be a finite number of at least 0; got -1.',
    );
  });
});
