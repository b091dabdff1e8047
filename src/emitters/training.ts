import { argumentError, checkInteger, checkOptions } from '../core/index.ts';

/**
 * When a learner is fitted: after `every` generations (Infinity: once only), or `'adaptive'`: when there are 1.5 times as many elites
 * as at the last fit, or three times as many children entered since then as there are elites.
 */
export type Training = { readonly every: number } | 'adaptive';

/** Counts of a search. */
export interface Progress {
  /** Number of batches whose rows were all told. */
  readonly generations: number;
  /** Number of children that entered the archive, into an empty cell or in place of another elite. */
  readonly entered: number;
  /** Number of elites in the archive. */
  readonly elites: number;
}

/** @throws ARGUMENT, in the name of `owner`, if it is not a {@link Training}. */
export function checkTraining(owner: string, training: Training): void {
  if (training === 'adaptive') return;
  if (typeof training !== 'object' || training === null)
    throw argumentError(owner, 'training', "be 'adaptive' or { every }", training);
  checkOptions(owner, training, ['every'], 'training');
  if (training.every !== Number.POSITIVE_INFINITY) checkInteger(owner, 'training.every', training.every, 1);
}

/** Whether a fit is due. @param fitted - The counts at the last fit. */
export function isFitDue(training: Training, now: Progress, fitted: Progress): boolean {
  if (training !== 'adaptive') return now.generations - fitted.generations >= training.every;
  return now.elites >= 1.5 * fitted.elites || now.entered - fitted.entered >= 3 * now.elites;
}
