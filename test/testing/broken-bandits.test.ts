import { describe, expect, it } from 'vitest';
import { ProbabilityMatching } from '../../src/bandits/index.ts';
import type { Bandit } from '../../src/core/index.ts';
import { banditContract } from '../../src/testing/index.ts';
import { caught } from '../support/caught.ts';

/** A sound bandit that gives shares, with some members replaced. */
function sharing(spoil: (good: ProbabilityMatching) => Partial<Bandit>): Bandit {
  const good = new ProbabilityMatching({ arms: 3 });
  return {
    arms: 3,
    shares: (random) => good.shares(random),
    reward: (arm, value, children, batch) => good.reward(arm, value, children!, batch!),
    ...spoil(good),
  };
}

let drawn = 0;
const shares: Record<string, (good: ProbabilityMatching) => Partial<Bandit>> = {
  'gives a share of NaN': () => ({ shares: () => [1, Number.NaN, 0] }),
  'gives a negative share': () => ({ shares: () => [1, -0.1, 0.1] }),
  'gives no shares at all': () => ({ shares: () => [0, 0, 0] }),
  'gives too few shares': () => ({ shares: () => [0.5, 0.5] }),
  'gives shares from elsewhere': () => ({ shares: () => [++drawn, 1, 1] }),
  'changes when it gives shares': () => {
    let calls = 0;
    return { shares: () => [++calls, 1, 1] };
  },
  'takes any reward': (good) => ({
    reward(arm, value, _children, batch) {
      if (arm in [0, 1, 2]) good.reward(arm, value > 0 && value < 1 ? value : 1, 1, batch!);
    },
  }),
  'counts before it refuses': (good) => ({
    reward(arm, value, children, batch) {
      if (arm in [0, 1, 2]) good.reward(arm, 0.7, 50, batch!);
      good.reward(arm, value, children!, batch!);
    },
  }),
};

describe('a contract finds a bandit that', () => {
  caught(shares, (spoil) => banditContract({ make: () => sharing(spoil) }), {
    'gives a share of NaN': /gives each a share/,
    'gives a negative share': /gives each a share/,
    'gives no shares at all': /gives each a share/,
    'gives too few shares': /gives each a share/,
    'gives shares from elsewhere': /same stream|only while|changes nothing/,
    'changes when it gives shares': /changes nothing/,
    'takes any reward': /bad reward/,
    'counts before it refuses': /bad reward/,
  });

  it('keeps all laws if nothing is replaced', async () => {
    for (const { check } of banditContract({ make: () => sharing(() => ({})) })) await check();
    expect.assertions(0);
  });
});
