import {
  type AddReport,
  type AskedBatch,
  ascending,
  Batch,
  CheckedResults,
  checkInteger,
  checkObject,
  copyGenomes,
  type GenomeSpace,
  type Genomes,
  genomeKind,
  isAscending,
  isBatch,
  isThenable,
  ListBatch,
  plainJson,
  ReportRows,
  type Schema,
  stateError,
  Table,
  widthOf,
} from '../core/index.ts';

/** Consecutive rows of a batch that one emitter gave. */
export interface Block {
  /** Index of the emitter; −1 for first genomes. */
  readonly emitter: number;
  readonly start: number;
  readonly rows: number;
  /** Number of the emitter's ask. */
  readonly ask: number;
}

/** The columns of a batch that is out. */
export function rowSchema<G>(owner: string, space: GenomeSpace<G>): Schema {
  return {
    genome: genomeKind(owner, space as never),
    seed: 'number',
    // 1 for a row that was told, and for one whose results are held.
    told: 'integer',
    held: 'integer',
    // The id of the elite that a row evaluates again; NaN for a new genome.
    revises: 'number',
    // The ids of its parents; undefined without lineage.
    parents: plainJson,
  };
}

/** Genomes that were emitted. */
export interface EmittedRows {
  /** Columns of {@link rowSchema}. */
  readonly rows: Table;
  readonly blocks: readonly Block[];
  /** The bandit's arm; −1 without one, and with one that gives shares. */
  readonly arm: number;
}

/** New rows of a batch; the search owns the memory of the genomes. */
export function emittedTable<G>(
  schema: Schema,
  genomes: Genomes<G>,
  parents?: readonly (readonly number[])[],
  revises?: Float64Array,
): Table {
  const { rows } = genomes;
  return new Table(schema, rows, {
    genome: isBatch(genomes) ? genomes.data : listOf(genomes),
    seed: new Float64Array(rows),
    told: new Int32Array(rows),
    held: new Int32Array(rows),
    revises: revises ?? new Float64Array(rows).fill(Number.NaN),
    parents: parents === undefined ? new Array(rows).fill(undefined) : [...parents],
  });
}

function listOf<G>(genomes: Genomes<G>): G[] {
  return Array.from({ length: genomes.rows }, (_, i) => genomes.row(i));
}

/** Whether these are ids of rows that were added to an archive. */
export function areIds(ids: unknown): boolean {
  if (typeof ids !== 'object' || ids === null || typeof (ids as ArrayLike<unknown>).length !== 'number') return false;
  const { length } = ids as ArrayLike<number>;
  for (let i = 0; i < length; i++) {
    const id = (ids as ArrayLike<number>)[i]!;
    if (!(Number.isSafeInteger(id) && id >= 0)) return false;
  }
  return true;
}

/** A batch that is out: its rows, where they come from, and the results so far. */
export class PendingBatch<G> implements EmittedRows {
  /** The batch that `ask` returned: a copy, or a view of {@link PendingBatch.genomes}. */
  readonly asked: AskedBatch<G>;
  readonly rows: Table;
  readonly blocks: readonly Block[];
  readonly arm: number;
  /** Evaluation number of its first row. */
  readonly first: number;
  /** `(rows)`: see {@link rowSchema}. */
  readonly told: Int32Array;
  readonly isHeld: Int32Array;
  /** Number of rows that were not told yet. */
  left: number;
  /** `(rows)`: results that were held, valid where `isHeld` is 1; undefined before the first. */
  held: CheckedResults | undefined;
  /** The report on the rows that were told, if they were not all told at once. */
  outcome: ReportRows | undefined;

  constructor({ rows, blocks, arm }: EmittedRows, asked: AskedBatch<G>, first: number) {
    this.asked = asked;
    this.rows = rows;
    this.blocks = blocks;
    this.arm = arm;
    this.first = first;
    this.told = rows.data.told as Int32Array;
    this.isHeld = rows.data.held as Int32Array;
    this.left = rows.rows;
    for (let i = 0; i < rows.rows; i++) this.left -= this.told[i]!;
  }

  /** Stores results of some rows. */
  hold(rows: ArrayLike<number>, results: CheckedResults, schema: Schema): void {
    this.held ??= new CheckedResults(new Table(schema, this.asked.rows));
    this.held.put(rows, results);
    for (let i = 0; i < rows.length; i++) this.isHeld[rows[i]!] = 1;
  }

  /** Records the report on told rows. @returns the report on the whole batch, once all rows are told. */
  tell(rows: ArrayLike<number>, report: AddReport): AddReport | undefined {
    const whole = this.left === this.asked.rows && rows.length === this.left;
    this.left -= rows.length;
    if (whole && isAscending(rows)) return report;
    for (let i = 0; i < rows.length; i++) this.told[rows[i]!] = 1;
    this.outcome ??= new ReportRows(this.asked.rows);
    this.outcome.put(rows, report);
    return this.left === 0 ? this.outcome : undefined;
  }

  /**
   * The rows given, or all that were not told yet.
   * @throws ARGUMENT if a row does not exist; STATE if a row was told before, or is given twice.
   */
  rowsOf(owner: string, given: ArrayLike<number> | undefined): Int32Array {
    if (given === undefined) return this.untold();
    checkObject(owner, 'rows', given);
    checkInteger(owner, 'rows.length', given.length, 0, this.asked.rows);
    const seen = new Set<number>();
    for (let i = 0; i < given.length; i++) {
      const row = given[i]!;
      checkInteger(owner, `rows[${i}]`, row, 0, this.asked.rows - 1);
      if (this.told[row] === 1 || seen.has(row)) throw stateError(owner, `row ${row} was told before`);
      seen.add(row);
    }
    return Int32Array.from(given);
  }

  /** A copy of the held results of some rows. @throws STATE if a row has none. */
  heldResults(owner: string, rows: Int32Array): CheckedResults {
    const missing = rows.find((row) => this.isHeld[row] !== 1);
    if (missing !== undefined) throw stateError(owner, `no results of row ${missing} were given or held`);
    return this.held!.gather(rows);
  }

  /** Whether the memory of the genomes was transferred, by a caller that had a view of it. */
  get isLost(): boolean {
    const { genome } = this.rows.data;
    return genome!.length === 0 && this.rows.rows > 0;
  }

  /** The search's own genomes; zeros if they are lost. */
  get genomes(): Genomes<G> {
    const { genome } = this.rows.schema;
    if (this.isLost) return Batch.zeros(this.rows.rows, widthOf(genome!)) as unknown as Genomes<G>;
    return genomesIn(this.rows) as Genomes<G>;
  }

  /** Rows that were not told yet, in ascending order. */
  untold(): Int32Array {
    if (this.left === this.rows.rows) return ascending(this.left);
    const rows = new Int32Array(this.left);
    for (let row = 0, i = 0; i < rows.length; row++) if (this.told[row] !== 1) rows[i++] = row;
    return rows;
  }
}

/** Rows of a batch, and their results. */
export interface RowsToTell<G> {
  readonly batch: PendingBatch<G>;
  readonly rows: Int32Array;
  readonly checked: CheckedResults;
}

/** Results of rows that were given up: all invalid. */
export function droppedResults(rows: number, schema: Schema): CheckedResults {
  const results = new CheckedResults(new Table(schema, rows));
  for (let i = 0; i < rows; i++) results.fault(i, 'the batch was dropped');
  return results;
}

/** The genomes of a batch that is out: views. */
function genomesIn(rows: Table): Genomes<unknown> {
  const { genome } = rows.data;
  return Array.isArray(genome) ? new ListBatch(genome) : rows.vectors('genome');
}

/** The batch that a caller is given: a copy, or a view of the genomes. */
export function askedBatch<G>(
  { rows, blocks }: EmittedRows,
  number: number,
  names: readonly string[],
  view: boolean,
): AskedBatch<G> {
  const genomes = genomesIn(rows) as Genomes<G>;
  const emitters: Record<string, number> = {};
  for (const name of names) emitters[name] = 0;
  for (const { emitter, rows: count } of blocks) if (emitter >= 0) emitters[names[emitter]!]! += count;
  const seeds = Uint32Array.from(rows.data.seed as Float64Array);
  return Object.assign(view ? genomes : copyGenomes(genomes), { number, seeds, emitters });
}

/** The batch whose genomes these are. @throws STATE if it is not out. */
export function findBatch<B extends { readonly asked: object }>(
  owner: string,
  pending: readonly B[],
  genomes: object,
): B {
  const batch = pending.find(({ asked }) => asked === genomes);
  if (batch !== undefined) return batch;
  if (isThenable(genomes)) throw stateError(owner, 'the genomes are a promise: await ask()');
  throw stateError(
    owner,
    pending.length === 0 ? 'no batch is out; ask for one first' : 'the genomes are not a batch that is out',
  );
}

/** `(arms)`: how many batches of each arm are out. */
export function armsOut(pending: readonly { readonly arm: number }[], arms: number): Int32Array {
  const out = new Int32Array(arms);
  for (const { arm } of pending) if (arm >= 0) out[arm]!++;
  return out;
}
