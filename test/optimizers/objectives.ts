import type { Batch } from '../../src/core/index.ts';
import { CmaEs, type CmaEsOptions, type Optimizer, SepCmaEs } from '../../src/optimizers/index.ts';

/** Both strategies, and options of a search in four dimensions. */
export const both: readonly [typeof CmaEs, typeof SepCmaEs] = [CmaEs, SepCmaEs];
export const options = (more: Partial<CmaEsOptions> = {}): CmaEsOptions => ({
  mean: new Float64Array(4).fill(1),
  sigma: 0.5,
  seed: 1,
  ...more,
});

export type Objective = (x: Float64Array) => number;

export const sphere: Objective = (x) => x.reduce((sum, value) => sum + value * value, 0);
let weights = new Float64Array(0);
/** Condition 1e6. */
export const ellipsoid: Objective = (x) => {
  if (weights.length !== x.length) weights = Float64Array.from(x, (_, i) => 10 ** ((6 * i) / (x.length - 1)));
  return x.reduce((sum, v, i) => sum + weights[i]! * v * v, 0);
};
export const rosenbrock: Objective = (x) => {
  let sum = 0;
  for (let i = 0; i + 1 < x.length; i++) sum += 100 * (x[i + 1]! - x[i]! * x[i]!) ** 2 + (1 - x[i]!) ** 2;
  return sum;
};

export const costsOf = (batch: Batch, objective: Objective): number[] =>
  Array.from({ length: batch.rows }, (_, i) => objective(batch.row(i)));

/** Runs until the cost is reached, there is a reason to stop, or the evaluations are spent. */
export function minimise(es: Optimizer, objective: Objective, cost: number, evaluations: number): Optimizer {
  while (es.best.cost > cost && es.evaluations < evaluations && es.stopReasons().length === 0) step(es, objective);
  return es;
}

export function step(es: Optimizer, objective: Objective): void {
  const batch = es.ask();
  es.tell(batch, costsOf(batch, objective));
}
