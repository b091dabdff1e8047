import { type PaperJob, type PaperPlan, summarize } from '../../../paper/index.ts';
import { curvesCsv, replicatesCsv, type SummaryJson, summaryJson } from '../../reports/summary-files.ts';
import { paperFigures } from './paper-figures.ts';
import { paperReport } from './paper-report.ts';
import type { PaperResult } from './paper-result.ts';
import type { PaperRun } from './paper-run.ts';

/** The content of results.json. */
export type PaperJson = PaperPlan & SummaryJson<PaperJob>;

/** All files of `elites paper`, by name, and the content of results.json. */
export function paperFiles(
  plan: PaperRun,
  results: readonly PaperResult[],
): { readonly files: Map<string, string>; readonly json: PaperJson } {
  const summaries = summarize(results, ({ experiment }) => (experiment === 'illumination' ? 'dde-elites' : 'dde'));
  const { joints, replicates, searches, evaluations } = plan;
  const json = { joints, replicates, searches, evaluations, ...summaryJson(summaries, results) };
  const figures = paperFigures(summaries, results);
  const listed = [
    { path: 'results.json', description: 'the numbers of the tables, and of every replicate' },
    { path: 'replicates.csv', description: 'the final numbers of every replicate' },
    { path: 'curves.csv', description: 'the numbers of the curves' },
    ...figures.map(({ name, caption }) => ({ path: `${name}.svg`, description: caption })),
  ];
  const files = new Map<string, string>([
    ['results.json', `${JSON.stringify(json, undefined, 2)}\n`],
    ['replicates.csv', replicatesCsv(results)],
    ['curves.csv', curvesCsv(summaries)],
    ...figures.map(({ name, svg }) => [`${name}.svg`, svg] as const),
    ['report.html', paperReport(plan, summaries, figures, listed)],
  ]);
  return { files, json };
}
