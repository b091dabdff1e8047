import { argumentError, type BoxBounds, type Geometry } from '../../core/index.ts';

/**
 * A function that gives the centre of a cell: the middle of a grid's cell, the number of a category, or a centroid.
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
  const { grid, names } = geometry;
  return (cell) => {
    const centre = new Float64Array(grid.length);
    for (let j = grid.length - 1, rest = cell; j >= 0; j--) {
      const cells = grid[j]!;
      const k = rest % cells;
      centre[j] = names?.[j] === undefined ? lower[j]! + ((k + 0.5) / cells) * (upper[j]! - lower[j]!) : k;
      rest = Math.floor(rest / cells);
    }
    return centre;
  };
}
