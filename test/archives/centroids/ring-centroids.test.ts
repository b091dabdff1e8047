import { expect, it } from 'vitest';
import { ringCentroids } from '../../../src/archives/index.ts';
import { errorOf } from '../../support/error-of.ts';
import { readRing } from '../../support/read-ring.ts';

it("equals the paper's file to its five digits, in its order", () => {
  const rounded = Array.from(ringCentroids({ rings: 25 }).data, (x) => Number(x.toPrecision(5)));
  expect(rounded).toEqual([...readRing().data]);
});

it('lies in the unit square, without duplicates', () => {
  const centroids = ringCentroids({ rings: 7 });
  expect(centroids.rows).toBe(3 * 7 * 8);
  expect(new Set(Array.from({ length: centroids.rows }, (_, i) => centroids.row(i).join())).size).toBe(centroids.rows);
  for (const x of centroids.data) expect(x >= 0 && x <= 1).toBe(true);
});

it('refuses bad options', async () => {
  expect(await errorOf(() => ringCentroids({ rings: 0 }))).toBe(
    'ARGUMENT ringCentroids: rings must be an integer in [1, 10000]; got 0.',
  );
  expect(await errorOf(() => ringCentroids({ rings: 1e9 }))).toMatch(/^ARGUMENT/);
});
