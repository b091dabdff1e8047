import { argumentError, checkFunction, checkInteger, checkOptions } from '../../core/index.ts';
import { categoriesOf } from '../svg/category-colours.ts';
import { legendEntries, legendText } from '../svg/category-legend.ts';
import { checkTexts, svgDocument, svgTitle } from '../svg/svg-document.ts';
import { checkRange, valueRange } from '../svg/value-range.ts';
import { drawColumns } from './archive-columns.ts';
import { drawMap } from './archive-map.ts';
import { drawSlices } from './archive-slices.ts';
import type { ArchiveSvgOptions } from './archive-svg-options.ts';
import { checkElite, type DrawnElite, type ShownCategory } from './cell-elements.ts';
import { descriptorLabels } from './descriptor-labels.ts';
import { cellsOf, countCells } from './drawn-cells.ts';

const owner = 'archiveSvg';
const texts = ['title', 'subtitle', 'labels', 'fitnessLabel'];
const draw = { 1: drawColumns, 2: drawMap, 3: drawSlices };

/**
 * Draws an archive. With two descriptor dimensions a map: each cell has the colour of its elite's fitness, empty cells are light grey.
 * With three, if its cells are a grid, a map of each slice along the third. With one dimension columns: each is as wide as its cell and
 * as high as the elite's fitness; empty cells are grey up to the top. With `category` the colours show a category of the elites.
 *
 * Where the cells lie is taken from the archive's `geometry()`: a grid, even or with boundaries of its own, or around centroids.
 * Of an archive without cells, elites are dots at their descriptors, the fittest on top.
 *
 * A complete SVG of 474 px width, light or dark as its reader's screen, some 120 bytes a cell. Each cell is a `<path>` with its number
 * as `data-cell`, for scripts, and a tooltip with number, category, fitness, and the descriptor if elites have one, with the names of categories. Above 10,000
 * cells there are no tooltips, and a cell takes some 50 bytes. Texts that are too long are shortened in the middle.
 * @throws ARGUMENT if the archive has no descriptor space or geometry, the space is not finite or has too many dimensions, the
 *   cells have other dimensions or are not finite, an elite's cell does not exist or its fitness is not finite, `category` does not give
 *   a text, there are not as many labels as descriptors, `range` is not two ascending finite numbers, or an overlay has none or several of `polygon`, `line` and `points`.
 */
export function archiveSvg<E extends DrawnElite = DrawnElite>(options: ArchiveSvgOptions<E>): string {
  checkOptions(owner, options, ['archive', 'outline', 'range', 'category', 'categories', 'overlays', ...texts]);
  checkTexts(owner, options);
  const { archive, title, subtitle } = options;
  const drawn = cellsOf(archive, options.outline);
  const all = [...archive];
  const count = countCells(drawn.places);
  const { dimensions } = drawn.box;
  // Without cells, elites are drawn where their descriptors are.
  for (const elite of all) checkElite(owner, elite, count === undefined ? dimensions : undefined);
  const elites = count === undefined ? all : elitesByCell(all, count);
  const range = options.range ?? valueRange(all.map((elite) => elite.fitness));
  checkRange(owner, 'range', range);
  const names = 'edges' in drawn.places ? drawn.places.names : undefined;
  const shown = { elites, range, category: categoryOf(options, elites), names };
  const labels = descriptorLabels(owner, options.labels, dimensions, (j) =>
    dimensions === 1 ? 'descriptor' : `descriptor ${j + 1}`,
  );
  const top = subtitle !== undefined ? 60 : title !== undefined ? 44 : 16;
  const drawing = { ...drawn, options: { ...options, labels }, shown, top };
  const { body, bottom } = draw[dimensions as 1 | 2 | 3](drawing);
  const filled =
    count === undefined
      ? `${all.length} ${all.length === 1 ? 'elite' : 'elites'}`
      : `${all.length} of ${count} cells filled`;
  const shares = shown.category === undefined ? '' : legendText(shown.category.legend);
  const label = [`${title ?? 'Archive'}: ${filled}`, shares].filter(Boolean).join('; ');
  return svgDocument({ height: bottom + 52, label, body: svgTitle(title, subtitle) + body });
}

/** The category of each elite; undefined if cells are coloured by fitness. */
function categoryOf<E extends DrawnElite>(
  { category, categories: listed = [] }: ArchiveSvgOptions<E>,
  elites: readonly (E | undefined)[],
): ShownCategory | undefined {
  if (!Array.isArray(listed) || !listed.every((name) => typeof name === 'string'))
    throw argumentError(owner, 'categories', 'be a list of texts', listed);
  if (category === undefined) return undefined;
  checkFunction(owner, 'category', category);
  const names = Array.from(elites, (elite) => {
    const name: unknown = elite && category(elite);
    if (elite === undefined || typeof name === 'string') return name as string | undefined;
    throw argumentError(owner, 'category', 'give a text', name);
  });
  const occurring = names.filter((name) => name !== undefined);
  const categories = categoriesOf(listed, occurring);
  const counts = categories.shown.map(() => 0);
  for (const name of occurring) counts[categories.indexOf(name)]!++;
  return { categories, names, legend: legendEntries(categories, counts) };
}

/** `(cells)`: the elite of each cell. */
function elitesByCell<E extends DrawnElite>(elites: readonly E[], cells: number): (E | undefined)[] {
  const all: (E | undefined)[] = new Array(cells).fill(undefined);
  for (const elite of elites) {
    checkInteger(owner, "an elite's cell", elite.cell, 0, cells - 1);
    all[elite.cell] = elite;
  }
  return all;
}
