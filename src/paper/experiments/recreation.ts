import { CvtArchive, ringCentroids } from '../../archives/index.ts';
import type { Encoding } from '../../core/index.ts';
import { planarArm, withEncoding } from '../../domains/index.ts';
import type { RunOptions } from '../../run/index.ts';
import { MapElites } from '../../search/index.ts';
import { GaussianMutation } from '../../variation/index.ts';
import { recordRun } from '../replicates/record-run.ts';
import type { ReplicateOutcome } from '../replicates/replicate.ts';

/** Options of {@link recreate}. */
export interface RecreationOptions extends Pick<RunOptions, 'signal' | 'onGeneration'> {
  readonly joints: number;
  /** The encoding to search; undefined: joint angles. */
  readonly encoding?: Encoding | undefined;
  readonly evaluations: number;
  readonly seed: number;
}

/** The result of {@link recreate}. */
export interface Recreation extends ReplicateOutcome {
  readonly archive: CvtArchive;
}

/**
 * Fills an empty archive by isometric mutation in the latent space of an encoding or, without one, of joint
 * angles. Fitness is minus the standard deviation of the angles. [Gaier2020, §5.2]
 */
export async function recreate(options: RecreationOptions): Promise<Recreation> {
  const { joints, encoding, evaluations, seed, signal, onGeneration } = options;
  const arm = planarArm({ joints, fitness: 'standard-deviation' });
  const domain = encoding === undefined ? arm : withEncoding(arm, encoding);
  const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
  const variation = new GaussianMutation({ sigma: encoding === undefined ? 0.006 : 0.15 });
  const search = new MapElites({ domain, archive, variation, batchSize: 100, seed });
  const { spent, final, curve } = await recordRun(search, evaluations, ['coverage', 'meanFitness'], {
    signal,
    onGeneration,
  });
  return { spent, final: { coverage: final.coverage!, deviation: -final.meanFitness! }, curve, archive };
}
