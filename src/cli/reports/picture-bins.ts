import { gridEdges } from '../../archives/index.ts';
import { type BoxBounds, type Geometry, gridBox } from '../../core/index.ts';

/** The cells of an archive along each dimension, where they are those of a grid. */
export interface GridCells {
  /** `(descriptorDimensions)` lists, ascending: where cells begin, and where the last one ends. */
  readonly edges: readonly Float64Array[];
  /** `(descriptorDimensions)`: names of the cells of dimensions that have some. */
  readonly names: readonly (readonly string[] | undefined)[];
}

/** The cells of a grid, even or with boundaries of its own; undefined of others. */
export function gridCells(geometry: Geometry | undefined, box: BoxBounds): GridCells | undefined {
  if (geometry === undefined) return undefined;
  if ('boundaries' in geometry) return { edges: geometry.boundaries, names: [] };
  if (!('grid' in geometry)) return undefined;
  return { edges: gridEdges(gridBox(geometry, box), geometry.grid), names: geometry.names ?? [] };
}

/** Edges with at most so many cells between them: several cells in a row become one. */
export function mergedEdges(edges: Float64Array, most: number): Float64Array {
  const cells = edges.length - 1;
  const every = Math.ceil(cells / most);
  return edges.filter((_, k) => k % every === 0 || k === cells);
}

/** Edges of even bins; where values are whole steps apart, as counts are, of bins of one step around each, if these are not more. */
export function evenEdges(values: readonly number[], lower: number, upper: number, most: number): Float64Array {
  const even = Float64Array.from({ length: most + 1 }, (_, k) => lower + (upper - lower) * (k / most));
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const step = Math.min(...distinct.slice(1).map((value, i) => value - distinct[i]!));
  const first = distinct[0]!;
  const apart = distinct.every((value) => Math.abs((value - first) / step - Math.round((value - first) / step)) < 1e-6);
  const repeated = distinct.length > 1 && 2 * distinct.length <= values.length;
  if (!repeated || !apart || (upper - lower) / step > most) return even;
  const begin = first + step * (Math.floor((lower - first) / step) - 0.5);
  const between = Array.from({ length: most + 3 }, (_, k) => begin + k * step);
  return Float64Array.of(lower, ...between.filter((edge) => edge > lower && edge < upper), upper);
}

/** The bin of a value: the first or the last one outside. */
export function binOf(edges: Float64Array, value: number): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (edges[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
