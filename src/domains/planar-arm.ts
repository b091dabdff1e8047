import { asBatch, Batch, checkChoice, checkInteger, checkOptions, type Genomes, type Random } from '../core/index.ts';
import { evaluatePlanarArm } from '../kernels/index.ts';
import { type VectorDomain, type VectorResults, vectorDomain } from './vector-domain.ts';

/** Options of {@link planarArm}. */
export interface PlanarArmOptions {
  /** Number of joints, an integer in [1, 2^20]. */
  readonly joints: number;
  /** `'variance'` (default, the text): −variance of the angles in rad². `'standard-deviation'` (the code): −its root in rad. */
  readonly fitness?: 'variance' | 'standard-deviation' | undefined;
}

/**
 * The planar arm: reach every point, with joint angles as equal as possible. [Gaier2020, §4.1]
 *
 * Genome: `(joints)` in [-1, 1]; joint j turns by gene_j · π/2 against the link before, each link is 1/joints long.
 * Descriptor: `(2)` in [0, 1], the end of the arm (x, y) / 2 + 0.5. Fitness: at most 0; the floor is −(π/2)² for the
 * variance and −π/2 for the standard deviation. First genomes: standard normals clipped to [-1, 1].
 *
 * A genome with a NaN or an infinity gets NaN. 2 to 4 ns a joint. `evaluate` draws no random numbers.
 *
 * Deviation: the mean angle is divided by the number of joints, as in the released code; the paper's text omits the division.
 * @throws ARGUMENT if an option is out of range, or, in `evaluate`, if the genomes have another number of columns.
 */
export function planarArm(options: PlanarArmOptions): VectorDomain {
  checkOptions('planarArm', options, ['joints', 'fitness']);
  const { joints, fitness: kind = 'variance' } = options;
  checkInteger('planarArm', 'joints', joints, 1, 2 ** 20);
  checkChoice('planarArm', 'fitness', kind, ['variance', 'standard-deviation']);
  const evaluate = (genomes: Genomes<Float64Array>): VectorResults => {
    const { rows, data } = asBatch('planarArm.evaluate', genomes, joints);
    const fitness = new Float64Array(rows);
    const descriptors = Batch.zeros(rows, 2);
    evaluatePlanarArm(data, rows, joints, kind, fitness, descriptors.data);
    return { fitness, descriptors };
  };
  const problem = {
    name: `planar arm, ${joints} joints`,
    genome: { dimensions: joints, lower: -1, upper: 1 },
    descriptor: { dimensions: 2, lower: 0, upper: 1 },
    fitnessFloor: kind === 'variance' ? -(Math.PI / 2) * (Math.PI / 2) : -Math.PI / 2,
    // Standard normals clipped to [-1, 1], as the released code draws first genomes.
    initialGenome(random: Random) {
      const genome = new Float64Array(joints);
      random.fillNormal(genome);
      return genome.map((gene) => Math.min(1, Math.max(-1, gene)));
    },
  };
  return vectorDomain(problem, evaluate);
}
