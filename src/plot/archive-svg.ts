import {
  argumentError,
  type Batch,
  type Box,
  type BoxBounds,
  checkInteger,
  checkOptions,
  finiteBounds,
} from '../core/index.ts';
import { type Axis, axisBetween, bottomAxis, type Frame, leftAxis, leftOf, linearScale, sidesOf } from './axis.ts';
import { type CellOutlines, gridOutlines, voronoiOutlines } from './cell-outlines.ts';
import { colourLegend, legendWidth } from './colour-legend.ts';
import { shadeColour, shadeCount, shadeOf } from './colour-scale.ts';
import type { Polygon } from './polygon.ts';
import { pictureWidth, svgDocument, svgTitle } from './svg-document.ts';
import { isValueRange, type ValueRange, valueRange } from './value-range.ts';

/** Where an archive's cells lie: around 2-D centroids, or in a grid. */
export type ArchiveCells =
  | {
      /** `(cells, 2)`, in descriptor units. */
      readonly centroids: Batch;
      /**
       * Where the outer cells end: at the descriptor box (default), or a little outside the centroids' convex hull, which
       * suits centroids that fill a disc in the box.
       */
      readonly outline?: 'box' | 'hull' | undefined;
    }
  | {
      /** `(2)`: number of cells along x and along y, as a grid archive's `shape`. */
      readonly grid: readonly number[];
    };

/** Options of {@link archiveSvg}. */
export interface ArchiveSvgOptions {
  /** The elites: an archive, or any list with their cells and fitness. */
  readonly archive: Iterable<{ readonly cell: number; readonly fitness: number }>;
  /** The descriptor space: two dimensions, finite bounds. */
  readonly descriptor: Box;
  /** The cells of the archive. */
  readonly cells: ArchiveCells;
  /** Fitness of the darkest and of the brightest colour (default: that of this archive's elites); give two archives one. */
  readonly range?: ValueRange | undefined;
  /** What is drawn. */
  readonly title?: string | undefined;
  /** A second, quiet line. */
  readonly subtitle?: string | undefined;
  /** What the first descriptor is (default: 'descriptor 1'). */
  readonly xLabel?: string | undefined;
  /** What the second descriptor is (default: 'descriptor 2'). */
  readonly yLabel?: string | undefined;
  /** What the colours show (default: 'fitness'). */
  readonly fitnessLabel?: string | undefined;
}

const known = ['archive', 'descriptor', 'cells', 'range', 'title', 'subtitle', 'xLabel', 'yLabel', 'fitnessLabel'];
const mostRight = 396;

/**
 * A picture of an archive: each cell in the colour of its elite's fitness, empty cells in a quiet grey. A complete SVG
 * of 474 px width that follows its reader's light or dark scheme; about 30 bytes a cell, 100 kB for 1,950 centroids.
 * Texts too long for it lose their middle.
 * @throws ARGUMENT if the descriptor space is not two-dimensional and finite, the centroids are not `(cells, 2)`, an
 *   elite's cell does not exist or its fitness is not finite, or the range is none.
 */
export function archiveSvg(options: ArchiveSvgOptions): string {
  checkOptions('archiveSvg', options, known);
  const box = planarBox(options.descriptor);
  const { cells, extent } = outlinesOf(options.cells, box);
  const elites = [...options.archive];
  const range = options.range ?? valueRange(elites.map((elite) => elite.fitness));
  if (!isValueRange(range)) throw argumentError('archiveSvg', 'range', 'be two finite numbers, ascending', range);
  const xScale = linearScale(options.xLabel ?? 'descriptor 1', extent.x);
  const yScale = linearScale(options.yLabel ?? 'descriptor 2', extent.y);
  const colours = linearScale(options.fitnessLabel ?? 'fitness', range);
  const sides = sidesOf(xScale, leftOf(yScale), Math.min(mostRight, pictureWidth - legendWidth(colours)));
  const frame = frameOf(sides, extent, options);
  const x = axisBetween(xScale, frame.left, frame.right);
  const y = axisBetween(yScale, frame.bottom, frame.top);
  const shades = shadesOf(elites, cells.length, range);
  const axes = bottomAxis(x, frame) + leftAxis(y, frame, false);
  const legend = colourLegend(colours, frame);
  const body = svgTitle(options.title, options.subtitle) + cellPaths(cells, shades, x, y) + axes + legend;
  const label = `${options.title ?? 'Archive'}: ${elites.length} of ${cells.length} cells filled`;
  return svgDocument({ height: frame.bottom + 52, label, body });
}

function planarBox(descriptor: Box): BoxBounds {
  const box = finiteBounds('archiveSvg', 'descriptor', descriptor);
  if (box.dimensions === 2) return box;
  throw argumentError('archiveSvg', 'descriptor.dimensions', 'be 2', box.dimensions);
}

function outlinesOf(cells: ArchiveCells, box: BoxBounds): CellOutlines {
  if ('grid' in cells) {
    const [columns, rows, ...more] = cells.grid;
    checkInteger('archiveSvg', 'cells.grid[0]', columns, 1, 10_000);
    checkInteger('archiveSvg', 'cells.grid[1]', rows, 1, 10_000);
    if (more.length > 0) throw argumentError('archiveSvg', 'cells.grid', 'have two numbers', cells.grid);
    return gridOutlines([columns!, rows!], box);
  }
  if (cells.centroids?.columns !== 2) {
    throw argumentError('archiveSvg', 'cells.centroids', 'be a Batch of shape (cells, 2)', cells.centroids);
  }
  return voronoiOutlines(cells.centroids, box, cells.outline ?? 'box');
}

/** Between its sides as high as the shape of the descriptor space asks for, within half and double. */
function frameOf(
  sides: Pick<Frame, 'left' | 'right'>,
  { x, y }: CellOutlines['extent'],
  options: ArchiveSvgOptions,
): Frame {
  const ratio = (y[1] - y[0]) / (x[1] - x[0]);
  const height = (sides.right - sides.left) * (ratio >= 0.5 && ratio <= 2 ? ratio : 1);
  const top = options.subtitle !== undefined ? 60 : options.title !== undefined ? 44 : 16;
  return { ...sides, top, bottom: Math.round(top + height) };
}

/** `(cells)`: the shade of each cell, −1 where there is no elite. */
function shadesOf(elites: readonly { cell: number; fitness: number }[], cells: number, range: ValueRange): Int16Array {
  const shades = new Int16Array(cells).fill(-1);
  for (const { cell, fitness } of elites) {
    checkInteger('archiveSvg', "an elite's cell", cell, 0, cells - 1);
    if (!Number.isFinite(fitness)) throw argumentError('archiveSvg', "an elite's fitness", 'be finite', fitness);
    shades[cell] = shadeOf(fitness, range);
  }
  return shades;
}

/** One path for each shade, in tenths of a px: whole numbers, and cells that share a corner round it alike. */
function cellPaths(cells: CellOutlines['cells'], shades: Int16Array, x: Axis, y: Axis): string {
  const outlines: string[] = new Array(shadeCount + 1).fill('');
  cells.forEach((cell, i) => {
    if (cell !== undefined) outlines[shades[i]! + 1] += outlinePath(cell, x, y);
  });
  const paths = outlines.map((d, shade) => {
    if (d === '') return '';
    return `<path ${shade === 0 ? 'class="empty"' : paint(shadeColour(shade - 1))} d="${d}"/>`;
  });
  return `<g transform="scale(.1)" stroke-width="8" stroke-linejoin="round">${paths.join('')}</g>`;
}

/** Cells have a border of their own colour: no hairlines of the page shine through between them. */
function paint(colour: string): string {
  return `fill="${colour}" stroke="${colour}"`;
}

function outlinePath(cell: Polygon, x: Axis, y: Axis): string {
  let [lastX, lastY] = [0, 0];
  let path = '';
  for (const [i, point] of cell.entries()) {
    const nextX = Math.round(x.at(point[0]) * 10);
    const nextY = Math.round(y.at(point[1]) * 10);
    const [stepX, stepY] = [nextX - lastX, nextY - lastY];
    if (i === 0) path += `M${nextX} ${nextY}l`;
    else if (stepX !== 0 || stepY !== 0)
      path += `${i > 1 && stepX >= 0 ? ' ' : ''}${stepX}${stepY < 0 ? '' : ' '}${stepY}`;
    [lastX, lastY] = [nextX, nextY];
  }
  return path.endsWith('l') ? '' : `${path}z`;
}
