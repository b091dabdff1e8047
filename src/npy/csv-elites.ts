import {
  Batch,
  checkSynchronous,
  ElitesError,
  type FieldKinds,
  type Genomes,
  ListBatch,
  messageOf,
  type Problem,
  type Results,
  show,
  type TextCodec,
} from '../core/index.ts';
import { type CsvRecord, csvNumber, csvRecords } from '../formats/index.ts';
import { layoutOf, type Part } from './elite-layout.ts';

/** The names of pyribs. */
const names: Readonly<Record<string, string>> = { genome: 'solution', fitness: 'objective', descriptor: 'measures' };

/** Elites of a CSV file: what an archive's `add` takes. */
export interface CsvElites<G = Float64Array> {
  /** A Batch of `(rows, genomeDimensions)` if they are vectors; undefined where one cannot be read. */
  readonly genomes: Genomes<G>;
  readonly results: Results & { readonly descriptors: Batch };
}

/**
 * Reads the elites of a CSV file in parts of at most some rows; without any there is one empty part.
 * @param problem - Its bounds are not looked at. @throws as archiveFromCsv, what is wrong with the header before the first part.
 */
export function* csvElites<G = Float64Array>(
  owner: string,
  text: string,
  problem: Problem<G, FieldKinds>,
  rows: number,
): Generator<CsvElites<G>, undefined> {
  const { genome, fitness, descriptor, fields } = layoutOf(owner, problem);
  const records = csvRecords(text, { owner });
  const header = records.next().value;
  if (header === undefined) throw headerError(owner, 'have a header', text);
  const places = new Map<string, number[]>();
  for (const [place, name] of header.values.entries()) {
    const same = places.get(name);
    if (same === undefined) places.set(name, [place]);
    else same.push(place);
  }
  const own = new Set([genome, fitness, descriptor, ...fields].flatMap(columnsOf));
  const placeOf = (part: Part): number[] => placesOf(owner, part, own, places, header.values);
  const ofGenome = placeOf(genome);
  const ofFitness = placeOf(fitness);
  const ofDescriptor = placeOf(descriptor);
  // An archive of other fields: `add` tells what is missing.
  const known = fields.filter((part) => columnsOf(part).every((name) => places.has(name)));
  const ofFields = known.map((part) => [part, placeOf(part)] as const);
  let next = records.next();
  do {
    const part: CsvRecord[] = [];
    for (; !next.done && part.length < rows; next = records.next()) part.push(next.value);
    const reader = new RecordReader(owner, header.values, part);
    const genomes = reader.genomes(genome, ofGenome) as Genomes<G>;
    const fitnesses = reader.numbers(fitness, ofFitness).data;
    const descriptors = reader.numbers(descriptor, ofDescriptor);
    const columns = Object.fromEntries(ofFields.map(([field, at]) => [field.name, reader.column(field, at)]));
    yield { genomes, results: { fitness: fitnesses, descriptors, fields: columns, reasons: reader.reasons } };
  } while (!next.done);
}

/** Reads columns of records, and notes the first reason why one cannot be read. */
class RecordReader {
  /** `(records)` */
  readonly reasons: (string | undefined)[];
  readonly #owner: string;
  readonly #header: readonly string[];
  readonly #records: readonly CsvRecord[];

  constructor(owner: string, header: readonly string[], records: readonly CsvRecord[]) {
    this.#owner = owner;
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

  /** `(records, size)` vectors, or `(records)` of any kind. */
  genomes(part: Part, places: readonly number[]): Genomes<unknown> {
    const column = this.column(part, places);
    return column instanceof Batch ? column : new ListBatch(column as unknown[]);
  }

  /** `(records)` numbers or what texts say, or `(records, size)` vectors. */
  column(part: Part, places: readonly number[]): Batch | Float64Array | unknown[] {
    const { kind, isField } = part;
    if (typeof kind === 'object') return this.#read(kind, places[0]!, isField ? 'JSON' : 'a genome');
    const numbers = this.numbers(part, places);
    return kind === 'number' ? numbers.data : numbers;
  }

  /** `(records)`: undefined where a text cannot be read. @param what - What it must be. @throws ARGUMENT if that gives a promise. */
  #read({ deserialize }: TextCodec<unknown>, place: number, what: string): unknown[] {
    return this.#records.map(({ values }, i) => {
      let value: unknown;
      try {
        value = deserialize(values[place] ?? '');
      } catch (error) {
        this.#fault(i, place, `be ${what} (${messageOf(error)})`);
      }
      checkSynchronous(this.#owner, 'archive.genome.deserialize()', value);
      return value;
    });
  }

  #fault(i: number, place: number, rule: string): void {
    const { line, values } = this.#records[i]!;
    this.reasons[i] ??= `line ${line}: ${this.#header[place]} must ${rule}; got ${show(values[place])}`;
  }
}

/** The name of a part's column, or the beginning of those of its columns. */
function nameOf({ name, isField, kind }: Part): string {
  return isField || typeof kind === 'object' ? name : names[name]!;
}

/** The names of a part's columns, those of pyribs. */
export function columnsOf(part: Part): string[] {
  const name = nameOf(part);
  return part.kind === 'vector' ? Array.from({ length: part.size }, (_, j) => `${name}_${j}`) : [name];
}

/**
 * Where the columns of a part are.
 * @param own - The names of all parts' columns: one of these is no further column of this part.
 * @throws SNAPSHOT if one is missing or there twice, or there are more of them.
 */
function placesOf(
  owner: string,
  part: Part,
  own: ReadonlySet<string>,
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
  if (part.kind !== 'vector' || own.has(more) || !all.has(more)) return places;
  throw headerError(owner, `have no column ${more}, for ${part.name}s have ${part.size} numbers here`, header.join());
}

function headerError(owner: string, rule: string, got: string): ElitesError {
  return new ElitesError('SNAPSHOT', `${owner}: text must ${rule}; got ${show(got)}.`);
}
