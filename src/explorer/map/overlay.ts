import type { MapView } from './map-view.ts';

/** Pixels that the canvas of an overlay reaches beyond the map on each side, for marks at its edge. */
export const overhang = 14;

/** What is drawn over the cells of a map. */
export interface Overlay {
  /** Outline of the cell under the pointer or cursor, in pixels of the raster. */
  readonly hovered: Path2D | undefined;
  readonly selected: Path2D | undefined;
  /** Where the selected elite lies, in map units. */
  readonly at: readonly [x: number, y: number] | undefined;
  /** From parents to children, in map units. */
  readonly ancestors: readonly (readonly [from: readonly [number, number], to: readonly [number, number]])[];
  readonly children: readonly (readonly [from: readonly [number, number], to: readonly [number, number]])[];
  /** `(points, 2)` in map units. */
  readonly trace: ArrayLike<readonly [x: number, y: number]> | undefined;
  /** Where the decoded genome of an encoding ends, in map units. */
  readonly decoded: readonly [x: number, y: number] | undefined;
  /** Number of blocks of a nested map. */
  readonly blocks: readonly [columns: number, rows: number];
  readonly extent: { readonly x: readonly [number, number]; readonly y: readonly [number, number] };
}

/** Colours of an overlay. */
export interface OverlayInk {
  readonly ink: string;
  readonly halo: string;
  readonly accent: string;
}

type Line = readonly (readonly [number, number])[];

/** Draws an overlay on a canvas. @param ratio - Pixels of the canvas for one of CSS. @param scale - Pixels of the raster for one of CSS. */
export function drawOverlay(
  context: CanvasRenderingContext2D,
  overlay: Overlay,
  view: MapView,
  ink: OverlayInk,
  ratio: number,
  scale: number,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, view.width + 2 * overhang, view.height + 2 * overhang);
  context.translate(overhang, overhang);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  drawBlocks(context, overlay, view, ink);
  const [children, ancestors] = [overlay.children, overlay.ancestors].map((links) =>
    links.map(([from, to]) => [view.toScreen(from), view.toScreen(to)] as const),
  );
  for (const [from, to] of children!) drawLink(context, from, to, ink, 1.2, ink.ink);
  for (const [from, to] of ancestors!) drawLink(context, from, to, ink, 2.2, ink.accent);
  if (overlay.trace !== undefined)
    drawTrace(
      context,
      Array.from(overlay.trace, (point) => view.toScreen(point)),
      ink,
    );
  drawOutline(context, overlay.hovered, ink, scale, ink.ink, 1.5);
  drawOutline(context, overlay.selected, ink, scale, ink.accent, 2.5);
  if (overlay.at !== undefined) drawRing(context, view.toScreen(overlay.at), ink, ink.accent);
  if (overlay.decoded !== undefined) drawRing(context, view.toScreen(overlay.decoded), ink, '#e4572e');
}

function stroke(
  context: CanvasRenderingContext2D,
  path: Path2D,
  { halo }: OverlayInk,
  colour: string,
  width: number,
): void {
  context.strokeStyle = halo;
  context.lineWidth = width + 2.5;
  context.stroke(path);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke(path);
}

function drawOutline(
  context: CanvasRenderingContext2D,
  path: Path2D | undefined,
  ink: OverlayInk,
  scale: number,
  colour: string,
  width: number,
): void {
  if (path === undefined) return;
  context.save();
  context.scale(1 / scale, 1 / scale);
  stroke(context, path, ink, colour, width * scale);
  context.restore();
}

/** A curved arrow. */
function drawLink(
  context: CanvasRenderingContext2D,
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  ink: OverlayInk,
  width: number,
  colour: string,
): void {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  if (length < 3) return;
  const [cx, cy] = [(ax + bx) / 2 - dy * 0.18, (ay + by) / 2 + dx * 0.18];
  const path = new Path2D();
  path.moveTo(ax, ay);
  path.quadraticCurveTo(cx, cy, bx, by);
  const angle = Math.atan2(by - cy, bx - cx);
  const head = Math.min(8, length / 2);
  for (const side of [-0.45, 0.45]) {
    path.moveTo(bx, by);
    path.lineTo(bx - head * Math.cos(angle + side), by - head * Math.sin(angle + side));
  }
  stroke(context, path, ink, colour, width);
  context.beginPath();
  context.arc(ax, ay, width + 0.8, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

function drawTrace(context: CanvasRenderingContext2D, points: Line, ink: OverlayInk): void {
  if (points.length === 0) return;
  const path = new Path2D();
  for (const [i, [x, y]] of points.entries()) path[i === 0 ? 'moveTo' : 'lineTo'](x, y);
  stroke(context, path, ink, ink.ink, 2);
  const [x, y] = points[0]!;
  context.beginPath();
  context.arc(x, y, 4, 0, 2 * Math.PI);
  context.fillStyle = ink.ink;
  context.fill();
}

function drawRing(
  context: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  ink: OverlayInk,
  colour: string,
): void {
  const path = new Path2D();
  path.arc(x, y, 7, 0, 2 * Math.PI);
  stroke(context, path, ink, colour, 2.5);
}

/** Lines between the blocks of a nested map. */
function drawBlocks(
  context: CanvasRenderingContext2D,
  { blocks, extent }: Overlay,
  view: MapView,
  { halo }: OverlayInk,
): void {
  const [columns, rows] = blocks;
  if (columns * rows === 1) return;
  context.strokeStyle = halo;
  context.lineWidth = 3;
  context.beginPath();
  const along = ([low, high]: readonly [number, number], part: number): number => low + (high - low) * part;
  for (let i = 1; i < columns; i++) {
    const x = along(extent.x, i / columns);
    context.moveTo(...view.toScreen([x, extent.y[0]]));
    context.lineTo(...view.toScreen([x, extent.y[1]]));
  }
  for (let j = 1; j < rows; j++) {
    const y = along(extent.y, j / rows);
    context.moveTo(...view.toScreen([extent.x[0], y]));
    context.lineTo(...view.toScreen([extent.x[1], y]));
  }
  context.stroke();
}
