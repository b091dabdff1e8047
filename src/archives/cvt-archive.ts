import { argumentError, Batch, checkObject, checkOptions, isBatch, type Problem, shapeError } from '../core/index.ts';
import { CellArchive, type CellFinder, descriptorBounds } from './cell-archive.ts';
import { NearestCentroid } from './nearest-centroid.ts';

/** What a {@link CvtArchive} is made of. */
export interface CvtArchiveOptions<G = Float64Array> {
  /** A domain, or just its problem part. */
  readonly domain: Problem<G>;
  /** `(cells, descriptorDimensions)`: see {@link cvtCentroids} and {@link ringCentroids}. Copied. */
  readonly centroids: Batch | ArrayLike<ArrayLike<number>>;
}

/**
 * Cells as the Voronoi regions of any centroids [Vassiliades2018a]. A descriptor belongs to the nearest centroid in
 * Euclidean distance, computed in float64; the lowest index wins a tie.
 */
export class CvtArchive<G = Float64Array> extends CellArchive<G> {
  /** `(cells, descriptorDimensions)`; not to be changed. */
  readonly centroids: Batch;

  /** @throws ARGUMENT if an option breaks its contract, or two centroids are equal. */
  constructor(options: CvtArchiveOptions<G>) {
    checkOptions('CvtArchive', options, ['domain', 'centroids']);
    const { dimensions } = descriptorBounds('CvtArchive', options.domain);
    const centroids = copyCentroids(options.centroids, dimensions);
    const nearest = new NearestCentroid(centroids);
    const twin = nearest.duplicate();
    if (twin >= 0) {
      throw argumentError('CvtArchive', `centroids[${twin}]`, 'differ from every other centroid', centroids.row(twin));
    }
    const find: CellFinder = (descriptors, cells) => nearest.find(descriptors, cells);
    super('CvtArchive', options.domain, centroids.rows, find, { centroids });
    this.centroids = centroids;
  }
}

function copyCentroids(given: CvtArchiveOptions['centroids'], dimensions: number): Batch {
  checkObject('CvtArchive', 'centroids', given);
  const centroids = isBatch(given) ? new Batch(given.rows, given.columns, given.data.slice()) : Batch.from(given);
  if (centroids.rows === 0 || centroids.columns !== dimensions) {
    const got = [centroids.rows, centroids.columns];
    throw shapeError('CvtArchive', 'centroids', ['at least 1', dimensions], 'cells, descriptorDimensions', got);
  }
  for (let i = 0; i < centroids.rows; i++) {
    const row = centroids.row(i);
    if (!row.every(Number.isFinite)) throw argumentError('CvtArchive', `centroids[${i}]`, 'be finite', row);
  }
  return centroids;
}
