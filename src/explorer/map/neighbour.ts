import type { CellMap } from './cell-map.ts';

/** Where the arrow keys lead; y is upwards. */
export const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Steps along one side of a map when the next cell is looked for. */
const steps = 4000;

/**
 * The next cell from the middle of a cell in a direction; the cell itself at the edge of the map.
 * @param dx - −1, 0 or 1.
 * @param dy - −1, 0 or 1, upwards.
 */
export function neighbourOf(map: CellMap, cell: number, dx: number, dy: number): number {
  const [x, y] = map.centre(cell);
  const [stepX, stepY] = [(map.x[1] - map.x[0]) / steps, (map.y[1] - map.y[0]) / steps];
  for (let i = 1; i <= steps; i++) {
    const next = map.cellAt(x + dx * i * stepX, y + dy * i * stepY);
    if (next < 0) return cell;
    if (next !== cell) return next;
  }
  return cell;
}
