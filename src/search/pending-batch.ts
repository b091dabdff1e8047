import {
  type AddReport,
  type AskedBatch,
  ascending,
  Batch,
  CheckedResults,
  type Column,
  checkInteger,
  checkObject,
  type GenomeSpace,
  type Genomes,
  gatherRows,
  genomeData,
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

/** The columns of a batch that is out. Those after `seed` are made when they are needed: most batches end without them. */
export function rowSchema<G>(owner: string, space: GenomeSpace<G>): Schema {
  return {
    genome: genomeKind(owner, space),
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

/** New rows of a batch; the search owns the memory of the genomes. */
export function emittedTable<G>(
  schema: Schema,
  genomes: Genomes<G>,
  parents?: number[][],
  revises?: Float64Array,
): Table {
  const { rows } = genomes;
  const data: Record<string, Column> = {
    genome: genomeData(genomes),
    seed: new Float64Array(rows),
  };
  if (revises !== undefined) data.revises = revises;
  if (parents !== undefined) data.parents = parents;
  return new Table(schema, rows, data);
}

/** A batch that was emitted: its rows, where they come from, and, when it is out, the results so far. */
export class PendingBatch<G> {
  /** Columns of {@link rowSchema}. */
  readonly rows: Table;
  readonly blocks: readonly Block[];
  /** The bandit's arm; −1 without one, and with one that gives shares. */
  readonly arm: number;
  /** The batch that `ask` returned: a copy, or a view of {@link PendingBatch.genomes}. */
  asked!: AskedBatch<G>;
  /** Evaluation number of its first row. */
  first = 0;
  /** Number of rows that were not told yet. */
  left: number;
  /** `(rows)`: results that were held, valid where the column `held` is 1; undefined before the first. */
  held: CheckedResults | undefined;
  /** The report on the rows that were told, if they were not all told at once. */
  outcome: ReportRows | undefined;

  constructor(rows: Table, blocks: readonly Block[], arm: number) {
    this.rows = rows;
    this.blocks = blocks;
    this.arm = arm;
    this.left = rows.rows;
    for (let i = 0; i < rows.rows; i++) if (this.#is('told', i)) this.left--;
  }

  /**
   * Lets the batch out.
   * @param names - Of the emitters.
   * @returns what the caller gets: a copy of the genomes, or a view.
   */
  ask(number: number, first: number, names: readonly string[], view: boolean): AskedBatch<G> {
    const { rows, schema, data } = this.rows;
    const emitters: Record<string, number> = {};
    for (const name of names) emitters[name] = 0;
    for (const { emitter, rows: count } of this.blocks) if (emitter >= 0) emitters[names[emitter]!]! += count;
    const genome = view ? data.genome! : data.genome!.slice();
    const known = { number, seeds: new Uint32Array(data.seed as Float64Array), emitters };
    this.asked = Array.isArray(genome)
      ? Object.assign(new ListBatch(genome as G[]), known)
      : (new AskedVectors(rows, widthOf(schema.genome!), genome as Float64Array, known) as unknown as AskedBatch<G>);
    this.first = first;
    return this.asked;
  }

  /** Stores results of some rows. */
  hold(rows: ArrayLike<number>, results: CheckedResults, schema: Schema): void {
    this.held ??= new CheckedResults(new Table(schema, this.rows.rows));
    this.held.put(rows, results);
    this.#set('held', rows);
  }

  /** Records the report on told rows. @returns the report on the whole batch, once all rows are told. */
  tell(rows: ArrayLike<number>, report: AddReport): AddReport | undefined {
    const whole = this.left === this.rows.rows && rows.length === this.left;
    this.left -= rows.length;
    if (whole && isAscending(rows)) return report;
    this.#set('told', rows);
    this.outcome ??= new ReportRows(this.rows.rows);
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
    checkInteger(owner, 'rows.length', given.length, 0, this.rows.rows);
    const rows = new Int32Array(given.length);
    const seen = new Set<number>();
    for (let i = 0; i < rows.length; i++) {
      // Read once: it may be a getter.
      const row = given[i]!;
      checkInteger(owner, `rows[${i}]`, row, 0, this.rows.rows - 1);
      if (this.#is('told', row) || seen.has(row)) throw stateError(owner, `row ${row} was told before`);
      seen.add(row);
      rows[i] = row;
    }
    return rows;
  }

  /** A copy of the held results of some rows. @throws STATE if a row has none. */
  heldResults(owner: string, rows: Int32Array): CheckedResults {
    const missing = rows.find((row) => !this.#is('held', row));
    if (missing !== undefined) throw stateError(owner, `no results of row ${missing} were given or held`);
    return this.held!.gather(rows);
  }

  /** Whether the memory of the genomes was transferred, by a caller that had a view of it. */
  get isLost(): boolean {
    const { genome } = this.rows.data;
    return genome!.length === 0 && this.rows.rows > 0;
  }

  /** The search's own genomes, a view; zeros if they are lost. */
  get genomes(): Genomes<G> {
    const { rows, schema, data } = this.rows;
    const genome = data.genome!;
    if (Array.isArray(genome)) return new ListBatch(genome as G[]);
    const columns = widthOf(schema.genome!);
    const genes = this.isLost ? new Float64Array(rows * columns) : (genome as Float64Array);
    return new Batch(rows, columns, genes) as unknown as Genomes<G>;
  }

  /** The genomes of some rows: a view if they are vectors in consecutive rows. */
  genomesOf(rows: Int32Array): Genomes<G> {
    const { genomes } = this;
    const first = rows[0] ?? 0;
    const consecutive = rows.every((row, i) => row === first + i);
    if (consecutive && rows.length === genomes.rows) return genomes;
    if (!(consecutive && isBatch(genomes))) return gatherRows(genomes, rows);
    const { columns, data } = genomes;
    const part = data.subarray(first * columns, (first + rows.length) * columns);
    return new Batch(rows.length, columns, part) as unknown as Genomes<G>;
  }

  /** Rows that were not told yet, in ascending order. */
  untold(): Int32Array {
    if (this.left === this.rows.rows) return ascending(this.left);
    const rows = new Int32Array(this.left);
    for (let row = 0, i = 0; i < rows.length; row++) if (!this.#is('told', row)) rows[i++] = row;
    return rows;
  }

  /** Rows whose results were neither told nor held. */
  missing(): Int32Array {
    return this.untold().filter((row) => !this.#is('held', row));
  }

  /** Adds the columns that are still missing, for a snapshot. @returns the rows. */
  complete(): Table {
    const { data, rows } = this.rows;
    data.told ??= new Int32Array(rows);
    data.held ??= new Int32Array(rows);
    data.revises ??= new Float64Array(rows).fill(Number.NaN);
    data.parents ??= new Array(rows).fill(undefined);
    return this.rows;
  }

  #is(column: 'told' | 'held', row: number): boolean {
    return this.rows.data[column]?.[row] === 1;
  }

  #set(column: 'told' | 'held', rows: ArrayLike<number>): void {
    this.rows.data[column] ??= new Int32Array(this.rows.rows);
    for (let i = 0; i < rows.length; i++) this.rows.data[column][rows[i]!] = 1;
  }
}

/** A batch of vectors that was asked for. A class, because `Object.assign` takes longer, which counts in batches of one row. */
class AskedVectors extends Batch implements AskedBatch {
  readonly number: number;
  readonly seeds: Uint32Array;
  readonly emitters: AskedBatch['emitters'];

  constructor(
    rows: number,
    columns: number,
    genes: Float64Array,
    { number, seeds, emitters }: Pick<AskedBatch, 'number' | 'seeds' | 'emitters'>,
  ) {
    super(rows, columns, genes);
    this.number = number;
    this.seeds = seeds;
    this.emitters = emitters;
  }
}

/** The batch whose genomes these are. @throws STATE if it is not out. */
export function findBatch<G>(owner: string, pending: readonly PendingBatch<G>[], genomes: Genomes<G>): PendingBatch<G> {
  const batch = pending.find(({ asked }) => asked === genomes);
  if (batch !== undefined) return batch;
  if (isThenable(genomes)) throw stateError(owner, 'the genomes are a promise: await ask()');
  throw stateError(
    owner,
    pending.length === 0 ? 'no batch is out; ask for one first' : 'the genomes are not a batch that is out',
  );
}
