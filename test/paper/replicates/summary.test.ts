import { expect, it } from 'vitest';
import { type ReplicateResult, summarize, testPairs } from '../../../src/paper/index.ts';

/** A replicate of a variant, with one number and a curve of it. */
function result(variant: string, replicate: number, score: number, evaluations: number[] = [10]): ReplicateResult {
  const job = { group: 'g', variant, replicate, evaluations: 10 };
  const curve = { evaluations, score: evaluations.map(() => score) };
  return { job, version: '1.0.0', seconds: 1, spent: 10, final: { score }, curve };
}

it('the p of pairs are corrected by Holm, each by the number of those that are not smaller', () => {
  const scores = { a: [1, 2, 3, 4], b: [3.5, 5, 6, 7], c: [11, 12, 13, 14] };
  const results = Object.entries(scores).flatMap(([name, all]) => all.map((score, i) => result(name, i + 1, score)));
  const pairs = testPairs(results);
  expect(pairs.map(({ variants }) => variants.join())).toEqual(['a,b', 'a,c', 'b,c']);
  // Of 70 orders, 2 are as far apart as those that do not overlap, and 4 as those of which two are exchanged.
  expect(pairs.map(({ tests }) => tests.score!.p)).toEqual([4 / 70, 2 / 70, 2 / 70]);
  // Bonferroni would give 3 · 4 / 70 to the first.
  expect(pairs.map(({ tests }) => tests.score!.corrected)).toEqual([6 / 70, 6 / 70, 6 / 70]);
  const single = [result('a', 1, 1), result('b', 1, 2), result('c', 1, 3)];
  expect(testPairs(single).map(({ tests }) => tests.score!.corrected)).toEqual([1, 1, 1]);
});

it('the largest p of pairs is not corrected, if it is largest by far', () => {
  const scores = { a: [1, 2, 3, 4, 5], b: [1.5, 2.5, 3.5, 4.5, 5.5], c: [11, 12, 13, 14, 15] };
  const results = Object.entries(scores).flatMap(([name, all]) => all.map((score, i) => result(name, i + 1, score)));
  const [ab, ac, bc] = testPairs(results).map(({ tests }) => tests.score!);
  expect(ab!.p).toBeGreaterThan(0.5);
  expect(ab!.corrected).toBe(ab!.p);
  expect([ac!.corrected, bc!.corrected]).toEqual([6 / 252, 6 / 252]);
});

it('a variant has no curve if a replicate was recorded only after another had ended, and its numbers all the same', () => {
  const apart = [result('a', 1, 1, [100]), result('a', 2, 3, [128, 200])];
  const [found, other] = summarize([...apart, result('b', 1, 2, [100, 200]), result('b', 2, 4, [150, 300])]);
  expect(found).toMatchObject({ at: [], curve: {}, replicates: 2, final: { score: [1.5, 2, 2.5] } });
  expect(other).toMatchObject({
    at: [150, 200],
    curve: {
      score: [
        [2.5, 3, 3.5],
        [2.5, 3, 3.5],
      ],
    },
  });
  expect(other!.against!.score!.variant).toBe('a');
});
