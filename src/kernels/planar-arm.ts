import { sharedInstance } from './shared-instance.ts';

/** Numbers of genomes that are copied to the kernel at a time, unless one row is longer. */
const BLOCK = 32768;

let capacity = 0;
let blockAt = 0;

/**
 * Evaluates planar arms whose joints turn by `gene · π/2`. [Gaier2020, §4]
 *
 * With headings h_j = Σ_{i ≤ j} gene_i · π/2, the end is the mean of (cos h_j, sin h_j), within 1e-14 for up to 1000 joints;
 * equal genes have a fitness of exactly 0. A row with a NaN or an infinity gets NaN. 3 to 5 ns a joint.
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
  const { exports } = sharedInstance();
  const blockRows = Math.max(2, Math.floor(BLOCK / joints));
  reserve(Math.min(blockRows, rows) * (joints + 3));
  for (let start = 0; start < rows; start += blockRows) {
    const count = Math.min(blockRows, rows - start);
    const fitnessAt = blockAt + count * joints * 8;
    const descriptorsAt = fitnessAt + count * 8;
    const memory = new Float64Array(exports.memory.buffer, blockAt, count * (joints + 3));
    memory.set(genomes.subarray(start * joints, (start + count) * joints));
    exports.planarArm(blockAt, count, joints, kind === 'variance' ? 0 : 1, fitnessAt, descriptorsAt);
    fitness.set(memory.subarray(count * joints, count * (joints + 1)), start);
    descriptors.set(memory.subarray(count * (joints + 1)), start * 2);
  }
}

/** Makes room for `numbers` float64. Room once taken is kept. */
function reserve(numbers: number): void {
  if (numbers <= capacity) return;
  capacity = Math.max(numbers, 2 * BLOCK);
  blockAt = sharedInstance().allocate(capacity * 8);
}
