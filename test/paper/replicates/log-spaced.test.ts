import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LogSpaced } from '../../../src/paper/replicates/log-spaced.ts';

/** Where a run with batches of a size is recorded. */
function recorded(batch: number, total: number): number[] {
  const points = new LogSpaced(total);
  const found: number[] = [];
  for (let evaluations = batch; found.at(-1) !== evaluations; evaluations += batch) {
    if (points.due(evaluations)) found.push(evaluations);
    if (evaluations >= total) break;
  }
  return found;
}

it('has ten points a decade, powers of ten among them, and the last evaluation', () => {
  const all = recorded(1, 1005);
  expect(all).toEqual(expect.arrayContaining([1, 10, 100, 1000]));
  expect(all.filter((n) => n > 100 && n <= 1000)).toEqual([126, 159, 200, 252, 317, 399, 502, 631, 795, 1000]);
  expect(all.at(-1)).toBe(1005);
  expect(recorded(100, 1000)).toEqual([100, 200, 300, 400, 600, 700, 800, 1000]);
});

it('rises, ends at the end, and has about ten points a decade whatever the batch', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 100_000 }), (batch, total) => {
      const found = recorded(batch, total);
      expect(found.at(-1)).toBe(Math.ceil(total / batch) * batch);
      expect(found.every((n, k) => k === 0 || n > found[k - 1]!)).toBe(true);
      expect(found.length).toBeLessThanOrEqual(10 * Math.log10(total + batch) + 3);
    }),
  );
});
