import { argumentError, checkInteger, checkOptions, MOST_COUNTED } from '../core/index.ts';
import type { StoredSnapshot } from '../formats/index.ts';

/**
 * When a learner is fitted again: after `every` generations (Infinity: never), or `'adaptive'`, when the elites that entered the archive since
 * the last fit, each child counted, are at least three tenths of those that it holds.
 */
export type Training = { readonly every: number } | 'adaptive';

/** What happened since the last fit. */
export interface SinceFit {
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
export function isFitDue(training: Training, { generations, entered }: SinceFit, elites: number): boolean {
  return training === 'adaptive' ? entered >= ADAPTIVE_SHARE * elites : generations >= training.every;
}

/** The state as `sinceFit` in a snapshot. @throws SNAPSHOT if it is none. */
export function readSinceFit(snapshot: StoredSnapshot): SinceFit | undefined {
  const value = snapshot.value('sinceFit') as Partial<SinceFit> | undefined;
  if (value === undefined) return undefined;
  const { generations, entered } = value ?? {};
  if (!isCount(generations) || !isCount(entered))
    throw snapshot.fail('have generations and entered in sinceFit', value);
  return { generations, entered };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST_COUNTED;
}
