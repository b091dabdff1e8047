// Objectives are maximised. A point is a list of their values, the same number in each.

/** Whether point `a` is nowhere worse than `b`; equal points dominate each other in this sense. */
export function covers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let j = 0; j < a.length; j++) if (a[j]! < b[j]!) return false;
  return true;
}

/**
 * The volume that points dominate above a reference point; what is below the reference in an objective counts nothing. Exact but for
 * rounding, by slices along the last objective, in time n^objectives. [While2006]
 */
export function hypervolume(points: readonly ArrayLike<number>[], reference: ArrayLike<number>): number {
  const above = points.filter((point) => Array.prototype.every.call(point, (x: number, j) => x > reference[j]!));
  return sliced(above, reference, reference.length);
}

/** Of the first `objectives`. */
function sliced(points: readonly ArrayLike<number>[], reference: ArrayLike<number>, objectives: number): number {
  const last = objectives - 1;
  if (last === 0) return points.reduce((most, point) => Math.max(most, point[0]! - reference[0]!), 0);
  const sorted = [...points].sort((a, b) => b[last]! - a[last]!);
  let volume = 0;
  for (let i = 0; i < sorted.length; i++) {
    const height = sorted[i]![last]! - (sorted[i + 1]?.[last] ?? reference[last]!);
    if (height > 0) volume += height * sliced(sorted.slice(0, i + 1), reference, last);
  }
  return volume;
}

/**
 * `(points)`: how far the neighbours of each point are, summed over the objectives, each as a share of its range; ∞ at the ends of an
 * objective. Of points that are equal in an objective, the first in the list is the lower. [Deb2002, crowding distance]
 */
export function crowding(points: readonly ArrayLike<number>[]): Float64Array {
  const distances = new Float64Array(points.length);
  const objectives = points[0]?.length ?? 0;
  for (let j = 0; j < objectives; j++) {
    const order = [...points.keys()].sort((a, b) => points[a]![j]! - points[b]![j]! || a - b);
    const at = (k: number): number => points[order[k]!]![j]!;
    const last = order.length - 1;
    const range = at(last) - at(0);
    distances[order[0]!] = Number.POSITIVE_INFINITY;
    distances[order[last]!] = Number.POSITIVE_INFINITY;
    for (let k = 1; k < last && range > 0; k++) distances[order[k]!]! += (at(k + 1) - at(k - 1)) / range;
  }
  return distances;
}
