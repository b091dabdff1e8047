import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holm } from '../../src/statistics/index.ts';
import { errorOf } from '../support/error-of.ts';

it('holm gives what R gives: p.adjust(p, "holm")', () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holm([0.5, 0.9])).toEqual([1, 1]);
  expect(holm(Float64Array.of(0.02))).toEqual([0.02]);
  expect(holm([])).toEqual([]);
});

it('holm keeps the order of p, is never below it, nor above that of Bonferroni, and of equal p all are equal', () => {
  const p = fc.array(fc.constantFrom(0, 0.001, 0.01, 0.02, 0.05, 0.3, 1), { maxLength: 12 });
  fc.assert(
    fc.property(p, (given) => {
      const corrected = holm(given);
      for (const [i, one] of given.entries()) {
        expect(corrected[i]).toBeGreaterThanOrEqual(one);
        expect(corrected[i]).toBeLessThanOrEqual(Math.min(1, one * given.length));
        for (const [j, other] of given.entries())
          if (one <= other) expect(corrected[i]).toBeLessThanOrEqual(corrected[j]!);
      }
    }),
  );
});

it('holm refuses what is no probability', async () => {
  for (const wrong of [[1.1], [-0.1], [Number.NaN], ['0.5'], undefined, 0.5])
    expect(await errorOf(() => holm(wrong as never))).toContain('ARGUMENT holm: p must be a list of numbers in [0, 1]');
});
