import {
  asBatch,
  type CheckedResults,
  type ColumnKind,
  checkGenomes,
  checkResults,
  fieldsOf,
  type Genomes,
  gatherRows,
  genomeData,
  isCodec,
  type RowsContext,
  receivedError,
  type Schema,
  show,
  Table,
  widthOf,
} from '../core/index.ts';
import type { EvaluatedRows, Lane, LaneRequest } from './lane.ts';
import { type LaneQueue, TaskError } from './lane-queue.ts';
import { receivedTable, sentTable } from './sent-table.ts';

/** What the calls of a pool have in common. */
export interface CallSettings {
  /** Whom errors name. */
  readonly owner: string;
  /** What the column of genomes holds. */
  readonly kind: ColumnKind;
  /** The columns of results. */
  readonly schema: Schema;
  readonly queue: LaneQueue;
  /** ms that the evaluation of a row may take. */
  readonly timeout: number;
  /** Tells of a row that failed, in which lane. */
  readonly failed: (lane: Lane | undefined, tell: () => void) => void;
}

/** Number of parts into which a failed request of more than {@link MOST_ALONE} rows is divided. */
const PARTS = 8;

/** A failed request of at most so many rows is divided into single rows, so that a healthy row is evaluated only once more. */
const MOST_ALONE = 64;

/** One call of `evaluateRows`: its rows on their way through the lanes. */
export class RowsCall<G> {
  readonly #settings: CallSettings;
  readonly #genomes: Genomes<G>;
  readonly #context: RowsContext;
  /** The lane where these rows failed before, which is not to be used again. */
  readonly #avoid: Lane | undefined;
  readonly #stop = new AbortController();

  /** @throws ARGUMENT if the genomes are not of the space. */
  constructor(settings: CallSettings, genomes: Genomes<G>, context: RowsContext, avoid: Lane | undefined) {
    const { owner, kind } = settings;
    this.#settings = settings;
    checkGenomes(`${owner}.evaluate`, 'genomes', genomes);
    this.#genomes = isCodec(kind)
      ? genomes
      : (asBatch(`${owner}.evaluate`, genomes as never, widthOf(kind)) as unknown as Genomes<G>);
    this.#context = context;
    this.#avoid = avoid;
  }

  /** Stops the evaluations. */
  stop(reason: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort(reason);
    this.#settings.queue.withdraw(this.#stop.signal);
  }

  /**
   * Has the rows evaluated, and tells of each.
   * @param most - How many are sent together, at most.
   * @throws an error that is not that of a row, such as a lane that cannot be opened; after every lane has stopped working for
   *   this call. The reason given to {@link RowsCall.stop} is not thrown.
   */
  async run(rows: Int32Array, most: number): Promise<void> {
    let ended: { readonly error: unknown } | undefined;
    const slices = divided(rows, Math.ceil(rows.length / most));
    const all = slices.map((slice) =>
      this.#slice(slice).catch((error) => {
        if (this.#stop.signal.aborted) return;
        ended = { error };
        this.stop(error);
      }),
    );
    await Promise.all(all);
    if (ended !== undefined) throw ended.error;
  }

  /**
   * Has rows evaluated together; if that fails as a whole, their parts, down to single rows.
   * @param before - The first failure of a request that these rows were part of. Its lane is avoided by all parts: with one worker,
   *   avoiding the lane of the last failure would open a new lane at each division.
   */
  async #slice(rows: Int32Array, before?: TaskError | undefined): Promise<void> {
    const failure = await this.#attempt(rows, before === undefined ? this.#avoid : before.lane);
    if (failure === undefined) return;
    if (rows.length === 1) {
      this.#fail(rows[0]!, failure.cause, failure.lane);
      return;
    }
    const first = before ?? failure;
    const parts = divided(rows, rows.length > MOST_ALONE ? PARTS : rows.length);
    await Promise.all(parts.map((part) => this.#slice(part, first)));
  }

  /** @returns why it failed; undefined if it did not. */
  async #attempt(rows: Int32Array, avoid: Lane | undefined): Promise<TaskError | undefined> {
    const { queue, timeout } = this.#settings;
    const make = () => this.#request(rows);
    const task = { make, limit: timeout * rows.length, avoid, signal: this.#stop.signal };
    try {
      const { found, lane } = await queue.perform(task);
      const results = this.#read(rows.length, found, lane);
      this.#tell(rows, results, found.failures, lane);
      return undefined;
    } catch (error) {
      if (error instanceof TaskError) return error;
      throw error;
    }
  }

  /** @throws TaskError if the answer has another form. */
  #read(rows: number, { results, reasons, failures }: EvaluatedRows, lane: Lane): CheckedResults {
    const { schema } = this.#settings;
    try {
      checkFailures(failures, rows);
      const table = receivedTable(schema, results);
      const [fitness, descriptors] = [table.numbers('fitness'), table.vectors('descriptor')];
      return checkResults('the worker', { fitness, descriptors, fields: fieldsOf(table), reasons }, rows, schema);
    } catch (error) {
      throw new TaskError(error, lane);
    }
  }

  #tell(rows: Int32Array, results: CheckedResults, failures: EvaluatedRows['failures'], lane: Lane): void {
    if (failures === undefined) {
      this.#context.done(rows, results);
      return;
    }
    const done = [...rows.keys()].filter((i) => failures[i] === undefined);
    const told = done.map((i) => rows[i]!);
    if (done.length > 0) this.#context.done(told, results.gather(done));
    for (const [i, failure] of failures.entries())
      if (failure !== undefined) this.#fail(rows[i]!, receivedError(failure), lane);
  }

  #fail(row: number, error: Error, lane: Lane | undefined): void {
    if (this.#stop.signal.aborted) return;
    this.#settings.failed(lane, () => this.#context.failed(row, error));
  }

  /** What a lane is sent of some rows: copies, whose memory may be transferred. */
  #request(rows: Int32Array): LaneRequest {
    const { kind } = this.#settings;
    const { seeds } = this.#context;
    const genome = genomeData(gatherRows(this.#genomes, rows));
    const seeded = seeds === undefined ? {} : { seed: Float64Array.from(rows, (row) => seeds[row]!) };
    const schema: Schema = seeds === undefined ? { genome: kind } : { genome: kind, seed: 'number' };
    const genomes = new Table(schema, rows.length, { genome, ...seeded });
    return { kind: 'evaluate', genomes: sentTable(genomes) };
  }
}

/** @throws Error unless there is an error, or undefined, for each row. */
function checkFailures(failures: unknown, rows: number): void {
  if (failures === undefined) return;
  const isFailure = (one: { message?: unknown } | null | undefined): boolean =>
    one === undefined || typeof one?.message === 'string';
  if (Array.isArray(failures) && failures.length === rows && failures.every(isFailure)) return;
  throw new Error(`failures must have an error or undefined for each of ${rows} rows; got ${show(failures)}`);
}

/** The same rows in so many parts, of sizes that differ by one at most: the call ends with its largest part. */
function divided(rows: Int32Array, count: number): Int32Array[] {
  const border = (i: number): number => Math.ceil((i * rows.length) / count);
  return Array.from({ length: count }, (_, i) => rows.subarray(border(i), border(i + 1)));
}
