import type { ArchivePane } from './archive-pane.ts';
import type { CellMap } from './map/cell-map.ts';

/** Whether two maps have the same cells. */
export function sameCells(a: CellMap, b: CellMap): boolean {
  if (a.cells !== b.cells || `${[a.x, a.y, a.blocks]}` !== `${[b.x, b.y, b.blocks]}`) return false;
  for (let cell = 0; cell < a.cells; cell++) {
    const [[ax, ay], [bx, by]] = [a.centre(cell), b.centre(cell)];
    if (ax !== bx || ay !== by) return false;
  }
  return true;
}

/** The cell of another map at the place of a cell, −1 where there is none. @param same - Whether they have the same cells. */
export function linkedCell(from: CellMap, to: CellMap, cell: number, same: boolean): number {
  return same || cell < 0 ? cell : to.cellAt(...from.centre(cell));
}

/**
 * `(cells of a)`: the fitness of the fittest elite that the archive beside has at the place of each cell, NaN for none.
 * @param same - Whether they have the same cells.
 */
export function fitnessBeside(
  a: Pick<ArchivePane, 'cells'>,
  b: Pick<ArchivePane, 'store' | 'placeOf'>,
  same: boolean,
): Float64Array {
  if (same) return b.store.fitness;
  const beside = new Float64Array(a.cells.cells).fill(Number.NaN);
  for (const [cell, fitness] of b.store.fitness.entries()) {
    if (Number.isNaN(fitness)) continue;
    const at = a.cells.cellAt(...b.placeOf(cell));
    if (at >= 0 && !(fitness <= beside[at]!)) beside[at] = fitness;
  }
  return beside;
}
