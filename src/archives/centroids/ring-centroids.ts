import { Batch, checkInteger, checkOptions } from '../../core/index.ts';
import { cos, sin } from '../../kernels/index.ts';

/**
 * Centroids in rings around (0.5, 0.5), as the paper's archive of planar arms has them: ring i of 1 to `rings` has 6 i
 * centroids at radius (i + 1) / (2 (rings + 1)), evenly spaced from angle 0 on [Gaier2020].
 * @param options - `rings`: at least 1; 25 gives the paper's 1950 centroids.
 * @returns `(3 · rings · (rings + 1), 2)` in [0, 1]².
 * @throws ARGUMENT if rings is no integer in [1, 10000].
 */
export function ringCentroids(options: { readonly rings: number }): Batch {
  checkOptions('ringCentroids', options, ['rings']);
  const { rings } = options;
  checkInteger('ringCentroids', 'rings', rings, 1, 10_000);
  const centroids = Batch.zeros(3 * rings * (rings + 1), 2);
  let at = 0;
  for (let ring = 1; ring <= rings; ring++) {
    const radius = (ring + 1) / (2 * (rings + 1));
    for (let k = 0; k < 6 * ring; k++) {
      const angle = (2 * Math.PI * k) / (6 * ring);
      centroids.data[at++] = 0.5 + radius * cos(angle);
      centroids.data[at++] = 0.5 + radius * sin(angle);
    }
  }
  return centroids;
}
