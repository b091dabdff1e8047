import type { CellMap, Point } from './cell-map.ts';
import type { MapView } from './map-view.ts';

/** Pixels that the canvas of an overlay reaches beyond the map on each side, for marks at its edge. */
export const overhang = 14;

/** What is drawn over the cells of a map. */
export interface Overlay {
  /** Outline of the cell under the pointer or cursor, in pixels of the raster. */
  readonly hovered: Path2D | undefined;
  readonly selected: Path2D | undefined;
  /** Where the selected elite lies, in map units. */
  readonly at: Point | undefined;
  /** From parents to children, in map units. */
  readonly ancestors: readonly (readonly [from: Point, to: Point])[];
  readonly children: readonly (readonly [from: Point, to: Point])[];
  /** `(points, 2)` in map units. */
  readonly trace: ArrayLike<Point> | undefined;
  /** Where the decoded genome of an encoding ends, in map units. */
  readonly decoded: Point | undefined;
  readonly map: CellMap;
}

/** Colours of an overlay. */
export interface OverlayInk {
  readonly ink: string;
  readonly halo: string;
  readonly accent: string;
}

/** Draws an overlay on a canvas. @param ratio - Pixels of the canvas for one of CSS. @param scale - Pixels of the raster for one of CSS. */
export function drawOverlay(
  context: CanvasRenderingContext2D,
  overlay: Overlay,
  view: MapView,
  { ink, halo, accent }: OverlayInk,
  ratio: number,
  scale: number,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, view.width + 2 * overhang, view.height + 2 * overhang);
  context.translate(overhang, overhang);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  // With a halo around it.
  const stroke = (path: Path2D, colour: string, width: number): void => {
    context.strokeStyle = halo;
    context.lineWidth = width + 2.5;
    context.stroke(path);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(path);
  };
  drawBlocks(context, overlay.map, view, halo);
  const links = (all: Overlay['children'], width: number, colour: string): void => {
    for (const [parent, child] of all) {
      const [from, to] = [view.toScreen(parent), view.toScreen(child)];
      if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 3) continue;
      stroke(arrowPath(from, to), colour, width);
      drawDisc(context, from, width + 0.8, colour);
    }
  };
  links(overlay.children, 1.2, ink);
  links(overlay.ancestors, 2.2, accent);
  const trace = Array.from(overlay.trace ?? [], (point) => view.toScreen(point));
  if (trace.length > 0) {
    const path = new Path2D();
    for (const [x, y] of trace) path.lineTo(x, y);
    stroke(path, ink, 2);
    drawDisc(context, trace[0]!, 4, ink);
  }
  const outline = (path: Path2D | undefined, colour: string, width: number): void => {
    if (path === undefined) return;
    context.save();
    context.scale(1 / scale, 1 / scale);
    stroke(path, colour, width * scale);
    context.restore();
  };
  outline(overlay.hovered, ink, 1.5);
  outline(overlay.selected, accent, 2.5);
  if (overlay.at !== undefined) stroke(ringPath(view.toScreen(overlay.at)), accent, 2.5);
  if (overlay.decoded !== undefined) stroke(ringPath(view.toScreen(overlay.decoded)), '#e4572e', 2.5);
}

/** A curved arrow. */
function arrowPath([ax, ay]: Point, [bx, by]: Point): Path2D {
  const [dx, dy] = [bx - ax, by - ay];
  const [cx, cy] = [(ax + bx) / 2 - dy * 0.18, (ay + by) / 2 + dx * 0.18];
  const path = new Path2D();
  path.moveTo(ax, ay);
  path.quadraticCurveTo(cx, cy, bx, by);
  const angle = Math.atan2(by - cy, bx - cx);
  const head = Math.min(8, Math.hypot(dx, dy) / 2);
  for (const side of [-0.45, 0.45]) {
    path.moveTo(bx, by);
    path.lineTo(bx - head * Math.cos(angle + side), by - head * Math.sin(angle + side));
  }
  return path;
}

/** Draws a filled circle. @param colour - Default: that of the context. */
export function drawDisc(
  context: CanvasRenderingContext2D,
  [x, y]: Point,
  radius: number,
  colour: CanvasRenderingContext2D['fillStyle'] = context.fillStyle,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

function ringPath([x, y]: Point): Path2D {
  const path = new Path2D();
  path.arc(x, y, 7, 0, 2 * Math.PI);
  return path;
}

/** Lines between the blocks of a nested map. */
function drawBlocks(context: CanvasRenderingContext2D, { blocks, x, y }: CellMap, view: MapView, halo: string): void {
  const [columns, rows] = blocks;
  if (columns * rows === 1) return;
  context.strokeStyle = halo;
  context.lineWidth = 3;
  context.beginPath();
  const along = ([low, high]: readonly [number, number], part: number): number => low + (high - low) * part;
  for (let i = 1; i < columns; i++) {
    const at = along(x, i / columns);
    context.moveTo(...view.toScreen([at, y[0]]));
    context.lineTo(...view.toScreen([at, y[1]]));
  }
  for (let j = 1; j < rows; j++) {
    const at = along(y, j / rows);
    context.moveTo(...view.toScreen([x[0], at]));
    context.lineTo(...view.toScreen([x[1], at]));
  }
  context.stroke();
}
