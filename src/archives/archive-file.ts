import {
  argumentError,
  type Batch,
  type Box,
  boxBounds,
  checkFields,
  type FieldKinds,
  firstOutside,
  isObjectSpace,
  type ObjectSpace,
  objectSpace,
  type Problem,
  plainJson,
  type Schema,
  type Table,
} from '../core/index.ts';
import {
  anyFloat64,
  decodeSnapshot,
  encodeSnapshot,
  flag,
  float64,
  int32,
  type OpenedSnapshot,
  openSnapshot,
  optional,
  partsKind,
  readState,
  record,
  type SnapshotOf,
  type StatefulParts,
  type StateKind,
  serial,
  statefulParts,
  text,
} from '../formats/index.ts';
import type { Admission } from './admissions/admission.ts';
import { descriptorBounds } from './archive-options.ts';
import { elitesKind } from './elite-columns.ts';
import type { EliteTable } from './elite-table.ts';
import { type CellIndex, findCells } from './indices/cell-index.ts';
import type { Revisions } from './revisions.ts';

/** What an archive is for. */
export type StoredProblem = Problem<never, FieldKinds> & { readonly cells: number; readonly lineage: boolean };

/** An archive that is written or read. */
export interface StoredArchive {
  /** Name of the class, for errors too. */
  readonly owner: string;
  readonly problem: StoredProblem;
  readonly index: CellIndex;
  readonly admission: Admission;
  readonly elites: EliteTable;
  readonly schema: Schema;
  readonly revisions: Revisions;
  readonly nextId: number;
}

const bounds = record({ lower: anyFloat64([undefined]), upper: anyFloat64([undefined]) });

/** A box with its bounds written out. */
const box: StateKind<Box> = {
  write(to, place, value) {
    const { lower, upper } = boxBounds(to.owner, place, value);
    bounds.write(to, place, { lower, upper });
  },
  read(from, place) {
    const { lower, upper } = bounds.read(from, place);
    const dimensions = lower.length;
    if (dimensions >= 1 && upper.length === dimensions && lower.every((low, i) => low < upper[i]!)) {
      return { dimensions, lower, upper };
    }
    throw from.fail(`have lower bounds below upper ones in ${place}`, [lower, upper]);
  },
};

/** A text that is written only if it is given, so that archives without it have the files that they always had. */
const rareText: StateKind<string | undefined> = {
  write(to, place, value) {
    if (value !== undefined) text.write(to, place, value);
  },
  read: (from, place) => (Object.hasOwn(from.json, place) ? text.read(from, place) : undefined),
};

/** What a file says of the archive that it holds. */
export const HEADER: { readonly [K in keyof ArchiveHeader]: StateKind<ArchiveHeader[K]> } = {
  genome: optional(box),
  /** Whether genomes that are no vectors are written as JSON, not by functions of their space. */
  json: flag,
  descriptor: box,
  fitnessFloor: optional(float64([1])),
  fields: text,
  lineage: flag,
  noisy: flag,
  grid: optional(int32([undefined], 1)),
  centroids: optional(float64([undefined])),
  /** What else its class is made of, as JSON. */
  options: rareText,
};

/** What a file says of the archive that it holds: what is needed to make one like it. */
export interface ArchiveHeader {
  readonly genome: Box | undefined;
  readonly json: boolean;
  readonly descriptor: Box;
  readonly fitnessFloor: Float64Array | undefined;
  readonly fields: string;
  readonly lineage: boolean;
  readonly noisy: boolean;
  readonly grid: Int32Array | undefined;
  readonly centroids: Float64Array | undefined;
  readonly options: string | undefined;
}

/**
 * Reads the file of an archive: makes an empty one of what the file says, and restores it.
 * @param kind - Name of the class.
 * @param given - The user's domain, if there is one; restore compares it.
 * @throws ARGUMENT if `given` is no problem, or must be given; SNAPSHOT if the bytes are damaged, of another archive or domain, or no
 *   archive could be what they say.
 */
export function readArchive<G, F extends FieldKinds, A extends { restore(bytes: Uint8Array): void }>(
  kind: string,
  bytes: Uint8Array,
  given: Problem<G, F> | undefined,
  make: (domain: Problem<G, F>, header: ArchiveHeader) => A,
): A {
  const owner = `${kind}.fromBytes`;
  if (given !== undefined) descriptorBounds(owner, given);
  const file = openSnapshot(owner, bytes);
  if (file.metadata.get('kind') !== kind) throw file.fail(`be of a ${kind}`, file.metadata.get('kind'));
  const header = readState(file, HEADER);
  if (given === undefined && header.genome === undefined && !header.json) {
    throw argumentError(owner, 'domain', 'be given: genomes are written by functions of its space', given);
  }
  let archive: A;
  try {
    archive = make(given ?? storedProblem(owner, header), header);
  } catch (cause) {
    throw file.fail(`say what a ${kind} is made of`, (cause as Error).message, cause);
  }
  archive.restore(bytes);
  return archive;
}

function snapshotOf(archive: StoredArchive): SnapshotOf<ReturnType<typeof kindsOf>> {
  const { owner, problem, index, admission } = archive;
  const { genome, descriptor, fitnessFloor, fields, noisy, lineage } = problem;
  const parts = statefulParts(owner, {}, { admission });
  const spaces = { genome: isObjectSpace(genome) ? 'objects' : genome, descriptor };
  const names = [...parts.keys()].join(', ');
  return {
    kind: owner,
    configuration: { ...spaces, fitnessFloor, ...index.layout, fields, noisy, lineage, parts: names },
    state: kindsOf(archive, parts),
  };
}

function kindsOf({ schema }: StoredArchive, parts: StatefulParts) {
  return {
    ...HEADER,
    nextId: serial,
    elites: elitesKind(schema, 'elites'),
    challengers: elitesKind(schema, 'challengers'),
    parts: partsKind(parts),
  };
}

/** What a file says of an archive, but for its cells. @param options - What else its class is made of. */
export function headerOf(problem: StoredProblem, options: object | undefined): ArchiveHeader {
  const { genome, descriptor, fitnessFloor, fields = {}, lineage, noisy } = problem;
  const objects = isObjectSpace(genome);
  return {
    genome: objects ? undefined : (genome as Box),
    json: objects && (genome as ObjectSpace<unknown>).serialize === plainJson.serialize,
    descriptor,
    fitnessFloor: fitnessFloor === undefined ? undefined : Float64Array.of(fitnessFloor),
    fields: JSON.stringify(fields),
    lineage,
    noisy: noisy === true,
    grid: undefined,
    centroids: undefined,
    options: options && JSON.stringify(options),
  };
}

/** What a geometry may say of cells that files contain. */
interface WrittenCells {
  readonly grid: readonly number[];
  readonly names: readonly (readonly string[])[];
  readonly centroids: Batch;
}

/** An archive as the bytes of a file. */
export function archiveBytes(archive: StoredArchive): Uint8Array {
  const { problem, index, elites, revisions, nextId } = archive;
  // Cells of another kind are made by the archive that reads the file.
  const { grid, centroids, names } = (index.geometry?.() ?? {}) as Partial<WrittenCells>;
  return encodeSnapshot(snapshotOf(archive), {
    ...headerOf(problem, names && { categories: names }),
    grid: grid && Int32Array.from(grid),
    centroids: centroids?.data,
    nextId,
    elites: elites.table,
    challengers: revisions.challengers(),
    parts: new Map(),
  });
}

/** Takes the state of a file. @returns the next id. @throws SNAPSHOT; nothing has changed then. */
export function restoreArchive(archive: StoredArchive, bytes: Uint8Array): number {
  const { owner, problem, index, elites, revisions } = archive;
  const { state, fail } = decodeSnapshot(`${owner}.restore`, bytes, snapshotOf(archive));
  const { rows } = state.elites;
  if (rows > problem.cells) throw fail(`have at most ${problem.cells} elites`, rows);
  const cells = new Int32Array(rows);
  findCells(`${owner}.restore`, index, state.elites.numbers('descriptor'), cells);
  const wanted = new Int32Array(state.challengers.rows);
  findCells(`${owner}.restore`, index, state.challengers.numbers('descriptor'), wanted);
  const twice = firstRepeated(cells);
  if (twice >= 0) throw fail('have one elite a cell', `two in cell ${twice}`);
  checkRows([state.elites, state.challengers], problem, state.nextId, fail);
  state.parts();
  elites.load(state.elites, cells);
  revisions.load(state.challengers, wanted);
  return state.nextId;
}

/** @throws SNAPSHOT if two rows of the tables have the same id, one that is not below `nextId`, or a gene outside its bounds. */
export function checkRows(
  tables: readonly Table[],
  { genome }: StoredProblem,
  nextId: number,
  fail: OpenedSnapshot['fail'],
): void {
  const ids = tables.flatMap((table) => [...table.numbers('id')]);
  if (firstRepeated(ids) >= 0 || !ids.every((id) => Number.isSafeInteger(id) && id < nextId))
    throw fail('have ids of their own', ids);
  for (const table of tables) checkGenes(genome, table, fail);
}

/** @throws SNAPSHOT if a gene lies outside its bounds. */
function checkGenes(space: Box | ObjectSpace<unknown>, table: Table, fail: OpenedSnapshot['fail']): void {
  if (isObjectSpace(space)) return;
  const genes = table.data.genome as Float64Array;
  const bounds = boxBounds('archive', 'domain.genome', space);
  const outside = firstOutside(bounds, genes.subarray(0, table.rows * bounds.dimensions));
  if (outside >= 0) throw fail('have genomes inside their box', genes[outside]);
}

/** The first number that stands twice in a list, −1 if there is none. */
function firstRepeated(list: ArrayLike<number>): number {
  const seen = new Set<number>();
  for (let i = 0; i < list.length; i++) {
    if (seen.has(list[i]!)) return list[i]!;
    seen.add(list[i]!);
  }
  return -1;
}

/** The problem that a file's archive is for, without functions. @throws if the fields are none. */
function storedProblem<G, F extends FieldKinds>(owner: string, header: ArchiveHeader): Problem<G, F> {
  const { genome, descriptor, fitnessFloor, noisy } = header;
  const fields: unknown = JSON.parse(header.fields);
  checkFields(owner, fields);
  return {
    genome: (genome ?? objectSpace({ sample: noSample })) as never,
    descriptor,
    fitnessFloor: fitnessFloor?.[0],
    fields: Object.keys(fields as object).length === 0 ? undefined : (fields as F),
    noisy,
  };
}

function noSample(): never {
  throw new Error('the space of an archive that was read from a file alone draws no genomes; give its domain');
}
