import {
  argumentError,
  ascending,
  CheckedResults,
  checkInteger,
  checkMethods,
  checkOptions,
  checkSignal,
  copyGenomes,
  type Evaluator,
  type FieldKinds,
  gatherRows,
  type Metrics,
  type NoFields,
  type Problem,
  pause,
  resultSchema,
  sameSpace,
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

/** What {@link correctedMetrics} finds. */
export interface CorrectedMetrics<G = Float64Array> extends Metrics {
  /** Number of evaluations that failed or were invalid. They are in no mean. */
  readonly invalid: number;
  /** Number of elites without a valid evaluation. They are not in the metrics. */
  readonly leftOut: number;
  /** The elites with the means of these evaluations, where these belong; without fields, origins and repeats. */
  readonly archive: CellArchive<G>;
}

/**
 * What an archive of a noisy domain is worth: its elites are evaluated anew, and put where the means of these evaluations belong. An
 * archive that kept lucky evaluations claims more. [Justesen2019] As in the archive, a mean is that of the valid evaluations. Yields to the
 * event loop every 20 ms, between evaluations of the whole batch otherwise.
 * @throws ARGUMENT if an option breaks its contract; what the evaluation of a whole batch throws, where the domain does not evaluate rows
 *   independently; the signal's reason.
 */
export async function correctedMetrics<G, F extends FieldKinds>(
  options: CorrectedMetricsOptions<G, F>,
): Promise<CorrectedMetrics<G>> {
  const owner = 'correctedMetrics';
  checkOptions(owner, options, ['archive', 'domain', 'evaluations', 'seed', 'signal']);
  const { archive, domain, evaluations = 10, seed, signal } = options;
  checkSignal(owner, signal);
  checkMethods(owner, 'archive', archive, 'emptied');
  checkMethods(owner, 'domain', domain, 'evaluate');
  for (const name of ['genome', 'descriptor'] as const) {
    if (!sameSpace(archive[name], domain[name]))
      throw argumentError(owner, `domain.${name}`, `be the ${name} space of the archive`, domain[name]);
  }
  checkInteger(owner, 'evaluations', evaluations, 1);
  const random = randomStream(seed, owner);
  const genomes = copyGenomes(archive.genomes());
  const corrected = archive.emptied();
  const { rows } = genomes;
  const means = new Table(resultSchema(corrected), rows);
  const counts = new Float64Array(rows);
  for (let k = 1; k <= evaluations; k++) {
    const seeds = Uint32Array.from({ length: rows }, () => random.integer(0, 2 ** 32 - 1));
    signal?.throwIfAborted();
    takeMeans(means, counts, await evaluateEach(owner, domain, genomes, { seeds, schema: means.schema, signal }));
    await pause();
  }
  signal?.throwIfAborted();
  const judged = ascending(rows).filter((row) => counts[row]! > 0);
  corrected.add(gatherRows(genomes, judged), new CheckedResults(means.gather(judged)));
  const invalid = counts.reduce((sum, count) => sum + evaluations - count, 0);
  return { ...corrected.metrics(), invalid, leftOut: rows - judged.length, archive: corrected };
}

/** Takes an evaluation of each row into the means of fitness and descriptor, unless it is invalid. `counts` are of the valid ones. */
function takeMeans({ data }: Table, counts: Float64Array, { reasons, table }: CheckedResults): void {
  for (let row = 0; row < counts.length; row++) {
    if (reasons?.[row] !== undefined) continue;
    const count = ++counts[row]!;
    for (const name in data) {
      const [mean, last] = [data[name] as Float64Array, table.data[name] as Float64Array];
      const width = mean.length / counts.length;
      for (let i = row * width; i < (row + 1) * width; i++) mean[i] = meanOf(mean[i]!, last[i]!, count);
    }
  }
}
