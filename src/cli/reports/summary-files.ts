import { version } from '../../core/index.ts';
import { encodeCsv } from '../../formats/index.ts';
import type { PairTest, ReplicateJob, ReplicateResult, VariantSummary } from '../../paper/index.ts';
import type { ListedFile } from './summary-report.ts';

/** A variant in results.json: its settings, then its results. */
type VariantJson<J extends ReplicateJob> = Omit<J, 'replicate' | 'source'> & Omit<VariantSummary<J>, 'job'>;

/** The content of results.json. */
export interface SummaryJson<J extends ReplicateJob> {
  /** Version of the package. */
  readonly version: string;
  readonly variants: readonly VariantJson<J>[];
  /** The final numbers of each replicate, and its invalid rows. */
  readonly finals: readonly Pick<ReplicateResult<J>, 'job' | 'seconds' | 'spent' | 'final' | 'invalid'>[];
  /** Tests of every pair of variants, if there are several. */
  readonly pairs?: readonly PairTest[] | undefined;
}

/** The results of replicates and their summaries, for results.json. */
export function summaryJson<J extends ReplicateJob>(
  summaries: readonly VariantSummary<J>[],
  results: readonly ReplicateResult<J>[],
): SummaryJson<J> {
  return {
    version,
    variants: summaries.map(({ job, ...numbers }) => {
      const { replicate: _, source: __, ...asked } = job;
      return { ...asked, ...numbers };
    }),
    finals: results.map(({ job, seconds, spent, final, invalid }) => {
      return { job, seconds, spent, final, ...(invalid && { invalid }) };
    }),
  };
}

/** The files of all numbers. @param json - The content of results.json. */
export function summaryFiles(
  json: unknown,
  summaries: readonly VariantSummary[],
  results: readonly ReplicateResult[],
): ListedFile[] {
  const numbers = 'the numbers of the tables, and of every replicate';
  return [
    { path: 'results.json', content: `${JSON.stringify(json, undefined, 2)}\n`, description: numbers },
    { path: 'replicates.csv', content: replicatesCsv(results), description: 'the final numbers of every replicate' },
    { path: 'curves.csv', content: curvesCsv(summaries), description: 'the numbers of the curves' },
  ];
}

/** The final numbers of every replicate, one per line. */
function replicatesCsv(results: readonly ReplicateResult[]): string {
  const lines = results.flatMap(({ job, spent, final }) =>
    Object.entries(final).map(([name, value]) => [job.group, job.variant, job.replicate, spent, name, value]),
  );
  return encodeCsv([['group', 'variant', 'replicate', 'evaluations', 'quantity', 'value'], ...lines]);
}

/** The quartiles of the curves, one point per line. */
function curvesCsv(summaries: readonly VariantSummary[]): string {
  const lines = summaries.flatMap(({ job, at, curve }) =>
    Object.entries(curve).flatMap(([name, values]) =>
      values.map((quartiles, k) => [job.group, job.variant, at[k], name, ...quartiles]),
    ),
  );
  return encodeCsv([['group', 'variant', 'evaluations', 'quantity', 'lower', 'median', 'upper'], ...lines]);
}
