import { curvesSvg, type ValueRange, valueRange } from '../../plot/index.ts';
import type { Illumination } from '../illumination/illumination.ts';
import type { IlluminationPlan } from '../illumination/run-checkpoint.ts';
import type { Subject } from '../illumination/subject.ts';
import type { ReportPicture } from './illumination-report.ts';
import type { ListedFile } from './summary-report.ts';

/** Draws curves that compare runs: of coverage, and of mean fitness if there is an elite. */
export function drawCurves(
  { words }: Subject,
  plan: IlluminationPlan,
  runs: readonly Illumination[],
): (ReportPicture & ListedFile & { readonly content: string })[] {
  const range = laterRange(words.best, plan.evaluations / 20, runs);
  const x = { label: 'evaluations', range: [0, plan.evaluations] as const };
  const series = (values: (run: Illumination) => readonly number[]) =>
    runs.map((run) => ({ name: run.algorithm, x: run.curve.evaluations, y: values(run) }));
  const shares = series(({ curve }) => curve.coverage.map((coverage) => 100 * coverage));
  const y = { label: 'cells filled (%)', range: [0, 100] as const };
  const coverage = curvesSvg({ title: 'Coverage', series: shares, x, y });
  const curves = [{ path: 'coverage.svg', content: coverage, description: 'coverage over evaluations' }];
  if (range === undefined) return curves;
  const means = series(({ curve }) => curve.meanFitness);
  const fitness = curvesSvg({ title: 'Mean fitness', series: means, x, y: { label: words.meanFitness, range } });
  const caption = runs.some(({ curve }) => curve.meanFitness.some((mean) => mean < range[0])) ? cutNote : undefined;
  return [...curves, { path: 'fitness.svg', content: fitness, description: 'mean fitness over evaluations', caption }];
}

const cutNote = 'The scale is that of what came after the first twentieth of the run; before it, the mean was lower.';

/**
 * The range of mean fitness after the first twentieth of the run, in which it is much lower; up to the best possible fitness, if known;
 * undefined without any elite.
 */
function laterRange(best: number | undefined, from: number, runs: readonly Illumination[]): ValueRange | undefined {
  const later = runs.map(({ curve }) => {
    const last = curve.evaluations.length - 1;
    return curve.meanFitness.filter((_, i) => i === last || curve.evaluations[i]! >= from);
  });
  if (!later.some((values) => values.some(Number.isFinite))) return undefined;
  const [low, high] = valueRange(...(best === undefined ? [] : [[best]]), ...later);
  const margin = (high - low) / 10;
  return [low - margin, best === undefined ? high + margin : high];
}
