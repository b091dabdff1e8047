import { describe, expect, it } from 'vitest';
import { SlidingWindowUcb } from '../../src/bandits/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { banditContract } from '../../src/testing/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { errorOf } from '../support/error-of.ts';

for (const [arms, window] of [
  [1, 1],
  [4, 7],
  [3, 1000],
] as const) {
  const make = (): SlidingWindowUcb => new SlidingWindowUcb({ arms, window });
  checkLaws(`SlidingWindowUcb of ${arms} arms, window ${window}`, banditContract({ make }));
}

/** Pulls an arm for `rounds`; arm i earns with probability `means[i]`. Gives how often each was pulled. */
function play(bandit: SlidingWindowUcb, means: (round: number) => readonly number[], rounds: number): number[] {
  const random = randomStream(1);
  const pulls = new Array<number>(bandit.arms).fill(0);
  for (let round = 0; round < rounds; round++) {
    const arm = bandit.select();
    pulls[arm]!++;
    bandit.reward(arm, random.uniform() < means(round)[arm]! ? 1 : 0);
  }
  return pulls;
}

describe('SlidingWindowUcb', () => {
  it('tries each arm first, in order', () => {
    const bandit = new SlidingWindowUcb({ arms: 3 });
    const order = [0.9, 0.5, 0.1].map((value) => {
      const arm = bandit.select();
      bandit.reward(arm, value);
      return arm;
    });
    expect(order).toEqual([0, 1, 2]);
    expect(bandit.select()).toBe(0);
  });

  it('follows Eq. 4 by hand', () => {
    // Means .5 and .4 after 1 and 4 rewards, n = 5: .5 + c √(2 ln 5 / 1) against .4 + c √(2 ln 5 / 4) favours arm 0 for any c;
    // with 4 and 1 rewards arm 1 wins once c (1.794 − 0.897) > 0.1, that is c > 0.1115.
    for (const [exploration, expected] of [
      [0.11, 0],
      [0.112, 1],
    ] as const) {
      const bandit = new SlidingWindowUcb({ arms: 2, exploration });
      for (let i = 0; i < 4; i++) bandit.reward(0, 0.5);
      bandit.reward(1, 0.4);
      expect(bandit.select()).toBe(expected);
    }
  });

  it('finds the best arm, and another one when the best changes', () => {
    const first = play(new SlidingWindowUcb({ arms: 4, exploration: 0.5 }), () => [0.2, 0.3, 0.8, 0.4], 3000);
    expect(first[2]).toBeGreaterThan(2000);
    const changed = play(
      new SlidingWindowUcb({ arms: 2, window: 100, exploration: 0.5 }),
      (r) => (r < 1000 ? [0.9, 0.1] : [0.1, 0.9]),
      2000,
    );
    expect(changed[1]).toBeGreaterThan(700);
  });

  it('tries an arm again once its rewards have left the window', () => {
    const bandit = new SlidingWindowUcb({ arms: 2, window: 10 });
    bandit.reward(1, 0);
    for (let i = 0; i < 9; i++) bandit.reward(0, 1);
    expect(bandit.select()).toBe(0);
    bandit.reward(0, 1);
    expect(bandit.select()).toBe(1);
  });

  it('refuses bad options and rewards, and goes on', async () => {
    const make = (options: object): Promise<string> => errorOf(() => new SlidingWindowUcb({ arms: 2, ...options }));
    expect(await make({ arms: 0 })).toBe(
      'ARGUMENT SlidingWindowUcb: arms must be an integer in [1, 2147483647]; got 0.',
    );
    expect(await make({ window: 0 })).toContain('window');
    expect(await make({ exploration: -1 })).toContain('exploration');
    const bandit = new SlidingWindowUcb({ arms: 2 });
    expect(await errorOf(() => bandit.reward(2, 0))).toContain('arm must be an integer in [0, 1]; got 2');
    expect(await errorOf(() => bandit.reward(0, NaN))).toContain('value must be a finite number in [0, 1]; got NaN');
    expect(bandit.select()).toBe(0);
  });
});
