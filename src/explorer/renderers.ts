import { armPoints, shadeColour, shadeCount } from '../plot/index.ts';
import type { ShownElite } from './elite-store.ts';
import type { ExplorerSpace } from './explorer-space.ts';
import { drawDisc } from './map/overlay.ts';

/**
 * Draws a genome.
 * @param context - Of a square canvas that is empty, with the ink of the page as fill and stroke style.
 * @param genome - As the explorer was given it.
 * @param size - Width and height in CSS pixels.
 * @param elite - That has the genome. One that is decoded by the sliders has the cell −1, no fields, and the fitness NaN unless it is evaluated.
 */
export type GenomeRenderer<G = never> = (
  context: CanvasRenderingContext2D,
  genome: G,
  size: number,
  elite: ShownElite<G>,
) => void;

/** A line that is drawn over the map for a genome, `(points, 2)` in descriptor units, such as the path of a robot. */
export type GenomeTrace<G = never> = (genome: G) => ArrayLike<readonly [x: number, y: number]>;

/** How genomes are drawn. */
export interface GenomeDrawing<G = never> {
  /** Draws a genome on a square canvas (default: genes as bars, other genomes as text). */
  readonly renderer?: GenomeRenderer<G> | undefined;
  /** A line over the map for a genome (default: none). */
  readonly trace?: GenomeTrace<G> | undefined;
}

/** How an archive is shown: parts of a space in place of its own, such as `labels`, and how its genomes are drawn. */
export interface ExplorerOptions extends Omit<ExplorerSpace, 'geometry'>, GenomeDrawing {}

/** The line of a genome, if it has one. An error of the user's trace is passed to `reportError`, and drawing goes on without the line. */
export function traceOf(trace: GenomeTrace | undefined, genome: unknown): ReturnType<GenomeTrace> | undefined {
  try {
    return genome === undefined ? undefined : trace?.(genome as never);
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Empties a square canvas, for drawing in CSS pixels that is sharp on any screen. @returns with its width and height. */
export function squareContext(canvas: HTMLCanvasElement): { context: CanvasRenderingContext2D; size: number } {
  const size = canvas.clientWidth || 200;
  canvas.width = Math.round(size * devicePixelRatio);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d')!;
  context.scale(devicePixelRatio, devicePixelRatio);
  return { context, size };
}

/** Draws a planar arm inside the circle that it reaches. */
export function drawPlanarArm(context: CanvasRenderingContext2D, genome: ArrayLike<number>, size: number): void {
  const radius = size / 2 - 12;
  const points = armPoints(genome).map(([x, y]) => [size / 2 + x * radius, size / 2 - y * radius] as const);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.globalAlpha = 0.15;
  context.beginPath();
  context.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
  context.stroke();
  context.globalAlpha = 1;
  for (let i = 1; i < points.length; i++) {
    context.beginPath();
    context.moveTo(...points[i - 1]!);
    context.lineTo(...points[i]!);
    // From thick at the base to thin at the end.
    context.lineWidth = 5 - (3 * i) / points.length;
    context.stroke();
  }
  if (points.length <= 40) {
    for (const joint of points.slice(1, -1)) drawDisc(context, joint, 2.5);
  }
  drawDisc(context, [size / 2, size / 2], 5);
  drawDisc(context, points.at(-1)!, 5, '#e4572e');
}

/** The joints of a planar arm in the units of its descriptors, [0, 1]. */
export function tracePlanarArm(genome: ArrayLike<number>): [x: number, y: number][] {
  return armPoints(genome).map(([x, y]) => [x / 2 + 0.5, y / 2 + 0.5]);
}

/** Draws a vector of genes as bars from a line at 0, scaled to the largest; anything else as text. */
export function drawGenes(context: CanvasRenderingContext2D, genome: unknown, size: number): void {
  if (isNumbers(genome)) drawBars(context, genome, size);
  else drawText(context, genome, size);
}

function drawBars(context: CanvasRenderingContext2D, genes: ArrayLike<number>, size: number): void {
  let [low, high] = [0, 1e-300];
  for (let i = 0; i < genes.length; i++) [low, high] = [Math.min(low, genes[i]!), Math.max(high, genes[i]!)];
  const most = Math.max(high, -low);
  // Half of the height for each sign, all of it if there is one sign alone.
  const room = size - 32;
  const zero = low === 0 ? size - 16 : high === 1e-300 ? 16 : size / 2;
  const step = (size - 16) / genes.length;
  for (let i = 0; i < genes.length; i++) {
    const share = genes[i]! / most;
    const height = Math.max(1, Math.abs(share) * (zero === size / 2 ? room / 2 : room));
    context.fillStyle = shadeColour(Math.round(((share + 1) / 2) * (shadeCount - 1)));
    context.fillRect(8 + i * step, zero - (share > 0 ? height : 0), Math.max(step - (step > 3 ? 1 : 0), 0.7), height);
  }
  context.globalAlpha = 0.3;
  context.fillRect(8, zero, size - 16, 1);
}

/** Whether it is a list of numbers, not empty. */
export function isNumbers(genome: unknown): genome is ArrayLike<number> {
  const list = genome as ArrayLike<unknown> | undefined;
  return (
    typeof list === 'object' && (list?.length ?? 0) > 0 && Array.from(list!).every((gene) => typeof gene === 'number')
  );
}

/** A text itself, other values as JSON for readers: numbers with six digits, typed arrays as lists. */
export function readableText(value: unknown, indent?: number): string {
  const shown = (_: string, part: unknown): unknown => {
    if (ArrayBuffer.isView(part)) return Array.from(part as Float64Array);
    return typeof part === 'number' && part % 1 !== 0 ? Number(part.toPrecision(6)) : part;
  };
  return typeof value === 'string' ? value : (JSON.stringify(value, shown, indent) ?? '');
}

function drawText(context: CanvasRenderingContext2D, genome: unknown, size: number): void {
  const lines = readableText(genome, 1)
    .split('\n')
    .flatMap((line) => line.match(/.{1,34}/gu) ?? ['']);
  const most = Math.floor((size - 24) / 15);
  context.font = '12px ui-monospace,Menlo,Consolas,monospace';
  context.textBaseline = 'top';
  const shown = lines.length > most ? [...lines.slice(0, most - 1), '…'] : lines;
  for (const [i, line] of shown.entries()) context.fillText(line, 12, 12 + 15 * i, size - 24);
}
