import { checkArray, checkOptions } from '../../core/index.ts';
import { checkTexts, lineColours, pictureWidth, px, svgDocument, svgText, svgTitle } from '../svg/svg-document.ts';
import { boldSize, fitName, textWidth } from '../svg/text-width.ts';
import { valueRange } from '../svg/value-range.ts';
import { axisBetween, bottomAxis, checkAxis, type Frame, linearScale, logScale, sidesOf } from './axis.ts';
import type { CurveAxis } from './curves-svg.ts';

/** Options of {@link spreadsSvg}. */
export interface SpreadsSvgOptions {
  /** One row each: its name and lower quartile, median and upper quartile. */
  readonly rows: readonly { readonly name: string; readonly quartiles: readonly [number, number, number] }[];
  /** The horizontal axis. */
  readonly x: CurveAxis;
  /** Heading in the picture. */
  readonly title?: string | undefined;
}

const rowHeight = 34;

/**
 * Quartiles compared: a row for each name, a bar from the lower to the upper quartile, a dot at the median. A complete SVG of
 * 474 px width, light or dark as its reader's screen. Texts that are too long are shortened in the middle.
 */
export function spreadsSvg(options: SpreadsSvgOptions): string {
  checkOptions('spreadsSvg', options, ['rows', 'x', 'title']);
  checkTexts('spreadsSvg', options);
  const { rows, x, title } = options;
  checkArray('spreadsSvg', 'rows', rows);
  checkAxis('spreadsSvg', 'x', x);
  const log = x.scale === 'log';
  const values = rows.flatMap((row) => row.quartiles.filter((value) => !log || value > 0));
  const [low, high] = valueRange(values);
  const range =
    x.range ?? (log ? ([(low > 0 ? low : high / 10) / 1.5, high * 1.5] as const) : ([0, high * 1.08] as const));
  const top = title === undefined ? 12 : 44;
  const scale = (log ? logScale : linearScale)(x.label, range);
  const names = rows.map((row) => fitName(row.name));
  const left = Math.max(110, ...names.map((name) => 20 + textWidth(name, boldSize)));
  const frame: Frame = { ...sidesOf(scale, left, pictureWidth - 28), top, bottom: top + rows.length * rowHeight };
  const axis = axisBetween(scale, frame.left, frame.right);
  const bars = rows.map(({ quartiles }, i) => {
    const y = top + (i + 0.5) * rowHeight;
    const [a, b, c] = quartiles.map((value) => axis.at(value)) as [number, number, number];
    const from = Number.isFinite(a) ? a : frame.left;
    const bar = `<path class="line line${i % lineColours}" d="M${px(from)} ${px(y)}H${px(c)}"/>`;
    const dot = `<circle class="joint name${i % lineColours}" cx="${px(Number.isFinite(b) ? b : frame.left)}" cy="${px(y)}" r="5"/>`;
    const text = svgText(frame.left - 12, y + 4, names[i]!, `text-anchor="end" class="name name${i % lineColours}"`);
    return text + (Number.isFinite(c) ? bar + dot : '');
  });
  const body = svgTitle(title, undefined) + bottomAxis(axis, frame) + bars.join('');
  const label = `${title ?? x.label}: quartiles of ${rows.map((row) => row.name).join(', ')}`;
  return svgDocument({ height: frame.bottom + 52, label, body });
}
