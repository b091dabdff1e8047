import {
  CheckedResults,
  checkInteger,
  checkMethods,
  checkOptions,
  checkResults,
  copyGenomes,
  type Evaluator,
  type FieldKinds,
  type Metrics,
  type NoFields,
  type Problem,
  resultSchema,
  Table,
} from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import type { CellArchive } from './cell-archive.ts';

/** How {@link correctedMetrics} evaluates. */
export interface CorrectedMetricsOptions<G = Float64Array, F extends FieldKinds = NoFields> {
  readonly archive: CellArchive<G, F>;
  /** Evaluates the elites: the noisy domain, or one without its noise. */
  readonly domain: Problem<G, F> & Evaluator<G>;
  /** How often each elite is evaluated, at least 1 (default 10). */
  readonly evaluations?: number | undefined;
  /** Any safe integer: the evaluations' seeds are drawn from it. */
  readonly seed: number;
}

/**
 * What an archive of a noisy domain is worth: its elites are evaluated anew, and put where the means of these evaluations belong. An
 * archive that kept lucky evaluations claims more. [Justesen2019]
 * @returns the metrics of the elites that are left.
 * @throws ARGUMENT if an option breaks its contract; what the evaluation throws.
 */
export async function correctedMetrics<G, F extends FieldKinds>(
  options: CorrectedMetricsOptions<G, F>,
): Promise<Metrics> {
  const owner = 'correctedMetrics';
  checkOptions(owner, options, ['archive', 'domain', 'evaluations', 'seed']);
  const { archive, domain, evaluations = 10, seed } = options;
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
    const found = await domain.evaluate(copyGenomes(genomes), { seeds });
    takeMean(means, checkResults(owner, found, genomes.rows, schema), k);
  }
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
    for (let i = 0; i < mean.length; i++) mean[i]! += (last[i]! - mean[i]!) / k;
  }
}
