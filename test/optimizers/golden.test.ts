import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { strategyParameters } from '../../src/optimizers/cma/strategy-parameters.ts';
import { CmaEs } from '../../src/optimizers/index.ts';

interface GoldenGeneration {
  readonly solutions: number[][];
  readonly costs: number[];
  readonly mean: number[];
  readonly sigma: number;
  readonly ps: number[];
  readonly pc: number[];
  readonly covariance: number[][];
}
interface GoldenCase {
  readonly active: boolean;
  readonly dimensions: number;
  readonly populationSize: number;
  readonly sigma0: number;
  readonly x0: number[];
  readonly weights: number[];
  readonly generations: GoldenGeneration[];
}

const golden = JSON.parse(readFileSync(new URL('../fixtures/golden/cma-es.json', import.meta.url), 'utf8')) as Record<
  string,
  GoldenCase
>;

/** Largest difference, relative to the largest expected number. */
function difference(actual: ArrayLike<number>, expected: readonly number[]): number {
  const size = Math.max(...expected.map(Math.abs), Number.MIN_VALUE);
  return Math.max(...expected.map((value, i) => Math.abs(actual[i]! - value))) / size;
}

describe.each(['ellipsoid5', 'rosenbrock8', 'ellipsoid5-positive'])('golden case %s of purecma', (name) => {
  const { active, dimensions, populationSize, sigma0, x0, generations, ...constants } = golden[name]!;

  it('has its constants', () => {
    const { weights, ...ours } = strategyParameters(dimensions, populationSize, { active, separable: false });
    expect(difference(weights, constants.weights)).toBeLessThan(1e-14);
    for (const key of ['mueff', 'cc', 'cs', 'c1', 'cmu', 'damps', 'parents'] as const) {
      expect(ours[key], key).toBeCloseTo((constants as unknown as Record<string, number>)[key]!, 13);
    }
  });

  it('has its state after every generation', () => {
    const es = new CmaEs({ mean: x0, sigma: sigma0, active, populationSize, eigenInterval: 1, seed: 1 });
    for (const generation of generations) {
      es.tell(Batch.from(generation.solutions), generation.costs);
      expect(difference(es.mean, generation.mean)).toBeLessThan(1e-9);
      expect(difference([es.sigma], [generation.sigma])).toBeLessThan(1e-9);
      expect(difference(es.paths.ps, generation.ps)).toBeLessThan(1e-9);
      expect(difference(es.paths.pc, generation.pc)).toBeLessThan(1e-9);
      expect(difference(es.covariance, generation.covariance.flat())).toBeLessThan(1e-9);
    }
    expect(es.generation).toBe(generations.length);
    expect(es.evaluations).toBe(generations.length * populationSize);
  });
});
