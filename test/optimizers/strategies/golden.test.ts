import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Batch } from '../../../src/core/index.ts';
import {
  CmaEsStrategy,
  LmMaEsStrategy,
  OpenAiEsStrategy,
  SepCmaEsStrategy,
  type Strategy,
} from '../../../src/optimizers/index.ts';

interface GoldenGeneration {
  readonly rows: number[][];
  readonly order: number[];
  readonly parents: number;
  readonly mean: number[];
  readonly sigma: number;
  readonly covariance?: number[][];
}
/** Made by strategies.py beside it. */
const golden = JSON.parse(
  readFileSync(new URL('../../fixtures/golden/strategies.json', import.meta.url), 'utf8'),
) as { mean: number[]; sigma: number; cases: Record<string, GoldenGeneration[]> };

const common = { mean: golden.mean, sigma: golden.sigma, populationSize: 6 };
const cma = new CmaEsStrategy({ ...common, eigenInterval: 1 });
const sep = new SepCmaEsStrategy(common);
const cases: Record<string, [Strategy, () => ArrayLike<number>]> = {
  'cma-es': [cma, () => cma.covariance],
  'sep-cma-es': [sep, () => sep.variances],
  'lm-ma-es': [new LmMaEsStrategy({ ...common, vectors: 3 }), () => []],
  'open-ai-es': [new OpenAiEsStrategy({ ...common, learningRate: 0.05, l2: 0.01, beta2: 0.99 }), () => []],
};

it.each(Object.keys(cases))('%s has the state of the NumPy program after every generation', (name) => {
  const [strategy, covariance] = cases[name]!;
  for (const { rows, order, parents, mean, sigma, covariance: matrix = [] } of golden.cases[name]!) {
    strategy.tell(Batch.from(rows), order, parents);
    expectClose(strategy.mean, mean);
    expectClose([strategy.sigma], [sigma]);
    expectClose(covariance(), name === 'cma-es' ? matrix.flat() : matrix.map((row, i) => row[i]!));
  }
});

function expectClose(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 11);
}
