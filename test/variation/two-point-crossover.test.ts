import { expect, it } from 'vitest';
import { type Archive, Batch, type VariationContext } from '../../src/core/index.ts';
import { TwoPointCrossover } from '../../src/variation/index.ts';
import { contextFor } from '../support/context-for.ts';
import { counted, equalShares, expectShares } from '../support/distribution.ts';
import { errorOf } from '../support/error-of.ts';

const ROWS = 20_000;

/** Parents whose genes are all 0, and 20 elites; the elite at row k has genes k + 1. */
function crossed(dimensions: number): { children: Batch; context: VariationContext } {
  const context = contextFor({ dimensions, lower: 0, upper: 20 });
  const elites = Batch.from(Array.from({ length: 20 }, (_, k) => new Array(dimensions).fill(k + 1)));
  context.archive.add(elites, {
    fitness: new Float64Array(20).fill(1),
    descriptors: Array.from({ length: 20 }, (_, k) => [k]),
  });
  return { children: new TwoPointCrossover().vary(Batch.zeros(ROWS, dimensions), context), context };
}

it('takes a range of genes from a mate, every range as often', () => {
  const { children } = crossed(6);
  const ranges: number[] = [];
  const mates: number[] = [];
  for (let i = 0; i < ROWS; i++) {
    const child = [...children.row(i)];
    const from = child.findIndex((x) => x !== 0);
    const to = from + child.filter((x) => x !== 0).length;
    const mate = child[from]!;
    expect(child).toEqual(child.map((_, j) => (j >= from && j < to ? mate : 0)));
    ranges.push(from * 7 + to);
    mates.push(mate - 1);
  }
  const possible = [...new Set(ranges)].sort((a, b) => a - b);
  // 7 · 6 / 2 pairs of different ends, without the one of all genes.
  expect(possible).toHaveLength(20);
  expectShares(
    counted(
      ranges.map((range) => possible.indexOf(range)),
      20,
    ),
    equalShares(20),
  );
  expectShares(counted(mates, 20), equalShares(20));
});

it('takes one of two genes, and the only gene there is', () => {
  const { children } = crossed(2);
  const taken = Array.from({ length: ROWS }, (_, i) => {
    const [a, b] = children.row(i);
    expect((a === 0) !== (b === 0)).toBe(true);
    return a === 0 ? 1 : 0;
  });
  expectShares(counted(taken, 2), equalShares(2));
  expect(crossed(1).children.data.every((x) => x > 0)).toBe(true);
});

it('takes mates from an archive that only samples, and leaves them as they are', () => {
  const context = contextFor({ dimensions: 4, lower: 0, upper: 9 });
  const kept = Batch.from([[1, 2, 3, 4]]);
  const archive = { sample: () => kept } as never as Archive;
  const child = new TwoPointCrossover().vary(Batch.zeros(1, 4), { ...context, archive });
  expect(child.data.every((x, j) => x === 0 || x === j + 1)).toBe(true);
  child.data.fill(7);
  expect([...kept.data]).toEqual([1, 2, 3, 4]);
});

it('refuses a space that is no box', async () => {
  expect(await errorOf(() => new TwoPointCrossover().check({ sample: () => 1 } as never))).toContain('ARGUMENT');
});
