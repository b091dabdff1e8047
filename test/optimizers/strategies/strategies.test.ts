import { describe, expect, it } from 'vitest';
import type { Box } from '../../../src/core/index.ts';
import { Batch, ElitesError } from '../../../src/core/index.ts';
import {
  CmaEs,
  CmaEsStrategy,
  LmMaEsStrategy,
  OpenAiEsStrategy,
  SepCmaEs,
  SepCmaEsStrategy,
  type Strategy,
  type StrategyOptions,
} from '../../../src/optimizers/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { strategyContract } from '../../../src/testing/index.ts';
import { checkLaws } from '../../support/check-laws.ts';
import { forgeries } from '../../support/forged.ts';

const kinds = {
  CmaEsStrategy: (options: StrategyOptions) => new CmaEsStrategy(options),
  'CmaEsStrategy with negative weights': (options: StrategyOptions) => new CmaEsStrategy({ ...options, active: true }),
  SepCmaEsStrategy: (options: StrategyOptions) => new SepCmaEsStrategy(options),
  LmMaEsStrategy: (options: StrategyOptions) => new LmMaEsStrategy(options),
  OpenAiEsStrategy: (options: StrategyOptions) => new OpenAiEsStrategy(options),
} satisfies Record<string, (options: StrategyOptions) => Strategy>;

const closed: Box = { dimensions: 7, lower: -2, upper: 3 };
const open: Box = {
  dimensions: 3,
  lower: [Number.NEGATIVE_INFINITY, 0, -1],
  upper: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 4],
};
for (const [name, make] of Object.entries(kinds)) {
  for (const [where, space, boundary] of [
    ['a box', closed, 'clip'],
    ['an open box, reflecting', open, 'reflect'],
  ] as const) {
    const { lower, upper } = space;
    checkLaws(
      `${name} in ${where}`,
      strategyContract({ space, make: (mean) => make({ mean, sigma: 0.5, lower, upper, boundary }) }),
    );
  }
}

type Cost = (row: Float64Array) => number;
const sphere: Cost = (row) => row.reduce((sum, x) => sum + x * x, 0);

/** A cigar-free ellipsoid of condition 1e4, mirrored at three planes, so that all coordinates depend on each other. */
function rotatedEllipsoid(n: number): Cost {
  const random = randomStream(7);
  const planes = Array.from({ length: 3 }, () => {
    const normal = new Float64Array(n);
    random.fillNormal(normal);
    const length = Math.sqrt(sphere(normal));
    return normal.map((x) => x / length);
  });
  return (row) => {
    const x = row.slice();
    for (const normal of planes) {
      const dot = normal.reduce((sum, value, i) => sum + value * x[i]!, 0);
      for (let i = 0; i < n; i++) x[i] = x[i]! - 2 * dot * normal[i]!;
    }
    return x.reduce((sum, value, i) => sum + 1e4 ** (i / (n - 1)) * value * value, 0);
  };
}

/** Evaluations until the cost is reached. */
function evaluationsTo(target: number, strategy: Strategy, cost: Cost, most: number): number {
  const random = randomStream(1);
  for (let evaluations = 0; evaluations < most; evaluations += strategy.populationSize) {
    const rows = strategy.sample(random);
    const costs = Array.from({ length: rows.rows }, (_, k) => cost(rows.row(k)));
    const order = costs.map((_, k) => k).sort((a, b) => costs[a]! - costs[b]!);
    if (costs[order[0]!]! < target) return evaluations;
    strategy.tell(rows, order);
  }
  return most;
}

describe('with 10 genes', () => {
  const options = { mean: new Float64Array(10).fill(1), sigma: 0.5 };

  it.each([
    ['CmaEsStrategy', 1e-8, 2200],
    ['SepCmaEsStrategy', 1e-8, 2200],
    ['LmMaEsStrategy', 1e-8, 4000],
    // Its step size is constant.
    ['OpenAiEsStrategy', 0.5, 1000],
  ] as const)('%s minimises a sphere to %d in %d evaluations', (name, target, most) => {
    expect(evaluationsTo(target, kinds[name](options), sphere, most)).toBeLessThan(most);
  });

  it('CmaEsStrategy minimises a rotated ellipsoid in 6000 evaluations, other kinds in more', () => {
    const cost = rotatedEllipsoid(10);
    expect(evaluationsTo(1e-8, new CmaEsStrategy(options), cost, 6000)).toBeLessThan(6000);
    expect(evaluationsTo(1e-8, new SepCmaEsStrategy(options), cost, 6000)).toBe(6000);
  });
});

it.each([true, false])('learns what CmaEs and SepCmaEs learn of the same rows; active: %s', (active) => {
  const options = { mean: [1, 2, 3, 4], sigma: 0.5, populationSize: 8, active };
  const costs = Array.from({ length: 8 }, (_, k) => k);
  const cma = { eigenInterval: 1, ...options };
  for (const [strategy, optimizer] of [
    [new CmaEsStrategy(cma), new CmaEs({ ...cma, seed: 1 })],
    [new SepCmaEsStrategy(options), new SepCmaEs({ ...options, seed: 1 })],
  ] as const) {
    for (let time = 0; time < 20; time++) {
      const rows = strategy.sample(randomStream(time));
      strategy.tell(rows, costs);
      optimizer.tell(rows, costs);
      expect(strategy.sigma).toBeCloseTo(optimizer.sigma, 10);
      for (const [i, m] of optimizer.mean.entries()) expect(strategy.mean[i]).toBeCloseTo(m, 10);
    }
  }
});

it('takes more parents than its population', () => {
  const strategy = new CmaEsStrategy({ mean: [1, 2, 3], sigma: 0.5, populationSize: 4, eigenInterval: 1 });
  const larger = new CmaEsStrategy({ mean: [1, 2, 3], sigma: 0.5, populationSize: 30, eigenInterval: 1 });
  const rows = larger.sample(randomStream(1));
  const order = Array.from({ length: 30 }, (_, k) => k);
  for (const one of [strategy, larger]) for (let time = 0; time < 3; time++) one.tell(rows, order, 29);
  for (const [i, c] of larger.covariance.entries()) expect(strategy.covariance[i]).toBeCloseTo(c, 10);
});

describe('reasons to stop', () => {
  it.each(Object.entries(kinds))('%s says that the numbers of the mean are too large for its step size', (_, make) => {
    expect(make({ mean: [1e10, 0], sigma: 1e-10 }).stopReasons()).toContain('noeffectcoord');
    expect(make({ mean: [1, 0], sigma: 0.1 }).stopReasons()).toEqual([]);
  });

  it.each(Object.entries(kinds))('%s says that it has become too small', (name, make) => {
    const strategy = make({ mean: [1, 2, 3], sigma: 0.5, tolx: 1e-3 });
    // The mean alone: every step is 0.
    const generations = name.startsWith('OpenAi') ? 1 : 200;
    for (let time = 0; time < generations; time++) strategy.tell(Batch.from([[...strategy.mean]]), [0]);
    expect(strategy.stopReasons()).toContain('tolx');
  });

  it.each(['CmaEsStrategy', 'SepCmaEsStrategy', 'LmMaEsStrategy'] as const)(
    '%s says that it grows without end',
    (name) => {
      const strategy = kinds[name]({ mean: new Float64Array(10), sigma: 0.5 });
      expect(evaluationsTo(Number.NEGATIVE_INFINITY, strategy, (row) => row[0]!, 3000)).toBe(3000);
      expect(strategy.stopReasons()).toContain('tolxup');
    },
  );
});

it.each(Object.entries(kinds))('%s stays finite whatever it is told, and refuses what is too far', (_, make) => {
  const strategy = make({ mean: [1, 2, 3], sigma: 0.5 });
  const random = randomStream(3);
  for (let time = 0; time < 300; time++) {
    const far = 10 ** random.integer(-20, 60);
    const rows = Batch.from(Array.from({ length: 6 }, () => [far * random.normal(), far, random.normal()]));
    const before = strategy.snapshot();
    try {
      strategy.tell(rows, [3, 1, 0, 5], random.integer(1, 4));
    } catch (error) {
      expect((error as ElitesError).code).toBe('NUMERICAL');
      expect(strategy.snapshot()).toEqual(before);
    }
    expect(strategy.mean.every(Number.isFinite)).toBe(true);
    expect(strategy.sample(random).data.every(Number.isFinite)).toBe(true);
    make({ mean: [0, 0, 0], sigma: 0.5 }).restore(strategy.snapshot());
  }
  expect(() => strategy.tell(Batch.from([[1e200, 0, 0]]), [0])).toThrow(ElitesError);
});

it.each([
  { mean: [] },
  { mean: [0, 4] },
  { sigma: 0 },
  { populationSize: 1 },
  { boundary: 'penalty' },
  { tolx: -1 },
  { seed: 1 },
])('refuses the options %j', (wrong) => {
  for (const make of Object.values(kinds)) {
    const options = { mean: [0, 0], sigma: 0.5, upper: 3, ...wrong } as StrategyOptions;
    expect(() => make(options)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  }
});

it.each(Object.entries(kinds))('%s that refuses a forged snapshot is as it was', (_, make) => {
  const strategy = make({ mean: [0, 0.5, -0.5], sigma: 0.5, lower: -2, upper: 3 });
  const random = randomStream(4);
  const teach = (): void => strategy.tell(strategy.sample(random), [3, 1, 0]);
  for (let generation = 0; generation < 5; generation++) teach();
  let refused = 0;
  for (const [name, bytes] of forgeries(strategy.snapshot())) {
    const before = strategy.snapshot();
    try {
      strategy.restore(bytes);
      strategy.restore(before);
    } catch (error) {
      expect([name, (error as ElitesError).code]).toEqual([name, 'SNAPSHOT']);
      refused++;
    }
    expect([name, strategy.snapshot()]).toEqual([name, before]);
  }
  expect(refused).toBeGreaterThan(20);
});
