import { float64, record, type StateKind } from '../../formats/index.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import { HUGE, type SearchDistribution } from './search-distribution.ts';

/** A step size. */
export const stepSize = (): StateKind<Float64Array> => float64([1], 1 / HUGE, HUGE);

/** Mean and paths. */
export function pathNumbers({ mean, ps, pc }: SearchDistribution): RunNumbers[] {
  return [
    ['mean', mean, -HUGE, HUGE],
    ['ps', ps, -HUGE, HUGE],
    ['pc', pc, -HUGE, HUGE],
  ];
}

/** Arrays of a run's state, by name. */
type Numbers = Readonly<Record<string, Float64Array>>;

/** The kinds of a run's numbers. */
export function numbersKind(numbers: readonly RunNumbers[]): StateKind<Numbers> {
  const kinds = numbers.map(([name, { length }, least, most]) => [name, float64([length], least, most)]);
  return record(Object.fromEntries(kinds) as Record<string, StateKind<Float64Array>>);
}
