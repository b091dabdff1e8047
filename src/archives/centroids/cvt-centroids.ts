import {
  argumentError,
  Batch,
  type Box,
  type BoxBounds,
  checkChoice,
  checkInteger,
  checkOptions,
  finiteBounds,
  type Random,
  stretchTo,
  uniformRows,
} from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import { NearestCentroid } from '../indices/nearest-centroid.ts';
import { safeScale } from '../indices/scale.ts';
import { lloyd } from './lloyd.ts';
import { SOBOL_DIMENSIONS, sobolPoints } from './sobol.ts';

/** How {@link cvtCentroids} places centroids. */
export interface CvtCentroidsOptions {
  /** Number of centroids, at least 1; they and their samples have fewer than 2^31 coordinates. */
  readonly cells: number;
  /** The box that they fill; finite bounds. */
  readonly descriptor: Box;
  /** Any safe integer. */
  readonly seed: number;
  /**
   * `'lloyd'` (default): k-means over uniform samples, cells of nearly equal size [Vassiliades2018a]. `'sobol'`: points
   * of Sobol's sequence, up to 6 dimensions, and `'uniform'`: random points; both take no time, and serve archives of
   * very many cells as well [Mouret2023].
   */
  readonly method?: 'lloyd' | 'sobol' | 'uniform' | undefined;
  /** Number of samples for `'lloyd'` (default: 25,000, or 10 a cell if that is more); at least `cells`. */
  readonly samples?: number | undefined;
  /** The most iterations for `'lloyd'` (default 100); it ends earlier when no sample changes its cell. */
  readonly iterations?: number | undefined;
}

/**
 * Centroids that fill a box evenly, the same for the same seed. No two are equal, and with `'lloyd'` each has samples.
 * Draws from a stream of its own, seeded with `seed`. Cost: `'lloyd'` takes samples × log cells each iteration in few
 * dimensions; in many, samples × cells at first, and less from iteration to iteration.
 * @returns `(cells, descriptorDimensions)`.
 * @throws ARGUMENT if an option breaks its contract, or the box has too few numbers for so many distinct centroids.
 */
export function cvtCentroids(options: CvtCentroidsOptions): Batch {
  const owner = 'cvtCentroids';
  checkOptions(owner, options, ['cells', 'descriptor', 'seed', 'method', 'samples', 'iterations']);
  const { cells, method = 'lloyd', iterations = 100 } = options;
  checkChoice(owner, 'method', method, ['lloyd', 'sobol', 'uniform']);
  checkInteger(owner, 'iterations', iterations, 1);
  const bounds = finiteBounds(owner, 'descriptor', options.descriptor);
  const most = Math.floor((2 ** 31 - 1) / bounds.dimensions);
  checkInteger(owner, 'cells', cells, 1, most);
  const { samples = Math.min(most, Math.max(25_000, 10 * cells)) } = options;
  checkInteger(owner, 'samples', samples, cells, most);
  const centroids = place(method, cells, samples, iterations, bounds, randomStream(options.seed, owner));
  if (new NearestCentroid(centroids).duplicate() >= 0) {
    throw argumentError(owner, 'descriptor', `have room for ${cells} distinct centroids`, options.descriptor);
  }
  return centroids;
}

function place(
  method: string,
  cells: number,
  samples: number,
  iterations: number,
  bounds: BoxBounds,
  random: Random,
): Batch {
  const { dimensions } = bounds;
  if (method === 'sobol') {
    checkInteger('cvtCentroids', "descriptor.dimensions for 'sobol'", dimensions, 1, SOBOL_DIMENSIONS);
    const masks = Uint32Array.from({ length: dimensions }, () => random.integer(0, 2 ** 32 - 1));
    return stretchTo(bounds, sobolPoints(cells, masks));
  }
  if (method === 'uniform') return uniformRows(cells, bounds, random);
  // Sums of samples overflow before the samples do.
  const scale = safeScale([...bounds.lower, ...bounds.upper]);
  const points = uniformRows(samples, bounds, random);
  const centroids = lloyd(scaled(points, scale), cells, iterations);
  return scaled(centroids, 1 / scale);
}

function scaled({ rows, columns, data }: Batch, scale: number): Batch {
  const numbers = data.map((x) => x * scale);
  return new Batch(rows, columns, numbers);
}
