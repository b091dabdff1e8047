import {
  argumentError,
  CallSignals,
  type CheckedResults,
  CollectedRows,
  checkResults,
  copyGenomes,
  type Evaluator,
  evaluatesRows,
  type Genomes,
  type Schema,
} from '../core/index.ts';

/**
 * One evaluation of each genome, outside of a run. Of a domain that evaluates rows independently, a row that fails is invalid.
 * `seeds` has one for each genome, `schema` the columns of the results.
 * @throws what the evaluation of a whole batch throws; the signal's reason; ARGUMENT, in the name of `owner`, if the results of a whole
 *   batch do not fit.
 */
export async function evaluateEach<G>(
  owner: string,
  domain: Evaluator<G>,
  genomes: Genomes<G>,
  { seeds, schema, signal }: { seeds: Uint32Array; schema: Schema; signal: AbortSignal | undefined },
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
  let wrong: number | undefined;
  const collected: CollectedRows = new CollectedRows(owner, genomes.rows, schema, {
    failed: (row, error) => collected.giveUp(row, error),
    wrong(row) {
      wrong ??= row;
    },
  });
  const { done, failed } = collected;
  await domain.evaluateRows(genomes, { seeds, signal, done, failed });
  signal?.throwIfAborted();
  wrong ??= collected.missing()[0];
  if (wrong === undefined) return collected.table();
  throw argumentError(owner, 'domain.evaluateRows', 'report each row of the batch once', `row ${wrong}`);
}
