import { Batch } from '../core/index.ts';
import { NearestKernel } from '../kernels/index.ts';

/**
 * Lloyd's k-means: moves each centroid to the mean of the samples nearest to it until no sample changes its centroid,
 * or `iterations` times. Starts at the first samples. A centroid that lost every sample starts anew at the sample
 * farthest from its own centroid.
 * @param samples - `(samples, dimensions)`, in random order, distinct.
 * @returns `(count, dimensions)`.
 */
export function lloyd(samples: Batch, count: number, iterations: number): Batch {
  const dimensions = samples.columns;
  const centroids = new Batch(count, dimensions, samples.data.slice(0, count * dimensions));
  const kernel = new NearestKernel(count, dimensions, samples.rows, true);
  kernel.queries.set(samples.data);
  // A sample's search begins at the centroid that it had.
  const owner = kernel.owners.fill(count);
  const before = owner.slice();
  for (let iteration = 0; iteration < iterations; iteration++) {
    kernel.points.set(centroids.data);
    kernel.plant();
    if (kernel.search(samples.rows) === 0) break;
    const counts = countSamples(centroids, samples, owner);
    moveToMeans(centroids, samples, owner, counts, changedCentroids(owner, before, count));
    before.set(owner);
  }
  return centroids;
}

/** `(count)`: 1 where a centroid won or lost a sample; the mean of any other is what it was. */
function changedCentroids(owner: Int32Array, before: Int32Array, count: number): Uint8Array {
  const changed = new Uint8Array(count + 1);
  for (let i = 0; i < owner.length; i++) if (owner[i] !== before[i]) changed[owner[i]!] = changed[before[i]!] = 1;
  return changed;
}

function moveToMeans(
  centroids: Batch,
  samples: Batch,
  owner: Int32Array,
  counts: Int32Array,
  changed: Uint8Array,
): void {
  const { rows, columns, data: means } = centroids;
  for (let k = 0; k < rows; k++) if (changed[k] === 1) means.fill(0, k * columns, (k + 1) * columns);
  for (let i = 0; i < samples.rows; i++) {
    if (changed[owner[i]!] === 0) continue;
    const to = owner[i]! * columns;
    const from = i * columns;
    for (let j = 0; j < columns; j++) means[to + j]! += samples.data[from + j]!;
  }
  for (let k = 0; k < rows; k++) {
    if (changed[k] === 0) continue;
    for (let j = k * columns; j < (k + 1) * columns; j++) means[j]! /= counts[k]!;
  }
}

/** Number of samples of each centroid; an empty one is first given the farthest sample of a centroid that has others. */
function countSamples(centroids: Batch, samples: Batch, owner: Int32Array): Int32Array {
  const counts = new Int32Array(centroids.rows);
  for (let i = 0; i < owner.length; i++) counts[owner[i]!]!++;
  for (let empty = counts.indexOf(0); empty >= 0; empty = counts.indexOf(0, empty + 1)) {
    const far = farthestSample(centroids, samples, owner, counts);
    counts[owner[far]!]!--;
    owner[far] = empty;
    counts[empty] = 1;
  }
  return counts;
}

function farthestSample(centroids: Batch, samples: Batch, owner: Int32Array, counts: Int32Array): number {
  const dimensions = samples.columns;
  let far = -1;
  let farthest = -1;
  for (let i = 0; i < samples.rows; i++) {
    if (counts[owner[i]!]! < 2) continue;
    let distance = 0;
    for (let j = 0; j < dimensions; j++) {
      const d = samples.data[i * dimensions + j]! - centroids.data[owner[i]! * dimensions + j]!;
      distance += d * d;
    }
    if (distance > farthest) {
      farthest = distance;
      far = i;
    }
  }
  return far;
}
