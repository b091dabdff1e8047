import { curvesSvg, type ValueRange, valueRange } from '../../plot/index.ts';
import type { Illumination } from '../illumination/illumination.ts';
import type { IlluminationPlan } from '../illumination/run-checkpoint.ts';
import type { Subject } from '../illumination/subject.ts';

/** Curves that compare runs. */
export interface IlluminationCurves {
  readonly coverage: string;
  /** undefined without any elite. */
  readonly fitness: { readonly content: string; readonly caption: string | undefined } | undefined;
}

/** Draws curves that compare runs. */
export function drawCurves(
  { words }: Subject,
  plan: IlluminationPlan,
  runs: readonly Illumination[],
): IlluminationCurves {
  const range = laterRange(words.best, plan, runs);
  const x = { label: 'evaluations', range: [0, plan.evaluations] as const };
  const series = (values: (run: Illumination) => readonly number[]) =>
    runs.map((run) => ({ name: run.algorithm, x: run.curve.evaluations, y: values(run) }));
  return {
    coverage: curvesSvg({
      title: 'Coverage',
      series: series(({ curve }) => curve.coverage.map((coverage) => 100 * coverage)),
      x,
      y: { label: 'cells filled (%)', range: [0, 100] },
    }),
    fitness: range && {
      content: curvesSvg({
        title: 'Mean fitness',
        series: series(({ curve }) => curve.meanFitness),
        x,
        y: { label: words.meanFitness, range },
      }),
      caption: runs.some(({ curve }) => curve.meanFitness.some((mean) => mean < range[0])) ? cutNote : undefined,
    },
  };
}

const cutNote = 'The scale is that of what came after the first twentieth of the run; before it, the mean was lower.';

/**
 * The range of mean fitness after the first twentieth of the run, in which it is much lower; up to the best possible fitness, if known;
 * undefined without any elite.
 */
function laterRange(
  best: number | undefined,
  { evaluations }: IlluminationPlan,
  runs: readonly Illumination[],
): ValueRange | undefined {
  const later = runs.map(({ curve }) => {
    const last = curve.evaluations.length - 1;
    return curve.meanFitness.filter((_, i) => i === last || curve.evaluations[i]! >= evaluations / 20);
  });
  if (!later.some((values) => values.some(Number.isFinite))) return undefined;
  const [low, high] = valueRange(...(best === undefined ? [] : [[best]]), ...later);
  const margin = (high - low) / 10;
  return [low - margin, best === undefined ? high + margin : high];
}
