import type { Bandit, Random } from '../core/index.ts';
import { RandomStream, randomStream } from '../random/index.ts';
import {
  checkContract,
  eachCase,
  expectCount,
  expectRefusal,
  expectSame,
  expectThat,
  type Law,
  lawOf,
  type Make,
} from './laws/law.ts';
import { restoreLaws } from './laws/restore-laws.ts';

/** What {@link banditContract} needs to know. */
export interface BanditContractOptions {
  /** Makes a bandit that was told nothing. */
  readonly make: Make<Bandit>;
}

/**
 * The laws of a bandit, on rewards in [0, 1], many of them 0 or 1: of one that selects an arm for each batch, and of one that gives shares.
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
      expectCount('arms', arms);
    }),
    law('it selects an arm that there is, or gives each a share, whatever it is told', async (rewards, seed) => {
      const bandit = await make();
      for (const choice of play(bandit, rewards, seed)) expectChoice(bandit, choice);
    }),
    law('the same rewards and the same stream lead to the same arms, or shares', async (rewards, seed) => {
      const choices = play(await make(), rewards, seed);
      expectSame('The arms, or shares', play(await make(), rewards, seed), choices);
    }),
    law('it draws from its stream only while it selects, or gives shares', async (rewards, seed) =>
      drawsInTime(await make(), await make(), rewards, seed),
    ),
    law('it selects an arm that there is, however many are out, and leaves their counts as they are', async (rewards) =>
      selectsBeside(await make(), rewards),
    ),
    law('giving shares changes nothing', async (rewards, seed) => sharesAgain(await make(), rewards, seed)),
    law('a bad reward is refused by a bandit that gives shares, and changes nothing', async (rewards, seed) =>
      refusesRewards(await make(), rewards, seed),
    ),
    ...restoreLaws<Bandit>('bandit', {
      make,
      use: (bandit, time) => play(bandit, drawRewards(randomStream(time), 20), time),
    }),
  ];
}

/** The arm that was selected, or the share of each. */
type Choice = number | readonly number[];

const drawRewards = (random: Random, size: number): number[] =>
  Array.from({ length: 2 * size }, () => [0, 1, random.uniform()][random.integer(0, 2)]!);

function expectChoice({ arms }: Bandit, choice: Choice): void {
  if (typeof choice === 'number') {
    const exists = Number.isInteger(choice) && choice >= 0 && choice < arms;
    expectThat('The arm', `be an integer in [0, ${arms})`, exists, choice);
    return;
  }
  expectSame('The number of shares', choice.length, arms);
  const isShare = (one: number): boolean => one >= 0 && one < Infinity;
  expectThat('Each share', 'be finite and at least 0', choice.every(isShare), choice);
  expectThat('The shares', 'not all be 0', choice.some(Boolean), choice);
}

/** Rewards each arm that is selected, or all that had a share, before the next choice. */
function play(bandit: Bandit, rewards: readonly number[], seed: number): Choice[] {
  const random = randomStream(seed);
  return playing(bandit, rewards, () => random);
}

function playing(bandit: Bandit, rewards: readonly number[], streamOf: () => Random): Choice[] {
  if (bandit.shares !== undefined) return rewards.map((_, i) => shareOut(bandit, rewards, i, streamOf()));
  const none = new Int32Array(bandit.arms);
  return rewards.map((reward) => {
    const arm = bandit.select!(streamOf(), none);
    if (arm >= 0 && arm < bandit.arms) bandit.reward(arm, reward);
    return arm;
  });
}

/** The shares if every emitter begins anew with its next ask. */
const sharesOf = (bandit: Bandit, random: Random): number[] =>
  Array.from(bandit.shares!(random, new Array(bandit.arms).fill(true)));

/** Asks for the shares of a batch, and rewards its arms; one of three gave no rows. */
function shareOut(bandit: Bandit, rewards: readonly number[], batch: number, random: Random): number[] {
  const shares = sharesOf(bandit, random);
  for (let arm = 0; arm < bandit.arms; arm++) {
    const at = batch + arm;
    if (at % 3 < 2) bandit.reward(arm, rewards[at % rewards.length]!, 1 + (at % 50), batch);
  }
  return shares;
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
  expectSame('The arms, or shares', playing(twin, rewards, streamOf), play(bandit, rewards, seed));
}

function selectsBeside(bandit: Bandit, rewards: readonly number[]): void {
  if (bandit.shares !== undefined) return;
  const random = randomStream(1);
  const out = new Int32Array(bandit.arms);
  for (const reward of rewards) {
    const before = out.slice();
    const arm = bandit.select!(random, out);
    expectSame('out afterwards', out, before);
    expectChoice(bandit, arm);
    // Some are never rewarded.
    if (reward < 0.9) bandit.reward(arm, reward);
    else out[arm]!++;
  }
}

function sharesAgain(bandit: Bandit, rewards: readonly number[], seed: number): void {
  if (bandit.shares === undefined) return;
  play(bandit, rewards, seed);
  const shares = sharesOf(bandit, randomStream(seed));
  expectSame('The shares of a second call', sharesOf(bandit, randomStream(seed)), shares);
}

async function refusesRewards(bandit: Bandit, rewards: readonly number[], seed: number): Promise<void> {
  if (bandit.shares === undefined) return;
  play(bandit, rewards, seed);
  const look = (): unknown => [sharesOf(bandit, randomStream(seed)), bandit.snapshot?.()];
  const before = look();
  for (const [arm, value, children] of BAD_REWARDS) {
    const which = arm < 0 ? bandit.arms : arm;
    const what = `A reward of ${value} for arm ${which} of ${bandit.arms}, with ${children} children,`;
    await expectRefusal(what, () => bandit.reward(which, value, children, rewards.length));
    expectSame('The shares and the snapshot afterwards', look(), before);
  }
}

/** Arm (−1: one beyond the last), value and children. */
const BAD_REWARDS = [
  [-1, 0.5, 1],
  [0.5, 0.5, 1],
  [0, Number.NaN, 1],
  [0, -0.1, 1],
  [0, 1.1, 1],
  [0, 0.5, 0],
  [0, 0.5, Number.NaN],
] as const;
