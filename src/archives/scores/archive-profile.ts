import { copyList } from '../../core/index.ts';
import { elitesOf, type ScoredArchive } from './scored-archive.ts';

/** How many cells have at least a fitness. */
export interface ArchiveProfile {
  /** `(thresholds)` */
  readonly thresholds: Float64Array;
  /** `(thresholds)`: number of elites with a fitness of at least the threshold. */
  readonly elites: Int32Array;
  /** `(thresholds)`: the same as a share of all cells, in [0, 1]. */
  readonly coverage: Float64Array;
}

/**
 * The archive profile: how much of an archive is left if only elites of at least a fitness count. [Flageolat2022]
 * @param thresholds - In any order (default: each fitness that occurs, ascending, which gives the whole curve).
 * @returns zeros for an empty archive; without thresholds nothing.
 * @throws ARGUMENT if `archive` cannot be iterated over, or a threshold is not finite.
 */
export function archiveProfile(
  archive: ScoredArchive & { readonly cells: number },
  thresholds?: ArrayLike<number>,
): ArchiveProfile {
  const owner = 'archiveProfile';
  const fitness = Float64Array.from(elitesOf(owner, archive), (elite) => elite.fitness).sort();
  const asked = copyList(owner, 'thresholds', thresholds ?? [...new Set(fitness)]);
  const elites = Int32Array.from(asked, (threshold) => fitness.length - firstFrom(fitness, threshold));
  return { thresholds: asked, elites, coverage: Float64Array.from(elites, (count) => count / archive.cells) };
}

/** The index of the first number of an ascending list that is at least `low`; its length if there is none. */
function firstFrom(ascending: Float64Array, low: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ascending[middle]! < low) from = middle + 1;
    else to = middle;
  }
  return from;
}
