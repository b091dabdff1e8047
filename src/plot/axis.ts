import { px, svgText } from './svg-document.ts';
import { linearTicks, logTicks, type Ticks } from './ticks.ts';
import { fractionOf, type ValueRange } from './value-range.ts';

/** One direction of a plot: from values to px, with its ticks. */
export interface Axis {
  readonly label: string;
  readonly ticks: Ticks;
  /** px at which a value lies. */
  readonly at: (value: number) => number;
}

/** The px between which a plot is drawn; y grows downwards. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** An axis on which equal differences have equal lengths; `from` px at the range's low end, `to` at its high end. */
export function linearAxis(label: string, range: ValueRange, from: number, to: number, count: number): Axis {
  return {
    label,
    ticks: linearTicks(range, count),
    at: (value) => from + fractionOf(value, range) * (to - from),
  };
}

/** An axis on which equal ratios have equal lengths; the range lies above 0, and what does not is at NaN. */
export function logAxis(label: string, range: ValueRange, from: number, to: number, count: number): Axis {
  const logs: ValueRange = [Math.log10(range[0]), Math.log10(range[1])];
  return {
    label,
    ticks: logTicks(range, count),
    at: (value) => (value > 0 ? from + fractionOf(Math.log10(value), logs) * (to - from) : Number.NaN),
  };
}

/** Width of a digit in px. */
const digit = 7.5;

/** The horizontal axis below a frame: a line with ticks, numbers and the label under its middle. */
export function bottomAxis(axis: Axis, { left, right, bottom }: Frame): string {
  let marks = '';
  let numbers = '';
  let free = Number.NEGATIVE_INFINITY;
  for (const value of axis.ticks.values) {
    const x = axis.at(value);
    const text = axis.ticks.format(value);
    marks += `M${px(x)} ${px(bottom)}v4`;
    // A number that would touch the one before is left out; its mark stays.
    if (x - (text.length * digit) / 2 < free) continue;
    numbers += svgText(x, bottom + 18, text);
    free = x + (text.length * digit) / 2 + digit;
  }
  const label = svgText((left + right) / 2, bottom + 38, axis.label);
  const line = `<path class="axis" d="M${px(left)} ${px(bottom)}H${px(right)}${marks}"/>`;
  return `${line}<g text-anchor="middle">${numbers}${label}</g>`;
}

/**
 * The vertical axis left of a frame: numbers, and the label turned beside its middle.
 * @param rules - Whether thin lines cross the frame at the ticks, in place of an axis line.
 */
export function leftAxis(axis: Axis, { left, right, top, bottom }: Frame, rules: boolean): string {
  let marks = rules ? '' : `M${px(left)} ${px(top)}V${px(bottom)}`;
  let numbers = '';
  for (const value of axis.ticks.values) {
    const y = axis.at(value);
    marks += rules ? `M${px(left)} ${px(y)}H${px(right)}` : `M${px(left)} ${px(y)}h-4`;
    numbers += svgText(left - 8, y + 4, axis.ticks.format(value));
  }
  const middle = (top + bottom) / 2;
  const label = svgText(16, middle, axis.label, `text-anchor="middle" transform="rotate(-90 16 ${px(middle)})"`);
  return `<path class="${rules ? 'rule' : 'axis'}" d="${marks}"/><g text-anchor="end">${numbers}</g>${label}`;
}
