import { curvesSvg, sharesSvg } from '../plot/index.ts';
import type { ExplorerSpace } from './explorer-space.ts';

/** The course of a search: `search.history` is one. `(points)` each. */
export interface ExplorerHistory {
  readonly evaluations: ArrayLike<number>;
  readonly metrics: Readonly<Record<'coverage' | 'meanFitness', ArrayLike<number>>>;
  /** Rows of each emitter that entered the archive so far, by name; `''`: first genomes. */
  readonly entered?: Readonly<Record<string, ArrayLike<number>>> | undefined;
}

/** Draws coverage, mean fitness and the operators' shares over evaluations. Nothing before there are two points. */
export function drawCharts(
  charts: HTMLElement,
  { evaluations, metrics, entered = {} }: ExplorerHistory,
  { fitnessLabel = 'fitness', operators }: Pick<ExplorerSpace, 'fitnessLabel' | 'operators'> = {},
): void {
  charts.hidden = evaluations.length < 2;
  if (charts.hidden) return;
  const last = evaluations[evaluations.length - 1]!;
  const x = { label: 'evaluations', range: [0, last] as const };
  const curve = (title: string, label: string, y: ArrayLike<number>): string =>
    curvesSvg({ title, x, y: { label }, series: [{ name: '', x: evaluations, y }] });
  const percent = Array.from(metrics.coverage, (share) => 100 * share);
  // Without its first tenth, in which fitness is so low that the rest would be flat.
  const mean = Array.from(metrics.meanFitness, (value, i) => (i < evaluations.length / 10 ? Number.NaN : value));
  const pictures = [
    curve('Coverage', 'cells filled (%)', percent),
    curve('Mean fitness', `mean ${fitnessLabel}`, mean),
  ];
  const { '': initial, ...made } = entered;
  if (Object.keys(made).length > 1 && initial !== undefined) {
    const panels = [{ label: 'elites made (%)', totals: { initial, ...made } }];
    const title = 'New elites by operator';
    pictures.push(sharesSvg({ title, at: evaluations, panels, x: { label: 'evaluations' }, categories: operators }));
  }
  // Pictures of elites/plot escape every text.
  charts.innerHTML = pictures.map((picture) => `<div>${picture}</div>`).join('');
}
