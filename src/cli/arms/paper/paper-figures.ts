import type { PaperExperiment, PaperJob, VariantSummary } from '../../../paper/index.ts';
import { armsSvg, type CurveAxis, curvesSvg, spreadsSvg } from '../../../plot/index.ts';
import { summaryLines, summarySpreads } from '../../reports/summary-report.ts';
import { integerText } from '../../terminal/number-text.ts';
import type { PaperResult } from './paper-result.ts';

/** A picture and its file name, without .svg. */
export interface PaperFigure {
  readonly experiment: PaperExperiment;
  readonly name: string;
  readonly svg: string;
  readonly caption: string;
  /** Whether it shows arms. */
  readonly arms: boolean;
}

/** The results of some variants. */
export type Group = readonly VariantSummary<PaperJob>[];

/** All pictures, by experiment and joints. */
export function paperFigures(summaries: Group, results: readonly PaperResult[]): PaperFigure[] {
  const groups = new Map<string, VariantSummary<PaperJob>[]>();
  for (const one of summaries) groups.set(one.job.group, [...(groups.get(one.job.group) ?? []), one]);
  return [...groups].flatMap(([name, group]) => {
    const { experiment, joints } = group[0]!.job;
    const title = `${integerText(joints)} joints`;
    const make = { illumination: illuminationFigures, recreation: recreationFigures, targets: targetFigures };
    const figure = (arms: boolean) => {
      return ([suffix, svg, caption]: Figure): PaperFigure => {
        return { experiment, name: `${name}-${suffix}`, svg, caption, arms };
      };
    };
    const arms = experiment === 'targets' ? armFigures(results, joints) : [];
    return [...make[experiment](group, title).map(figure(false)), ...arms.map(figure(true))];
  });
}

/** The text above the pictures of arms. */
export const armsText = 'Rings: targets; dots: joints (up to 50) and end effectors. Replicate 1.';

type Figure = readonly [suffix: string, svg: string, caption: string];

const evaluations: CurveAxis = { label: 'evaluations' };
const logEvaluations: CurveAxis = { label: 'evaluations', scale: 'log' };
const coverageAxis: CurveAxis = { label: 'cells filled (%)', range: [0, 100] };
const band = 'Line: median over replicates; band: quartiles.';

const curves = (group: Group, quantity: string, title: string, x: CurveAxis, y: CurveAxis): string =>
  curvesSvg({ title, x, y, series: summaryLines(group, quantity) });

const spreads = (group: Group, quantity: string, title: string, x: CurveAxis): string =>
  spreadsSvg({ title, x, rows: summarySpreads(group, quantity) });

function illuminationFigures(group: Group, title: string): Figure[] {
  const fitness = { label: 'mean fitness (−variance, rad²)' };
  return [
    ['fitness', curves(group, 'meanFitness', `Fitness, ${title}`, evaluations, fitness), band],
    ['coverage', curves(group, 'coverage', `Coverage, ${title}`, evaluations, coverageAxis), band],
  ];
}

function recreationFigures(group: Group, title: string): Figure[] {
  const spread = { label: 'joint deviation, mean of the archive (rad)' };
  return [
    ['coverage', curves(group, 'coverage', `Recreation, ${title}`, logEvaluations, coverageAxis), band],
    ['deviation', spreads(group, 'deviation', `Joint deviation, ${title}`, spread), 'Quartiles over replicates.'],
  ];
}

function targetFigures(group: Group, title: string): Figure[] {
  const axis: CurveAxis = { label: 'median distance to the target', scale: 'log' };
  const final: CurveAxis = { label: 'final distance', scale: 'log' };
  const spread = { label: 'joint deviation (rad)' };
  const quartiles = 'Quartiles over targets and replicates.';
  return [
    ['curves', curves(group, 'distance', `Distance, ${title}`, evaluations, axis), band],
    ['distance', spreads(group, 'distance', `Final distance, ${title}`, final), quartiles],
    ['deviation', spreads(group, 'deviation', `Joint deviation, ${title}`, spread), quartiles],
  ];
}

function armFigures(results: readonly PaperResult[], joints: number): Figure[] {
  const own = results.filter(({ job }) => job.experiment === 'targets' && job.joints === joints);
  const first = own.filter(({ job }) => job.replicate === 1);
  return first.map(({ job, targets }) => [
    `arms-${job.variant}`,
    armsSvg({ arms: targets!, title: `${job.variant}, ${integerText(joints)} joints` }),
    armsText,
  ]);
}
