import {
  type AddReport,
  type AskedBatch,
  Batch,
  CheckedResults,
  type Genomes,
  isBatch,
  ListBatch,
  ReportRows,
  type Schema,
  Table,
} from '../core/index.ts';

/** Rows of a batch that one emitter gave, one after the other. */
export interface Block {
  /** Index of the emitter; −1 of first genomes. */
  readonly emitter: number;
  readonly start: number;
  readonly rows: number;
  /** Number of the emitter's ask. */
  readonly ask: number;
}

/** What a {@link PendingBatch} is made of. */
export interface PendingParts<G> {
  readonly asked: AskedBatch<G>;
  /** Number of the evaluation of its first row. */
  readonly first: number;
  /** The bandit's arm; −1 without one. */
  readonly arm: number;
  readonly blocks: readonly Block[];
  /** `(rows)`: the ids of each row's parents, of archives with lineage. */
  readonly parents: readonly (readonly number[])[] | undefined;
  /** `(rows)`: the id of the elite that a row evaluates again, NaN of new genomes; undefined if there is none. */
  readonly revises: Float64Array | undefined;
}

/** A batch that is out: what was asked, by whom, and what is known of it. */
export class PendingBatch<G> implements PendingParts<G> {
  readonly asked: AskedBatch<G>;
  readonly first: number;
  readonly arm: number;
  readonly blocks: readonly Block[];
  readonly parents: readonly (readonly number[])[] | undefined;
  readonly revises: Float64Array | undefined;
  /** `(rows)`: 1 where a row was told. */
  readonly told: Uint8Array;
  /** Rows that were not told yet. */
  left: number;
  /** `(rows)`: results that wait to be applied, where `isHeld` is 1. */
  held: CheckedResults | undefined;
  readonly isHeld: Uint8Array;
  /** What became of the rows that were told, if not all were told at once. */
  outcome: ReportRows | undefined;

  constructor(parts: PendingParts<G>) {
    this.asked = parts.asked;
    this.first = parts.first;
    this.arm = parts.arm;
    this.blocks = parts.blocks;
    this.parents = parts.parents;
    this.revises = parts.revises;
    this.left = parts.asked.rows;
    this.told = new Uint8Array(this.left);
    this.isHeld = new Uint8Array(this.left);
  }

  /** Keeps results of some rows. */
  hold(rows: ArrayLike<number>, results: CheckedResults, schema: Schema): void {
    this.held ??= new CheckedResults(new Table(schema, this.asked.rows));
    this.held.put(rows, results);
    for (let i = 0; i < rows.length; i++) this.isHeld[rows[i]!] = 1;
  }

  /** Takes the report of rows that are told. @returns that of the whole batch, once all rows were told. */
  tell(rows: ArrayLike<number>, report: AddReport): AddReport | undefined {
    for (let i = 0; i < rows.length; i++) this.told[rows[i]!] = 1;
    const whole = this.left === this.asked.rows && rows.length === this.left;
    this.left -= rows.length;
    if (whole && isInOrder(rows)) return report;
    this.outcome ??= new ReportRows(this.asked.rows);
    this.outcome.put(rows, report);
    return this.left === 0 ? this.outcome : undefined;
  }

  /** Takes which rows were told. */
  restoreTold(told: ArrayLike<number>): void {
    this.told.set(told);
    this.left = this.told.reduce((left, one) => left - one, this.asked.rows);
  }

  /** Rows that were not told yet, in their order. */
  untold(): Int32Array {
    const rows = new Int32Array(this.left);
    for (let row = 0, i = 0; i < rows.length; row++) if (this.told[row] === 0) rows[i++] = row;
    return rows;
  }
}

function isInOrder(rows: ArrayLike<number>): boolean {
  for (let i = 0; i < rows.length; i++) if (rows[i] !== i) return false;
  return true;
}

/** Genomes of vectors that were asked for. */
class AskedVectors extends Batch implements AskedBatch {
  readonly number: number;
  readonly seeds: Uint32Array;
  readonly emitters: Readonly<Record<string, number>>;

  constructor({ rows, columns, data }: Batch, number: number, seeds: Uint32Array, emitters: AskedBatch['emitters']) {
    super(rows, columns, data);
    this.number = number;
    this.seeds = seeds;
    this.emitters = emitters;
  }
}

/** Genomes of any other kind that were asked for. */
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

/** Genomes as a batch that was asked for: vectors in the same memory, others in a list. */
export function askedBatch<G>(
  genomes: Genomes<G>,
  number: number,
  seeds: Uint32Array,
  emitters: AskedBatch['emitters'],
): AskedBatch<G> {
  if (isBatch(genomes)) return new AskedVectors(genomes, number, seeds, emitters) as unknown as AskedBatch<G>;
  const list = Array.from({ length: genomes.rows }, (_, i) => genomes.row(i));
  return new AskedList(list, number, seeds, emitters);
}
