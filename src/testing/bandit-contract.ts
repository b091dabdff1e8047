import type { Bandit, Random } from '../core/index.ts';
import { RandomStream, randomStream } from '../random/index.ts';
import { checkContract, eachCase, expectSame, expectThat, type Law, lawOf, type Make } from './law.ts';
import { restoreLaws } from './restore-laws.ts';

/** What {@link banditContract} needs to know. */
export interface BanditContractOptions {
  /** Makes a bandit that was told nothing. */
  readonly make: Make<Bandit>;
}

/**
 * The laws of a bandit, on rewards in [0, 1], many of them 0 or 1.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function banditContract(options: BanditContractOptions): Law[] {
  checkContract('banditContract', options, ['make']);
  const { make } = options;
  const law = (name: string, check: (rewards: readonly number[], seed: number) => Promise<void>): Law =>
    lawOf('bandit', name, () => eachCase(drawRewards, check));
  return [
    lawOf('bandit', 'the number of arms is an integer of at least 1', async () => {
      const { arms } = await make();
      expectThat('arms', 'be an integer of at least 1', Number.isInteger(arms) && arms >= 1, arms);
    }),
    law('it selects an arm that there is, whatever it is told', async (rewards, seed) => {
      const bandit = await make();
      for (const arm of play(bandit, rewards, seed)) {
        const known = Number.isInteger(arm) && arm >= 0 && arm < bandit.arms;
        expectThat('The arm', `be an integer in [0, ${bandit.arms})`, known, arm);
      }
    }),
    law('the same rewards and the same stream lead to the same arms', async (rewards, seed) => {
      const arms = play(await make(), rewards, seed);
      expectSame('The arms', play(await make(), rewards, seed), arms);
    }),
    law('it draws from its stream only while it selects', async (rewards, seed) => {
      const arms = play(await make(), rewards, seed);
      // A new stream for each choice, in the state that the one stream would have; others draw from it afterwards.
      const bandit = await make();
      let state = randomStream(seed).getState();
      const again = rewards.map((reward) => {
        const random = new RandomStream(state);
        const arm = bandit.select(random);
        state = random.getState();
        random.uniform();
        if (arm >= 0 && arm < bandit.arms) bandit.reward(arm, reward);
        return arm;
      });
      expectSame('The arms', again, arms);
    }),
    law('it may be asked again before it is told', async (rewards, seed) => {
      const bandit = await make();
      const arms = play(bandit, rewards, seed);
      bandit.select(randomStream(1));
      const arm = bandit.select(randomStream(2));
      expectThat('The arm', `be an integer in [0, ${bandit.arms})`, arm >= 0 && arm < bandit.arms, arms);
    }),
    ...restoreLaws<Bandit>('bandit', {
      make,
      use: (bandit, time) => play(bandit, drawRewards(randomStream(time), 10), time),
    }),
  ];
}

const drawRewards = (random: Random, size: number): number[] =>
  Array.from({ length: 4 * size }, () => [0, 1, random.uniform()][random.integer(0, 2)]!);

function play(bandit: Bandit, rewards: readonly number[], seed: number): number[] {
  const random = randomStream(seed);
  return rewards.map((reward) => {
    const arm = bandit.select(random);
    if (arm >= 0 && arm < bandit.arms) bandit.reward(arm, reward);
    return arm;
  });
}
