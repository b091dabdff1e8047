import type { GeometryOf } from '../../core/index.ts';
import { axisNumbers, fitText, linearTicks, tickShares } from '../../plot/index.ts';
import type { Point } from './cell-map.ts';
import type { MapView } from './map-view.ts';

/** Pixels left of and below a map for its axes. */
export const gutter = { left: 64, bottom: 40 } as const;

const fontSize = 12;
/** Pixels between the numbers below a map, and those of the numbers left of it, with the letters that fit there. */
const [gap, sideRoom, sideLetters] = [8, gutter.left - 24, 6];

/** What the axes of a map are called. */
export interface AxisLabels {
  readonly x: string;
  /** undefined: height means nothing. */
  readonly y: string | undefined;
  /** `(descriptorDimensions)`: names of the categories at 0, 1, …, of dimensions that have some. */
  readonly names: GeometryOf<'grid'>['names'];
}

/** Draws ticks, numbers and labels left of and below a map. @param height - Of the map. */
export function drawAxes(
  context: CanvasRenderingContext2D,
  view: MapView,
  labels: AxisLabels,
  colours: { readonly text: string; readonly line: string },
  ratio: number,
): void {
  const { width, height } = view;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width + gutter.left, height + gutter.bottom);
  context.font = `${fontSize}px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif`;
  context.fillStyle = colours.text;
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  const [left, top] = view.toMap(0, 0);
  const [right, bottom] = view.toMap(width, height);
  const count = Math.max(2, Math.min(6, width / 90));
  const [forX, forY] = labels.names ? [1, 1] : tickShares((top - bottom) / (right - left));
  context.beginPath();
  context.textBaseline = 'top';
  context.textAlign = 'center';
  const { values, format } = ticksOf([left, right], count * forX, labels.names?.[0], width / 3);
  const textOf = (value: number): string => fitText(format(value), width / 3, fontSize);
  const widthOf = (text: string): number => context.measureText(text).width + gap;
  const place = (value: number): number => view.toScreen([value, top])[0];
  for (const value of values) {
    context.moveTo(gutter.left + place(value), height + 1);
    context.lineTo(gutter.left + place(value), height + 5);
  }
  const inside = (value: number): number => Math.min(place(value), width + (gap - widthOf(textOf(value))) / 2);
  for (const { at, text } of axisNumbers({ ticks: { values, format: textOf }, at: inside }, widthOf))
    context.fillText(text, gutter.left + at, height + 8);
  context.stroke();
  context.fillText(fitText(labels.x, width, fontSize), gutter.left + width / 2, height + 24);
  const ticks = ticksOf([bottom, top], count * forY, labels.names?.[1], sideRoom);
  if (labels.y !== undefined) drawLeft(context, view, labels.y, ticks);
}

function drawLeft(context: CanvasRenderingContext2D, view: MapView, label: string, { values, format }: Ticks): void {
  context.beginPath();
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const value of values) {
    const y = view.toScreen([0, value])[1];
    context.moveTo(gutter.left - 1, y);
    context.lineTo(gutter.left - 5, y);
    context.fillText(format(value), gutter.left - 8, Math.max(7, Math.min(view.height - 6, y)), sideRoom);
  }
  context.stroke();
  context.textAlign = 'center';
  context.translate(8, view.height / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(fitText(label, view.height, fontSize), 0, 0);
}

type Ticks = ReturnType<typeof linearTicks>;

/** Ticks between two values; of categories one each, as long as there are not too many. @param room - px of a name. */
function ticksOf([low, high]: Point, count: number, names: readonly string[] | undefined, room: number): Ticks {
  if (!names) return linearTicks([low, high], count, sideLetters);
  const seen = names.flatMap((_, i) => (i >= low && i <= high ? [i] : []));
  const step = Math.ceil(seen.length / (2 * count));
  return { values: seen.filter((_, i) => i % step === 0), format: (value) => fitText(names[value]!, room, fontSize) };
}
