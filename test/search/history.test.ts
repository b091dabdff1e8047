import { expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { History } from '../../src/search/history.ts';
import { problem } from '../support/domains/small-problem.ts';

it('takes memory for the points that it may ever have', () => {
  const history = new History(['one'], undefined, false);
  const archive = new GridArchive({ domain: problem, cells: [2, 2] });
  for (let i = 1; i <= 3000; i++) {
    history.evaluations = 1000 * i ** 3;
    history.record(archive as never);
  }
  expect(history.points.rows).toBeGreaterThan(64);
  expect(history.points.data.evaluations!.length).toBeLessThanOrEqual(1000);
});
