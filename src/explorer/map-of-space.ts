import { argumentError, type BoxBounds, finiteBounds, type Geometry } from '../core/index.ts';
import { hullOutline } from '../plot/index.ts';
import type { CellMap } from './cell-map.ts';
import { CentroidMap } from './centroid-map.ts';
import { type ExplorerSpace, isDrawn } from './explorer-space.ts';
import { GridMap } from './grid-map.ts';

/**
 * The map of an archive: grids of any number of dimensions, centroids as cells, or as dots over the first two of more than two dimensions.
 * @throws ARGUMENT if the archive has no finite descriptor space, or its geometry is no grid and has no centroids.
 */
export function cellMapOf(owner: string, space: ExplorerSpace): CellMap {
  const box = finiteBounds(owner, 'descriptor', space.descriptor!);
  const geometry = space.geometry?.();
  if (!isDrawn(geometry)) throw argumentError(owner, 'geometry', 'be a grid or centroids', geometry);
  return 'grid' in geometry ? new GridMap(geometry.grid, box) : centroidMap(geometry, box, space.outline);
}

function centroidMap(
  { centroids }: Extract<Geometry, { centroids: unknown }>,
  box: BoxBounds,
  outline: ExplorerSpace['outline'],
): CellMap {
  const hull = outline === 'hull' && box.dimensions === 2 ? hullOutline(centroids, box) : undefined;
  return new CentroidMap(centroids, box, hull);
}
