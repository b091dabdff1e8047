import { describe, expect, it } from 'vitest';
import { AdaptivePursuit } from '../../src/bandits/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

const shares = (bandit: AdaptivePursuit): number[] => [...bandit.shares(randomStream(1))];

describe('AdaptivePursuit', () => {
  it('goes towards the best arm by β in each batch, by hand', () => {
    const bandit = new AdaptivePursuit({ arms: 2, floor: 0.1, beta: 0.5 });
    // Largest share 0.9: 0.5, then halfway to it.
    for (const [batch, expected] of [0.7, 0.8, 0.85].entries()) {
      bandit.reward(0, 0.2, 50, batch);
      bandit.reward(1, 0.3, 50, batch);
      expect(shares(bandit)[1]).toBeCloseTo(expected, 12);
    }
    // One step is taken for a batch, however many arms have been rewarded.
    bandit.reward(0, 0.2, 1, 3);
    expect(shares(bandit)[1]).toBeCloseTo(0.875, 12);
  });

  it('gives the best arm all above the floor after one batch if β is 1, and the first one in a tie', () => {
    const bandit = new AdaptivePursuit({ arms: 3, floor: 0.1, beta: 1 });
    for (const arm of [0, 1, 2]) bandit.reward(arm, 0.5, 10, 0);
    expect(shares(bandit).map((share) => share.toFixed(9))).toEqual(['0.800000000', '0.100000000', '0.100000000']);
  });

  it('refuses a β outside (0, 1]', async () => {
    for (const beta of [0, 1.1, Number.NaN]) {
      expect(await errorOf(() => new AdaptivePursuit({ arms: 2, beta }))).toContain(
        'ARGUMENT AdaptivePursuit: beta must be a finite number in (0, 1]',
      );
    }
  });
});
