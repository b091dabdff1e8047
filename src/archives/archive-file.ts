import {
  argumentError,
  Batch,
  type Box,
  boxBounds,
  checkFields,
  type FieldKinds,
  fieldsOf,
  firstOutside,
  isObjectSpace,
  type MaybeStateful,
  type NoFields,
  type ObjectSpace,
  objectSpace,
  type Problem,
  plainJson,
  type Schema,
  Table,
} from '../core/index.ts';
import {
  anyFloat64,
  decodeSnapshot,
  encodeSnapshot,
  type Fail,
  flag,
  float64,
  int32,
  openSnapshot,
  optional,
  rare,
  readState,
  record,
  type StateKind,
  type StateOf,
  serial,
  text,
} from '../formats/index.ts';
import { descriptorBounds } from './archive-options.ts';
import { elitesKind } from './elite-columns.ts';
import { EliteRows } from './elite-rows.ts';

/** An archive that is written or read. */
export interface StoredArchive {
  readonly rows: EliteRows<never, FieldKinds>;
  readonly elites: Table;
  /** Only of archives that elites can be evaluated again in. */
  readonly challengers?: Table | undefined;
  /** Names and numbers that tell it from others of its class: `restore` compares them. */
  readonly layout: object;
  /** Options of the constructor that its file holds, for `fromBytes`: cells, and the others as plain JSON. */
  readonly grid?: ArrayLike<number> | undefined;
  readonly centroids?: Batch | undefined;
  readonly options?: object | undefined;
  /** Parts with state, and those that may have some, by name. */
  readonly parts?: Readonly<Record<string, MaybeStateful>> | undefined;
  readonly maybeParts?: Readonly<Record<string, MaybeStateful>> | undefined;
  /**
   * Checks rows that were read, when the part has its state.
   * @returns what takes them in place of its own.
   * @throws what `fail` makes, if it could not hold them.
   */
  readonly take: (elites: Table, challengers: Table, nextId: number, fail: Fail) => () => void;
}

/** How a file of an archive is read. */
export interface ReadArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields> {
  /**
   * Needed where its space writes genomes by functions of its own. The archive has the spaces of the domain then, which a search of objects
   * needs: object spaces are equal by identity.
   */
  readonly domain?: Problem<G, F> | undefined;
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

/** What a file says of the archive that it holds: what is needed to make one like it. */
const HEADER = {
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
  options: rare(text),
};

type ArchiveHeader = StateOf<typeof HEADER>;

/**
 * Reads the file of an archive: makes an empty one of what the file says, and restores it.
 * @param kind - Name of the class.
 * @param options - Its domain is compared with that of the file.
 * @param make - Calls the constructor. Defined outside of the class, because bundlers rename a class that names itself.
 * @throws ARGUMENT if the domain is no problem, or must be given; SNAPSHOT if the bytes are damaged, of another archive or domain, or no
 *   archive could be what they say.
 */
export function readArchive<G, F extends FieldKinds, A extends { restore(bytes: Uint8Array | ArrayBuffer): void }>(
  kind: string,
  bytes: Uint8Array | ArrayBuffer,
  options: ReadArchiveOptions<G, F> | undefined,
  make: (options: never) => A,
): A {
  const owner = `${kind}.fromBytes`;
  const { domain } = options ?? {};
  if (domain !== undefined) descriptorBounds(owner, domain);
  const file = openSnapshot(owner, bytes);
  if (file.metadata.get('kind') !== kind)
    throw file.fail(`be of a ${kind} (a search reads its own by restore)`, file.metadata.get('kind'));
  const header = readState(file, HEADER);
  if (domain === undefined && header.genome === undefined && !header.json) {
    throw argumentError(owner, 'domain', 'be given: genomes are written by functions of its space', domain);
  }
  let archive: A;
  try {
    const problem = domain ?? storedProblem(owner, header);
    archive = make({ ...madeOf(header), domain: problem, lineage: header.lineage } as never);
  } catch (cause) {
    throw file.fail(`say what a ${kind} is made of`, (cause as Error).message, cause);
  }
  archive.restore(bytes);
  return archive;
}

/** The options of the constructor that are in a file, without domain and lineage. */
function madeOf({ options, grid, centroids, descriptor: { dimensions } }: ArchiveHeader): object {
  return {
    // The options of an archive of categories say its grid.
    ...(options === undefined ? grid && { cells: grid } : JSON.parse(options)),
    ...(centroids && { centroids: new Batch(centroids.length / dimensions, dimensions, centroids) }),
  };
}

function snapshotOf({ rows, layout, parts, maybeParts, challengers }: StoredArchive) {
  const { owner, problem, lineage, noisy, stored } = rows;
  const { genome, descriptor, fitnessFloor, fields } = problem;
  return {
    kind: owner,
    configuration: {
      genome: isObjectSpace(genome) ? 'objects' : genome,
      descriptor,
      fitnessFloor,
      ...layout,
      fields,
      noisy: challengers && noisy,
      lineage,
    },
    state: {
      ...HEADER,
      nextId: serial,
      elites: elitesKind(stored, 'elites'),
      challengers: challengers === undefined ? noRows(stored) : elitesKind(stored, 'challengers'),
    },
    parts,
    maybeParts,
  };
}

/** A table that is not written. */
function noRows(schema: Schema): StateKind<Table> {
  return { write: () => undefined, read: () => new Table(schema) };
}

/** An archive as the bytes of a file. */
export function archiveBytes(archive: StoredArchive): Uint8Array {
  const { rows, elites, grid, centroids, options } = archive;
  const { genome, descriptor, fitnessFloor, fields = {} } = rows.problem;
  const objects = isObjectSpace(genome);
  return encodeSnapshot(snapshotOf(archive), {
    genome: objects ? undefined : genome,
    json: objects && genome.serialize === plainJson.serialize,
    descriptor,
    fitnessFloor: fitnessFloor === undefined ? undefined : Float64Array.of(fitnessFloor),
    fields: JSON.stringify(fields),
    lineage: rows.lineage,
    noisy: rows.noisy,
    grid: grid && Int32Array.from(grid),
    centroids: centroids?.data,
    options: options && JSON.stringify(options),
    nextId: rows.nextId,
    elites,
    challengers: archive.challengers ?? elites,
  });
}

/** Takes the state of a file. @throws SNAPSHOT; nothing has changed then. */
export function restoreArchive(archive: StoredArchive, bytes: Uint8Array | ArrayBuffer): void {
  const { rows } = archive;
  const { state, fail, restoreParts } = decodeSnapshot(`${rows.owner}.restore`, bytes, snapshotOf(archive));
  const { elites, challengers, nextId } = state;
  checkRows([elites, challengers], rows, nextId, fail);
  let take = (): void => undefined;
  restoreParts(() => {
    take = archive.take(elites, challengers, nextId, fail);
  });
  take();
  rows.nextId = nextId;
}

/** @throws SNAPSHOT if two rows of the tables have the same id, one that is not below `nextId`, or a gene outside its bounds. */
export function checkRows(
  tables: readonly Table[],
  { problem }: EliteRows<never, FieldKinds>,
  nextId: number,
  fail: Fail,
): void {
  const ids = tables.flatMap((table) => [...table.numbers('id')]);
  if (new Set(ids).size < ids.length || !ids.every((id) => Number.isSafeInteger(id) && id < nextId))
    throw fail('have ids of their own', ids);
  for (const table of tables) checkGenes(problem.genome, table, fail);
}

/** @throws SNAPSHOT if a gene lies outside its bounds. */
function checkGenes(space: Box | ObjectSpace<unknown>, table: Table, fail: Fail): void {
  if (isObjectSpace(space)) return;
  const genes = table.data.genome as Float64Array;
  const bounds = boxBounds('archive', 'domain.genome', space);
  const outside = firstOutside(bounds, genes.subarray(0, table.rows * bounds.dimensions));
  if (outside >= 0) throw fail('have genomes inside their box', genes[outside]);
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

/**
 * The problem of the archive in a file whose genomes are written by functions of their space; undefined if the file alone says how genomes are
 * read.
 * @param space - Gives the space that reads them.
 * @throws SNAPSHOT if the bytes are damaged; what `space` throws.
 */
export function problemOfFile(
  owner: string,
  bytes: Uint8Array | ArrayBuffer,
  space: () => ObjectSpace<unknown>,
): Problem<unknown, FieldKinds> | undefined {
  const header = readState(openSnapshot(owner, bytes), HEADER);
  if (header.genome !== undefined || header.json) return undefined;
  const genome = space();
  return { ...storedProblem<unknown, FieldKinds>(owner, header), genome };
}

function noSample(): never {
  throw new Error('the space of an archive that was read from a file alone draws no genomes; give its domain');
}

/** Elites of an archive whose genomes are vectors. */
export interface StoredElites {
  /** `(rows, genomeDimensions)` */
  readonly genomes: Batch;
  /** The box of the genomes. */
  readonly space: Box;
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
  const header = readState(file, HEADER);
  const rows = new EliteRows(owner, storedProblem(owner, header), header.lineage);
  if (isObjectSpace(rows.problem.genome)) throw file.fail('hold genomes that are vectors', 'objects');
  const { nextId, elites } = readState(file, { nextId: serial, elites: elitesKind(rows.stored, 'elites') });
  checkRows([elites], rows as never, nextId, file.fail);
  const results = { fitness: elites.numbers('fitness'), descriptors: elites.vectors('descriptor') };
  return {
    genomes: elites.vectors('genome'),
    space: rows.problem.genome as Box,
    results: { ...results, fields: fieldsOf(elites) },
  };
}
