import { type Archive, type Box, type BoxBounds, boxBounds, type FieldKinds, type Metrics } from '../../core/index.ts';
import { archiveSvg, type DrawnArchive, type ValueRange } from '../../plot/index.ts';
import type { SearchFile } from '../illumination/subject.ts';
import { integerText, significantText } from '../terminal/number-text.ts';
import { makerOf } from './operator-pictures.ts';
import { binOf, evenEdges, type GridCells, gridCells, mergedEdges } from './picture-bins.ts';

/** Options of {@link archivePictures}. */
export interface ArchivePictures {
  readonly archive: Pick<Archive<Float64Array, FieldKinds>, 'cells' | 'geometry' | typeof Symbol.iterator>;
  /** The descriptor space. If it is unknown or has infinite bounds, or there is no elite, nothing is drawn. */
  readonly descriptor: Box | undefined;
  readonly title: string;
  readonly metrics: Metrics;
  /** The range of fitness over all archives that are compared. */
  readonly range: ValueRange;
  /** `(descriptorDimensions)`: names of the descriptors (default: their numbers). */
  readonly labels?: readonly string[] | undefined;
  readonly fitnessLabel?: string | undefined;
  /** Cells are coloured by the operator that made their elite, one of these, in place of fitness. */
  readonly operators?: readonly string[] | undefined;
}

/** Limits on the cells drawn one by one, on slices along a third descriptor, and on the pictures of an archive. */
const [mostCells, mostSlices, mostPictures] = [20_000, 36, 12];
/** Cells of a grid along one axis that `archiveSvg` draws, at most. */
const mostInLine = 10_000;
/** Bins along each axis at most, where the archive's own cells are not drawn: with one axis, two and three. */
const mostBins = [[200], [40, 40], [40, 40, 12]];

/**
 * Pictures of any archive. With one or two descriptors its cells, with three of a grid slices; where there are very many cells, bins of several.
 * With more descriptors, and of three of other archives, the elites over each descriptor and the next, in bins that are the cells of a grid.
 * In a bin is the fittest of its elites.
 */
export function archivePictures(options: ArchivePictures): SearchFile[] {
  const { archive, descriptor, title, metrics, range, operators, fitnessLabel } = options;
  if (descriptor === undefined || metrics.size === 0) return [];
  const box = boxBounds('archivePictures', 'descriptor', descriptor);
  if (!box.finite) return [];
  const { dimensions } = box;
  const colours = operators && { category: ({ maker }: ShownElite) => maker, categories: operators };
  const heading = operators === undefined ? title : `${title}, by operator`;
  const shown = { title: heading, subtitle: filledText(metrics), range, fitnessLabel, ...colours };
  const elites = Array.from(archive, (elite): ShownElite => {
    const { cell, fitness, descriptor: at } = elite;
    return { cell, fitness, descriptor: at, maker: makerOf(elite) };
  });
  const geometry = archive.geometry?.();
  const grid = gridCells(geometry, box);
  const { labels } = options;
  const few = dimensions <= 2 || (dimensions === 3 && grid !== undefined && grid.edges[2]!.length - 1 <= mostSlices);
  const drawable = geometry !== undefined && (!('grid' in geometry) || geometry.grid.every((n) => n <= mostInLine));
  if (few && drawable && archive.cells <= mostCells) {
    const drawn = { descriptor, geometry: () => geometry, [Symbol.iterator]: () => elites.values() };
    const content = archiveSvg({ ...shown, archive: drawn, labels });
    return [{ ending: '.svg', content, description: `the archive of ${title}` }];
  }
  return axesOf(dimensions, grid).map((axes, _, { length }) => {
    const names = axes.map((axis) => `${axis + 1}${labels?.[axis] === undefined ? '' : ` (${labels[axis]})`}`);
    const content = archiveSvg({
      ...shown,
      archive: binned(elites, box, axes, grid, archive.cells),
      labels: axes.map((axis) => labels?.[axis] ?? (dimensions === 1 ? 'descriptor' : `descriptor ${axis + 1}`)),
    });
    const ending = length === 1 ? '.svg' : `-${axes.map((axis) => axis + 1).join('-')}.svg`;
    const last = names.pop();
    const over = names.length === 0 ? 'the descriptor' : `descriptors ${names.join(', ')} and ${last}`;
    const caption = `Over ${over}: of several elites at the same place, the fittest is shown.`;
    return { ending, content, description: `the elites of ${title} over ${over}`, caption };
  });
}

/** The descriptors of each picture whose cells are bins. */
function axesOf(dimensions: number, grid: GridCells | undefined): (readonly number[])[] {
  if (dimensions <= 2 || (dimensions === 3 && grid !== undefined))
    return [Array.from({ length: dimensions }, (_, j) => j)];
  return Array.from({ length: Math.min(dimensions, mostPictures) }, (_, i) => [i, (i + 1) % dimensions]);
}

/** The number of filled cells and the mean fitness, in words. */
export function filledText({ size, cells, meanFitness }: Metrics): string {
  const mean = size === 0 ? '' : `, mean fitness ${significantText(meanFitness).replace('-', '−')}`;
  return `${integerText(size)} of ${integerText(cells)} cells filled${mean}`;
}

interface ShownElite {
  readonly cell: number;
  readonly fitness: number;
  readonly descriptor: Float64Array;
  readonly maker: string;
}

/**
 * Elites in bins over some of the descriptors: the cells of a grid along these, merged where they are very many; of other archives about as
 * many bins as it has cells.
 */
function binned(
  elites: readonly ShownElite[],
  box: BoxBounds,
  axes: readonly number[],
  grid: GridCells | undefined,
  cells: number,
): DrawnArchive<ShownElite> {
  const lower = axes.map((axis) => box.lower[axis]!);
  const upper = axes.map((axis) => box.upper[axis]!);
  const enough = Math.ceil(1.5 * cells ** (1 / axes.length));
  const boundaries = axes.map((axis, k) => {
    const most = mostBins[axes.length - 1]![k]!;
    if (grid !== undefined) return mergedEdges(grid.edges[axis]!, most);
    const values = elites.map(({ descriptor }) => descriptor[axis]!);
    return evenEdges(values, lower[k]!, upper[k]!, Math.min(most, enough));
  });
  const best = new Map<number, ShownElite>();
  for (const elite of elites) {
    const { fitness, descriptor } = elite;
    const cell = axes.reduce((number, axis, k) => {
      return number * (boundaries[k]!.length - 1) + binOf(boundaries[k]!, descriptor[axis]!);
    }, 0);
    const before = best.get(cell)?.fitness ?? Number.NEGATIVE_INFINITY;
    if (fitness > before) best.set(cell, { ...elite, cell });
  }
  const names = axes.map((axis) => grid?.names[axis]);
  const counts = boundaries.map((edges) => edges.length - 1);
  // Only cells that are not merged have names; numbers beside them may be merged to even bins, which a grid has.
  const named = axes.every((axis, k) => {
    const own = (grid?.edges[axis]?.length ?? 0) - 1;
    return names[k] === undefined ? own % counts[k]! === 0 : own === counts[k];
  });
  return {
    descriptor: { dimensions: axes.length, lower, upper },
    geometry: () => (named && names.some(Boolean) ? { grid: counts, names } : { boundaries }),
    [Symbol.iterator]: () => best.values(),
  };
}
