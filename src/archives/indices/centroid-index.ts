import { argumentError, Batch, checkObject, isBatch, shapeError } from '../../core/index.ts';
import type { CellIndex } from './cell-index.ts';
import { NearestCentroid } from './nearest-centroid.ts';

/**
 * The Voronoi regions of any centroids [Vassiliades2018a]. A descriptor belongs to the nearest centroid in Euclidean distance,
 * computed in float64; the lowest index wins a tie.
 * @param given - `(cells, descriptorDimensions)`; copied.
 * @throws ARGUMENT, in the name of `owner`, if the centroids break their contract, or two are equal.
 */
export function centroidIndex(
  owner: string,
  dimensions: number,
  given: Batch | ArrayLike<ArrayLike<number>>,
): CellIndex & { readonly centroids: Batch } {
  const centroids = copyCentroids(owner, given, dimensions);
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
  checkObject(owner, 'centroids', given);
  const centroids = isBatch(given) ? new Batch(given.rows, given.columns, given.data.slice()) : Batch.from(given);
  if (centroids.rows === 0 || centroids.columns !== dimensions) {
    const got = [centroids.rows, centroids.columns];
    throw shapeError(owner, 'centroids', ['at least 1', dimensions], 'cells, descriptorDimensions', got);
  }
  for (let i = 0; i < centroids.rows; i++) {
    const row = centroids.row(i);
    if (!row.every(Number.isFinite)) throw argumentError(owner, `centroids[${i}]`, 'be finite', row);
  }
  return centroids;
}
