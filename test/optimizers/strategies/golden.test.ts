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
) as Record<string, { readonly mean: number[]; readonly generations: GoldenGeneration[] }>;

const options = (name: string) => ({ mean: golden[name]!.mean, sigma: 0.7, populationSize: 6 });
const cma = new CmaEsStrategy({ ...options('cma-es'), eigenInterval: 1 });
const sep = new SepCmaEsStrategy(options('sep-cma-es'));
const openAi = { ...options('open-ai-es'), learningRate: 0.05, l2: 0.01, beta2: 0.99 };
const cases: Record<string, [Strategy, () => ArrayLike<number>]> = {
  'cma-es': [cma, () => cma.covariance],
  'sep-cma-es': [sep, () => sep.variances],
  'lm-ma-es': [new LmMaEsStrategy({ ...options('lm-ma-es'), vectors: 3 }), () => []],
  'open-ai-es': [new OpenAiEsStrategy(openAi), () => []],
};

it.each(Object.keys(cases))('%s has the state of the NumPy program after every generation', (name) => {
  const [strategy, covariance] = cases[name]!;
  for (const { rows, order, parents, mean, sigma, covariance: matrix = [] } of golden[name]!.generations) {
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
