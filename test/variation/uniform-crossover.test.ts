import { expect, it } from 'vitest';
import { type Archive, Batch } from '../../src/core/index.ts';
import { UniformCrossover } from '../../src/variation/index.ts';
import { contextFor } from '../support/context-for.ts';
import { counted, equalShares, expectShares, expectUncorrelated } from '../support/distribution.ts';
import { errorOf } from '../support/error-of.ts';

const ROWS = 20_000;
const GENES = 9;
const context = contextFor({ dimensions: GENES, lower: 0, upper: 1 });
const ones = {
  sample: (count: number) => new Batch(count, GENES, new Float64Array(count * GENES).fill(1)),
} as never as Archive;

/** Children of zeros and ones. */
const crossed = (rate?: number): Batch =>
  new UniformCrossover({ rate }).vary(Batch.zeros(ROWS, GENES), { ...contextFor(context.space), archive: ones });

const fromMate = (children: Batch): number[] =>
  Array.from({ length: children.rows }, (_, i) => children.row(i).reduce((sum, x) => sum + x, 0));

it('takes each gene from parent or mate, at the same place', () => {
  const parents = Batch.from(Array.from({ length: 500 }, (_, i) => new Array(GENES).fill((i + 1) / 1000)));
  const children = new UniformCrossover().vary(parents, context);
  const elites = [...context.archive].map(({ genome }) => genome);
  for (let i = 0; i < children.rows; i++) {
    const child = children.row(i);
    const own = (i + 1) / 1000;
    expect(elites.some((mate) => child.every((x, j) => x === own || x === mate[j]))).toBe(true);
  }
});

it('takes genes with probability rate, independently', () => {
  const children = crossed(0.3);
  const choose = (k: number): number => (k === 0 ? 1 : (choose(k - 1) * (GENES - k + 1)) / k);
  const binomial = Array.from({ length: GENES + 1 }, (_, k) => choose(k) * 0.3 ** k * 0.7 ** (GENES - k));
  expectShares(counted(fromMate(children), GENES + 1), binomial);
  const z = children.data.map((x) => (x - 0.3) / Math.sqrt(0.21));
  expectUncorrelated(z.subarray(1), z.subarray(0, -1));
  expectUncorrelated(z.subarray(GENES), z.subarray(0, -GENES));
});

it('draws a rate for each child by default: every number of genes is as likely', () => {
  expectShares(counted(fromMate(crossed()), GENES + 1), equalShares(GENES + 1));
});

it('copies the parent at rate 0, and the mate at rate 1', () => {
  expect(crossed(0).data.every((x) => x === 0)).toBe(true);
  expect(crossed(1).data.every((x) => x === 1)).toBe(true);
});

it('refuses bad options', async () => {
  expect(await errorOf(() => new UniformCrossover({ rate: 1.1 }))).toContain('UniformCrossover: rate must be');
  expect(await errorOf(() => new UniformCrossover({ rates: 1 } as never))).toContain("got 'rates'");
});
