import { argumentError, type Elite } from '../../core/index.ts';

/** What a score looks at: an archive of this package, one of your own, or any list of elites. */
export type ScoredArchive = Iterable<Pick<Elite<unknown>, 'fitness' | 'descriptor'>>;

/** @throws ARGUMENT, in the name of `owner`, if `archive` cannot be iterated over. */
export function elitesOf(owner: string, archive: ScoredArchive): readonly Pick<Elite, 'fitness' | 'descriptor'>[] {
  if (typeof archive?.[Symbol.iterator] === 'function') return [...archive];
  throw argumentError(owner, 'archive', 'be an archive', archive);
}
