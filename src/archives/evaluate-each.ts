import {
  argumentError,
  ascending,
  CallSignals,
  CheckedResults,
  checkResults,
  copyGenomes,
  type Evaluator,
  evaluatesRows,
  type Genomes,
  messageOf,
  type Results,
  type Schema,
  Table,
} from '../core/index.ts';

/** How {@link evaluateEach} evaluates. */
export interface EachOptions {
  /** `(rows)`: an integer in [0, 2^32) for each genome. */
  readonly seeds: Uint32Array;
  /** The columns of the results. */
  readonly schema: Schema;
  readonly signal: AbortSignal | undefined;
}

/**
 * One evaluation of each genome, outside of a run. Of a domain that evaluates rows independently, a row that fails is invalid.
 * @throws what the evaluation of a whole batch throws; the signal's reason; ARGUMENT, in the name of `owner`, if the results of a whole
 *   batch do not fit.
 */
export async function evaluateEach<G>(
  owner: string,
  domain: Evaluator<G>,
  genomes: Genomes<G>,
  { seeds, schema, signal }: EachOptions,
): Promise<CheckedResults> {
  if (!evaluatesRows(domain)) {
    const signals = new CallSignals(signal);
    try {
      const found = await domain.evaluate(copyGenomes(genomes), signals.context({ seeds }));
      return checkResults(owner, found, genomes.rows, schema);
    } finally {
      signals.release();
    }
  }
  const all = new CheckedResults(new Table(schema, genomes.rows));
  const missing = new Set(ascending(genomes.rows));
  let wrong: number | undefined;
  /** Whether the row was to be reported; the first that was not is named at the end. */
  const isDue = (row: number): boolean => {
    const due = missing.delete(row);
    if (!due) wrong ??= row;
    return due;
  };
  const failed = (row: number, error: unknown): void => {
    if (isDue(row)) all.fault(row, messageOf(error));
  };
  const done = (rows: ArrayLike<number>, results: Results): void => {
    if (!Array.from(rows, isDue).every(Boolean)) return;
    try {
      all.put(rows, checkResults(owner, results, rows.length, schema));
    } catch (error) {
      for (let i = 0; i < rows.length; i++) all.fault(rows[i]!, messageOf(error));
    }
  };
  await domain.evaluateRows(genomes, { seeds, signal, done, failed });
  signal?.throwIfAborted();
  for (const row of missing) wrong ??= row;
  if (wrong !== undefined) {
    throw argumentError(owner, 'domain.evaluateRows', 'report each row of the batch once', `row ${wrong}`);
  }
  return all;
}
