import { type Batch, snapshotError } from '../../core/index.ts';
import { planarArm, type VectorDomain } from '../../domains/index.ts';
import { archiveFromNpy, decodeNpy } from '../../npy/index.ts';
import { readInput } from '../files/input-file.ts';

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

/**
 * Reads an archive of arms, `[fitness, x, y, genome…]` a row; the number of joints follows from the columns.
 * @throws CliError with exit code 1 if it can't be read or is not an archive of arms.
 */
export function readArmArchive(owner: string, path: string): Promise<ArmArchive> {
  return readInput(owner, 'ARCHIVE', path, (bytes) => {
    const { shape } = decodeNpy(bytes);
    const [rows = 0, columns = 0] = shape;
    if (shape.length !== 2 || rows < 1 || columns < 5) {
      const rule = 'have at least one row of at least five columns: fitness, x, y, and the genes of two joints';
      throw snapshotError('ARCHIVE', rule, `shape (${shape.join(', ')})`);
    }
    const joints = columns - 3;
    const domain = planarArm({ joints });
    const { genomes, results } = archiveFromNpy(bytes, domain);
    for (let i = 0; i < rows; i++) {
      const { [i]: fitness } = results.fitness;
      // The end of a straight arm may lie outside by a rounding error.
      const within = (value: number): boolean => value >= -1e-6 && value <= 1 + 1e-6;
      if (!Number.isFinite(fitness)) throw snapshotError('ARCHIVE', `have finite fitness in row ${i}`, fitness);
      if (!results.descriptors.row(i).every(within)) {
        throw snapshotError('ARCHIVE', `have x and y in [0, 1] in row ${i}`, results.descriptors.row(i));
      }
      const gene = genomes.row(i).find((value) => !(value >= -1 && value <= 1));
      if (gene !== undefined) throw snapshotError('ARCHIVE', `have genes in [-1, 1] in row ${i}`, gene);
    }
    return { joints, domain, genomes, ...results };
  });
}
