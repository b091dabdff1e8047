import {
  CheckedResults,
  checkInteger,
  checkMethods,
  checkOptions,
  checkSignal,
  copyGenomes,
  type Evaluator,
  type FieldKinds,
  type Metrics,
  type NoFields,
  type Problem,
  pause,
  resultSchema,
  Table,
} from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import type { CellArchive } from './cell-archive.ts';
import { evaluateEach } from './evaluate-each.ts';
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
  const owner = 'correctedMetrics';
  checkOptions(owner, options, ['archive', 'domain', 'evaluations', 'seed', 'signal']);
  const { archive, domain, evaluations = 10, seed, signal } = options;
  checkSignal(owner, signal);
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
    takeMean(means, await evaluateEach(owner, domain, genomes, { seeds, schema, signal }), k);
    await pause();
  }
  signal?.throwIfAborted();
  corrected.add(genomes, means);
  return corrected.metrics();
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
