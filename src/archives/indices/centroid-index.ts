import {
  argumentError,
  type Batch,
  type Box,
  copyGenomes,
  copyRowList,
  finiteBounds,
  isBatch,
  ownerOf,
  shapeError,
  shapeOf,
} from '../../core/index.ts';
import type { CellIndex } from './cell-index.ts';
import { NearestCentroid } from './nearest-centroid.ts';

/** What a {@link centroidIndex} is made of. */
export interface CentroidIndexOptions {
  /** The box of the descriptors; finite bounds. */
  readonly descriptor: Box;
  /** `(cells, descriptorDimensions)`: finite, no two equal. Copied. */
  readonly centroids: Batch | ArrayLike<ArrayLike<number>>;
  /** Whom errors name (default 'centroidIndex'). */
  readonly name?: string | undefined;
}

/**
 * The Voronoi regions of any centroids [Vassiliades2018a]. A descriptor belongs to the nearest centroid in Euclidean distance,
 * computed in float64; the lowest index wins a tie.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function centroidIndex(options: CentroidIndexOptions): CellIndex & { readonly centroids: Batch } {
  const owner = ownerOf('centroidIndex', options, ['descriptor', 'centroids']);
  const { dimensions } = finiteBounds(owner, 'descriptor', options.descriptor);
  const centroids = copyCentroids(owner, options.centroids, dimensions);
  const nearest = new NearestCentroid(centroids);
  const twin = nearest.duplicate();
  if (twin >= 0) {
    throw argumentError(owner, `centroids[${twin}]`, 'differ from every other centroid', centroids.row(twin));
  }
  return {
    centroids,
    cells: centroids.rows,
    layout: { centroids },
    find: (descriptors, cells) => nearest.find(descriptors, cells),
    geometry: () => ({ centroids }),
  };
}

function copyCentroids(owner: string, given: Batch | ArrayLike<ArrayLike<number>>, dimensions: number): Batch {
  const batch = isBatch(given);
  const centroids = batch ? (copyGenomes(given) as Batch) : copyRowList(owner, 'centroids', given, dimensions);
  if (centroids.rows === 0 || centroids.columns !== dimensions) {
    const wanted = ['at least 1', dimensions];
    throw shapeError(owner, 'centroids', wanted, 'cells, descriptorDimensions', shapeOf(centroids));
  }
  for (let i = 0; i < centroids.rows; i++) {
    const row = centroids.row(i);
    if (!row.every(Number.isFinite)) throw argumentError(owner, `centroids[${i}]`, 'be finite', row);
  }
  return centroids;
}
