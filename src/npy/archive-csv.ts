import {
  type AddReport,
  argumentError,
  checkFlag,
  checkMethods,
  checkObject,
  checkOptions,
  type Elite,
  type FieldKinds,
  type Genomes,
  type Origin,
  type Problem,
  plainJson,
  type Results,
} from '../core/index.ts';
import { encodeCsv } from '../formats/index.ts';
import { columnsOf, csvElites } from './csv-elites.ts';
import { layoutOf, numbersOf, type Part } from './elite-layout.ts';

/** What {@link archiveFromCsv} fills: an archive of this package, or any that says what it is for. */
export interface CsvArchive<G = Float64Array> extends Problem<G, FieldKinds> {
  add(genomes: Genomes<G>, results: Results): AddReport;
}

/** Options of {@link archiveToCsv}. */
export interface CsvWriteOptions {
  /** Whether there are columns for the {@link Origin} of each elite (default false); the archive must keep lineage. */
  readonly lineage?: boolean | undefined;
}

/** The columns of an {@link Origin}. */
const originColumns = ['id', 'parents', 'emitter', 'evaluation', 'seed'].map((name) => `origin_${name}`);

/**
 * Writes an archive as CSV in the columns of pyribs' `ArchiveDataFrame` [Tjanaka2023]: `solution_0…`, `objective`, `measures_0…`,
 * `index` (the cell), then fields by their names, of vectors `name_0…`. Genomes that are no vectors are in one column `genome` in place
 * of `solution_0…`: the text that `serialize` of their space gives. A field of kind `'json'` is JSON, so that a text has quotes of its
 * own: without them `"5"` and 5 would be read alike. An elite a line, in the archive's order; {@link archiveFromCsv} reads the same bits.
 *
 * With `lineage`, last: `origin_id`, `origin_parents` (a JSON list of ids, `[]` of a first genome), `origin_emitter`,
 * `origin_evaluation`, `origin_seed`. A parent whose cell was taken by another elite since has no line.
 * @param archive - An archive, or any list of its elites.
 * @param domain - A domain, or just its problem part: how long descriptors and genomes are, and which fields are written.
 * @throws ARGUMENT if two columns have one name, an elite's descriptor, genome or field is none or has another length, a JSON field is not
 *   plain JSON, `serialize` gives no text, or with `lineage` an elite has no origin; what `serialize` throws. What is no number in vectors,
 *   fitness and number fields becomes an empty value.
 */
export function archiveToCsv<G = Float64Array>(
  archive: Iterable<Elite<G, FieldKinds>>,
  domain: Problem<G, FieldKinds>,
  options: CsvWriteOptions = {},
): string {
  const owner = 'archiveToCsv';
  const { genome, fitness, descriptor, fields } = layoutOf(owner, domain);
  if (typeof archive?.[Symbol.iterator] !== 'function') throw argumentError(owner, 'archive', 'be an archive', archive);
  checkOptions(owner, options, ['lineage']);
  const { lineage = false } = options;
  checkFlag(owner, 'lineage', lineage);
  const parts = [genome, fitness, descriptor];
  const origins = lineage ? originColumns : [];
  const header = [...parts.flatMap(columnsOf), 'index', ...fields.flatMap(columnsOf), ...origins];
  const seen = new Set<string>();
  const twice = header.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw argumentError(owner, 'domain.fields', 'not give a column a name that is taken', twice);
  const records: (string | number)[][] = [header];
  let row = 0;
  for (const elite of archive) {
    checkObject(owner, `archive[${row++}]`, elite);
    const values = (some: readonly Part[]) => some.flatMap((part) => valuesOf(owner, part, elite));
    const origin = lineage ? originOf(owner, elite.origin) : [];
    records.push([...values(parts), elite.cell, ...values(fields), ...origin]);
  }
  return encodeCsv(records);
}

/**
 * Adds the elites of a CSV file to an archive, in the file's order. Columns are found by their names, see {@link archiveToCsv}, so that
 * files of pyribs 0.8 and 0.10 are read alike; columns that the archive has no use for are skipped, such as `threshold`, pandas' row
 * names, and origins, because ids are of one archive. Genomes that are no vectors are read by `deserialize` of the archive's genome
 * space. Nothing is evaluated, what a line says is believed, and its cell is found anew from its descriptor.
 * @returns what became of each line after the header: one that cannot be read is invalid, with line and column in the reason.
 * @throws ARGUMENT if `text` is no string, or `deserialize` gives a promise; SNAPSHOT if quotes are misplaced, or the header lacks a column of genomes, measures or the
 *   objective, has one twice, or has more of them than the archive has dimensions. Nothing is added then.
 */
export function archiveFromCsv<G = Float64Array>(text: string, archive: CsvArchive<G>): AddReport {
  const owner = 'archiveFromCsv';
  checkMethods(owner, 'archive', archive, 'add');
  const [all] = csvElites<G>(owner, text, archive, Number.POSITIVE_INFINITY);
  return archive.add(all!.genomes, all!.results);
}

function valuesOf(owner: string, part: Part, elite: Elite<unknown, FieldKinds>): (string | number)[] {
  const { kind, name, isField } = part;
  if (typeof kind === 'string') {
    return Array.from(numbersOf(owner, part, elite), (value) => (typeof value === 'number' ? value : Number.NaN));
  }
  if (isField) return [jsonOf(owner, `fields.${name}`, elite.fields?.[name])];
  const text: unknown = kind.serialize(elite.genome);
  if (typeof text !== 'string') throw argumentError(owner, 'domain.genome.serialize', 'give a text', text);
  return [text];
}

/** @throws ARGUMENT, in the name of `owner`, if JSON would change the value. */
function jsonOf(owner: string, argument: string, value: unknown): string {
  try {
    return plainJson.serialize(value);
  } catch {
    throw argumentError(owner, argument, 'be plain JSON', value);
  }
}

/** The values of {@link originColumns}. */
function originOf(owner: string, origin: Origin | undefined): (string | number)[] {
  if (origin == null)
    throw argumentError(owner, 'archive', 'keep lineage, as one that is made with lineage: true', origin);
  const { id, parents, emitter, evaluation, seed } = origin;
  return [id, jsonOf(owner, 'origin.parents', parents), emitter, evaluation, seed];
}
