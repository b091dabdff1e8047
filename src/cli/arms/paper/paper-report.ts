import { type PaperExperiment, type PaperJob, type PaperPlan, summarize } from '../../../paper/index.ts';
import { countText, type ReportSection, reportHtml } from '../../../plot/index.ts';
import { type SummaryJson, summaryFiles, summaryJson } from '../../reports/summary-files.ts';
import {
  filesOf,
  type ListedFile,
  reportFooter,
  seedsText,
  summarySentence,
  summaryTable,
} from '../../reports/summary-report.ts';
import { integerText } from '../../terminal/number-text.ts';
import { asCalled, shellWord } from '../../terminal/own-command.ts';
import { armsText, type Group, type PaperFigure, paperFigures } from './paper-figures.ts';
import type { PaperResult } from './paper-result.ts';
import type { PaperRun } from './paper-run.ts';

const headings = {
  illumination: 'Illumination: filling the archive',
  recreation: 'Recreation: filling it again, with what was learned',
  targets: 'Target matching: an encoding in another algorithm',
} as const;

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

/** The page of `elites paper`: text, tables and figures of each experiment, with the numbers of results.json. */
function paperReport(
  plan: PaperRun,
  summaries: Group,
  figures: readonly PaperFigure[],
  files: readonly ListedFile[],
): string {
  const { joints, replicates, searches, evaluations, out } = plan;
  const shown = plan.experiments;
  return reportHtml({
    eyebrow: 'elites · paper',
    title: 'Discovering representations for black-box optimization, again',
    summary:
      `The experiments of Gaier, Asteroth and Mouret (GECCO 2020) on a planar arm with ${joints.join(', ')} joints: ` +
      `${shown.join(', ')}. ${countText(replicates, 'replicate')} of ${integerText(evaluations)} evaluations of illumination` +
      `${searches === replicates ? '' : `, and ${countText(searches, 'replicate')} of what searches its encodings`}. ` +
      'Beside them stand what the paper lacks: DDE-Elites with the defaults of this package, and its finished encoding; a decoder that was never trained; and principal components.',
    figures: [],
    sections: shown.flatMap((experiment) => sectionsOf(experiment, summaries, figures)),
    settings: [
      ['Joints', joints.join(', ')],
      ['Replicates', String(replicates)],
      ...(searches === replicates ? [] : [['Of recreation and targets', String(searches)] as const]),
      ['Evaluations', integerText(evaluations)],
      ['Seeds', seedsText(Math.max(replicates, searches))],
    ],
    command: paperCommandLine(plan, out),
    files,
    footer: reportFooter(),
  });
}

/** The command that continues or repeats a plan. */
export function paperCommandLine(plan: PaperRun, out: string): string {
  const { experiments, joints, replicates, searches, evaluations } = plan;
  const what = experiments.length === 3 ? 'all' : experiments[0]!;
  const more = searches === replicates ? '' : ` --searches ${searches}`;
  return `${asCalled('elites paper')} ${what} --joints ${joints.join(',')} --replicates ${replicates}${more} --evaluations ${evaluations} --out ${shellWord(out)}`;
}

function sectionsOf(experiment: PaperExperiment, summaries: Group, figures: readonly PaperFigure[]): ReportSection[] {
  const own = summaries.filter((one) => one.job.experiment === experiment);
  const joints = [...new Set(own.map((one) => one.job.joints))];
  const groups = joints.map((n) => own.filter((one) => one.job.joints === n));
  const pictures = figures.filter((one) => one.experiment === experiment);
  const results: ReportSection = {
    heading: headings[experiment],
    text: [introduction(experiment, own), ...groups.map(words)],
    tables: groups.map((group) => summaryTable(group, `${integerText(group[0]!.job.joints)} joints`)),
    figures: pictures.filter((one) => !one.arms),
  };
  if (experiment !== 'targets') return [results];
  const arms = pictures.filter((one) => one.arms).map(({ svg }) => ({ svg }));
  return [results, { heading: 'The arms that were found', text: [armsText], figures: arms }];
}

function introduction(experiment: PaperExperiment, own: Group): string {
  const spent = (variant: string): string => integerText(own.find(({ job }) => job.variant === variant)!.spent);
  if (experiment === 'illumination')
    return 'Five searches fill the same 1950 cells; each keeps the arm that reaches it with the most even angles. The first four have the settings of the paper.';
  const source =
    'The encodings are those of the replicate with the highest coverage: of dde-elites, and of defaults (finished).';
  if (experiment === 'recreation')
    return `MAP-Elites with isometric mutation begins with nothing and searches latents with ${spent('dde')} evaluations, or angles (direct) with ${spent('direct')}. ${source}`;
  return `CMA-ES looks for an arm for each of 18 targets; its cost is the distance alone. That the angles come out even is what an encoding brings along. ${source}`;
}

/** Describes the medians and p of one number of joints. */
function words(group: Group): string {
  const { experiment, joints } = group[0]!.job;
  const [name, what] = experiment === 'targets' ? ['distance', 'the distance'] : ['coverage', 'the coverage'];
  const first = summarySentence(group, name, `With ${integerText(joints)} joints, in the median, ${what}`);
  return `${first} ${summarySentence(group, 'deviation', 'The deviation of the joint angles (rad)')}`;
}
