import { argumentError, type BoxBounds, type Geometry } from '../../core/index.ts';

/**
 * A function that gives the centre of a cell: the middle of a grid's cell, or a centroid.
 * @throws ARGUMENT, in the name of `owner`, if the cells have no such places.
 */
export function cellCentres(
  owner: string,
  geometry: Geometry | undefined,
  { lower, upper }: BoxBounds,
): (cell: number) => ArrayLike<number> {
  if (geometry !== undefined && 'centroids' in geometry) return (cell) => geometry.centroids.row(cell);
  if (geometry === undefined || !('grid' in geometry)) {
    throw argumentError(owner, 'archive', 'have cells of a grid or of centroids', geometry);
  }
  const { grid } = geometry;
  return (cell) => {
    const centre = new Float64Array(grid.length);
    for (let j = grid.length - 1, rest = cell; j >= 0; j--) {
      const cells = grid[j]!;
      centre[j] = lower[j]! + (((rest % cells) + 0.5) / cells) * (upper[j]! - lower[j]!);
      rest = Math.floor(rest / cells);
    }
    return centre;
  };
}
