import { argumentError, checkObject, isList } from '../core/index.ts';
import { quartiles } from './quantiles.ts';

/** A quantity over the evaluations of one run, such as a metric of `search.history`. */
export interface RecordedCurve {
  /** `(points)`, at least one, ascending. */
  readonly evaluations: ArrayLike<number>;
  /** `(points)` */
  readonly values: ArrayLike<number>;
}

/** Quartiles of curves; `(points)` each, new. */
export interface CurveQuartiles {
  readonly evaluations: number[];
  readonly lower: number[];
  readonly median: number[];
  readonly upper: number[];
}

/**
 * Quartiles of the curves of several runs, each read at the same evaluations: where it was recorded, and linearly between two such points.
 * @param curves - One a run, at least one.
 * @param at - Where they are read (default: where the first was recorded, as far as all were, and where the one that ends first does).
 * @returns NaN where a curve has no number.
 * @throws ARGUMENT if a curve has no points, others than ascending ones, or more values than points; or if some curve was recorded only
 *   after, or only before a point of `at`, or another curve.
 */
export function curveQuartiles(curves: readonly RecordedCurve[], at?: ArrayLike<number>): CurveQuartiles {
  const owner = 'curveQuartiles';
  if (!isList(curves) || curves.length === 0) throw argumentError(owner, 'curves', 'be a list of at least one', curves);
  for (const [i, curve] of Array.from(curves).entries()) checkCurve(owner, `curves[${i}]`, curve);
  const low = Math.max(...curves.map(({ evaluations }) => evaluations[0]!));
  const high = Math.min(...curves.map(({ evaluations }) => evaluations[evaluations.length - 1]!));
  const points = at === undefined ? commonPoints(curves[0]!, low, high) : Array.from(at);
  if (low > high || !points.every((x) => x >= low && x <= high)) {
    const name = at === undefined ? 'curves' : 'at';
    throw argumentError(owner, name, `lie where all curves were recorded, from ${low} to ${high}`, at ?? curves);
  }
  const read = points.map((x) => {
    const values = curves.map((curve) => valueAt(curve, x));
    return values.some(Number.isNaN) ? ([Number.NaN, Number.NaN, Number.NaN] as const) : quartiles(values);
  });
  const column = (k: 0 | 1 | 2): number[] => read.map((one) => one[k]);
  return { evaluations: points, lower: column(0), median: column(1), upper: column(2) };
}

function checkCurve(owner: string, argument: string, curve: RecordedCurve): void {
  checkObject(owner, argument, curve);
  const { evaluations, values } = curve;
  const ascends = (x: number, i: number): boolean => Number.isFinite(x) && (i === 0 || x >= evaluations[i - 1]!);
  if (!isList(evaluations) || evaluations.length === 0 || !Array.from(evaluations).every(ascends))
    throw argumentError(owner, `${argument}.evaluations`, 'be a list of ascending numbers, at least one', evaluations);
  if (!isList(values) || values.length !== evaluations.length)
    throw argumentError(owner, `${argument}.values`, `be a list of ${evaluations.length} numbers`, values);
}

function commonPoints({ evaluations }: RecordedCurve, low: number, high: number): number[] {
  const points = Array.from(evaluations).filter((x) => x >= low && x <= high);
  return points.at(-1) === high ? points : [...points, high];
}

/** @param x - In the range of the curve. */
function valueAt({ evaluations, values }: RecordedCurve, x: number): number {
  // The last point at or before x.
  let [from, to] = [0, evaluations.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (evaluations[middle]! <= x) from = middle;
    else to = middle;
  }
  const [before, value] = [evaluations[from]!, values[from]!];
  if (before === x) return value;
  return value + (values[to]! - value) * ((x - before) / (evaluations[to]! - before));
}
