import { checkChoice, checkObject, checkText } from '../../core/index.ts';
import { pictureWidth, px, svgText } from '../svg/svg-document.ts';
import { fitText, textWidth } from '../svg/text-width.ts';
import { fractionOf, type ValueRange } from '../svg/value-range.ts';
import { linearTicks, logTicks, type Ticks } from './ticks.ts';

/** One direction of a plot before it has a place: label, ticks, and where values lie between its ends. */
export interface Scale {
  readonly label: string;
  readonly ticks: Ticks;
  /** Of a linear scale: fewer ticks, of a larger step. `share` of their number, in (0, 1]. */
  readonly fewer?: ((share: number) => Ticks) | undefined;
  /** Where a value lies: 0 at the range's low, 1 at its high end. */
  readonly fraction: (value: number) => number;
}

/** One direction of a plot in its place. */
export interface Axis extends Scale {
  /** px at which a value lies. */
  readonly at: (value: number) => number;
}

/** @throws ARGUMENT unless an axis of the caller's has a label, and a scale that exists. */
export function checkAxis(owner: string, argument: string, axis: unknown): void {
  checkObject(owner, argument, axis);
  const { label, scale = 'linear' } = axis as { readonly label: unknown; readonly scale?: unknown };
  checkText(owner, `${argument}.label`, label);
  checkChoice(owner, `${argument}.scale`, scale, ['linear', 'log']);
}

/** The px between which a plot is drawn; y grows downwards. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Cuts lines off at the frame, with a px to spare for their width. */
export function clipped(lines: string, { left, right, top, bottom }: Frame): string {
  const box = [left - 1, top - 1, right - left + 3, bottom - top + 2].map(px);
  const [x, y, w, h] = box;
  return `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${box.join(' ')}">${lines}</svg>`;
}

/** About how many ticks an axis has. */
export const tickCount = 5;

/** Shares of its ticks that a scale has, from which the first is taken whose numbers do not touch. */
const SHARES = [1, 7 / 8, 6 / 8, 5 / 8, 4 / 8, 3 / 8, 2 / 8, 1 / 8] as const;

/**
 * About how many ticks two axes have, as shares of the number that one has alone: steps are equal where units are.
 * @param ratio - Length of y / length of x, in the units of both.
 */
export function tickShares(ratio: number): [x: number, y: number] {
  return isEven(ratio) ? [Math.min(1, 1 / ratio), Math.min(1, ratio)] : [1, 1];
}

/** Whether units are equal on both axes of a picture. @param ratio - Length of y / length of x, in the units of both. */
export function isEven(ratio: number): boolean {
  return ratio >= 0.5 && ratio <= 2;
}

/** A scale on which equal differences have equal lengths. @param count - About how many ticks it has. */
export function linearScale(label: string, range: ValueRange, count: number = tickCount): Scale {
  const fewer = (share: number): Ticks => linearTicks(range, share * count);
  return { label, ticks: fewer(1), fewer, fraction: (value) => fractionOf(value, range) };
}

/** A scale on which equal ratios have equal lengths. The range must lie above 0; a value that does not is placed at NaN. */
export function logScale(label: string, range: ValueRange): Scale {
  const logs: ValueRange = [Math.log10(range[0]), Math.log10(range[1])];
  return {
    label,
    ticks: logTicks(range, 2 * tickCount),
    fraction: (value) => (value > 0 ? fractionOf(Math.log10(value), logs) : Number.NaN),
  };
}

/**
 * Places a scale: its low end at the px `from`, its high end at `to`. From left to right it is horizontal, and from below to above vertical.
 * Its ticks are as far apart as their numbers need, in the smallest of round steps; those of a logarithmic scale, and names, stay as they are.
 */
export function axisBetween<S extends Scale>(scale: S, from: number, to: number): S & Axis {
  const axis = { ...scale, at: (value: number) => from + scale.fraction(value) * (to - from) };
  for (const ticks of scale.fewer === undefined ? [] : SHARES.map(scale.fewer)) {
    const fitted = { ...axis, ticks };
    const { length } = ticks.values;
    if (length > 1 && axisNumbers(fitted, from < to ? widthBelow : () => lineHeight).length === length) return fitted;
  }
  return axis;
}

/** px that a number takes of a horizontal axis. */
function widthBelow(text: string): number {
  return textWidth(text) + 7;
}

/** Width in px of the widest number that a scale may have when it is placed: a larger step may have wider numbers. */
export function numbersWidth({ ticks, fewer }: Scale): number {
  const all = fewer === undefined ? [ticks] : SHARES.map(fewer);
  return Math.max(0, ...all.flatMap(({ values, format }) => values.map((value) => textWidth(format(value)))));
}

/** The least px at which a frame may begin: left of it are the numbers and the label of its vertical axis. */
export function leftOf(y: Scale): number {
  return Math.max(72, 33 + numbersWidth(y));
}

/** A frame's sides, moved inwards where a number below them would leave the picture. */
export function sidesOf(x: Scale, left: number, right: number): Pick<Frame, 'left' | 'right'> {
  const half = numbersWidth(x) / 2 + 4;
  return { left: Math.max(left, half), right: Math.min(right, pictureWidth - half) };
}

/**
 * The numbers of an axis and where they lie, from the first tick on. A number that would touch the one before is left out.
 * @param length - px along the axis that a number needs, with the gap to the next.
 */
export function axisNumbers(
  { ticks, at }: Pick<Axis, 'ticks' | 'at'>,
  length: (text: string) => number,
): { at: number; text: string }[] {
  const numbers: { at: number; text: string }[] = [];
  for (const value of ticks.values) {
    const one = { at: at(value), text: ticks.format(value) };
    const last = numbers.at(-1);
    if (last === undefined || 2 * Math.abs(one.at - last.at) >= length(one.text) + length(last.text)) numbers.push(one);
  }
  return numbers;
}

/** px from the middle of one line of numbers to that of the next, at least. */
export const lineHeight = 13;

/** The horizontal axis below a frame: a line with ticks, numbers and the label under its middle. */
export function bottomAxis(axis: Axis, frame: Frame): string {
  return `${bottomLine(axis, frame)}<g text-anchor="middle">${bottomNumbers(axis, frame)}${bottomLabel(axis, frame)}</g>`;
}

/** The line of a horizontal axis, with ticks. */
export function bottomLine(axis: Axis, { left, right, bottom }: Frame): string {
  const marks = axis.ticks.values.map((value) => `M${px(axis.at(value))} ${px(bottom)}v4`);
  return `<path class="axis" d="M${px(left)} ${px(bottom)}H${px(right)}${marks.join('')}"/>`;
}

/** The numbers of a horizontal axis, with their middles at the ticks. */
export function bottomNumbers(axis: Axis, { bottom }: Frame): string {
  const numbers = axisNumbers(axis, widthBelow);
  return numbers.map(({ at, text }) => svgText(at, bottom + 18, text)).join('');
}

/** The label of a horizontal axis. */
export function bottomLabel({ label }: Scale, { left, right, bottom }: Frame): string {
  const middle = (left + right) / 2;
  const room = 2 * Math.min(middle, pictureWidth - middle) - 16;
  return svgText(middle, bottom + 38, fitText(label, room), '', label);
}

/**
 * The vertical axis left of a frame: numbers, and the label turned beside its middle.
 * @param rules - Whether thin lines cross the frame at the ticks, in place of an axis line.
 */
export function leftAxis(axis: Axis, frame: Frame, rules: boolean): string {
  const { left, right, top, bottom } = frame;
  let marks = rules ? '' : `M${px(left)} ${px(top)}V${px(bottom)}`;
  for (const value of axis.ticks.values) {
    marks += rules ? `M${px(left)} ${px(axis.at(value))}H${px(right)}` : `M${px(left)} ${px(axis.at(value))}h-4`;
  }
  return `<path class="${rules ? 'rule' : 'axis'}" d="${marks}"/>${leftNumbers(axis, frame)}${leftLabel(axis, frame)}`;
}

/** The numbers of a vertical axis. */
export function leftNumbers(axis: Axis, { left }: Frame): string {
  const numbers = axisNumbers(axis, () => lineHeight).map(({ at, text }) => svgText(left - 8, at + 4, text));
  return `<g text-anchor="end">${numbers.join('')}</g>`;
}

/** The label of a vertical axis, turned. */
export function leftLabel({ label }: Scale, { top, bottom }: Frame): string {
  const middle = (top + bottom) / 2;
  const turned = `text-anchor="middle" transform="rotate(-90 16 ${px(middle)})"`;
  return svgText(16, middle, fitText(label, bottom - top + 16), turned, label);
}
