import { numberText } from '../elite-card.ts';
import type { CellMap, Point } from '../map/cell-map.ts';
import { arrows } from '../map/neighbour.ts';
import { drawDisc } from '../map/overlay.ts';
import { squareContext } from '../renderers.ts';

/** The descriptor space. */
type Extent = Pick<CellMap, 'x' | 'y'>;

/** Steps of the arrow keys across a board; with shift held, ten times as far. */
const steps = 100;
/** Room around the descriptor space, in CSS pixels. */
const margin = 12;

/** A square picture of the descriptor space with a target that pointer and arrow keys move, and what came nearest to it. */
export class TargetBoard {
  readonly #canvas: HTMLCanvasElement;
  readonly #extent: Extent;
  #target: Point = [0, 0];

  /** @param moved - Told where the target is to be, in descriptor units. */
  constructor(canvas: HTMLCanvasElement, extent: Extent, moved: (target: Point) => void) {
    this.#canvas = canvas;
    this.#extent = extent;
    const point = ({ clientX, clientY }: PointerEvent): void => moved(this.#placeAt(clientX, clientY));
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      point(event);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) point(event);
    });
    canvas.addEventListener('keydown', (event) => {
      const next = this.#afterKey(event);
      if (next === undefined) return;
      event.preventDefault();
      moved(next);
    });
  }

  /** Draws the target, the nearest end, and the line to it. */
  draw(target: Point, place: Point | undefined, trace: ArrayLike<Point> | undefined): void {
    this.#target = target;
    const canvas = this.#canvas;
    const label = `Target at ${numberText(target[0], 3)}, ${numberText(target[1], 3)}. Arrow keys move it.`;
    if (canvas.getAttribute('aria-label') !== label) canvas.setAttribute('aria-label', label);
    const { context, size } = squareContext(canvas);
    const style = getComputedStyle(canvas);
    const [ink, accent] = [style.getPropertyValue('--ink'), style.getPropertyValue('--accent')];
    context.strokeStyle = style.getPropertyValue('--line');
    context.strokeRect(margin, margin, size - 2 * margin, size - 2 * margin);
    context.lineJoin = 'round';
    context.lineCap = 'round';
    if (trace !== undefined) this.#drawTrace(context, trace, ink);
    if (place !== undefined) drawDisc(context, this.#toScreen(place), 5, '#e4572e');
    const [x, y] = this.#toScreen(target);
    context.strokeStyle = accent;
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(x, y, 9, 0, 2 * Math.PI);
    for (const [dx, dy] of Object.values(arrows)) {
      context.moveTo(x + 5 * dx, y + 5 * dy);
      context.lineTo(x + 14 * dx, y + 14 * dy);
    }
    context.stroke();
  }

  #drawTrace(context: CanvasRenderingContext2D, trace: ArrayLike<Point>, ink: string): void {
    context.strokeStyle = ink;
    context.lineWidth = 2;
    context.beginPath();
    for (let i = 0; i < trace.length; i++) context.lineTo(...this.#toScreen(trace[i]!));
    context.stroke();
    if (trace.length > 0) drawDisc(context, this.#toScreen(trace[0]!), 4, ink);
  }

  #afterKey({ key, shiftKey }: KeyboardEvent): Point | undefined {
    const way = arrows[key];
    if (way === undefined) return undefined;
    const { x, y } = this.#extent;
    const step = (shiftKey ? 10 : 1) / steps;
    return this.#inside([
      this.#target[0] + way[0] * step * (x[1] - x[0]),
      this.#target[1] + way[1] * step * (y[1] - y[0]),
    ]);
  }

  #placeAt(clientX: number, clientY: number): Point {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const { x, y } = this.#extent;
    const [a, b] = [(clientX - left - margin) / (width - 2 * margin), (clientY - top - margin) / (height - 2 * margin)];
    return this.#inside([x[0] + a * (x[1] - x[0]), y[1] - b * (y[1] - y[0])]);
  }

  #inside([a, b]: Point): Point {
    const within = (value: number, [low, high]: readonly [number, number]): number =>
      Math.max(low, Math.min(high, value));
    return [within(a, this.#extent.x), within(b, this.#extent.y)];
  }

  #toScreen([a, b]: Point): [number, number] {
    const { x, y } = this.#extent;
    const room = (this.#canvas.clientWidth || 200) - 2 * margin;
    return [margin + ((a - x[0]) / (x[1] - x[0])) * room, margin + ((y[1] - b) / (y[1] - y[0])) * room];
  }
}
