import { argumentError } from '../../core/index.ts';
import { elitesOf, type ScoredArchive } from './scored-archive.ts';

/**
 * The QD score counted from a number of one's own, where that of `metrics()` is counted from the problem's floor: Σ (fitness − offset)
 * over the elites. [Pugh2016]
 * @returns 0 for an empty archive; NaN if the offset is.
 * @throws ARGUMENT if `archive` cannot be iterated over, or `offset` is no number.
 */
export function qdScore(archive: ScoredArchive, offset: number): number {
  if (typeof offset !== 'number') throw argumentError('qdScore', 'offset', 'be a number', offset);
  let sum = offset - offset;
  for (const { fitness } of elitesOf('qdScore', archive)) sum += fitness - offset;
  return sum;
}
