import { type PaperJob, type PaperPlan, summarize } from '../../../paper/index.ts';
import { type SummaryJson, summaryFiles, summaryJson } from '../../reports/summary-files.ts';
import { filesOf } from '../../reports/summary-report.ts';
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
): { readonly files: Map<string, string | Uint8Array>; readonly json: PaperJson } {
  const summaries = summarize(results, ({ experiment }) => (experiment === 'illumination' ? 'dde-elites' : 'dde'));
  const { joints, replicates, searches, evaluations } = plan;
  const json = { joints, replicates, searches, evaluations, ...summaryJson(summaries, results) };
  const figures = paperFigures(summaries, results);
  const listed = [
    ...summaryFiles(json, summaries, results),
    ...figures.map(({ name, svg, caption }) => ({ path: `${name}.svg`, content: svg, description: caption })),
  ];
  return { files: filesOf(listed, paperReport(plan, summaries, figures, listed)), json };
}
