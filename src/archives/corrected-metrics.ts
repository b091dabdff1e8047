import {
  CallSignals,
  CheckedResults,
  checkInteger,
  checkMethods,
  checkOptions,
  checkResults,
  copyGenomes,
  type Evaluator,
  evaluatesRows,
  type FieldKinds,
  type Genomes,
  type Metrics,
  type NoFields,
  type Problem,
  pause,
  type Results,
  resultSchema,
  type Schema,
  Table,
} from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import type { CellArchive } from './cell-archive.ts';
import { meanOf } from './revisions.ts';

/** How {@link correctedMetrics} evaluates. */
export interface CorrectedMetricsOptions<G = Float64Array, F extends FieldKinds = NoFields> {
  readonly archive: CellArchive<G, F>;
  /** Evaluates the elites: the noisy domain, or one without its noise. */
  readonly domain: Problem<G, F> & Evaluator<G>;
  /** How often each elite is evaluated, at least 1 (default 10). */
  readonly evaluations?: number | undefined;
  /** Any safe integer: the evaluations' seeds are drawn from it. */
  readonly seed: number;
  /** Stops it; evaluations get it. */
  readonly signal?: AbortSignal | undefined;
}

const OWNER = 'correctedMetrics';

/**
 * What an archive of a noisy domain is worth: its elites are evaluated anew, and put where the means of these evaluations belong. An
 * archive that kept lucky evaluations claims more. [Justesen2019] An elite of which one evaluation failed is left out, if the domain
 * evaluates rows independently. Yields to the event loop every 20 ms, between evaluations of the whole batch otherwise.
 * @returns the metrics of the elites that are left.
 * @throws ARGUMENT if an option breaks its contract; what the evaluation of a whole batch throws; the signal's reason.
 */
export async function correctedMetrics<G, F extends FieldKinds>(
  options: CorrectedMetricsOptions<G, F>,
): Promise<Metrics> {
  const owner = OWNER;
  checkOptions(owner, options, ['archive', 'domain', 'evaluations', 'seed', 'signal']);
  const { archive, domain, evaluations = 10, seed, signal } = options;
  checkMethods(owner, 'archive', archive, 'emptied');
  checkMethods(owner, 'domain', domain, 'evaluate');
  checkInteger(owner, 'evaluations', evaluations, 1);
  const random = randomStream(seed, owner);
  const genomes = copyGenomes(archive.genomes());
  const corrected = archive.emptied();
  const schema = resultSchema(corrected);
  const means = new CheckedResults(new Table(schema, genomes.rows));
  for (let k = 1; k <= evaluations; k++) {
    const seeds = Uint32Array.from({ length: genomes.rows }, () => random.integer(0, 2 ** 32 - 1));
    signal?.throwIfAborted();
    takeMean(means, await evaluated(domain, genomes, seeds, schema, signal), k);
    await pause();
  }
  signal?.throwIfAborted();
  corrected.add(genomes, means);
  return corrected.metrics();
}

/** One evaluation of each genome. Of a domain that evaluates rows independently, a row that fails is invalid. */
async function evaluated<G>(
  domain: Evaluator<G>,
  genomes: Genomes<G>,
  seeds: Uint32Array,
  schema: Schema,
  signal: AbortSignal | undefined,
): Promise<CheckedResults> {
  if (!evaluatesRows(domain)) {
    const signals = new CallSignals(signal);
    const found = await domain.evaluate(copyGenomes(genomes), signals.context({ seeds }));
    signals.release();
    return checkResults(OWNER, found, genomes.rows, schema);
  }
  const all = new CheckedResults(new Table(schema, genomes.rows));
  let left = genomes.rows;
  const failed = (row: number, error: unknown): void => {
    left--;
    all.fault(row, error instanceof Error ? error.message : String(error));
  };
  const done = (rows: ArrayLike<number>, results: Results): void => {
    try {
      all.put(rows, checkResults(OWNER, results, rows.length, schema));
      left -= rows.length;
    } catch (error) {
      for (let i = 0; i < rows.length; i++) failed(rows[i]!, error);
    }
  };
  await domain.evaluateRows(genomes, { seeds, signal, done, failed });
  signal?.throwIfAborted();
  if (left !== 0) throw new Error(`${OWNER}: evaluateRows must report every row once.`);
  return all;
}

/** Takes the k-th evaluation into the means of fitness and descriptor. */
function takeMean(means: CheckedResults, found: CheckedResults, k: number): void {
  for (let row = 0; row < means.rows; row++) {
    const reason = found.reasons?.[row];
    if (reason !== undefined) means.fault(row, reason);
  }
  for (const name in means.table.data) {
    const [mean, last] = [means.table.data[name] as Float64Array, found.table.data[name] as Float64Array];
    for (let i = 0; i < mean.length; i++) mean[i] = meanOf(mean[i]!, last[i]!, k);
  }
}
