import { type PaperResult, summarize, type VariantSummary } from '../experiments/index.ts';
import { paperFigures } from './paper-figures.ts';
import { paperReport } from './paper-report.ts';
import type { PaperRun } from './paper-run.ts';

/** What results.json holds. */
export interface PaperJson {
  readonly joints: readonly number[];
  readonly replicates: number;
  readonly evaluations: number;
  readonly variants: readonly VariantSummary[];
  /** Of every replicate its final numbers. */
  readonly finals: readonly Pick<PaperResult, 'job' | 'seconds' | 'final'>[];
}

/** Everything that `elites paper` writes, by file name, and the JSON. */
export function paperFiles(
  plan: PaperRun,
  results: readonly PaperResult[],
): { readonly files: Map<string, string>; readonly json: PaperJson } {
  const variants = summarize(results);
  const { joints, replicates, evaluations } = plan;
  const finals = results.map(({ job, seconds, final }) => ({ job, seconds, final }));
  const json = { joints, replicates, evaluations, variants, finals };
  const figures = paperFigures(variants, results);
  const listed = [
    { path: 'results.json', description: 'the numbers of the tables, and of every replicate' },
    { path: 'replicates.csv', description: 'the final numbers of every replicate' },
    { path: 'curves.csv', description: 'the numbers of the curves' },
    ...figures.map(({ name, caption }) => ({ path: `${name}.svg`, description: caption })),
  ];
  const files = new Map<string, string>([
    ['results.json', `${JSON.stringify(json, undefined, 2)}\n`],
    ['replicates.csv', replicatesCsv(results)],
    ['curves.csv', curvesCsv(variants)],
    ...figures.map(({ name, svg }) => [`${name}.svg`, svg] as const),
    ['report.html', paperReport(plan, variants, figures, listed)],
  ]);
  return { files, json };
}

function replicatesCsv(results: readonly PaperResult[]): string {
  const lines = results.flatMap(({ job, final }) =>
    Object.entries(final).map(([name, value]) =>
      [job.experiment, job.joints, job.variant, job.replicate, job.evaluations, name, value].join(','),
    ),
  );
  return `${['experiment,joints,variant,replicate,evaluations,quantity,value', ...lines].join('\n')}\n`;
}

function curvesCsv(summaries: readonly VariantSummary[]): string {
  const lines = summaries.flatMap(({ experiment, joints, variant, at, curve }) =>
    Object.entries(curve).flatMap(([name, values]) =>
      values.map((quartiles, k) => [experiment, joints, variant, at[k], name, ...quartiles].join(',')),
    ),
  );
  return `${['experiment,joints,variant,evaluations,quantity,lower,median,upper', ...lines].join('\n')}\n`;
}
