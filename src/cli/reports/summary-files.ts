import { version } from '../../core/index.ts';
import type { ReplicateJob, ReplicateResult, VariantSummary } from '../../paper/index.ts';

/** A variant as results.json has it: what was asked, then the numbers. */
type VariantJson<J extends ReplicateJob> = Omit<J, 'replicate' | 'source'> & Omit<VariantSummary<J>, 'job'>;

/** What results.json holds, beside what was asked for. */
export interface SummaryJson<J extends ReplicateJob> {
  /** Of the package. */
  readonly version: string;
  readonly variants: readonly VariantJson<J>[];
  /** Of every replicate its final numbers. */
  readonly finals: readonly Pick<ReplicateResult<J>, 'job' | 'seconds' | 'spent' | 'final'>[];
}

/** The numbers of replicates and what they sum up to, for results.json. */
export function summaryJson<J extends ReplicateJob>(
  summaries: readonly VariantSummary<J>[],
  results: readonly ReplicateResult<J>[],
): SummaryJson<J> {
  return {
    version: version,
    variants: summaries.map(({ job, ...numbers }) => {
      const { replicate: _, source: __, ...asked } = job;
      return { ...asked, ...numbers };
    }),
    finals: results.map(({ job, seconds, spent, final }) => ({ job, seconds, spent, final })),
  };
}

/** The final numbers of every replicate, a number a line. */
export function replicatesCsv(results: readonly ReplicateResult[]): string {
  const lines = results.flatMap(({ job, spent, final }) =>
    Object.entries(final).map(([name, value]) => [job.group, job.variant, job.replicate, spent, name, value].join(',')),
  );
  return `${['group,variant,replicate,evaluations,quantity,value', ...lines].join('\n')}\n`;
}

/** The quartiles of the curves, a point a line. */
export function curvesCsv(summaries: readonly VariantSummary[]): string {
  const lines = summaries.flatMap(({ job, at, curve }) =>
    Object.entries(curve).flatMap(([name, values]) =>
      values.map((quartiles, k) => [job.group, job.variant, at[k], name, ...quartiles].join(',')),
    ),
  );
  return `${['group,variant,evaluations,quantity,lower,median,upper', ...lines].join('\n')}\n`;
}
