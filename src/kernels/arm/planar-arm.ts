import { Area } from '../runtime/area.ts';
import { KernelModule } from '../runtime/kernel-module.ts';
import { binary } from './binary.ts';

interface ArmExports {
  planarArm(
    genomes: number,
    rows: number,
    joints: number,
    deviation: number,
    fitness: number,
    descriptors: number,
  ): void;
}

const arm: KernelModule<ArmExports> = /* @__PURE__ */ new KernelModule<ArmExports>(binary);

/** Numbers of genomes that are copied to the kernel at a time, unless a pair of rows is longer. */
const BLOCK = 8192;

/** Room for a block of arms of one joint, and their results; more, once more was needed. */
let area: Area = /* @__PURE__ */ new Area(32_768); // 4 * BLOCK

/**
 * Evaluates planar arms whose joints turn by `gene · π/2`. [Gaier2020, §4]
 *
 * With headings h_j = Σ_{i ≤ j} gene_i · π/2, the end is the mean of (cos h_j, sin h_j), as exact as running sums of the
 * genes are: within 1e-14 for 1000 joints drawn at random, 4e-12 where all turn the same way;
 * equal genes have a fitness of exactly 0. A row with a NaN or an infinity gets NaN. 2 to 4 ns a joint.
 * @param genomes - `(rows, joints)` row-major, in quarter turns; not changed.
 * @param fitness - `(rows)`, written: −variance of the angles in rad², or −standard deviation in rad.
 * @param descriptors - `(rows, 2)`, written: end / 2 + 0.5, in [0, 1].
 */
export function evaluatePlanarArm(
  genomes: Float64Array,
  rows: number,
  joints: number,
  kind: 'variance' | 'standard-deviation',
  fitness: Float64Array,
  descriptors: Float64Array,
): void {
  const kernels = arm.common;
  // Even: the kernel takes two rows at a time.
  const blockRows = Math.min(rows, Math.max(2, Math.floor(BLOCK / joints) & ~1));
  const room = blockRows * (joints + 3);
  if (room > area.view.length) area = new Area(room);
  const { at, view } = area;
  for (let start = 0; start < rows; start += blockRows) {
    const count = Math.min(blockRows, rows - start);
    const numbers = count * joints;
    view.set(genomes.subarray(start * joints, start * joints + numbers));
    const fitnessAt = at + numbers * 8;
    kernels.planarArm(at, count, joints, kind === 'variance' ? 0 : 1, fitnessAt, fitnessAt + count * 8);
    fitness.set(view.subarray(numbers, numbers + count), start);
    descriptors.set(view.subarray(numbers + count, numbers + 3 * count), start * 2);
  }
}
