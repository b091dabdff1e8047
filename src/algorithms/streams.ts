import { type RandomStream, randomStreams } from '../random/index.ts';

/** The streams of an algorithm, split from its seed in this order. New ones go to the end: earlier ones keep their numbers. */
const NAMES = ['initial', 'selection', 'variation', 'evaluation', 'learning', 'bandit'] as const;

/** One stream for each use. */
export type AlgorithmStreams = Readonly<Record<(typeof NAMES)[number], RandomStream>>;

/** @throws ARGUMENT, in the name of `owner`, if the seed is no safe integer. */
export function algorithmStreams(owner: string, seed: number): AlgorithmStreams {
  return randomStreams(seed, NAMES, owner);
}
