import { argumentError, type Elite } from '../../core/index.ts';

/** What a score looks at: an archive of this package, one of your own, or any list of elites. */
export type ScoredArchive = Iterable<Pick<Elite<unknown>, 'fitness' | 'descriptor'>>;

/** @throws ARGUMENT, in the name of `owner`, if `archive` cannot be iterated over, or a fitness is no number. */
export function elitesOf(owner: string, archive: ScoredArchive): readonly Pick<Elite, 'fitness' | 'descriptor'>[] {
  if (typeof archive?.[Symbol.iterator] !== 'function') throw argumentError(owner, 'archive', 'be an archive', archive);
  const elites = [...archive];
  const wrong = elites.findIndex((elite) => typeof elite?.fitness !== 'number');
  if (wrong < 0) return elites;
  throw argumentError(owner, `archive[${wrong}].fitness`, 'be a number', elites[wrong]?.fitness);
}
