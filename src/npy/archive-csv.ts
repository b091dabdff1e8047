import {
  type AddReport,
  argumentError,
  Batch,
  checkMethods,
  type Elite,
  ElitesError,
  type FieldKinds,
  messageOf,
  type Problem,
  plainJson,
  type Results,
  show,
} from '../core/index.ts';
import { type CsvRecord, csvNumber, decodeCsv, encodeCsv } from '../formats/index.ts';
import { layoutOf, numbersOf, type Part } from './elite-layout.ts';

/** What {@link archiveFromCsv} fills: an archive of this package, or any that says what it is for. */
export interface CsvArchive extends Problem<Float64Array, FieldKinds> {
  add(genomes: Batch, results: Results): AddReport;
}

/** The names of pyribs. */
const names: Readonly<Record<string, string>> = { genome: 'solution', fitness: 'objective', descriptor: 'measures' };

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
  const { genome, fitness, descriptor, fields } = layoutOf(owner, archive);
  const [header, ...records] = decodeCsv(text, { owner });
  if (header === undefined) throw headerError(owner, 'have a header', text);
  const places = new Map<string, number[]>();
  for (const [place, name] of header.values.entries()) {
    const same = places.get(name);
    if (same === undefined) places.set(name, [place]);
    else same.push(place);
  }
  const placeOf = (part: Part): number[] => placesOf(owner, part, places, header.values);
  const reader = new RecordReader(header.values, records);
  const genomes = reader.numbers(genome, placeOf(genome));
  const fitnesses = reader.numbers(fitness, placeOf(fitness)).data;
  const descriptors = reader.numbers(descriptor, placeOf(descriptor));
  const columns: Record<string, Batch | Float64Array | unknown[]> = {};
  for (const part of fields) {
    // An archive of other fields: `add` tells what is missing.
    if (!columnsOf(part).every((name) => places.has(name))) continue;
    const own = placeOf(part);
    const numbers = () => reader.numbers(part, own);
    const column = { json: () => reader.json(own[0]!), number: () => numbers().data, vector: numbers };
    columns[part.name] = column[part.kind]();
  }
  return archive.add(genomes, { fitness: fitnesses, descriptors, fields: columns, reasons: reader.reasons });
}

/** Reads columns of records, and notes the first reason why one cannot be read. */
class RecordReader {
  /** `(records)` */
  readonly reasons: (string | undefined)[];
  readonly #header: readonly string[];
  readonly #records: readonly CsvRecord[];

  constructor(header: readonly string[], records: readonly CsvRecord[]) {
    this.#header = header;
    this.#records = records;
    this.reasons = records.map(({ line, values }) =>
      values.length === header.length
        ? undefined
        : `line ${line} must have ${header.length} values; got ${values.length}`,
    );
  }

  /** `(records, size)`: NaN where there is no number. */
  numbers({ size }: Part, places: readonly number[]): Batch {
    const found = Batch.zeros(this.#records.length, size);
    for (const [i, { values }] of this.#records.entries()) {
      for (const [j, place] of places.entries()) {
        const number = csvNumber(values[place] ?? '');
        if (number === undefined) this.#fault(i, place, 'be a number');
        found.data[i * size + j] = number ?? Number.NaN;
      }
    }
    return found;
  }

  /** `(records)`: undefined where there is no JSON. */
  json(place: number): unknown[] {
    return this.#records.map(({ values }, i) => {
      try {
        return plainJson.deserialize(values[place] ?? '');
      } catch (error) {
        this.#fault(i, place, `be JSON (${messageOf(error)})`);
        return undefined;
      }
    });
  }

  #fault(i: number, place: number, rule: string): void {
    const { line, values } = this.#records[i]!;
    this.reasons[i] ??= `line ${line}: ${this.#header[place]} must ${rule}; got ${show(values[place])}`;
  }
}

/** The name of a part's column, or the beginning of those of its columns. */
function nameOf({ name, isField }: Part): string {
  return isField ? name : names[name]!;
}

function columnsOf(part: Part): string[] {
  const name = nameOf(part);
  return part.kind === 'vector' ? Array.from({ length: part.size }, (_, j) => `${name}_${j}`) : [name];
}

function valuesOf(owner: string, part: Part, elite: Elite<Float64Array, FieldKinds>): (string | number)[] {
  if (part.kind === 'json') return [plainJson.serialize(elite.fields[part.name])];
  return Array.from(numbersOf(owner, part, elite), (value) => (typeof value === 'number' ? value : Number.NaN));
}

/** Where the columns of a part are. @throws SNAPSHOT if one is missing or there twice, or there are more of them. */
function placesOf(
  owner: string,
  part: Part,
  all: ReadonlyMap<string, readonly number[]>,
  header: readonly string[],
): number[] {
  const places = columnsOf(part).map((name) => {
    const [place, second] = all.get(name) ?? [];
    if (place === undefined) throw headerError(owner, `have a column ${name}`, header.join());
    if (second !== undefined) throw headerError(owner, `have one column ${name}`, header.join());
    return place;
  });
  const more = `${nameOf(part)}_${part.size}`;
  if (part.kind !== 'vector' || !all.has(more)) return places;
  throw headerError(owner, `have no column ${more}, for ${part.name}s have ${part.size} numbers here`, header.join());
}

function headerError(owner: string, rule: string, got: string): ElitesError {
  return new ElitesError('SNAPSHOT', `${owner}: text must ${rule}; got ${show(got)}.`);
}
