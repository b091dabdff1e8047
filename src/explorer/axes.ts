import { fitText, linearTicks } from '../plot/index.ts';
import type { MapView } from './map-view.ts';

/** Pixels left of and below a map for its axes. */
export const gutter = { left: 56, bottom: 40 } as const;

const fontSize = 12;

/** What the axes of a map are called. */
export interface AxisLabels {
  readonly x: string;
  readonly y: string;
  /** `(descriptorDimensions)`: names of the categories at 0, 1, …, of a map of categories. */
  readonly names: readonly (readonly string[])[] | undefined;
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
  const count = Math.max(2, Math.min(6, Math.floor(width / 90)));
  context.beginPath();
  context.textBaseline = 'top';
  context.textAlign = 'center';
  const horizontal = ticksOf([left, right], count, labels.names?.[0]);
  for (const value of horizontal.values) {
    const x = gutter.left + view.toScreen([value, top])[0];
    context.moveTo(x, height + 1);
    context.lineTo(x, height + 5);
    const text = horizontal.format(value);
    const last = gutter.left + width - context.measureText(text).width / 2;
    context.fillText(text, Math.min(x, last), height + 8);
  }
  context.fillText(fitText(labels.x, width, fontSize), gutter.left + width / 2, height + 24);
  const vertical = ticksOf([bottom, top], count, labels.names?.[1]);
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const value of vertical.values) {
    const y = view.toScreen([left, value])[1];
    context.moveTo(gutter.left - 1, y);
    context.lineTo(gutter.left - 5, y);
    context.fillText(vertical.format(value), gutter.left - 8, Math.max(7, Math.min(height - 6, y)), gutter.left - 24);
  }
  context.stroke();
  context.textAlign = 'center';
  context.translate(8, height / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(fitText(labels.y, height, fontSize), 0, 0);
}

/** Ticks between two values; of categories one each, as long as there are not too many. */
function ticksOf(
  [low, high]: readonly [number, number],
  count: number,
  names: readonly string[] | undefined,
): Pick<ReturnType<typeof linearTicks>, 'values' | 'format'> {
  if (names === undefined) return linearTicks([low, high], count);
  const seen = names.flatMap((_, i) => (i >= low && i <= high ? [i] : []));
  const step = Math.ceil(seen.length / Math.max(1, 2 * count));
  return { values: seen.filter((_, i) => i % step === 0), format: (value) => names[value]! };
}
