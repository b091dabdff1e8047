import { expect, it } from 'vitest';
import { History } from '../../src/cli/history.ts';

const metrics = { size: 1, cells: 2, coverage: 0.5, qdScore: 0, normalizedQdScore: 0, meanFitness: -1, maxFitness: -1 };

it('a history keeps about as many points as asked for, the first and the last among them, none twice', () => {
  const history = new History({ total: 10_000, points: 20 });
  for (let evaluations = 100; evaluations <= 10_000; evaluations += 100) {
    history.record(evaluations, () => metrics, evaluations === 10_000);
  }
  history.record(10_000, () => metrics, true);
  expect(history.evaluations.length).toBeGreaterThanOrEqual(20);
  expect(history.evaluations.length).toBeLessThanOrEqual(22);
  expect([history.evaluations[0], history.evaluations.at(-1)]).toEqual([100, 10_000]);
  expect(new Set(history.evaluations).size).toBe(history.evaluations.length);
  expect(history.coverage).toHaveLength(history.evaluations.length);
});
