import { CvtArchive, GridArchive } from '../../archives/index.ts';
import {
  type AnySpace,
  Batch,
  type Box,
  boxBounds,
  type Elite,
  type FieldKinds,
  firstOutside,
  type Genomes,
  gridBox,
  isObjectSpace,
  type Problem,
  type Results,
  show,
} from '../../core/index.ts';
import { csvNumber, csvRecords, decodeNpy } from '../../formats/index.ts';
import { type CsvElites, csvElites } from '../../npy/index.ts';
import { countText, valueRange } from '../../plot/index.ts';
import type { ExplorerArchive } from '../explorer-rows.ts';
import { type DrawnGeometry, type ExplorerSpace, isDrawn } from '../explorer-space.ts';
import { type FileReport, firstReason } from './file-content.ts';
import { fileError, type Reading } from './reading.ts';
import { isOfDomain } from './same-domain.ts';

/** The elites of an archive whose cells have no place. */
export type KeptElites = Problem<never, FieldKinds> & {
  genomes(): Genomes<never>;
  columns(): Results;
};

/** Elites in cells, and what became of the rows of the file. */
interface Filled {
  readonly archive: ExplorerArchive;
  readonly report: FileReport;
}

/** Cells of a map that is made for elites without any, about. */
const usualCells = 2500;
/** Names of columns that are no fields: the cell, a threshold of pyribs, row names of pandas, origins, and what no field may be called. */
const notFields =
  /^(index|threshold|Unnamed.*|origin_(id|parents|emitter|evaluation|seed)|fitness|descriptors?|reasons|__proto__|)$/;

type Cells = GridArchive<never, FieldKinds> | CvtArchive<never, FieldKinds>;

/** Elites of a `.npy` file, `[fitness, descriptor…, genome…]` a row. How many descriptors there are is that of what is shown, else two. */
export async function npyArchive(reading: Reading, bytes: Uint8Array): Promise<Filled> {
  const { shape, data } = decodeNpy(bytes, reading.name);
  const [rows = 0, columns = 0] = shape;
  const size = reading.like?.descriptor?.dimensions ?? 2;
  if (shape.length !== 2 || columns < size + 2) {
    const least = `rows of at least ${size + 2} numbers: fitness, ${size} descriptors, and genes`;
    throw fileError(reading, `file must have ${least}; got shape (${shape.join(', ')})`);
  }
  const parts: CsvElites[] = [];
  for (let at = 0; at < rows; at += rowsOfPart(columns)) {
    const count = Math.min(rowsOfPart(columns), rows - at);
    const take = (from: number, width: number): Batch => {
      const taken = Batch.zeros(count, width);
      for (let i = 0, place = at * columns + from; i < count; i++, place += columns)
        taken.row(i).set(data.subarray(place, place + width));
      return taken;
    };
    const results = { fitness: take(0, 1).data, descriptors: take(1, size) };
    parts.push({ genomes: take(1 + size, columns - 1 - size), results });
    await reading.pause(`${countText(at + count, 'row')} read`);
  }
  const problem = { genome: anyNumbers(columns - 1 - size), descriptor: anyNumbers(size) };
  return tableFilled(reading, problem, parts);
}

/**
 * Elites of a CSV file in the columns of pyribs; other columns of numbers are fields. Genomes that are no vectors, in a column `genome`, are
 * read by the space that is shown; where that has such genomes, `solution_0` beside them is a field.
 */
export async function csvArchive(reading: Reading, text: string): Promise<Filled> {
  const { name, like } = reading;
  const first = text.split(/[\r\n]/, 1)[0]!;
  if (!(/\b(solution_0|genome)\b/.test(first) && /\bmeasures_0\b/.test(first))) {
    const rule =
      'file must be an npy, CSV or safetensors file; a CSV file has columns solution_0, measures_0, objective';
    throw fileError(reading, `${rule}; got ${show(first.slice(0, 60))}`);
  }
  const records = csvRecords(text, { owner: name });
  const [header = [], values = []] = [records.next().value?.values, records.next().value?.values];
  const columns = (of: RegExp): number[] => header.flatMap((value, place) => (of.test(value) ? [place] : []));
  const [texts, measures] = [columns(/^genome$/), columns(/^measures_\d+$/)];
  const vectors = texts.length > 0 && isObjectSpace(like?.genome) ? [] : columns(/^solution_\d+$/);
  const solutions = vectors.length > 0 ? vectors : texts;
  if (solutions.length === 0 || measures.length === 0)
    throw fileError(reading, `columns must be separated by commas alone; got ${show(first)}`);
  const genome = vectors.length > 0 ? anyNumbers(vectors.length) : like?.genome;
  if (vectors.length === 0 && !isObjectSpace(genome)) {
    const rule =
      'file must have vectors, solution_0 …: other genomes are read where the archive that is shown has such';
    throw fileError(reading, `${rule}; got a column genome`);
  }
  const known = new Set<number>([...solutions, ...measures, header.indexOf('objective')]);
  const isField = (field: string, place: number): boolean =>
    !known.has(place) && !notFields.test(field) && csvNumber(values[place] ?? 'none') !== undefined;
  const fields = Object.fromEntries(header.filter(isField).map((field) => [field, 'number' as const]));
  const problem = { genome: genome!, descriptor: anyNumbers(measures.length), fields };
  const parts: CsvElites<unknown>[] = [];
  let rows = 0;
  const found = csvElites<unknown>(name, text, problem as Problem<unknown, FieldKinds>, rowsOfPart(header.length));
  for (const part of found) {
    parts.push(part);
    rows += part.genomes.rows;
    await reading.pause(`${countText(rows, 'row')} read`);
  }
  return tableFilled(reading, problem, parts);
}

/** Puts the elites of an archive whose cells have no place into cells. */
export function inCells(reading: Reading, archive: KeptElites): Promise<Filled> {
  const { genome, descriptor, fields } = archive;
  const part = { genomes: archive.genomes(), results: archive.columns() };
  return filled(reading, { genome, descriptor, fields }, [part]);
}

/** An empty archive with the cells that are shown, or a grid. */
function cellsFor(reading: Reading, problem: Problem<never, FieldKinds>): Cells {
  const geometry = shownCells(problem.descriptor, reading.like);
  if (geometry === undefined) {
    const { dimensions } = problem.descriptor;
    const side = Math.floor(usualCells ** (1 / dimensions));
    if (side < 2) throw fileError(reading, `file must have at most 11 descriptors; got ${dimensions}`);
    return new GridArchive({ domain: problem, cells: Array(dimensions).fill(side) });
  }
  if ('centroids' in geometry) return new CvtArchive({ domain: problem, centroids: geometry.centroids });
  const { dimensions, lower, upper } = gridBox(geometry, boxBounds('', '', problem.descriptor));
  return new GridArchive({ domain: { ...problem, descriptor: { dimensions, lower, upper } }, cells: geometry.grid });
}

/** The cells that are shown, if descriptors are in the same space. */
function shownCells(descriptor: Box, like: ExplorerSpace | undefined): DrawnGeometry | undefined {
  const geometry = like?.geometry?.();
  if (!isDrawn(geometry) || like?.descriptor?.dimensions !== descriptor.dimensions) return undefined;
  const [a, b] = [boxBounds('', '', like.descriptor), boxBounds('', '', descriptor)];
  return `${a.lower};${a.upper}` === `${b.lower};${b.upper}` ? geometry : undefined;
}

/** The archive, with these elites, and with the space that it is shown in. @throws SNAPSHOT if nothing entered. */
async function filled(
  reading: Reading,
  problem: Problem<never, FieldKinds>,
  parts: readonly { readonly genomes: Genomes<unknown>; readonly results: Results }[],
): Promise<Filled> {
  const { like } = reading;
  const { genome, descriptor } = problem;
  const archive = cellsFor(reading, problem);
  let [rows, invalid, outside, reason]: [number, number, number, string | undefined] = [0, 0, 0, undefined];
  for (const { genomes, results } of parts) {
    const added = archive.add(genomes as Genomes<never>, results);
    reason ??= firstReason(added.reasons, rows);
    rows += added.status.length;
    invalid += added.invalid;
    outside += added.outsideDescriptor ?? 0;
    await reading.pause(`${countText(rows, 'row')} put into cells`);
  }
  if (archive.size === 0) {
    const got = rows === 0 ? 'no rows' : `${countText(rows, 'row')} without (${reason})`;
    throw fileError(reading, `file must hold an elite; got ${got}`);
  }
  const shown = shownCells(descriptor, like);
  const { outline, labels, fitnessLabel } = like ?? {};
  const cells: ExplorerArchive = {
    genome,
    descriptor,
    geometry: () => shown ?? archive.geometry(),
    cells: archive.cells,
    changes: (since) => archive.changes(since),
    get: (cell) => archive.get(cell),
    [Symbol.iterator]: () => archive[Symbol.iterator]() as Iterator<Elite<unknown, FieldKinds>>,
    ...(shown === undefined ? {} : { outline }),
  };
  // Labels of the shown domain do not apply to another one.
  const ofDomain =
    shown === undefined || !isOfDomain(cells, like!) ? {} : { genome: like!.genome, labels, fitnessLabel };
  return { archive: { ...cells, ...ofDomain }, report: { rows, invalid, outside, reason } };
}

/** A space of any numbers. */
function anyNumbers(dimensions: number): Box {
  return { dimensions, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
}

/** So many that they are read, or put into cells, in a few ms; enough that parts cost no more than rows. */
function rowsOfPart(columns: number): number {
  return Math.max(100, Math.floor(10_000 / columns));
}

/** Puts the elites of a table into the cells that are shown, unless most lie outside; else into a grid of [0, 1] or of their range. */
function tableFilled(
  reading: Reading,
  problem: { readonly genome: AnySpace; readonly descriptor: Box; readonly fields?: FieldKinds },
  parts: readonly CsvElites<unknown>[],
): Promise<Filled> {
  const like = areMostInside(parts, problem.descriptor, reading.like?.descriptor) ? reading.like : undefined;
  const descriptor = like?.descriptor ?? rangeOf(reading, problem.descriptor.dimensions, parts);
  return filled({ ...reading, like }, { ...problem, descriptor } as never, parts);
}

function areMostInside(parts: readonly CsvElites<unknown>[], { dimensions }: Box, space: Box | undefined): boolean {
  if (space?.dimensions !== dimensions) return false;
  const bounds = boxBounds('', '', space);
  let [inside, rows] = [0, 0];
  for (const { data } of parts.map(({ results }) => results.descriptors)) {
    for (let at = 0; at < data.length; at += dimensions) {
      const descriptor = data.subarray(at, at + dimensions);
      // A row without a finite descriptor is no elite.
      if (!descriptor.every(Number.isFinite)) continue;
      rows++;
      if (firstOutside(bounds, descriptor) < 0) inside++;
    }
  }
  return 2 * inside >= rows;
}

/** [0, 1] where that holds all descriptors, else their range. */
function rangeOf(reading: Reading, dimensions: number, parts: readonly CsvElites<unknown>[]): Box {
  const ranges = Array.from({ length: dimensions }, (_, j) => {
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { data } of parts.map(({ results }) => results.descriptors)) {
      for (let at = j; at < data.length; at += dimensions) {
        const value = data[at]!;
        if (!Number.isFinite(value)) continue;
        if (value < lowest) lowest = value;
        if (value > highest) highest = value;
      }
    }
    if (lowest >= 0 && highest <= 1) return [0, 1] as const;
    const [low, high] = valueRange([lowest, highest]);
    if (Number.isFinite(high - low)) return [low, high] as const;
    throw fileError(reading, `descriptors must be in a range that is a number; got ${low} to ${high}`);
  });
  return { dimensions, lower: ranges.map(([low]) => low), upper: ranges.map(([, high]) => high) };
}
