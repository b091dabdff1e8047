import { argumentError, type Batch, type FieldKinds, type Problem } from '../../core/index.ts';
import { descriptorBounds } from '../archive-options.ts';
import type { CellIndex } from './cell-index.ts';
import { centroidIndex } from './centroid-index.ts';
import { gridIndex } from './grid-index.ts';

/** Where cells lie: one of the two is given. */
export interface PlacedCells {
  /** `(descriptorDimensions)`, for a grid: number of cells along each dimension, at least 1; their product below 2^31. */
  readonly cells?: ArrayLike<number> | undefined;
  /** `(cells, descriptorDimensions)`: a cell is what is nearest to its centroid, see {@link cvtCentroids}. Copied. */
  readonly centroids?: Batch | ArrayLike<ArrayLike<number>> | undefined;
}

/**
 * The index of a grid, or of centroids.
 * @throws ARGUMENT, in the name of `owner`, if the domain or the cells break their contract, or both kinds of cells are given.
 */
export function placedIndex<G, F extends FieldKinds>(
  owner: string,
  domain: Problem<G, F>,
  { cells, centroids }: PlacedCells,
): CellIndex & { readonly grid?: readonly number[] } {
  descriptorBounds(owner, domain);
  const { descriptor } = domain;
  if (centroids === undefined) return gridIndex({ descriptor, cells: cells!, name: owner });
  if (cells !== undefined) throw argumentError(owner, 'cells', 'be left out with centroids', cells);
  return centroidIndex({ descriptor, centroids, name: owner });
}
