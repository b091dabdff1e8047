import { argumentError, checkArray, checkOptions, checkRow, checkText, copyNumbers } from '../../core/index.ts';
import {
  checkTexts,
  lineColours,
  lineDash,
  pictureWidth,
  px,
  svgDocument,
  svgText,
  svgTitle,
} from '../svg/svg-document.ts';
import { boldSize, fitName, textWidth } from '../svg/text-width.ts';
import { isValueRange, type ValueRange, valueRange } from '../svg/value-range.ts';
import {
  type Axis,
  axisBetween,
  bottomAxis,
  checkAxis,
  clipped,
  type Frame,
  leftAxis,
  leftOf,
  linearScale,
  logScale,
  type Scale,
  sidesOf,
  tickCount,
} from './axis.ts';
import { linePath } from './line-path.ts';
import { spreadApart } from './spread-apart.ts';
import { widenToTicks } from './ticks.ts';

/** A named line. */
export interface CurveSeries {
  /** Its name, written beside the line's end. */
  readonly name: string;
  /** `(points)`, ascending. */
  readonly x: ArrayLike<number>;
  /** `(points)`; where a number is not finite the line has a gap. */
  readonly y: ArrayLike<number>;
  /** `(points)` each: the lower and upper edge of a band around the line, such as quartiles. */
  readonly band?: { readonly low: ArrayLike<number>; readonly high: ArrayLike<number> } | undefined;
}

/** What an axis is called and covers. */
export interface CurveAxis {
  /** Quantity and unit. */
  readonly label: string;
  /** Default: the range of the numbers; for y, widened to round ones, for x where these are near. */
  readonly range?: ValueRange | undefined;
  /** Equal lengths for equal differences (default) or equal ratios; of the latter only numbers above 0 are drawn. */
  readonly scale?: 'linear' | 'log' | undefined;
}

/** Options of {@link curvesSvg}. */
export interface CurvesSvgOptions {
  /** The lines. Six colours follow their order, and repeat: solid first, then dashed, dotted, and dashed and dotted. */
  readonly series: readonly CurveSeries[];
  /** The horizontal axis. */
  readonly x: CurveAxis;
  /** The vertical axis. */
  readonly y: CurveAxis;
  /** Heading in the picture. */
  readonly title?: string | undefined;
  /** A second line in grey. */
  readonly subtitle?: string | undefined;
}

const known = ['series', 'x', 'y', 'title', 'subtitle'];
const height = 330;
const lineHeight = 16;
/** The share of the horizontal range by which an end moves to a tick. */
const near = 0.05;
/** px of a line beside its name. */
const sample = 26;

/**
 * Lines over a common axis, each with its name beside its end, and with a sample of the line if there are more than six. A complete SVG of
 * 474 × 330 px, light or dark as its reader's screen. Points closer than half a px to the one before are left out. Texts that are too long
 * are shortened in the middle.
 * @throws ARGUMENT if a series has not as many x as y, or x that do not ascend, an axis has no label, or a range is not two ascending finite numbers.
 */
export function curvesSvg(options: CurvesSvgOptions): string {
  checkOptions('curvesSvg', options, known);
  checkTexts('curvesSvg', options);
  const { title, subtitle } = options;
  checkArray('curvesSvg', 'series', options.series);
  options.series.forEach(checkSeries);
  const series = options.series.map(inNumbers);
  checkAxis('curvesSvg', 'x', options.x);
  checkAxis('curvesSvg', 'y', options.y);
  const xs = series.map((one) => one.x);
  const ys = series.flatMap(({ y, band }) => (band === undefined ? [y] : [y, band.low, band.high]));
  const xRange = rangeOf('x', options.x, xs);
  const yRange = rangeOf('y', options.y, ys);
  const top = subtitle !== undefined ? 64 : title !== undefined ? 48 : 20;
  const bottom = height - 52;
  const xScale = scaleOf(options.x, xRange, near);
  const yScale = scaleOf(options.y, yRange, 1);
  const frame: Frame = { ...sidesOf(xScale, leftOf(yScale), pictureWidth - nameWidth(series)), top, bottom };
  const x = axisBetween(xScale, frame.left, frame.right);
  const y = axisBetween(yScale, bottom, top);
  const lines = series.map((one, i) => {
    return `${bandOf(one, i, x, y, frame)}<path class="line line${i % lineColours}"${lineDash(i)} d="${linePath(one.x, one.y, x.at, y.at)}"/>`;
  });
  const axes = leftAxis(y, frame, true) + bottomAxis(x, frame);
  const body = svgTitle(title, subtitle) + axes + clipped(lines.join(''), frame) + endNames(series, x, y, frame);
  const label = `${title ?? options.y.label}: ${series.map((one) => one.name).join(', ')}`;
  return svgDocument({ height, label, body });
}

/** A series in which what is no number is NaN: in JSON it is null. */
function inNumbers({ name, x, y, band }: CurveSeries): CurveSeries {
  const numbers = (list: ArrayLike<number>): Float64Array => {
    const copy = new Float64Array(list.length);
    copyNumbers(list, copy, 0);
    return copy;
  };
  return { name, x, y: numbers(y), band: band && { low: numbers(band.low), high: numbers(band.high) } };
}

/** @param most - Share of the range by which its ends may move to ticks, if the caller has not given it. */
function scaleOf({ label, scale, range: given }: CurveAxis, range: ValueRange, most: number): Scale {
  if (scale === 'log') return logScale(label, range);
  return linearScale(label, given ?? widenToTicks(range, tickCount, most));
}

/** The band below a line; on a log axis an edge at 0 is at the frame's bottom. */
function bandOf({ x: xs, band }: CurveSeries, i: number, x: Axis, y: Axis, { bottom }: Frame): string {
  if (band === undefined) return '';
  const points = (edge: ArrayLike<number>): string[] =>
    Array.from(xs).flatMap((value, k) => {
      const left = x.at(value);
      const top = y.at(edge[k]!);
      const drawn = Number.isNaN(top) && edge[k]! <= 0 ? bottom : top;
      return Number.isFinite(left) && Number.isFinite(drawn) ? [`${px(left)} ${px(drawn)}`] : [];
    });
  const outline = [...points(band.low), ...points(band.high).reverse()];
  return outline.length < 4 ? '' : `<path class="band name${i % lineColours}" d="M${outline.join('L')}z"/>`;
}

function checkSeries({ name, x, y, band }: CurveSeries, i: number): void {
  const owner = 'curvesSvg';
  checkText(owner, `series[${i}].name`, name);
  if (!Number.isInteger(x?.length)) throw argumentError(owner, `x of series '${name}'`, 'be a list', x);
  const lists = band === undefined ? { y } : { y, 'band.low': band?.low, 'band.high': band?.high };
  for (const [what, list] of Object.entries(lists)) checkRow(owner, `${what} of series '${name}'`, list, x.length);
  for (let k = 0; k < x.length; k++)
    if (!Number.isFinite(x[k]) || x[k]! < x[k - 1]!)
      throw argumentError(owner, `x of series '${name}'`, 'be finite and ascending', x[k]);
}

function rangeOf(name: string, axis: CurveAxis, lists: readonly ArrayLike<number>[]): ValueRange {
  if (axis.range === undefined) {
    const drawn = axis.scale === 'log' ? (value: number): boolean => value > 0 : (): boolean => true;
    const range = valueRange(...lists.map((list) => Array.from(list).filter(drawn)));
    return axis.scale !== 'log' || range[0] > 0 ? range : [range[1] / 10, range[1]];
  }
  if (isValueRange(axis.range) && (axis.scale !== 'log' || axis.range[0] > 0)) return axis.range;
  throw argumentError('curvesSvg', `${name}.range`, 'be two finite numbers, ascending', axis.range);
}

/** px before a name where colours repeat: a sample of its line, and the gap after it. */
function sampleWidth({ length }: readonly CurveSeries[]): number {
  return length > lineColours ? sample + 6 : 0;
}

/** Room for the longest name: 8 px a letter, and more where its letters are wide. */
function nameWidth(series: readonly CurveSeries[]): number {
  const names = series.map((one) => fitName(one.name));
  return (
    sampleWidth(series) +
    Math.max(22, ...names.map((name) => Math.max(22 + 8 * name.length, 12 + textWidth(name, boldSize))))
  );
}

/** The names, right of the lines' ends, moved apart where they would overlap; where colours repeat, after a sample of the line. */
function endNames(series: readonly CurveSeries[], x: Axis, y: Axis, { left, right, top, bottom }: Frame): string {
  const ends = series.flatMap((one, i) => {
    const heights = Array.from(one.y, (value) => y.at(value));
    const last = heights.map(Number.isFinite).lastIndexOf(true);
    return last < 0
      ? []
      : [{ i, name: one.name, x: Math.min(right, Math.max(left, x.at(one.x[last]!))), y: heights[last]! }];
  });
  const inside = ends.map((end) => Math.min(bottom, Math.max(top, end.y)));
  const heights = spreadApart(inside, lineHeight, [top, bottom]);
  const before = sampleWidth(series);
  return ends
    .map(({ i, name, x }, k) => {
      const height = heights[k]!;
      const colour = i % lineColours;
      const line = `<path class="line line${colour}"${lineDash(i)} d="M${px(x + 8)} ${px(height)}h${sample}"/>`;
      const text = svgText(x + 8 + before, height + 4, fitName(name), `class="name name${colour}"`);
      return before > 0 ? line + text : text;
    })
    .join('');
}
