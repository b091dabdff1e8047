import type { CellMap, MapWindow } from './cell-map.ts';

/** Pixels of a cell's side from which on cells have gaps between them. */
const gapsFrom = 9;

/**
 * The cells of a map as pixels. Which cell each pixel belongs to is found once for each view; then all cells are coloured with one
 * look-up for each pixel, however many they are and however many change.
 */
export class CellRaster {
  /** `(height, width)`: the pixel's cell plus 1, 0 for none. */
  #index: Int32Array = new Int32Array(0);
  #window: MapWindow | undefined;
  #image: ImageData | undefined;
  #map: CellMap | undefined;

  /** Finds the cell of each pixel, unless it looked there before. @param zoom - How much the map is magnified. */
  look(map: CellMap, window: MapWindow, zoom: number): void {
    if (map === this.#map && isSameWindow(window, this.#window!)) return;
    const { width, height } = window;
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#image = new ImageData(width, height);
      this.#index = new Int32Array(width * height);
    }
    this.#window = window;
    this.#map = map;
    map.fill(window, this.#index);
    const side = (zoom * Math.max(width, height)) / map.across;
    if (side >= gapsFrom) separate(this.#index, width, height, side > 60 ? 2 : 1);
  }

  /** Paints the cells. @param colours - `(cells + 1)`: of no cell, then of each. */
  paint(context: CanvasRenderingContext2D, colours: Uint32Array): void {
    if (this.#image === undefined) return;
    const pixels = new Uint32Array(this.#image.data.buffer);
    const index = this.#index;
    for (let i = 0; i < pixels.length; i++) pixels[i] = colours[index[i]!]!;
    context.putImageData(this.#image, 0, 0);
  }

  /** The outline of a cell in parts of the picture, as lines between two points; empty if it is not seen. */
  outline(cell: number): Path2D {
    const path = new Path2D();
    if (this.#window === undefined) return path;
    const { width, height } = this.#window;
    const [index, wanted] = [this.#index, cell + 1];
    const line = (x: number, y: number, dx: number, dy: number): void => {
      path.moveTo(x, y);
      path.lineTo(x + dx, y + dy);
    };
    const first = index.indexOf(wanted);
    if (first < 0) return path;
    const last = Math.floor(index.lastIndexOf(wanted) / width);
    for (let j = Math.floor(first / width), at = j * width; j <= last; j++) {
      for (let i = 0; i < width; i++, at++) {
        if (index[at] !== wanted) continue;
        if (i === 0 || index[at - 1] !== wanted) line(i, j, 0, 1);
        if (i === width - 1 || index[at + 1] !== wanted) line(i + 1, j, 0, 1);
        if (j === 0 || index[at - width] !== wanted) line(i, j, 1, 0);
        if (j === height - 1 || index[at + width] !== wanted) line(i, j + 1, 1, 0);
      }
    }
    return path;
  }
}

const isSameWindow = (a: MapWindow, b: MapWindow): boolean =>
  (Object.keys(a) as (keyof MapWindow)[]).every((edge) => a[edge] === b[edge]);

/** Clears the pixels at the right and at the lower edge of each cell. */
function separate(index: Int32Array, width: number, height: number, gap: number): void {
  for (let j = 0, at = 0; j < height; j++) {
    for (let i = 0; i < width; i++, at++) {
      const own = index[at]!;
      const right = i + gap < width ? index[at + gap]! : own;
      const below = j + gap < height ? index[at + gap * width]! : own;
      if (right !== own || below !== own) index[at] = 0;
    }
  }
}
