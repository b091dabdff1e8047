import { CvtArchive, GridArchive } from '../../archives/index.ts';
import {
  type AddReport,
  type Box,
  boxBounds,
  type Elite,
  ElitesError,
  type FieldKinds,
  type Genomes,
  type Problem,
  type Results,
  show,
} from '../../core/index.ts';
import { csvNumber, decodeCsv } from '../../formats/index.ts';
import { archiveFromCsv, archiveFromNpy, decodeNpy } from '../../npy/index.ts';
import { countText, valueRange } from '../../plot/index.ts';
import type { ExplorerArchive } from '../explorer-rows.ts';
import { type DrawnGeometry, type ExplorerSpace, isDrawn } from '../explorer-space.ts';
import { firstReason } from './file-content.ts';

/** The elites of an archive whose cells have no place. */
export type KeptElites = Problem<never, FieldKinds> & {
  genomes(): Genomes<never>;
  columns(): Results;
};

/** Elites in cells, and what became of the rows of the file. */
interface Filled {
  readonly archive: ExplorerArchive;
  readonly report: AddReport;
}

/** Cells of a map that is made for elites without any, about. */
const usualCells = 2500;
/** Names of columns that are no fields: the cell, a threshold of pyribs, row names of pandas, and what no field may be called. */
const notFields = /^(index|threshold|Unnamed.*|fitness|descriptors?|reasons|__proto__|)$/;

type Cells = GridArchive<never, FieldKinds> | CvtArchive<never, FieldKinds>;

/** Elites of a `.npy` file, `[fitness, descriptor…, genome…]` a row. How many descriptors there are is that of what is shown, else two. */
export function npyArchive(name: string, bytes: Uint8Array, like: ExplorerSpace | undefined): Filled {
  const { shape, data } = decodeNpy(bytes, name);
  const [rows = 0, columns = 0] = shape;
  const size = like?.descriptor?.dimensions ?? 2;
  if (shape.length !== 2 || columns < size + 2) {
    const least = `rows of at least ${size + 2} numbers: fitness, ${size} descriptors, and genes`;
    throw new ElitesError('SNAPSHOT', `${name}: file must have ${least}; got shape (${shape.join(', ')}).`);
  }
  const values = Array.from({ length: size }, (_, j) =>
    Float64Array.from({ length: rows }, (_, i) => data[i * columns + 1 + j]!),
  );
  const problem = { genome: genesOf(columns - 1 - size), descriptor: descriptorOf(values, like) };
  const archive = cellsFor(name, problem, like);
  const { genomes, results } = archiveFromNpy(bytes, problem);
  return filled(name, archive, problem.descriptor, like, archive.add(genomes as never, results));
}

/** Elites of a CSV file in the columns of pyribs; other columns of numbers are fields. */
export function csvArchive(name: string, text: string, like: ExplorerSpace | undefined): Filled {
  const first = text.split(/[\r\n]/, 1)[0]!;
  if (!(/\bsolution_0\b/.test(first) && /\bmeasures_0\b/.test(first))) {
    const rule =
      'file must be an npy, CSV or safetensors file; a CSV file has columns solution_0, measures_0, objective';
    throw new ElitesError('SNAPSHOT', `${name}: ${rule}; got ${show(first.slice(0, 60))}.`);
  }
  const [header = { values: [] }, ...records] = decodeCsv(text, { owner: name });
  const columns = (of: RegExp): number[] => header.values.flatMap((value, place) => (of.test(value) ? [place] : []));
  const [solutions, measures] = [columns(/^solution_\d+$/), columns(/^measures_\d+$/)];
  if (solutions.length === 0 || measures.length === 0)
    throw new ElitesError('SNAPSHOT', `${name}: columns must be separated by commas alone; got ${show(first)}.`);
  const known = new Set<number>([...solutions, ...measures, (header.values as readonly string[]).indexOf('objective')]);
  const isField = (field: string, place: number): boolean =>
    !known.has(place) && !notFields.test(field) && csvNumber(records[0]?.values[place] ?? 'none') !== undefined;
  const fields = Object.fromEntries(header.values.filter(isField).map((field) => [field, 'number' as const]));
  const values = measures.map((place) =>
    Float64Array.from(records, (record) => csvNumber(record.values[place] ?? '')!),
  );
  const problem = { genome: genesOf(solutions.length), descriptor: descriptorOf(values, like), fields };
  const archive = cellsFor(name, problem, like);
  return filled(name, archive, problem.descriptor, like, archiveFromCsv(text, archive as never));
}

/** Puts the elites of an archive whose cells have no place into cells. */
export function inCells(name: string, archive: KeptElites, like: ExplorerSpace | undefined): Filled {
  const { genome, descriptor, fields } = archive;
  const cells = cellsFor(name, { genome, descriptor, fields }, like);
  return filled(name, cells, descriptor, like, cells.add(archive.genomes(), archive.columns()));
}

/** An empty archive with the cells that are shown, or a grid. */
function cellsFor(name: string, problem: Problem<never, FieldKinds>, like: ExplorerSpace | undefined): Cells {
  const geometry = shownCells(problem.descriptor, like);
  if (geometry === undefined) {
    const { dimensions } = problem.descriptor;
    const side = Math.floor(usualCells ** (1 / dimensions));
    if (side < 2)
      throw new ElitesError('SNAPSHOT', `${name}: file must have at most 11 descriptors; got ${dimensions}.`);
    return new GridArchive({ domain: problem, cells: Array(dimensions).fill(side) });
  }
  if ('centroids' in geometry) return new CvtArchive({ domain: problem, centroids: geometry.centroids });
  const { grid, names } = geometry;
  if (names === undefined) return new GridArchive({ domain: problem, cells: grid });
  const upper = grid.map((count) => count - 0.5);
  const descriptor = { dimensions: grid.length, lower: -0.5, upper };
  return new GridArchive({ domain: { ...problem, descriptor }, cells: grid });
}

/** The cells that are shown, if descriptors are in the same space. */
function shownCells(descriptor: Box, like: ExplorerSpace | undefined): DrawnGeometry | undefined {
  const geometry = like?.geometry?.();
  if (!isDrawn(geometry) || like?.descriptor?.dimensions !== descriptor.dimensions) return undefined;
  const [a, b] = [boxBounds('', '', like.descriptor), boxBounds('', '', descriptor)];
  return `${a.lower};${a.upper}` === `${b.lower};${b.upper}` ? geometry : undefined;
}

/** The archive with the space that it is shown in. @throws SNAPSHOT if nothing entered. */
function filled(
  name: string,
  archive: Cells,
  descriptor: Box,
  like: ExplorerSpace | undefined,
  report: AddReport,
): Filled {
  if (archive.size === 0) {
    const { length } = report.status;
    const got = length === 0 ? 'no rows' : `${countText(length, 'row')} without (${firstReason(report.reasons)})`;
    throw new ElitesError('SNAPSHOT', `${name}: file must hold an elite; got ${got}.`);
  }
  const shown = shownCells(descriptor, like);
  const { outline, labels, fitnessLabel } = like ?? {};
  const cells: ExplorerArchive = {
    descriptor,
    geometry: () => shown ?? archive.geometry(),
    cells: archive.cells,
    changes: (since) => archive.changes(since),
    get: (cell) => archive.get(cell),
    [Symbol.iterator]: () => archive[Symbol.iterator]() as Iterator<Elite<unknown, FieldKinds>>,
    ...(shown === undefined ? {} : { outline, labels, fitnessLabel }),
  };
  return { archive: cells, report };
}

/** Genomes of any numbers. */
function genesOf(dimensions: number): Box {
  return { dimensions, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
}

/** The descriptor space that is shown, if it has as many dimensions; else [0, 1] where that holds all numbers, else their range. */
function descriptorOf(values: readonly Float64Array[], like: ExplorerSpace | undefined): Box {
  const dimensions = values.length;
  if (like?.descriptor?.dimensions === dimensions) return like.descriptor;
  const ranges = values.map((column) => {
    const finite = column.filter(Number.isFinite);
    const low = finite.reduce((least, value) => Math.min(least, value), 0);
    const high = finite.reduce((most, value) => Math.max(most, value), 1);
    if (low === 0 && high === 1) return [0, 1] as const;
    const [least, most] = valueRange(finite);
    if (!Number.isFinite(most - least))
      throw new ElitesError('SNAPSHOT', `descriptors must be in a range that is a number; got ${least} to ${most}.`);
    return [least, most] as const;
  });
  return { dimensions, lower: ranges.map(([low]) => low), upper: ranges.map(([, high]) => high) };
}
