import {
  type Batch,
  type BoxBounds,
  checkFields,
  checkFlag,
  checkNumber,
  checkObject,
  type FieldKinds,
  finiteBounds,
  type Genomes,
  type NoFields,
  type Origin,
  type Problem,
} from '../core/index.ts';
import type { Admission } from './admissions/admission.ts';
import type { CellIndex } from './indices/cell-index.ts';

/** What every archive takes. */
export interface CommonArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields> {
  /** A domain, or just its problem part. */
  readonly domain: Problem<G, F>;
  /** Whether elites have an {@link Origin} (default false). */
  readonly lineage?: boolean | undefined;
}

/** What a {@link CellArchive} is made of. */
export interface CellArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields>
  extends CommonArchiveOptions<G, F> {
  /** Which cell a descriptor belongs to. */
  readonly index: CellIndex;
  /** Who may enter a cell (default: whoever is better than its elite). */
  readonly admission?: Admission | undefined;
  /** Whom errors name, and whose state a snapshot says that it is (default 'CellArchive'). */
  readonly name?: string | undefined;
}

/** The columns of an archive: live views, valid until the next change. */
export interface ArchiveColumns<G = Float64Array> {
  /** `(size)` */
  readonly cells: Int32Array;
  /** `(size)` */
  readonly fitness: Float64Array;
  /** `(size, descriptorDimensions)` */
  readonly descriptors: Batch;
  readonly genomes: Genomes<G>;
  /** The domain's own, by name. */
  readonly fields: Readonly<Record<string, Float64Array | Batch | readonly unknown[]>>;
}

/** What changed in an archive. */
export interface ArchiveChanges {
  /** To be given to the next call. */
  readonly version: number;
  /** Cells whose elite was replaced, changed or removed. */
  readonly cells: Int32Array;
}

/**
 * Checks the part of a problem that an archive needs, and gives the bounds of its descriptors.
 * @throws ARGUMENT if the descriptor box is not finite, the floor no finite number, or fields or noisy break their contract.
 */
export function descriptorBounds<G, F extends FieldKinds>(owner: string, problem: Problem<G, F>): BoxBounds {
  checkObject(owner, 'domain', problem);
  const { fitnessFloor, fields, noisy } = problem;
  if (fitnessFloor !== undefined) checkNumber(owner, 'domain.fitnessFloor', fitnessFloor);
  if (fields !== undefined) checkFields(owner, fields);
  if (noisy !== undefined) checkFlag(owner, 'domain.noisy', noisy);
  return finiteBounds(owner, 'domain.descriptor', problem.descriptor);
}
