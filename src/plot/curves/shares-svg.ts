import { argumentError, checkObject, checkOptions, checkText } from '../../core/index.ts';
import { type Categories, categoriesOf } from '../svg/category-colours.ts';
import { categoryLegend, categoryLegendWidth, legendEntries, legendText } from '../svg/category-legend.ts';
import { escapeText } from '../svg/escape.ts';
import { checkTexts, pictureWidth, px, svgDocument, svgTitle } from '../svg/svg-document.ts';
import { checkRange, type ValueRange } from '../svg/value-range.ts';
import {
  type Axis,
  axisBetween,
  bottomAxis,
  checkAxis,
  type Frame,
  leftAxis,
  leftOf,
  linearScale,
  sidesOf,
} from './axis.ts';
import type { CurveAxis } from './curves-svg.ts';

/** One plot of a {@link sharesSvg}. */
export interface SharesPanel {
  /** What is shared: the label of the vertical axis. */
  readonly label: string;
  /** `(points)` each, by category: the total so far, from 0 on, never falling. */
  readonly totals: Readonly<Record<string, ArrayLike<number>>>;
}

/** Options of {@link sharesSvg}. */
export interface SharesSvgOptions {
  /** `(points)`, ascending, above 0: where the totals were taken, such as `search.history.evaluations`. */
  readonly at: ArrayLike<number>;
  /** Plots below each other over the same axis. */
  readonly panels: readonly SharesPanel[];
  /** The horizontal axis; its default range is 0 to the last point, and its scale is linear. */
  readonly x: Omit<CurveAxis, 'scale'>;
  /** Categories in the order of legend and colours, as in {@link archiveSvg}: others follow, by name. */
  readonly categories?: readonly string[] | undefined;
  /** Heading in the picture. */
  readonly title?: string | undefined;
  /** A second line in grey. */
  readonly subtitle?: string | undefined;
}

const known = ['at', 'panels', 'x', 'categories', 'title', 'subtitle'];
/** px of a panel's height, alone and with others, and between two panels. */
const [alone, together, between] = [214, 148, 28];
/** px by which areas and steps overlap. */
const overlap = 0.4;
/** A picture has about so many steps. */
const steps = 60;

/**
 * How shares of a total change: areas of all categories, stacked from the top in the order of the legend, in steps of at least a sixtieth
 * of the axis. A step is the share of what was added in it; where nothing was added there is a gap. The legend of a
 * plot has the categories that occur in it, and their shares of everything. A complete SVG of 474 px width, light or dark as its reader's
 * screen.
 * @throws ARGUMENT if there are no panels, a category has not as many totals as there are points, points do not ascend from above 0,
 *   totals fall, or `x.range` is not two ascending finite numbers.
 */
export function sharesSvg(options: SharesSvgOptions): string {
  checkOptions('sharesSvg', options, known);
  checkTexts('sharesSvg', options);
  const { at, panels, x: xAxis, title, subtitle } = options;
  checkTotals(at, panels);
  checkAxis('sharesSvg', 'x', xAxis);
  const occurring = panels.flatMap(({ totals }) => Object.keys(totals));
  const categories = categoriesOf(options.categories ?? [], occurring);
  const range: ValueRange = xAxis.range ?? [0, at.length === 0 ? 1 : at[at.length - 1]!];
  checkRange('sharesSvg', 'x.range', range);
  const top = subtitle !== undefined ? 64 : title !== undefined ? 48 : 20;
  const height = panels.length < 2 ? alone : together;
  const xScale = linearScale(xAxis.label, range);
  const yScales = panels.map(({ label }) => linearScale(label, [0, 100]));
  const sums = panels.map(({ totals }) => sumsOf(totals, categories, at.length));
  const ends = sums.map((one) => one.map((sum) => sum.at(-1) ?? 0));
  const legends = ends.map((totals) => legendEntries(categories, totals));
  const right = pictureWidth - categoryLegendWidth(legends.flat());
  const sides = sidesOf(xScale, Math.max(72, ...yScales.map(leftOf)), right);
  const x = axisBetween(xScale, sides.left, sides.right);
  const edges = edgesOf(at, (range[1] - range[0]) / steps);
  const drawn = yScales.map((yScale, i) => {
    const start = top + i * (height + between);
    const frame = { ...sides, top: start, bottom: start + height };
    const y = axisBetween(yScale, frame.bottom, start);
    const axis = leftAxis(y, frame, false) + categoryLegend(legends[i]!, frame);
    return areas(sums[i]!, edges, at, categories, x, frame) + axis;
  });
  const bottom = top + panels.length * (height + between) - between;
  const body = svgTitle(title, subtitle) + drawn.join('') + bottomAxis(x, { ...sides, top, bottom });
  const shares = panels.map((panel, i) => `${panel.label}: ${legendText(legends[i]!)}`);
  const label = [title, ...shares].filter(Boolean).join('; ');
  return svgDocument({ height: bottom + 52, label, body });
}

function checkTotals(at: ArrayLike<number>, panels: readonly SharesPanel[]): void {
  checkObject('sharesSvg', 'at', at);
  if (!Array.isArray(panels) || panels.length === 0)
    throw argumentError('sharesSvg', 'panels', 'be a list of at least one', panels);
  const ascends = Array.from(at).every((value, i) => Number.isFinite(value) && value > (i === 0 ? 0 : at[i - 1]!));
  if (!ascends) throw argumentError('sharesSvg', 'at', 'ascend from above 0', at);
  for (const [i, { label, totals }] of (panels as readonly SharesPanel[]).entries()) {
    checkText('sharesSvg', `panels[${i}].label`, label);
    checkObject('sharesSvg', `panels[${i}].totals`, totals);
    for (const [name, list] of Object.entries(totals)) {
      const what = `totals of '${name}'`;
      if (list?.length !== at.length)
        throw argumentError('sharesSvg', what, `be ${at.length}, one a point`, list?.length);
      const rises = Array.from(list).every((value, i) => Number.isFinite(value) && value >= (list[i - 1] ?? 0));
      if (!rises) throw argumentError('sharesSvg', what, 'be finite, from 0 on, and never fall', list);
    }
  }
}

/** `(shown, points)`: the totals of each category in the legend. */
function sumsOf(totals: SharesPanel['totals'], categories: Categories, points: number): Float64Array[] {
  const sums = categories.shown.map(() => new Float64Array(points));
  for (const [name, list] of Object.entries(totals)) {
    const sum = sums[categories.indexOf(name)]!;
    for (let i = 0; i < points; i++) sum[i]! += list[i]!;
  }
  return sums;
}

/** The points at which steps end: no step is shorter than `least`, but the last. A last step of less than half is joined to the one before. */
function edgesOf(at: ArrayLike<number>, least: number): number[] {
  const edges: number[] = [];
  let last = 0;
  for (let i = 0; i < at.length; i++) {
    const end = i === at.length - 1;
    if (end && edges.length > 0 && at[i]! - last < least / 2) edges.pop();
    if (!end && at[i]! - last < least) continue;
    edges.push(i);
    last = at[i]!;
  }
  return edges;
}

/** The areas, the last category first: each begins a little below the one that is drawn over it, so that nothing shows between two. */
function areas(
  sums: readonly Float64Array[],
  edges: readonly number[],
  at: ArrayLike<number>,
  { shown }: Categories,
  x: Axis,
  { left, right, top, bottom }: Frame,
): string {
  const paths = shown.map(() => '');
  const within = (value: number): number => Math.min(right, Math.max(left, x.at(value)));
  for (const [k, edge] of edges.entries()) {
    const before = edges[k - 1];
    const added = sums.map((sum) => sum[edge]! - (before === undefined ? 0 : sum[before]!));
    const all = added.reduce((a, b) => a + b, 0);
    if (!(all > 0)) continue;
    const [from, to] = [within(before === undefined ? 0 : at[before]!), within(at[edge]!)];
    let share = 0;
    for (const [i, part] of added.entries()) {
      if (part === 0) continue;
      const upper = Math.max(top, top + share * (bottom - top) - overlap);
      share += part / all;
      const lower = top + share * (bottom - top);
      paths[i] += `M${px(from)} ${px(upper)}V${px(lower)}H${px(to + overlap)}V${px(upper)}z`;
    }
  }
  const drawn = shown.map(({ name, colour }, i) => {
    return paths[i] === '' ? '' : `<path fill="${colour}" d="${paths[i]}"><title>${escapeText(name)}</title></path>`;
  });
  return `<g class="shares">${drawn.reverse().join('')}</g>`;
}
