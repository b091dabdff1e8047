import {
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
  let left = genomes.rows;
  const failed = (row: number, error: unknown): void => {
    left--;
    all.fault(row, messageOf(error));
  };
  const done = (rows: ArrayLike<number>, results: Results): void => {
    try {
      all.put(rows, checkResults(owner, results, rows.length, schema));
      left -= rows.length;
    } catch (error) {
      for (let i = 0; i < rows.length; i++) failed(rows[i]!, error);
    }
  };
  await domain.evaluateRows(genomes, { seeds, signal, done, failed });
  signal?.throwIfAborted();
  if (left !== 0) throw new Error(`${owner}: evaluateRows must report every row once.`);
  return all;
}
