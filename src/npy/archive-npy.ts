import {
  argumentError,
  Batch,
  type Box,
  boxBounds,
  checkObject,
  copyNumbers,
  type Elite,
  isObjectSpace,
  isRow,
  lengthOf,
  type Problem,
  shapeError,
  snapshotError,
} from '../core/index.ts';
import { decodeNpy, encodeNpy } from '../formats/index.ts';

/** Elites as a file holds them: what an archive's `add` takes. */
export interface NpyElites {
  /** `(rows, genomeDimensions)` */
  readonly genomes: Batch;
  readonly results: {
    /** `(rows)` */
    readonly fitness: Float64Array;
    /** `(rows, descriptorDimensions)` */
    readonly descriptors: Batch;
  };
}

/**
 * Writes an archive as a `.npy` file for `numpy.load`: float64, an elite a row, `[fitness, descriptor…, genome…]`, as the
 * paper's authors released theirs. Rows are in the archive's order.
 * @param archive - an archive of vectors, or any list of its elites.
 * @param domain - a domain, or just its problem part: how long descriptors and genomes are.
 * @returns `(rows, 1 + descriptorDimensions + genomeDimensions)` as bytes.
 * @throws ARGUMENT if genomes are no vectors, or an elite's descriptor or genome is none or has another length. What is no
 *   number in them becomes NaN.
 */
export function archiveToNpy(archive: Iterable<Elite>, domain: Problem): Uint8Array {
  const owner = 'archiveToNpy';
  const [d, n] = dimensionsOf(owner, domain);
  if (typeof archive?.[Symbol.iterator] !== 'function') throw argumentError(owner, 'archive', 'be an archive', archive);
  const elites = [...archive];
  const rows = Batch.zeros(elites.length, 1 + d + n);
  for (const [i, elite] of elites.entries()) {
    const { fitness, descriptor, genome } = (elite ?? {}) as Partial<Elite>;
    if (!isRow(descriptor, d))
      throw shapeError(owner, 'descriptor', [d], 'descriptorDimensions', [lengthOf(descriptor)]);
    if (!isRow(genome, n)) throw shapeError(owner, 'genome', [n], 'genomeDimensions', [lengthOf(genome)]);
    const row = rows.row(i);
    copyNumbers([fitness], row, 0);
    copyNumbers(descriptor, row, 1);
    copyNumbers(genome, row, 1 + d);
  }
  return encodeNpy({ shape: [rows.rows, rows.columns], data: rows.data });
}

/**
 * Reads elites from a `.npy` file of any type that {@link decodeNpy} reads, `[fitness, descriptor…, genome…]` a row. Nothing is evaluated, and
 * what a row says is believed: `archive.add(genomes, results)` reports rows that are not finite, or outside their box, as invalid.
 * @param domain - a domain, or just its problem part: how long descriptors and genomes are.
 * @returns copies.
 * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer, or genomes are no vectors; SNAPSHOT if the bytes are damaged, of another
 *   type, order or shape.
 */
export function archiveFromNpy(bytes: Uint8Array | ArrayBuffer, domain: Problem): NpyElites {
  const owner = 'archiveFromNpy';
  const [d, n] = dimensionsOf(owner, domain);
  const { shape, data } = decodeNpy(bytes, owner);
  const [rows = 0, columns] = shape;
  if (shape.length !== 2 || columns !== 1 + d + n) {
    const rule = `have shape (rows, ${1 + d + n}), that is (rows, 1 + descriptorDimensions + genomeDimensions)`;
    throw snapshotError(owner, rule, `(${shape.join(', ')})`);
  }
  const fitness = new Float64Array(rows);
  const descriptors = Batch.zeros(rows, d);
  const genomes = Batch.zeros(rows, n);
  for (let i = 0; i < rows; i++) {
    const row = data.subarray(i * columns, (i + 1) * columns);
    fitness[i] = row[0]!;
    descriptors.row(i).set(row.subarray(1, 1 + d));
    genomes.row(i).set(row.subarray(1 + d));
  }
  return { genomes, results: { fitness, descriptors } };
}

function dimensionsOf(owner: string, domain: Problem): [descriptor: number, genome: number] {
  checkObject(owner, 'domain', domain);
  if (isObjectSpace(domain.genome)) throw argumentError(owner, 'domain.genome', 'be a box of vectors', domain.genome);
  const sizeOf = (name: 'descriptor' | 'genome'): number =>
    boxBounds(owner, `domain.${name}`, domain[name] as Box).dimensions;
  return [sizeOf('descriptor'), sizeOf('genome')];
}
