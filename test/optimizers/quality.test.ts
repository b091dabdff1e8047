import { describe, expect, it } from 'vitest';
import { CmaEs, SepCmaEs } from '../../src/optimizers/index.ts';
import { ellipsoid, minimise, type Objective, rosenbrock, sphere } from './objectives.ts';

const seeds = Array.from({ length: 11 }, (_, i) => i + 1);

/** Evaluations of the seeds that reach the cost, sorted, from `start` in every coordinate, σ₀ 0.5; all scaled. */
function evaluations(
  make: typeof CmaEs | typeof SepCmaEs,
  objective: Objective,
  dimensions: number,
  start: number,
  scale = 1,
): number[] {
  const used: number[] = [];
  for (const seed of seeds) {
    const es = new make({ mean: new Float64Array(dimensions).fill(start * scale), sigma: 0.5 * scale, seed });
    const cost = 1e-8 * scale * scale;
    if (minimise(es, objective, cost, 30_000).best.cost <= cost) used.push(es.evaluations);
  }
  return used.sort((a, b) => a - b);
}

const medianOf = (sorted: readonly number[]): number =>
  (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;

// pycma: 1410, 2628, 3990, 12600, and 5160 with 10 seeds.
describe('CmaEs reaches 1e-8 within the evaluations of pycma and a tenth, median of seeds 1 to 11', () => {
  it.each([
    ['sphere', sphere, 10, 1.5, 11, 1550],
    ['sphere', sphere, 20, 1.5, 11, 2900],
    ['ellipsoid', ellipsoid, 10, 1, 11, 4400],
    ['ellipsoid', ellipsoid, 20, 1, 11, 13_900],
    ['Rosenbrock', rosenbrock, 10, 0, 9, 5700],
  ] as const)('%s', (_, objective, dimensions, start, solved, most) => {
    const used = evaluations(CmaEs, objective, dimensions, start);
    expect(used.length).toBeGreaterThanOrEqual(solved);
    expect(medianOf(used)).toBeLessThanOrEqual(most);
  });

  it.each([1e-2, 1e2])('the ellipsoid at scale %d', (scale) => {
    const used = evaluations(CmaEs, ellipsoid, 10, 1, scale);
    expect(used).toHaveLength(11);
    expect(medianOf(used)).toBeLessThanOrEqual(4400);
  });
});

it('takes the same steps at every scale that is a power of two', () => {
  const run = (scale: number): Float64Array => {
    const es = new CmaEs({ mean: new Float64Array(5).fill(scale), sigma: 0.5 * scale, tolx: 0, seed: 4 });
    for (let i = 0; i < 50; i++) {
      const batch = es.ask();
      es.tell(
        batch,
        Array.from({ length: batch.rows }, (_, k) => ellipsoid(batch.row(k))),
      );
    }
    return es.mean.map((value) => value / scale);
  };
  expect(run(2 ** -7)).toEqual(run(1));
  expect(run(2 ** 9)).toEqual(run(1));
});

describe('SepCmaEs learns a separable problem in fewer evaluations', () => {
  it.each([
    ['sphere', sphere, 20, 1.5, 2900],
    ['ellipsoid', ellipsoid, 20, 1, 6000],
  ] as const)('%s', (_, objective, dimensions, start, most) => {
    const used = evaluations(SepCmaEs, objective, dimensions, start);
    expect(used).toHaveLength(11);
    expect(medianOf(used)).toBeLessThanOrEqual(most);
  });

  it('takes a thousand dimensions', () => {
    const es = new SepCmaEs({ mean: new Float64Array(1000).fill(1), sigma: 0.5, seed: 1 });
    expect(minimise(es, sphere, 300, 7000).best.cost).toBeLessThan(300);
  });
});
