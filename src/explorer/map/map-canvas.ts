import { packColour } from '../colours/colouring.ts';
import { type AxisLabels, drawAxes, gutter } from './axes.ts';
import type { CellMap } from './cell-map.ts';
import { CellRaster } from './cell-raster.ts';
import { listenGestures } from './gestures.ts';
import { MapView } from './map-view.ts';
import { drawOverlay, type Overlay, overhang } from './overlay.ts';

/** The most pixels of the raster in all. */
const mostPixels = 1_400_000;
/** Pixels of a cell's side from which on edges are smoothed, by two pixels for one of CSS. */
const smoothFrom = 5;
/** Cells that light up at once, at most. */
const mostFlashes = 1000;
/** ms that a changed cell takes to get its colour, from white. */
const flashTime = 450;
/** ms without a gesture after which the map is drawn finely. */
const settleTime = 140;
const white = packColour('#ffffff');

/** What lies over the cells, without their outlines. */
export type MapMarks = Omit<Overlay, 'hovered' | 'selected' | 'map'> & {
  /** Cells to be outlined, −1 for none. */
  readonly hovered: number;
  readonly selected: number;
};

/** What a map tells. */
export interface MapListener {
  readonly hover: (cell: number) => void;
  readonly select: (cell: number) => void;
  /** Another part of the map is seen. */
  readonly viewed: () => void;
  /** Something has changed, to be drawn in the next frame. */
  readonly due: () => void;
}

/** A map on canvases in an element. */
export class MapCanvas {
  readonly view: MapView;
  #map: CellMap;
  readonly #element: HTMLElement;
  readonly #cells: CanvasRenderingContext2D;
  readonly #over: CanvasRenderingContext2D;
  readonly #axes: CanvasRenderingContext2D;
  readonly #raster = new CellRaster();
  /** When cells began to light up, and how much. */
  readonly #flashes = new Map<number, { readonly start: number; readonly strength: number }>();
  readonly #still: MediaQueryList;
  #colours: Uint32Array = new Uint32Array(1);
  #marks: MapMarks | undefined;
  /** Pixels of the raster for one of CSS: when the view is still, and now. */
  #fine = 1;
  #scale = 1;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #due = { raster: true, cells: true, over: true };
  #room = { width: 0, height: 0 };
  /** What the canvases were made for. */
  #fitted: { readonly map: CellMap; readonly width: number; readonly ratio: number } | undefined;
  readonly #listener: MapListener;
  labels: AxisLabels = { x: '', y: '', names: undefined };

  constructor(element: HTMLElement, map: CellMap, listener: MapListener) {
    this.#element = element;
    this.#map = map;
    this.#listener = listener;
    this.view = new MapView(map);
    const context = (name: string): CanvasRenderingContext2D =>
      element.parentElement!.querySelector<HTMLCanvasElement>(`canvas.${name}`)!.getContext('2d')!;
    this.#cells = context('cells');
    this.#over = context('over');
    this.#axes = context('axes');
    this.#still = matchMedia('(prefers-reduced-motion: reduce)');
    this.#listen();
  }

  /** Shows another map. */
  show(map: CellMap): void {
    this.#map = map;
    this.#flashes.clear();
    this.view.show(map);
    this.resize(this.#room.width, this.#room.height);
  }

  /** Fits the map into a room of some pixels. */
  resize(width: number, height: number): void {
    const { view } = this;
    this.#room = { width, height };
    const shown = Math.min(width, height / view.ratio);
    const ratio = devicePixelRatio;
    const { map, width: before, ratio: ratioBefore } = this.#fitted ?? {};
    if (shown < 2 || (map === this.#map && before === shown && ratioBefore === ratio)) return;
    this.#fitted = { map: this.#map, width: shown, ratio };
    [view.width, view.height] = [shown, shown * view.ratio];
    const fine = view.width / this.#map.across >= smoothFrom ? Math.max(2, ratio) : ratio;
    this.#fine = Math.min(fine, Math.sqrt(mostPixels / (view.width * view.height)));
    this.#rasterAt(this.#fine);
    const over = [view.width + 2 * overhang, view.height + 2 * overhang] as const;
    sizeCanvas(this.#over.canvas, ...over, over[0] * ratio, over[1] * ratio);
    const [outerWidth, outerHeight] = [view.width + gutter.left, view.height + gutter.bottom];
    sizeCanvas(this.#axes.canvas, outerWidth, outerHeight, outerWidth * ratio, outerHeight * ratio);
    this.#element.style.width = `${view.width}px`;
    this.#element.style.height = `${view.height}px`;
    this.moved();
  }

  /** To be called when the view has changed. */
  moved(): void {
    this.#due = { raster: true, cells: true, over: true };
    this.#listener.due();
  }

  /**
   * Sets the colours of all cells.
   * @param changed - Cells that light up, strongly if they were empty.
   * @param empty - The colour of empty cells.
   */
  colour(colours: Uint32Array, changed: ArrayLike<number>, empty: number): void {
    const before = this.#colours;
    this.#colours = colours;
    if (!this.#still.matches && changed.length + this.#flashes.size <= mostFlashes) {
      const now = performance.now();
      for (let i = 0; i < changed.length; i++) {
        const cell = changed[i]!;
        const strength = before[cell + 1] === empty ? 0.85 : 0.3;
        this.#flashes.set(cell, { start: now, strength });
      }
    }
    if (colours.some((colour, i) => colour !== before[i])) this.#due.cells = true;
  }

  /** Sets what lies over the cells. */
  mark(marks: MapMarks): void {
    this.#marks = marks;
    this.#due.over = true;
  }

  #listen(): void {
    const cellAt = ([x, y]: readonly [number, number]): number => this.#map.cellAt(...this.view.toMap(x, y));
    listenGestures(this.#element, {
      grabs: () => this.view.zoom > 1,
      zoom: (factor, x, y) => {
        this.view.zoomAt(factor, x, y);
        this.#viewed();
      },
      pan: (dx, dy) => {
        this.view.pan(dx, dy);
        this.#viewed();
      },
      point: (place) => this.#listener.hover(place === undefined ? -1 : cellAt(place)),
      tap: (x, y) => this.#listener.select(cellAt([x, y])),
    });
  }

  /** Zooms about the middle; 0 shows the whole map. */
  zoom(factor: number): void {
    if (factor === 0) this.view.reset();
    else this.view.zoomAt(factor);
    this.#viewed();
  }

  stop(): void {
    clearTimeout(this.#settling);
  }

  #viewed(): void {
    // One finger scrolls the page unless there is something to be moved.
    this.#element.style.touchAction = this.view.zoom > 1 ? 'none' : 'pan-y';
    this.#listener.viewed();
    this.#rasterAt(1);
    this.moved();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#rasterAt(this.#fine);
      this.moved();
    }, settleTime);
  }

  /** A coarse raster while the view moves, a fine one when it is still. */
  #rasterAt(scale: number): void {
    this.#scale = Math.min(scale, this.#fine);
    const { width, height } = this.view.window(this.#scale);
    if (width === this.#cells.canvas.width && height === this.#cells.canvas.height) return;
    sizeCanvas(this.#cells.canvas, this.view.width, this.view.height, width, height);
  }

  /** Draws what has changed. */
  draw(now: number): void {
    const due = this.#due;
    this.#due = { raster: false, cells: false, over: false };
    const { view } = this;
    if (due.raster) this.#raster.look(this.#map, view.window(this.#scale), view.zoom);
    this.#paint(now, due.cells);
    const style = getComputedStyle(this.#element);
    const colour = (name: string): string => style.getPropertyValue(name);
    if (due.over) this.#drawOver({ ink: colour('--ink'), halo: colour('--halo'), accent: colour('--accent') });
    if (due.raster) {
      const colours = { text: colour('--quiet'), line: colour('--line') };
      drawAxes(this.#axes, view, this.labels, colours, devicePixelRatio);
    }
    if (this.#flashes.size > 0) this.#listener.due();
  }

  /** Paints the cells if that is due, or if some light up. */
  #paint(now: number, isDue: boolean): void {
    const lit = this.#flashes.size === 0 ? this.#colours : this.#colours.slice();
    for (const [cell, { start, strength }] of this.#flashes) {
      const left = 1 - (now - start) / flashTime;
      if (left <= 0) this.#flashes.delete(cell);
      else lit[cell + 1] = mixed(lit[cell + 1]!, white, Math.min(1, left) * strength);
    }
    if (isDue || lit !== this.#colours) this.#raster.paint(this.#cells, lit);
  }

  #drawOver(ink: { ink: string; halo: string; accent: string }): void {
    if (this.#marks === undefined) return;
    const { hovered, selected, ...marks } = this.#marks;
    const outline = (cell: number): Path2D | undefined => (cell < 0 ? undefined : this.#raster.outline(cell));
    const overlay = {
      ...marks,
      hovered: hovered === selected ? undefined : outline(hovered),
      selected: outline(selected),
      map: this.#map,
    };
    drawOverlay(this.#over, overlay, this.view, ink, devicePixelRatio, this.#scale);
  }
}

function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number, columns: number, rows: number): void {
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(columns);
  canvas.height = Math.round(rows);
}

function mixed(a: number, b: number, share: number): number {
  const channel = (shift: number): number => {
    const [from, to] = [(a >>> shift) & 255, (b >>> shift) & 255];
    return Math.round(from + (to - from) * share) << shift;
  };
  return (0xff000000 | channel(16) | channel(8) | channel(0)) >>> 0;
}
