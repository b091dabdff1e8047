import {
  type AddReport,
  type AskedBatch,
  ascending,
  Batch,
  CheckedResults,
  checkInteger,
  checkObject,
  type Genomes,
  isAscending,
  isBatch,
  isThenable,
  isTransferred,
  ListBatch,
  ReportRows,
  type Schema,
  stateError,
  Table,
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

/** What is known about the rows of a batch when they are asked for. */
export interface RowOrigins {
  /** The bandit's arm; −1 without one, and with one that gives shares. */
  readonly arm: number;
  readonly blocks: readonly Block[];
  /** `(rows)`: the ids of each row's parents; undefined without lineage. */
  readonly parents: readonly (readonly number[])[] | undefined;
  /** `(rows)`: the id of the elite that a row evaluates again, NaN for a new genome; undefined if all genomes are new. */
  readonly revises: Float64Array | undefined;
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

/** A batch that is out: its genomes, their origins, and the results so far. */
export class PendingBatch<G> implements RowOrigins {
  /** The batch that `ask` returned: a copy, or a view of {@link PendingBatch.genomes}. */
  readonly asked: AskedBatch<G>;
  /** `(rows)`: the search's own copy of the seeds. */
  readonly seeds: Uint32Array;
  readonly #genomes: Genomes<G>;
  /** Evaluation number of its first row. */
  readonly first: number;
  readonly arm: number;
  readonly blocks: readonly Block[];
  readonly parents: readonly (readonly number[])[] | undefined;
  readonly revises: Float64Array | undefined;
  /** `(rows)`: 1 for a row that was told; undefined before the first. */
  told: Uint8Array | undefined;
  /** Number of rows that were not told yet. */
  left: number;
  /** `(rows)`: results that were held, valid where `isHeld` is 1; undefined before the first. */
  held: CheckedResults | undefined;
  isHeld: Uint8Array | undefined;
  /** The report on the rows that were told, if they were not all told at once. */
  outcome: ReportRows | undefined;

  /** @param genomes - Owned by the search. */
  constructor(
    { arm, blocks, parents, revises }: RowOrigins,
    asked: AskedBatch<G>,
    genomes: Genomes<G>,
    seeds: Uint32Array,
    first: number,
  ) {
    this.asked = asked;
    this.#genomes = genomes;
    this.seeds = seeds;
    this.first = first;
    this.arm = arm;
    this.blocks = blocks;
    this.parents = parents;
    this.revises = revises;
    this.left = asked.rows;
  }

  /** Stores results of some rows. */
  hold(rows: ArrayLike<number>, results: CheckedResults, schema: Schema): void {
    this.held ??= new CheckedResults(new Table(schema, this.asked.rows));
    this.held.put(rows, results);
    this.isHeld ??= new Uint8Array(this.asked.rows);
    for (let i = 0; i < rows.length; i++) this.isHeld[rows[i]!] = 1;
  }

  /** Records the report on told rows. @returns the report on the whole batch, once all rows are told. */
  tell(rows: ArrayLike<number>, report: AddReport): AddReport | undefined {
    const whole = this.left === this.asked.rows && rows.length === this.left;
    this.left -= rows.length;
    if (whole && isAscending(rows)) return report;
    this.told ??= new Uint8Array(this.asked.rows);
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
      if (this.told?.[row] === 1 || seen.has(row)) throw stateError(owner, `row ${row} was told before`);
      seen.add(row);
    }
    return Int32Array.from(given);
  }

  /** A copy of the held results of some rows. @throws STATE if a row has none. */
  heldResults(owner: string, rows: Int32Array): CheckedResults {
    const missing = rows.find((row) => this.isHeld?.[row] !== 1);
    if (missing !== undefined) throw stateError(owner, `no results of row ${missing} were given or held`);
    return this.held!.gather(rows);
  }

  /** Whether the memory of the genomes was transferred, by a caller that had a view of it. */
  get isLost(): boolean {
    return isTransferred(this.#genomes);
  }

  /** The search's own genomes; zeros if they are lost. */
  get genomes(): Genomes<G> {
    if (!this.isLost) return this.#genomes;
    const { rows, columns } = this.#genomes as unknown as Batch;
    return Batch.zeros(rows, columns) as unknown as Genomes<G>;
  }

  /** Restores which rows were told. */
  restoreTold(told: ArrayLike<number>): void {
    this.told = Uint8Array.from(told);
    this.left = this.told.reduce((left, one) => left - one, this.asked.rows);
  }

  /** Rows that were not told yet, in ascending order. */
  untold(): Int32Array {
    if (this.told === undefined) return ascending(this.left);
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

/** A batch of vectors that was asked for. */
class AskedVectors extends Batch implements AskedBatch {
  readonly number: number;
  readonly seeds: Uint32Array;
  readonly #blocks: readonly Block[];
  readonly #names: readonly string[];

  constructor(
    { rows, columns, data }: Batch,
    number: number,
    seeds: Uint32Array,
    blocks: readonly Block[],
    names: readonly string[],
  ) {
    super(rows, columns, data);
    this.number = number;
    this.seeds = seeds;
    this.#blocks = blocks;
    this.#names = names;
  }

  get emitters(): Readonly<Record<string, number>> {
    return rowsByEmitter(this.#blocks, this.#names);
  }
}

/** A batch of genomes of another type that was asked for. */
class AskedList<G> extends ListBatch<G> implements AskedBatch<G> {
  readonly number: number;
  readonly seeds: Uint32Array;
  readonly emitters: Readonly<Record<string, number>>;

  constructor(list: readonly G[], number: number, seeds: Uint32Array, emitters: AskedBatch['emitters']) {
    super(list);
    this.number = number;
    this.seeds = seeds;
    this.emitters = emitters;
  }
}

function rowsByEmitter(blocks: readonly Block[], names: readonly string[]): Readonly<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const name of names) rows[name] = 0;
  for (const { emitter, rows: count } of blocks) if (emitter >= 0) rows[names[emitter]!]! += count;
  return rows;
}

/** Wraps genomes as an asked batch: vectors in the same memory, other genomes in a new list. */
export function askedBatch<G>(
  genomes: Genomes<G>,
  number: number,
  seeds: Uint32Array,
  blocks: readonly Block[],
  names: readonly string[],
): AskedBatch<G> {
  if (isBatch(genomes)) return new AskedVectors(genomes, number, seeds, blocks, names) as unknown as AskedBatch<G>;
  const list = Array.from({ length: genomes.rows }, (_, i) => genomes.row(i));
  return new AskedList(list, number, seeds, rowsByEmitter(blocks, names));
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
