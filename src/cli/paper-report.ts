import { arch, cpus, platform } from 'node:os';
import type { PaperExperiment, Quartiles, VariantSummary } from '../experiments/index.ts';
import { type ReportRow, type ReportSection, type ReportTable, reportHtml } from '../plot/index.ts';
import { integerText, percentText, significantText } from './number-text.ts';
import type { PaperFigure } from './paper-figures.ts';
import type { PaperRun } from './paper-run.ts';
import { version } from './version.ts';

const headings = {
  illumination: 'Illumination: filling the archive',
  recreation: 'Recreation: filling it again, with what was learned',
  targets: 'Target matching: an encoding in another algorithm',
} as const;
const labels: Readonly<Record<string, string>> = {
  coverage: 'Coverage',
  meanFitness: 'Mean fitness',
  deviation: 'Joint deviation, rad',
  qdScore: 'QD score',
  distance: 'Final distance',
};

/** The page of `elites paper`: text, tables and figures of each experiment, with the numbers of results.json. */
export function paperReport(
  plan: PaperRun,
  summaries: readonly VariantSummary[],
  figures: readonly PaperFigure[],
  files: readonly { readonly path: string; readonly description: string }[],
): string {
  const { joints, replicates, evaluations, out } = plan;
  const shown = plan.experiments;
  return reportHtml({
    eyebrow: 'elites · paper',
    title: 'Discovering representations for black-box optimization, again',
    summary:
      `The experiments of Gaier, Asteroth and Mouret (GECCO 2020) on a planar arm with ${joints.join(', ')} joints: ` +
      `${shown.join(', ')}. ${replicates} replicates, ${integerText(evaluations)} evaluations of illumination. ` +
      'Beside the learned encoding stand what the paper lacks: a decoder of the same size that was never trained, and principal components.',
    figures: [],
    sections: shown.map((experiment) => sectionOf(experiment, summaries, figures)),
    settings: [
      ['Joints', joints.join(', ')],
      ['Replicates', String(replicates)],
      ['Evaluations', integerText(evaluations)],
      ['Seeds', `1 to ${replicates}`],
    ],
    command: paperCommandLine(plan, out),
    files,
    footer: `elites ${version()} · Node.js ${process.versions.node} · ${platform()} ${arch()} · ${cpus()[0]?.model ?? 'unknown processor'}`,
  });
}

/** The command that goes on with, or makes again, a plan. */
export function paperCommandLine({ experiments, joints, replicates, evaluations }: PaperRun, out: string): string {
  const what = experiments.length === 3 ? 'all' : experiments[0]!;
  const folder = /^[\w./-]+$/.test(out) ? out : `'${out.replaceAll("'", "'\\''")}'`;
  return `npx elites paper ${what} --joints ${joints.join(',')} --replicates ${replicates} --evaluations ${evaluations} --out ${folder}`;
}

function sectionOf(
  experiment: PaperExperiment,
  summaries: readonly VariantSummary[],
  figures: readonly PaperFigure[],
): ReportSection {
  const own = summaries.filter((one) => one.experiment === experiment);
  const joints = [...new Set(own.map((one) => one.joints))];
  const groups = joints.map((n) => own.filter((one) => one.joints === n));
  return {
    heading: headings[experiment],
    text: [introduction(experiment), ...groups.map(sentence)],
    tables: groups.map(tableOf),
    figures: figures.filter((one) => one.experiment === experiment),
  };
}

function introduction(experiment: PaperExperiment): string {
  if (experiment === 'illumination')
    return 'Four variations fill the same 1950 cells; each keeps the arm that reaches it with the most even angles.';
  const source = 'The encodings are those of the DDE-Elites replicate with the highest coverage.';
  if (experiment === 'recreation')
    return `MAP-Elites with isometric mutation begins with nothing and searches latents, or angles (direct) with ten times the evaluations. ${source}`;
  return `CMA-ES looks for an arm for each of 18 targets; its cost is the distance alone. That the angles come out even is what an encoding brings along. ${source}`;
}

/** What the medians say, in words. */
function sentence(group: readonly VariantSummary[]): string {
  const { experiment, joints } = group[0]!;
  const parts = group.map(({ variant, final }) => {
    if (experiment === 'targets')
      return `${variant} ends ${significantText(final.distance![1])} from the target with a deviation of ${significantText(final.deviation![1])} rad`;
    const measure =
      experiment === 'illumination'
        ? `mean fitness ${minus(significantText(final.meanFitness![1]))}`
        : `deviation ${significantText(final.deviation![1])} rad`;
    return `${variant} fills ${percentText(final.coverage![1])} (${measure})`;
  });
  return `With ${integerText(joints)} joints, in the median, ${parts.join('; ')}.`;
}

function tableOf(group: readonly VariantSummary[]): ReportTable {
  const names = Object.keys(group[0]!.final);
  const rows = names.flatMap((name): ReportRow[] => {
    const cells = (q: 0 | 1 | 2) =>
      group.map(({ final }) => ({ text: write(name, final[name]![q]), value: final[name]![q] }));
    const spread = group.map(({ final }) => spreadText(name, final[name]!));
    const p = group.map(({ against }) =>
      against === undefined ? '–' : { text: significantText(against[name]!.p), value: against[name]!.p },
    );
    const label = labels[name] ?? name;
    return [
      { name: label, cells: cells(1) },
      { name: '· quartiles', cells: spread },
      { name: `· p against ${group[0]!.variant}`, cells: p },
    ];
  });
  const budget = {
    name: 'Evaluations',
    cells: group.map(({ spent: n }) => ({ text: integerText(n), value: n })),
  };
  return {
    heading: `${integerText(group[0]!.joints)} joints`,
    columns: group.map(({ variant }) => variant),
    rows: [budget, ...rows],
    note: `Medians. p: two-sided Mann-Whitney U over ${group[0]!.replicates} replicates a variant${group[0]!.replicates < 4 ? '; so few can’t come below 0.05' : ''}.`,
  };
}

function spreadText(name: string, [low, , high]: Quartiles): string {
  return `${write(name, low)} to ${write(name, high)}`;
}

function write(name: string, value: number): string {
  return name === 'coverage' ? percentText(value) : minus(significantText(value));
}

function minus(text: string): string {
  return text.replace(/^-/, '−');
}
