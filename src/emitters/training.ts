import { argumentError, checkInteger, checkOptions } from '../core/index.ts';

/**
 * When a learner is fitted again: after `every` generations (Infinity: never), or `'adaptive'`, when the elites that entered the archive since
 * the last fit, each child counted, are at least three tenths of those that it holds.
 */
export type Training = { readonly every: number } | 'adaptive';

/** What happened in a search so far, or since the last fit. */
export interface Progress {
  /** Batches whose rows were all told. */
  readonly generations: number;
  /** Children that entered the archive, into an empty cell or in place of another elite. */
  readonly entered: number;
}

const ADAPTIVE_SHARE = 0.3;

/** @throws ARGUMENT, in the name of `owner`, if it is no {@link Training}. */
export function checkTraining(owner: string, training: Training): void {
  if (training === 'adaptive') return;
  if (typeof training !== 'object' || training === null)
    throw argumentError(owner, 'training', "be 'adaptive' or { every }", training);
  checkOptions(owner, training, ['every'], 'training');
  if (training.every !== Number.POSITIVE_INFINITY) checkInteger(owner, 'training.every', training.every, 1);
}

/** Whether it is time to fit on an archive of so many elites. */
export function isFitDue(training: Training, since: Progress, elites: number): boolean {
  return training === 'adaptive' ? since.entered >= ADAPTIVE_SHARE * elites : since.generations >= training.every;
}
