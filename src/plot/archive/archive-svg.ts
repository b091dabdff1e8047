import {
  argumentError,
  checkChoice,
  checkFunction,
  checkInteger,
  checkObject,
  checkOptions,
  checkRow,
  finiteBounds,
  isBatch,
  notFinite,
} from '../../core/index.ts';
import { categoriesOf } from '../svg/category-colours.ts';
import { legendEntries } from '../svg/category-legend.ts';
import { svgDocument, svgTitle } from '../svg/svg-document.ts';
import { isValueRange, valueRange } from '../svg/value-range.ts';
import { drawColumns } from './archive-columns.ts';
import { drawMap } from './archive-map.ts';
import type { ArchiveSvgOptions, DrawnArchive, DrawnCells, DrawnElite } from './archive-svg-options.ts';
import type { ShownCategory } from './cell-elements.ts';

const owner = 'archiveSvg';
const labels = ['title', 'subtitle', 'xLabel', 'yLabel', 'fitnessLabel'];

/**
 * Draws an archive. With two descriptor dimensions a map: each cell has the colour of its elite's fitness, empty cells are light grey.
 * With one dimension columns: each is as wide as its cell and as high as the elite's fitness; empty cells are grey up to the top.
 * With `category` the colours show a category of the elites. Where the cells lie is taken from the archive's `geometry()`.
 *
 * A complete SVG of 474 px width, light or dark as its reader's screen, some 100 bytes a cell. Each cell is a `<path>` with its number
 * as `data-cell`, for scripts, and a tooltip with number, category and fitness. Texts that are too long are shortened in the middle.
 * @throws ARGUMENT if the archive has no descriptor space or geometry, the space is not finite or has more than two dimensions, the
 *   cells have other dimensions or are not finite, an elite's cell does not exist or its fitness is not finite, `category` does not give
 *   a text, `range` is not two ascending finite numbers, or an overlay has none or several of `polygon`, `line` and `points`.
 */
export function archiveSvg<E extends DrawnElite = DrawnElite>(options: ArchiveSvgOptions<E>): string {
  checkOptions(owner, options, ['archive', 'outline', 'range', 'category', 'categories', 'overlays', ...labels]);
  const { archive, title, subtitle } = options;
  const drawn = cellsOf(archive, options.outline);
  const count = countCells(drawn);
  const elites = [...archive];
  const range = options.range ?? valueRange(elites.map((elite) => elite.fitness));
  if (!isValueRange(range)) throw argumentError(owner, 'range', 'be two finite numbers, ascending', range);
  const shown = { fitness: fitnessOf(elites, count), range, category: categoryOf(options, elites) };
  const top = subtitle !== undefined ? 60 : title !== undefined ? 44 : 16;
  const { body, bottom } = (drawn.box.dimensions === 1 ? drawColumns : drawMap)(options, drawn, shown, top);
  const label = `${title ?? 'Archive'}: ${elites.length} of ${count} cells filled${sharesLabel(shown.category)}`;
  return svgDocument({ height: bottom + 52, label, body: svgTitle(title, subtitle) + body });
}

/** The category of each elite, in any order of cells; undefined if cells are coloured by fitness. */
function categoryOf<E extends DrawnElite>(
  { category, categories: listed = [] }: ArchiveSvgOptions<E>,
  elites: readonly E[],
): ShownCategory | undefined {
  if (!Array.isArray(listed) || !listed.every((name) => typeof name === 'string'))
    throw argumentError(owner, 'categories', 'be a list of texts', listed);
  if (category === undefined) return undefined;
  checkFunction(owner, 'category', category);
  const names: string[] = [];
  for (const elite of elites) {
    const name: unknown = category(elite);
    if (typeof name !== 'string') throw argumentError(owner, 'category', 'give a text', name);
    names[elite.cell] = name;
  }
  const categories = categoriesOf([...listed, ...Object.values(names).sort()]);
  const counts = categories.shown.map(() => 0);
  for (const { cell } of elites) counts[categories.indexOf(names[cell]!)]!++;
  return { categories, names, legend: legendEntries(categories, counts) };
}

function sharesLabel(category: ShownCategory | undefined): string {
  const shares = category?.legend.map(({ name, share }) => `${name} ${share}`.trim()).join(', ');
  return shares === undefined || shares === '' ? '' : `; ${shares}`;
}

function cellsOf(archive: DrawnArchive, outline: ArchiveSvgOptions['outline'] = 'box'): DrawnCells {
  checkObject(owner, 'archive', archive);
  checkFunction(owner, 'archive.geometry', archive.geometry);
  checkChoice(owner, 'outline', outline, ['box', 'hull']);
  const box = finiteBounds(owner, 'archive.descriptor', archive.descriptor!);
  checkInteger(owner, 'archive.descriptor.dimensions', box.dimensions, 1, 2);
  const geometry = archive.geometry!();
  checkObject(owner, 'archive.geometry()', geometry);
  return { geometry: geometry!, outline, box };
}

function countCells({ geometry, box: { dimensions } }: DrawnCells): number {
  if ('grid' in geometry) {
    const { grid } = geometry;
    checkRow(owner, 'grid', grid, dimensions);
    for (let i = 0; i < dimensions; i++) checkInteger(owner, `grid[${i}]`, grid[i], 1, 10_000);
    return grid.reduce((product, n) => product * n);
  }
  const { centroids } = geometry;
  if (!isBatch(centroids) || centroids.columns !== dimensions) {
    throw argumentError(owner, 'centroids', `be a Batch of shape (cells, ${dimensions})`, centroids);
  }
  if (!centroids.data.every(Number.isFinite)) throw notFinite(owner, 'centroids', centroids.data, dimensions);
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
