import { elitesOf, type ScoredArchive } from './scored-archive.ts';

/** The empirical distribution of one descriptor over the elites of an archive. */
export interface DescriptorDistribution {
  /** `(values)`: each value that occurs, ascending. */
  readonly values: Float64Array;
  /** `(values)`: share of the elites with a descriptor of at most that value; the last is 1. */
  readonly shares: Float64Array;
}

/**
 * Where elites lie along each dimension of the descriptor: the empirical cumulative distribution functions.
 * @returns `(descriptorDimensions)`; nothing for an empty archive.
 * @throws ARGUMENT if `archive` cannot be iterated over.
 */
export function descriptorDistributions(archive: ScoredArchive): DescriptorDistribution[] {
  const elites = elitesOf('descriptorDistributions', archive);
  return Array.from({ length: elites[0]?.descriptor.length ?? 0 }, (_, j) => {
    const sorted = Float64Array.from(elites, ({ descriptor }) => descriptor[j]!).sort();
    // The last of equal values counts them all.
    const ends = [...sorted.keys()].filter((i) => i === sorted.length - 1 || sorted[i]! < sorted[i + 1]!);
    return {
      values: Float64Array.from(ends, (i) => sorted[i]!),
      shares: Float64Array.from(ends, (i) => (i + 1) / sorted.length),
    };
  });
}
