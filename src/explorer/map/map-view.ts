import type { CellMap, MapWindow } from './cell-map.ts';

/** The most that a map can be magnified, in pixels per cell along an axis. */
const mostPixels = 240;

/** Which part of a map is seen, and where a point of the map lies on the screen. */
export class MapView {
  #map: CellMap;
  /** Size in CSS pixels. */
  width = 1;
  height = 1;
  zoom = 1;
  /** The point in the middle, in parts of the map. */
  #x = 0.5;
  #y = 0.5;

  constructor(map: CellMap) {
    this.#map = map;
  }

  /** Takes another map. What is seen stays the same where both cover the same space. */
  show(map: CellMap): void {
    const { x, y } = this.#map;
    const same = [x[0] - map.x[0], x[1] - map.x[1], y[0] - map.y[0], y[1] - map.y[1]].every((apart) => apart === 0);
    this.#map = map;
    if (!same) this.reset();
  }

  /** Height in parts of the width that suits the map: that of the descriptor space, if it is in [0.5, 1.2]; else 1. */
  get ratio(): number {
    const { x, y } = this.#map;
    const ratio = (y[1] - y[0]) / (x[1] - x[0]);
    return ratio >= 0.5 && ratio <= 1.2 ? ratio : 1;
  }

  /** The most that it can be magnified. */
  get most(): number {
    return Math.max(4, (mostPixels * this.#map.across) / Math.max(1, this.width));
  }

  /** Magnifies about a point on the screen. */
  zoomAt(factor: number, px: number = this.width / 2, py: number = this.height / 2): void {
    const before = this.#partAt(px, py);
    this.zoom = Math.min(this.most, Math.max(1, this.zoom * factor));
    const after = this.#partAt(px, py);
    this.#x += before[0] - after[0];
    this.#y += before[1] - after[1];
    this.#keepInside();
  }

  /** Moves the map by pixels of the screen. */
  pan(dx: number, dy: number): void {
    this.#x -= dx / this.width / this.zoom;
    this.#y += dy / this.height / this.zoom;
    this.#keepInside();
  }

  /** Shows the same part as another view. */
  follow(other: MapView): void {
    this.zoom = Math.min(this.most, other.zoom);
    [this.#x, this.#y] = [other.#x, other.#y];
    this.#keepInside();
  }

  reset(): void {
    this.zoom = 1;
    this.#keepInside();
  }

  /** Brings a point of the map into view. */
  reveal([x, y]: readonly [number, number]): void {
    const [px, py] = this.toScreen([x, y]);
    const margin = Math.min(this.width, this.height) / 8;
    const over = (at: number, size: number): number => Math.max(margin - at, 0) - Math.max(at - size + margin, 0);
    if (this.zoom > 1) this.pan(over(px, this.width), over(py, this.height));
  }

  toScreen([x, y]: readonly [number, number]): [px: number, py: number] {
    const { x: across, y: up } = this.#map;
    const [a, b] = [(x - across[0]) / (across[1] - across[0]), (y - up[0]) / (up[1] - up[0])];
    return [((a - this.#x) * this.zoom + 0.5) * this.width, (0.5 - (b - this.#y) * this.zoom) * this.height];
  }

  toMap(px: number, py: number): [x: number, y: number] {
    const { x, y } = this.#map;
    const [a, b] = this.#partAt(px, py);
    return [x[0] + a * (x[1] - x[0]), y[0] + b * (y[1] - y[0])];
  }

  /** The point of the map in the middle of what is seen. */
  get middle(): [x: number, y: number] {
    return this.toMap(this.width / 2, this.height / 2);
  }

  /** What is seen, with `scale` pixels for one of CSS. */
  window(scale: number): MapWindow {
    const [left, top] = this.toMap(0, 0);
    const [right, bottom] = this.toMap(this.width, this.height);
    const [width, height] = [Math.max(1, Math.round(this.width * scale)), Math.max(1, Math.round(this.height * scale))];
    return { left, right, bottom, top, width, height };
  }

  #partAt(px: number, py: number): [number, number] {
    return [this.#x + (px / this.width - 0.5) / this.zoom, this.#y + (0.5 - py / this.height) / this.zoom];
  }

  #keepInside(): void {
    const half = 0.5 / this.zoom;
    this.#x = Math.min(1 - half, Math.max(half, this.#x));
    this.#y = Math.min(1 - half, Math.max(half, this.#y));
  }
}
