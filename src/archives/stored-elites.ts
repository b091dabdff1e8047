import { type Batch, fieldsOf, isObjectSpace } from '../core/index.ts';
import { openSnapshot, readState, serial } from '../formats/index.ts';
import { checkRows, storedRows } from './archive-file.ts';
import { elitesKind } from './elite-columns.ts';

/** Elites of an archive whose genomes are vectors. */
export interface StoredElites {
  /** `(rows, genomeDimensions)` */
  readonly genomes: Batch;
  readonly results: {
    /** `(rows)` */
    readonly fitness: Float64Array;
    /** `(rows, descriptorDimensions)` */
    readonly descriptors: Batch;
    /** By name. */
    readonly fields: ReturnType<typeof fieldsOf>;
  };
}

/**
 * Reads the elites in the file of any archive (`toBytes`), for what needs neither its class nor its cells.
 * @param owner - In whose name errors are thrown.
 * @throws SNAPSHOT if the bytes are damaged, or not of an archive of vectors.
 */
export function storedElites(owner: string, bytes: Uint8Array): StoredElites {
  const file = openSnapshot(owner, bytes);
  const kind = file.metadata.get('kind');
  // Other snapshots have no bounds of a descriptor.
  if (!file.tensors.has('descriptor.lower')) throw file.fail('be of an archive', `a snapshot of ${kind}`);
  const rows = storedRows(owner, file);
  if (isObjectSpace(rows.problem.genome)) throw file.fail('hold genomes that are vectors', 'objects');
  const { nextId, elites } = readState(file, { nextId: serial, elites: elitesKind(rows.stored, 'elites') });
  checkRows([elites], rows as never, nextId, file.fail);
  const results = { fitness: elites.numbers('fitness'), descriptors: elites.vectors('descriptor') };
  return { genomes: elites.vectors('genome'), results: { ...results, fields: fieldsOf(elites) } };
}
