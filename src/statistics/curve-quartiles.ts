import { argumentError, checkObject, isList } from '../core/index.ts';
import { isNumber, quartiles } from './quantiles.ts';

/** A quantity over the evaluations of one run, such as a metric of `search.history`. */
export interface RecordedCurve {
  /** `(points)`, at least one, ascending. Of several points at the same evaluations, the last counts. */
  readonly evaluations: ArrayLike<number>;
  /** `(points)`; NaN, which is null in JSON, where there is none. */
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
 * @param at - The evaluations at which all curves are read, in any order, each between the first and the last point of every curve.
 *   Default: all points of all curves that lie there, ascending, each once.
 * @returns NaN where a curve has no number, or where {@link quantile} has none.
 * @throws ARGUMENT if a curve has no points, its points do not ascend, or it has not one value a point; if one curve ends before another
 *   begins; or if a point of `at` lies before the first or after the last point of a curve.
 */
export function curveQuartiles(curves: readonly RecordedCurve[], at?: ArrayLike<number>): CurveQuartiles {
  const owner = 'curveQuartiles';
  if (!isList(curves) || curves.length === 0) throw argumentError(owner, 'curves', 'be a list of at least one', curves);
  for (const [i, curve] of Array.from(curves).entries()) checkCurve(owner, `curves[${i}]`, curve);
  const low = Math.max(...curves.map(({ evaluations }) => evaluations[0]!));
  const high = Math.min(...curves.map(({ evaluations }) => evaluations[evaluations.length - 1]!));
  if (low > high) {
    const rule = `overlap, but one begins at ${low}, after another ends at ${high}`;
    throw argumentError(owner, 'curves', rule, curves);
  }
  const isCommon = (x: number): boolean => typeof x === 'number' && x >= low && x <= high;
  if (at !== undefined && !(isList(at) && Array.from(at).every(isCommon)))
    throw argumentError(owner, 'at', `be a list of numbers from ${low} to ${high}, where all curves were recorded`, at);
  const points = at === undefined ? allPoints(curves).filter(isCommon) : Array.from(at);
  const read = points.map((x) => {
    const values = curves.map((curve) => valueAt(curve, x));
    return values.every(isNumber) ? quartiles(values) : ([Number.NaN, Number.NaN, Number.NaN] as const);
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

/** Where any of the curves was recorded: ascending, each once. */
function allPoints(curves: readonly RecordedCurve[]): number[] {
  const points = new Set<number>();
  for (const { evaluations } of curves) for (const x of Array.from(evaluations)) points.add(x);
  return [...points].sort((a, b) => a - b);
}

/** NaN where there is no number. @param x - In the range of the curve. */
function valueAt({ evaluations, values }: RecordedCurve, x: number): number {
  // The last point at or before x.
  let [from, to] = [0, evaluations.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (evaluations[middle]! <= x) from = middle;
    else to = middle;
  }
  const [before, value, next] = [evaluations[from]!, values[from]!, values[to]!];
  if (before === x) return value;
  if (!isNumber(value) || !isNumber(next)) return Number.NaN;
  return value + (next - value) * ((x - before) / (evaluations[to]! - before));
}
