import type { Bandit, Random } from '../core/index.ts';
import { RandomStream, randomStream } from '../random/index.ts';
import { checkContract, eachCase, expectSame, expectThat, type Law, lawOf, type Make } from './laws/law.ts';
import { restoreLaws } from './laws/restore-laws.ts';

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
      for (const arm of play(bandit, rewards, seed)) expectArm(bandit, arm);
    }),
    law('the same rewards and the same stream lead to the same arms', async (rewards, seed) => {
      const arms = play(await make(), rewards, seed);
      expectSame('The arms', play(await make(), rewards, seed), arms);
    }),
    law('it draws from its stream only while it selects', async (rewards, seed) =>
      drawsInTime(await make(), await make(), rewards, seed),
    ),
    law('it selects an arm that there is, however many are out, and leaves their counts as they are', async (rewards) =>
      selectsBeside(await make(), rewards),
    ),
    ...restoreLaws<Bandit>('bandit', {
      make,
      use: (bandit, time) => play(bandit, drawRewards(randomStream(time), 10), time),
    }),
  ];
}

const drawRewards = (random: Random, size: number): number[] =>
  Array.from({ length: 4 * size }, () => [0, 1, random.uniform()][random.integer(0, 2)]!);

function expectArm({ arms }: Bandit, arm: number): void {
  expectThat('The arm', `be an integer in [0, ${arms})`, Number.isInteger(arm) && arm >= 0 && arm < arms, arm);
}

/** Rewards each arm that is selected, before the next one is. */
function play(bandit: Bandit, rewards: readonly number[], seed: number): number[] {
  const random = randomStream(seed);
  return playing(bandit, rewards, () => random);
}

function playing(bandit: Bandit, rewards: readonly number[], streamOf: () => Random): number[] {
  const none = new Int32Array(bandit.arms);
  return rewards.map((reward) => {
    const arm = bandit.select(streamOf(), none);
    if (arm >= 0 && arm < bandit.arms) bandit.reward(arm, reward);
    return arm;
  });
}

/** The twin has a new stream for each choice, in the state that the one stream would have; others draw from it afterwards. */
function drawsInTime(bandit: Bandit, twin: Bandit, rewards: readonly number[], seed: number): void {
  let last: RandomStream | undefined;
  const streamOf = (): Random => {
    const next = last === undefined ? randomStream(seed) : new RandomStream(last.getState());
    last?.uniform();
    last = next;
    return next;
  };
  expectSame('The arms', playing(twin, rewards, streamOf), play(bandit, rewards, seed));
}

function selectsBeside(bandit: Bandit, rewards: readonly number[]): void {
  const random = randomStream(1);
  const out = new Int32Array(bandit.arms);
  for (const reward of rewards) {
    const before = out.slice();
    const arm = bandit.select(random, out);
    expectSame('out afterwards', out, before);
    expectArm(bandit, arm);
    // Some are never rewarded.
    if (reward < 0.9) bandit.reward(arm, reward);
    else out[arm]!++;
  }
}
