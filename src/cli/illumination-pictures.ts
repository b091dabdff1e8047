import { curvesSvg, valueRange } from '../plot/index.ts';
import { armArchiveSvg } from './arm-archive-svg.ts';
import type { Illumination } from './illumination.ts';

/** The pictures of runs: their archives in one scale of colours, and curves that compare them. */
export interface IlluminationPictures {
  /** `(runs)` */
  readonly archives: readonly string[];
  readonly coverage: string;
  readonly fitness: string;
}

/** Draws the pictures of runs. */
export function drawPictures(runs: readonly Illumination[]): IlluminationPictures {
  const range = valueRange(...runs.map(({ archive }) => Array.from(archive, (elite) => elite.fitness)));
  const evaluations = Math.max(1, ...runs.map((run) => run.settings.evaluations));
  const x = { label: 'evaluations', range: [0, evaluations] as const };
  const series = (values: (run: Illumination) => readonly number[]) =>
    runs.map((run) => ({ name: run.settings.algorithm, x: run.history.evaluations, y: values(run) }));
  return {
    archives: runs.map(({ archive, settings }) =>
      armArchiveSvg(archive, { outline: 'hull', range, title: settings.algorithm }),
    ),
    coverage: curvesSvg({
      title: 'Coverage',
      series: series((run) => run.history.coverage.map((coverage) => 100 * coverage)),
      x,
      y: { label: 'cells filled (%)', range: [0, 100] },
    }),
    fitness: curvesSvg({
      title: 'Mean fitness',
      series: series((run) => run.history.meanFitness),
      x,
      y: { label: 'mean fitness (rad²)', range: laterRange(runs) },
    }),
  };
}

/** From the lowest mean fitness after the first twentieth of the run, before which it is far below, to the highest possible. */
function laterRange(runs: readonly Illumination[]): readonly [number, number] {
  const later = runs.map(({ history, settings }) => {
    const last = history.evaluations.length - 1;
    return history.meanFitness.filter((_, i) => i === last || history.evaluations[i]! >= settings.evaluations / 20);
  });
  const [low] = valueRange([0], ...later);
  return [1.1 * low, 0];
}
