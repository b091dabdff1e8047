import { type Batch, show, snapshotError } from '../../core/index.ts';
import { planarArm, type VectorDomain } from '../../domains/index.ts';
import { elitesOf } from '../files/elites-file.ts';
import { readInput } from '../files/input-file.ts';

/** What to do with elites of a user's own domain. */
const others = 'elites illuminate draws those of a MODULE, elites encode takes NAME.archive.safetensors';

/** Largest difference of x or y, in descriptor units: other programs may have computed in float32. */
const tolerance = 1e-3;

/** The content of an archive file of arms. */
export interface ArmArchive {
  readonly joints: number;
  readonly domain: VectorDomain;
  /** `(rows, joints)` in [-1, 1]. */
  readonly genomes: Batch;
  /** As stored in the file: minus the variance in files of `elites illuminate`, minus the standard deviation in those of the paper's authors. */
  readonly fitness: Float64Array;
  /** `(rows, 2)` in [0, 1]. */
  readonly descriptors: Batch;
}

/** Reads a file as {@link armArchiveOf}. @throws CliError with exit code 1 if it can't be read or is not an archive of arms. */
export function readArmArchive(owner: string, path: string): Promise<ArmArchive> {
  return readInput(owner, 'ARCHIVE', path, armArchiveOf);
}

/**
 * An archive of arms; `.npy` files have `[fitness, x, y, genome…]` a row. The number of joints follows from the columns.
 * @throws SNAPSHOT if the bytes are not an archive of arms.
 */
export function armArchiveOf(bytes: Uint8Array): ArmArchive {
  const least = 'have at least one row of at least five columns: fitness, x, y, and the genes of two joints';
  const check = (shape: readonly number[]): number => {
    const [rows = 0, columns = 0] = shape;
    if (shape.length === 2 && rows >= 1 && columns >= 5) return columns - 3;
    throw snapshotError('ARCHIVE', least, `shape (${shape.join(', ')})`);
  };
  const { genomes, results } = elitesOf('ARCHIVE', bytes, (shape) => planarArm({ joints: check(shape) }));
  const { rows, columns: joints } = genomes;
  const { fitness: all, descriptors } = results;
  if (descriptors.columns !== 2)
    throw snapshotError('ARCHIVE', `hold planar arms (${others}), with two descriptors`, descriptors.columns);
  check([rows, 3 + joints]);
  const domain = planarArm({ joints });
  for (let i = 0; i < rows; i++) {
    const { [i]: fitness } = all;
    if (!Number.isFinite(fitness)) throw snapshotError('ARCHIVE', `have finite fitness in row ${i}`, fitness);
    const gene = genomes.row(i).find((value) => !(value >= -1 && value <= 1));
    if (gene !== undefined)
      throw snapshotError('ARCHIVE', `hold planar arms (${others}), with genes in [-1, 1] in row ${i}`, gene);
  }
  checkArms('ARCHIVE', genomes, descriptors, others);
  return { joints, domain, genomes, fitness: all, descriptors };
}

/**
 * Checks that descriptors are where the ends of the arms lie: the same columns may hold elites of any domain.
 * @param cure - What to do with elites of another one.
 * @throws SNAPSHOT if not.
 */
export function checkArms(owner: string, genomes: Batch, descriptors: Batch, cure: string): void {
  const ends = planarArm({ joints: genomes.columns }).evaluate(genomes).descriptors;
  const wrong = ends.data.findIndex((value, i) => !(Math.abs(value - descriptors.data[i]!) < tolerance));
  if (wrong < 0) return;
  const row = wrong >> 1;
  const rule = `hold planar arms (${cure}), whose x and y are those of their ends`;
  throw snapshotError(owner, `${rule}, ${show(ends.row(row))} in row ${row}`, descriptors.row(row));
}
