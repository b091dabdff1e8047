import {
  argumentError,
  Batch,
  checkObject,
  copyNumbers,
  type Elite,
  type FieldKinds,
  type Problem,
  snapshotError,
} from '../core/index.ts';
import { decodeNpy, encodeNpy } from '../formats/index.ts';
import { type Layout, layoutOf, numbersOf, type Part } from './elite-layout.ts';

/** Elites as a file holds them: what an archive's `add` takes. */
export interface NpyElites {
  /** `(rows, genomeDimensions)` */
  readonly genomes: Batch;
  readonly results: {
    /** `(rows)` */
    readonly fitness: Float64Array;
    /** `(rows, descriptorDimensions)` */
    readonly descriptors: Batch;
    /** By name, `(rows)` numbers or `(rows, size)` vectors; undefined if the domain or the file has none. */
    readonly fields?: Readonly<Record<string, Float64Array | Batch>> | undefined;
  };
}

/**
 * Writes an archive as a `.npy` file for `numpy.load`: float64, an elite a row, `[fitness, descriptor…, genome…, fields…]`. Without
 * fields these are the columns of the files that the paper's authors released. Rows are in the archive's order, fields in that of
 * `domain.fields`.
 * @param archive - An archive of vectors, or any list of its elites.
 * @param domain - A domain, or just its problem part: how long descriptors and genomes are, and which fields are written. One of kind
 *   `'json'` is refused, for it is no number: give the `fields` without it, or write the archive's `toBytes`, which has all.
 * @returns `(rows, 1 + descriptorDimensions + genomeDimensions + numbers of all fields)` as bytes.
 * @throws ARGUMENT if genomes are no vectors, a field is `'json'`, or an elite's descriptor, genome or field is none or has another
 *   length. What is no number in them becomes NaN.
 */
export function archiveToNpy(
  archive: Iterable<Elite<Float64Array, FieldKinds>>,
  domain: Problem<Float64Array, FieldKinds>,
): Uint8Array {
  const owner = 'archiveToNpy';
  const { fitness, descriptor, genome, fields } = numbersOnly(owner, domain);
  if (typeof archive?.[Symbol.iterator] !== 'function') throw argumentError(owner, 'archive', 'be an archive', archive);
  const elites = [...archive];
  const parts = [fitness, descriptor, genome, ...fields];
  const rows = Batch.zeros(elites.length, widthOf(parts));
  for (const [i, elite] of elites.entries()) {
    checkObject(owner, `archive[${i}]`, elite);
    const row = rows.row(i);
    let at = 0;
    for (const part of parts) {
      copyNumbers(numbersOf(owner, part, elite), row, at);
      at += part.size;
    }
  }
  return encodeNpy({ shape: [rows.rows, rows.columns], data: rows.data });
}

/**
 * Reads elites from a `.npy` file of any type that {@link decodeNpy} reads, `[fitness, descriptor…, genome…, fields…]` a row. Nothing
 * is evaluated, and what a row says is believed: `archive.add(genomes, results)` reports rows that are not finite, or outside their
 * box, as invalid.
 * @param domain - The one that the file was written with, or its problem part. Files without the fields are read as well; to an
 *   archive that has fields their rows are invalid.
 * @returns copies.
 * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer, genomes are no vectors, or a field is `'json'`; SNAPSHOT if
 *   the bytes are damaged, of another type, order or shape.
 */
export function archiveFromNpy(bytes: Uint8Array | ArrayBuffer, domain: Problem<Float64Array, FieldKinds>): NpyElites {
  const owner = 'archiveFromNpy';
  const layout = numbersOnly(owner, domain);
  const { fields } = layout;
  const plain = [layout.fitness, layout.descriptor, layout.genome];
  const { shape, data } = decodeNpy(bytes, owner);
  const [rows = 0, columns = 0] = shape;
  const [least, most] = [widthOf(plain), widthOf([...plain, ...fields])];
  if (shape.length !== 2 || (columns !== least && columns !== most)) {
    const names = '(rows, 1 + descriptorDimensions + genomeDimensions)';
    const more = least === most ? '' : `, or (rows, ${most}) with its fields`;
    throw snapshotError(owner, `have shape (rows, ${least}), that is ${names}${more}`, `(${shape.join(', ')})`);
  }
  let from = 0;
  const take = ({ size }: Part): Batch => {
    const taken = Batch.zeros(rows, size);
    for (let i = 0, at = from; i < rows; i++, at += columns) taken.row(i).set(data.subarray(at, at + size));
    from += size;
    return taken;
  };
  const [fitness, descriptors, genomes] = plain.map(take) as [Batch, Batch, Batch];
  const results = { fitness: fitness.data, descriptors };
  if (columns === least) return { genomes, results };
  const own = fields.map((part) => [part.name, part.kind === 'number' ? take(part).data : take(part)] as const);
  return { genomes, results: { ...results, fields: Object.fromEntries(own) } };
}

/** @throws ARGUMENT if a field is JSON, or genomes are no vectors. */
function numbersOnly(owner: string, domain: Problem<Float64Array, FieldKinds>): Layout {
  const layout = layoutOf(owner, domain);
  if (typeof layout.genome.kind === 'object') {
    const rule =
      'be a box of vectors: a file of numbers holds no other genome; archiveToCsv and archiveFromCsv take any';
    throw argumentError(owner, 'domain.genome', rule, domain.genome);
  }
  const json = layout.fields.find(({ kind }) => typeof kind === 'object');
  if (json === undefined) return layout;
  const rule = "be 'number' or { size }: a file of numbers holds no other field; leave it out of the domain's fields";
  throw argumentError(owner, `domain.fields.${json.name}`, rule, 'json');
}

function widthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
