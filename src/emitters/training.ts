import { argumentError, checkInteger, checkOptions } from '../core/index.ts';

/**
 * When a learner is fitted: after `every` generations (Infinity: once only), or `'adaptive'`: when the number of children that
 * entered the archive since the last fit is at least the number of elites.
 */
export type Training = { readonly every: number } | 'adaptive';

/** Counts of a search, from its start or since the last fit. */
export interface Progress {
  /** Number of batches whose rows were all told. */
  readonly generations: number;
  /** Number of children that entered the archive, into an empty cell or in place of another elite. */
  readonly entered: number;
}

/** @throws ARGUMENT, in the name of `owner`, if it is not a {@link Training}. */
export function checkTraining(owner: string, training: Training): void {
  if (training === 'adaptive') return;
  if (typeof training !== 'object' || training === null)
    throw argumentError(owner, 'training', "be 'adaptive' or { every }", training);
  checkOptions(owner, training, ['every'], 'training');
  if (training.every !== Number.POSITIVE_INFINITY) checkInteger(owner, 'training.every', training.every, 1);
}

/** Whether a fit is due. @param elites - Number of elites in the archive. */
export function isFitDue(training: Training, since: Progress, elites: number): boolean {
  return training === 'adaptive' ? since.entered >= elites : since.generations >= training.every;
}
