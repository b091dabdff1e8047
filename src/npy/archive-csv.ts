import {
  type AddReport,
  argumentError,
  type Batch,
  checkMethods,
  type Elite,
  type FieldKinds,
  type Problem,
  plainJson,
  type Results,
} from '../core/index.ts';
import { encodeCsv } from '../formats/index.ts';
import { columnsOf, csvElites } from './csv-elites.ts';
import { layoutOf, numbersOf, type Part } from './elite-layout.ts';

/** What {@link archiveFromCsv} fills: an archive of this package, or any that says what it is for. */
export interface CsvArchive extends Problem<Float64Array, FieldKinds> {
  add(genomes: Batch, results: Results): AddReport;
}

/**
 * Writes an archive as CSV in the columns of pyribs' `ArchiveDataFrame` [Tjanaka2023]: `solution_0…`, `objective`, `measures_0…`,
 * `index` (the cell), then fields by their names, of vectors `name_0…`, of kind `'json'` as JSON. An elite a line, in the archive's
 * order; {@link archiveFromCsv} reads the same bits.
 * @param archive - An archive of vectors, or any list of its elites.
 * @param domain - A domain, or just its problem part: how long descriptors and genomes are, and which fields are written.
 * @throws ARGUMENT if genomes are no vectors, two columns have one name, or an elite's descriptor, genome or field is none or has
 *   another length. What is no number in them becomes an empty value.
 */
export function archiveToCsv(
  archive: Iterable<Elite<Float64Array, FieldKinds>>,
  domain: Problem<Float64Array, FieldKinds>,
): string {
  const owner = 'archiveToCsv';
  const { genome, fitness, descriptor, fields } = layoutOf(owner, domain);
  if (typeof archive?.[Symbol.iterator] !== 'function') throw argumentError(owner, 'archive', 'be an archive', archive);
  const parts = [genome, fitness, descriptor];
  const header = [...parts.flatMap(columnsOf), 'index', ...fields.flatMap(columnsOf)];
  const seen = new Set<string>();
  const twice = header.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw argumentError(owner, 'domain.fields', 'not give a column a name that is taken', twice);
  const records: (string | number)[][] = [header];
  for (const elite of archive) {
    const values = (some: readonly Part[]) => some.flatMap((part) => valuesOf(owner, part, elite));
    records.push([...values(parts), elite.cell, ...values(fields)]);
  }
  return encodeCsv(records);
}

/**
 * Adds the elites of a CSV file to an archive, in the file's order. Columns are found by their names, see {@link archiveToCsv}, so that
 * files of pyribs 0.8 and 0.10 are read alike; columns that the archive has no use for are skipped, such as `threshold` and pandas' row
 * names. Nothing is evaluated, what a line says is believed, and its cell is found anew from its descriptor.
 * @returns what became of each line after the header: one that cannot be read is invalid, with line and column in the reason.
 * @throws ARGUMENT if `text` is no string, or genomes are no vectors; SNAPSHOT if quotes are misplaced, or the header lacks a column of
 *   solutions, measures or the objective, has one twice, or has more of them than the archive has dimensions. Nothing is added then.
 */
export function archiveFromCsv(text: string, archive: CsvArchive): AddReport {
  const owner = 'archiveFromCsv';
  checkMethods(owner, 'archive', archive, 'add');
  const [all] = csvElites(owner, text, archive, Number.POSITIVE_INFINITY);
  return archive.add(all!.genomes, all!.results);
}

function valuesOf(owner: string, part: Part, elite: Elite<Float64Array, FieldKinds>): (string | number)[] {
  if (part.kind === 'json') return [plainJson.serialize(elite.fields[part.name])];
  return Array.from(numbersOf(owner, part, elite), (value) => (typeof value === 'number' ? value : Number.NaN));
}
