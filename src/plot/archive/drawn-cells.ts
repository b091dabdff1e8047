import { gridEdges } from '../../archives/index.ts';
import {
  argumentError,
  type Batch,
  type BoxBounds,
  checkChoice,
  checkFunction,
  checkInteger,
  checkObject,
  checkRow,
  finiteBounds,
  type Geometry,
  gridBox,
  isBatch,
  notFinite,
} from '../../core/index.ts';
import type { ValueRange } from '../svg/value-range.ts';
import type { ArchiveSvgOptions, DrawnArchive, PlainOptions } from './archive-svg-options.ts';
import type { ShownElites } from './cell-elements.ts';

const owner = 'archiveSvg';

/** Where the cells lie: between edges along each dimension, around centroids, or nowhere. */
export type CellPlaces =
  | {
      /** `(descriptorDimensions)` lists, ascending. */
      readonly edges: readonly Float64Array[];
      readonly names: readonly (readonly string[] | undefined)[];
    }
  | { readonly centroids: Batch }
  | { readonly points: true };

/** The cells that are drawn, and the space that they are cells of. */
export interface DrawnCells {
  readonly places: CellPlaces;
  readonly outline: 'box' | 'hull';
  readonly box: BoxBounds;
}

/** What a picture is drawn of. */
export interface Drawing extends DrawnCells {
  readonly options: PlainOptions;
  readonly shown: ShownElites;
  /** px at which the picture's frame begins. */
  readonly top: number;
}

/** A picture's elements, and the px at which its frame ends. */
export interface DrawnPicture {
  readonly body: string;
  readonly bottom: number;
}

/** The cells of an archive. @throws ARGUMENT if it does not say where they lie, or what it says breaks its contract. */
export function cellsOf(archive: DrawnArchive, outline: ArchiveSvgOptions['outline'] = 'box'): DrawnCells {
  checkObject(owner, 'archive', archive);
  checkFunction(owner, 'archive.geometry', archive.geometry);
  checkChoice(owner, 'outline', outline, ['box', 'hull']);
  const space = finiteBounds(owner, 'archive.descriptor', archive.descriptor!);
  const geometry = archive.geometry!();
  checkObject(owner, 'archive.geometry()', geometry);
  const places = placesOf(geometry!, space);
  const box = 'grid' in geometry! ? gridBox(geometry, space) : space;
  const rule = 'be 1, 2, or of a grid or boundaries 3: draw more with parallelAxesSvg';
  if (box.dimensions > ('edges' in places ? 3 : 2))
    throw argumentError(owner, 'archive.descriptor.dimensions', rule, box.dimensions);
  return { places, outline, box };
}

function placesOf(geometry: Geometry, box: BoxBounds): CellPlaces {
  const { dimensions } = box;
  if ('points' in geometry) return { points: true };
  if ('centroids' in geometry) {
    const { centroids } = geometry;
    if (!isBatch(centroids) || centroids.columns !== dimensions) {
      throw argumentError(owner, 'centroids', `be a Batch of shape (cells, ${dimensions})`, centroids);
    }
    if (!centroids.data.every(Number.isFinite)) throw notFinite(owner, 'centroids', centroids.data, dimensions);
    return { centroids };
  }
  if ('boundaries' in geometry) {
    const { boundaries } = geometry;
    checkRow(owner, 'boundaries', boundaries, dimensions);
    for (const [j, edges] of boundaries.entries()) {
      const ascends = edges.length >= 2 && edges.every((edge, k) => Number.isFinite(edge) && !(edge < edges[k - 1]!));
      if (!ascends) throw argumentError(owner, `boundaries[${j}]`, 'be at least two finite numbers, ascending', edges);
    }
    return { edges: boundaries, names: [] };
  }
  const { grid, names = [] } = geometry;
  checkRow(owner, 'grid', grid, dimensions);
  for (const [j, n] of Array.from(grid).entries()) checkInteger(owner, `grid[${j}]`, n, 1, 10_000);
  return { edges: gridEdges(gridBox(geometry, box), grid), names };
}

/** Number of cells; undefined if there are none that lie anywhere. */
export function countCells(places: CellPlaces): number | undefined {
  if ('points' in places) return undefined;
  if ('centroids' in places) return places.centroids.rows;
  return places.edges.reduce((product, edges) => product * (edges.length - 1), 1);
}

/** What is drawn along a dimension: the descriptor space, and what reaches beyond it. */
export function extentAlong(axis: number, { lower, upper }: BoxBounds, values: Iterable<number>): ValueRange {
  let [low, high] = [lower[axis]!, upper[axis]!];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}
