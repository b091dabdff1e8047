import {
  type Axis,
  axisNumbers,
  bottomLabel,
  bottomLine,
  bottomNumbers,
  type Frame,
  linearScale,
  lineHeight,
  type Scale,
  sidesOf,
} from '../curves/axis.ts';
import { px, svgText } from '../svg/svg-document.ts';
import { fitText, textWidth } from '../svg/text-width.ts';
import type { ValueRange } from '../svg/value-range.ts';
import type { CellPlaces } from './drawn-cells.ts';

/** What is drawn along a dimension. */
export interface DrawnAxis {
  readonly label: string;
  readonly range: ValueRange;
  /** About how many ticks there are, of numbers. */
  readonly count?: number | undefined;
  /** px of the horizontal axis, which the names of its cells share; undefined for the vertical one. */
  readonly length?: number | undefined;
}

/** The scale of a dimension; `turned`: px that names take below a frame where they are turned. */
export interface CellScale extends Scale {
  readonly turned?: number | undefined;
}

/** The widest name in px: left of a frame, or turned below it. */
const widestName = 90;

/** The scale of a dimension, with numbers at its ticks, or with the names of its cells at their middles. */
export function scaleAlong(places: CellPlaces, axis: number, { label, range, count, length }: DrawnAxis): CellScale {
  const scale = linearScale(label, range, count);
  const names = 'edges' in places ? places.names[axis] : undefined;
  if (names === undefined) return scale;
  const { edges } = places as Extract<CellPlaces, { edges: unknown }>;
  const middles = Array.from(names, (_, k) => (edges[axis]![k]! + edges[axis]![k + 1]!) / 2);
  const beside = length === undefined ? widestName : length / names.length - 7;
  const turns = beside < widestName && names.some((name) => textWidth(name) > beside);
  const texts = names.map((name) => fitText(name, turns ? widestName : beside));
  const turned = turns ? Math.max(...texts.map((text) => textWidth(text))) : undefined;
  const format = (middle: number): string => texts[middles.indexOf(middle)] ?? '';
  return { ...scale, ticks: { values: middles, format }, fewer: undefined, turned };
}

/** A frame's sides, as {@link sidesOf}; names lie between them, and move none. */
export function cellSides(x: CellScale, left: number, right: number): Pick<Frame, 'left' | 'right'> {
  return x.fewer === undefined ? { left, right } : sidesOf(x, left, right);
}

/** The horizontal axis of cells: as any other, unless its names are turned. */
export function cellAxis(axis: Axis & CellScale, frame: Frame): string {
  const texts = cellTexts(axis, frame) + bottomLabel(axis, { ...frame, bottom: frame.bottom + depthBelow(axis) });
  return `${bottomLine(axis, frame)}<g text-anchor="middle">${texts}</g>`;
}

/** The numbers or names of a horizontal axis of cells. */
export function cellTexts(axis: Axis & CellScale, frame: Frame): string {
  if (axis.turned === undefined) return bottomNumbers(axis, frame);
  const names = axisNumbers(axis, () => lineHeight).map(({ at, text }) => {
    const [x, y] = [at + 4, frame.bottom + 8];
    return svgText(x, y, text, `text-anchor="end" transform="rotate(-90 ${px(x)} ${px(y)})"`);
  });
  return names.join('');
}

/** px by which the label of an axis, and the end of the picture, are lower than usual. */
export function depthBelow({ turned = 0 }: CellScale): number {
  return Math.ceil(Math.max(0, turned - 12));
}
