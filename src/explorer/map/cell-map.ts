export type Point = readonly [x: number, y: number];

/** The part of a map that is drawn: its edges in map units, and its size in pixels. */
export interface MapWindow {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the cells of an archive lie in a plane. Its units are those of the first two descriptors. */
export interface CellMap {
  readonly cells: number;
  readonly x: readonly [low: number, high: number];
  readonly y: readonly [low: number, high: number];
  /** Cells along each axis, about. */
  readonly across: number;
  /** Number of blocks along x and y if the cells of further dimensions are nested in those of the first two; [1, 1] if not. */
  readonly blocks: readonly [columns: number, rows: number];
  /** The cell at a point, −1 where there is none. */
  cellAt(x: number, y: number): number;
  centre(cell: number): Point;
  /** Writes the number of each pixel's cell plus 1, or 0 where there is none. @param into - `(height, width)`, from the top. */
  fill(window: MapWindow, into: Int32Array): void;
}
