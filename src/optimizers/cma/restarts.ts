import type { Random } from '../../core/index.ts';
import type { Fail } from '../../formats/index.ts';
import type { Restart } from '../optimizer.ts';
import { type CmaEsSettings, FARTHEST_START, LARGEST_GENERATION } from '../options.ts';

/** Where a restart begins: uniform in the box within ±{@link FARTHEST_START}; the first mean if the box is infinite. [Auger2005] */
export function restartMean({ mean, bounds }: CmaEsSettings, random: Random): Float64Array {
  const { lower, upper, finite } = bounds;
  if (!finite) return mean;
  return mean.map((_, i) => {
    const low = Math.max(-FARTHEST_START, lower[i]!);
    return low + random.uniform() * (Math.min(FARTHEST_START, upper[i]!) - low);
  });
}

/** The population size after a restart of a run with `populationSize`. */
export function populationAfterRestart(populationSize: number, { mean, restarts }: CmaEsSettings): number {
  const most = Math.max(populationSize, Math.min(100_000, Math.floor(LARGEST_GENERATION / mean.length)));
  return Math.min(most, Math.ceil(populationSize * restarts.populationFactor));
}

/** @returns the population size after the restarts. @throws SNAPSHOT if it did not grow by the factor of the options. */
export function checkRestarts(restarts: readonly Restart[], settings: CmaEsSettings, fail: Fail): number {
  let size = settings.populationSize;
  for (const { populationSize } of restarts) {
    size = populationAfterRestart(size, settings);
    if (populationSize !== size) throw fail(`have the population size ${size} after this restart`, populationSize);
  }
  return size;
}
