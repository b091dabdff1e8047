import { finiteBounds, gridBox } from '../../core/index.ts';
import { hullOutline } from '../../plot/index.ts';
import { checkDrawn, type ExplorerSpace } from '../explorer-space.ts';
import type { CellMap } from './cell-map.ts';
import { CentroidMap } from './centroid-map.ts';
import { GridMap } from './grid-map.ts';

/**
 * The map of an archive: grids of any number of dimensions, centroids as cells, or as dots over the first two of more than two dimensions.
 * @throws ARGUMENT if the archive has no finite descriptor space, or its geometry is no grid and has no centroids.
 */
export function cellMapOf(owner: string, space: ExplorerSpace): CellMap {
  const box = finiteBounds(owner, 'descriptor', space.descriptor!);
  const geometry = space.geometry?.();
  checkDrawn(owner, 'space', geometry);
  if ('grid' in geometry) return new GridMap(geometry.grid, gridBox(geometry, box));
  const { centroids } = geometry;
  const hull = space.outline === 'hull' && box.dimensions === 2 ? hullOutline(centroids, box) : undefined;
  return new CentroidMap(centroids, box, hull);
}
