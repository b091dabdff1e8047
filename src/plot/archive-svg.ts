import {
  argumentError,
  checkInteger,
  checkObject,
  checkOptions,
  checkRow,
  finiteBounds,
  isBatch,
  notFinite,
} from '../core/index.ts';
import { drawColumns } from './archive-columns.ts';
import { drawMap } from './archive-map.ts';
import type { ArchiveCells, ArchiveSvgOptions } from './archive-svg-options.ts';
import { svgDocument, svgTitle } from './svg-document.ts';
import { isValueRange, valueRange } from './value-range.ts';

const owner = 'archiveSvg';
const labels = ['title', 'subtitle', 'xLabel', 'yLabel', 'fitnessLabel'];

/**
 * A picture of an archive. Of two descriptor dimensions, a map: each cell in the colour of its elite's fitness, empty cells in a
 * quiet grey. Of one, columns: each as wide as its cell and as high as the elite's fitness; empty cells are grey up to the top.
 *
 * A complete SVG of 474 px width that follows its reader's light or dark scheme, some 100 bytes a cell. Each cell is a `<path>`
 * that has its number as `data-cell`, for scripts, and tells number and fitness where it is hovered. Texts too long for the
 * picture lose their middle.
 * @throws ARGUMENT if the descriptor space is not finite or of more than two dimensions, the cells are of other dimensions or
 *   not finite, an elite's cell does not exist or its fitness is not finite, the range is none, or an overlay has not one kind
 *   of points.
 */
export function archiveSvg(options: ArchiveSvgOptions): string {
  checkOptions(owner, options, ['archive', 'descriptor', 'cells', 'range', 'overlays', ...labels]);
  const { title, subtitle, cells } = options;
  const box = finiteBounds(owner, 'descriptor', options.descriptor);
  checkInteger(owner, 'descriptor.dimensions', box.dimensions, 1, 2);
  const count = countCells(cells, box.dimensions);
  const elites = [...options.archive];
  const range = options.range ?? valueRange(elites.map((elite) => elite.fitness));
  if (!isValueRange(range)) throw argumentError(owner, 'range', 'be two finite numbers, ascending', range);
  const shown = { fitness: fitnessOf(elites, count), range };
  const top = subtitle !== undefined ? 60 : title !== undefined ? 44 : 16;
  const { body, bottom } = (box.dimensions === 1 ? drawColumns : drawMap)(options, box, shown, top);
  const label = `${title ?? 'Archive'}: ${elites.length} of ${count} cells filled`;
  return svgDocument({ height: bottom + 52, label, body: svgTitle(title, subtitle) + body });
}

function countCells(cells: ArchiveCells, dimensions: number): number {
  checkObject(owner, 'cells', cells);
  if ('grid' in cells) {
    checkRow(owner, 'cells.grid', cells.grid, dimensions);
    for (let i = 0; i < dimensions; i++) checkInteger(owner, `cells.grid[${i}]`, cells.grid[i], 1, 10_000);
    return Array.from(cells.grid).reduce((product, n) => product * n);
  }
  const { centroids } = cells;
  if (!isBatch(centroids) || centroids.columns !== dimensions) {
    throw argumentError(owner, 'cells.centroids', `be a Batch of shape (cells, ${dimensions})`, centroids);
  }
  if (!centroids.data.every(Number.isFinite)) throw notFinite(owner, 'cells.centroids', centroids.data, dimensions);
  return centroids.rows;
}

/** `(cells)`: the fitness of each cell's elite, NaN where there is none. */
function fitnessOf(elites: readonly { cell: number; fitness: number }[], cells: number): Float64Array {
  const all = new Float64Array(cells).fill(Number.NaN);
  for (const { cell, fitness } of elites) {
    checkInteger(owner, "an elite's cell", cell, 0, cells - 1);
    if (!Number.isFinite(fitness)) throw argumentError(owner, "an elite's fitness", 'be finite', fitness);
    all[cell] = fitness;
  }
  return all;
}
