import type { PaperResult, VariantSummary } from '../experiments/index.ts';
import { armsSvg, type CurveAxis, type CurveSeries, curvesSvg, spreadsSvg } from '../plot/index.ts';
import { integerText } from './number-text.ts';

/** A picture and what it is called: NAME.svg. */
export interface PaperFigure {
  readonly experiment: VariantSummary['experiment'];
  readonly name: string;
  readonly svg: string;
  readonly caption: string;
}

/** All pictures, by experiment and joints. */
export function paperFigures(summaries: readonly VariantSummary[], results: readonly PaperResult[]): PaperFigure[] {
  const groups = new Map<string, VariantSummary[]>();
  for (const one of summaries) {
    const key = `${one.experiment}-${one.joints}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].flatMap(([name, group]) => {
    const { experiment, joints } = group[0]!;
    const title = `${integerText(joints)} joints`;
    const make = { illumination: illuminationFigures, recreation: recreationFigures, targets: targetFigures };
    const arms = experiment === 'targets' ? armFigures(results, joints) : [];
    const figures = [...make[experiment](group, title), ...arms];
    return figures.map(([suffix, svg, caption]) => ({ experiment, name: `${name}-${suffix}`, svg, caption }));
  });
}

type Figure = readonly [suffix: string, svg: string, caption: string];

const evaluations: CurveAxis = { label: 'evaluations' };
const logEvaluations: CurveAxis = { label: 'evaluations', scale: 'log' };
const coverageAxis: CurveAxis = { label: 'cells filled', range: [0, 1] };
const band = 'Line: median over replicates; band: quartiles.';

function illuminationFigures(group: readonly VariantSummary[], title: string): Figure[] {
  const fitness = { label: 'mean fitness (−variance, rad²)' };
  return [
    [
      'fitness',
      curvesSvg({ title: `Fitness, ${title}`, x: evaluations, y: fitness, series: lines(group, 'meanFitness') }),
      band,
    ],
    [
      'coverage',
      curvesSvg({ title: `Coverage, ${title}`, x: evaluations, y: coverageAxis, series: lines(group, 'coverage') }),
      band,
    ],
  ];
}

function recreationFigures(group: readonly VariantSummary[], title: string): Figure[] {
  const series = lines(group, 'coverage');
  const spread = { label: 'joint deviation, mean of the archive (rad)' };
  return [
    ['coverage', curvesSvg({ title: `Recreation, ${title}`, x: logEvaluations, y: coverageAxis, series }), band],
    [
      'deviation',
      spreadsSvg({ title: `Joint deviation, ${title}`, x: spread, rows: rows(group, 'deviation') }),
      'Quartiles over replicates.',
    ],
  ];
}

function targetFigures(group: readonly VariantSummary[], title: string): Figure[] {
  const axis: CurveAxis = { label: 'median distance to the target', scale: 'log' };
  const final: CurveAxis = { label: 'final distance', scale: 'log' };
  const spread = { label: 'joint deviation (rad)' };
  const quartiles = 'Quartiles over targets and replicates.';
  return [
    [
      'curves',
      curvesSvg({ title: `Distance, ${title}`, x: evaluations, y: axis, series: lines(group, 'distance') }),
      band,
    ],
    ['distance', spreadsSvg({ title: `Final distance, ${title}`, x: final, rows: rows(group, 'distance') }), quartiles],
    [
      'deviation',
      spreadsSvg({ title: `Joint deviation, ${title}`, x: spread, rows: rows(group, 'deviation') }),
      quartiles,
    ],
  ];
}

function armFigures(results: readonly PaperResult[], joints: number): Figure[] {
  const first = results.filter(
    ({ job }) => job.experiment === 'targets' && job.joints === joints && job.replicate === 1,
  );
  return first.map(({ job, targets }) => [
    `arms-${job.variant}`,
    armsSvg({ arms: targets!, title: `${job.variant}, ${integerText(joints)} joints` }),
    'Rings: targets; dots: joints (up to 50) and end effectors. Replicate 1.',
  ]);
}

function lines(group: readonly VariantSummary[], quantity: string): CurveSeries[] {
  return group.map(({ variant, at, curve }) => {
    const values = curve[quantity]!;
    const [low, y, high] = [0, 1, 2].map((q) => values.map((one) => one[q as 0 | 1 | 2])) as [
      number[],
      number[],
      number[],
    ];
    return { name: variant, x: at, y, band: { low, high } };
  });
}

function rows(group: readonly VariantSummary[], quantity: string) {
  return group.map(({ variant, final }) => ({ name: variant, quartiles: final[quantity]! }));
}
