import { describe, expect, it } from 'vitest';
import { curveQuartiles } from '../../src/statistics/index.ts';
import { errorOf } from '../support/error-of.ts';

const curve = (evaluations: ArrayLike<number>, values: ArrayLike<number>) => ({ evaluations, values });

describe('curveQuartiles', () => {
  it('are those of each point where all were recorded alike', () => {
    const curves = [1, 2, 3, 4].map((k) => curve([10, 20], Float64Array.of(k, 0.1 * k)));
    expect(curveQuartiles(curves)).toEqual({
      evaluations: [10, 20],
      lower: [1.75, 0.1 * 2 - 0.25 * (0.1 * 2 - 0.1)].map((x) => expect.closeTo(x, 12)),
      median: [2.5, 0.25].map((x) => expect.closeTo(x, 12)),
      upper: [3.25, 0.325].map((x) => expect.closeTo(x, 12)),
    });
  });

  it('read each curve linearly between its points, and exactly at them, as far as all go', () => {
    const curves = [curve([10, 20, 40], [0, 1, 3]), curve([5, 30], [5, 30])];
    const { evaluations, lower, median, upper } = curveQuartiles(curves);
    expect(evaluations).toEqual([10, 20, 30]);
    expect(median).toEqual([5, 10.5, 16]);
    expect([lower[1], upper[1]]).toEqual([1 + 19 / 4, 1 + (3 * 19) / 4]);
    expect(curveQuartiles(curves, [30, 10]).median).toEqual([16, 5]);
    expect(curveQuartiles(curves, Float64Array.of(15, 30)).median).toEqual([7.75, 16]);
    expect(curveQuartiles([curve([7], [3])])).toEqual({ evaluations: [7], lower: [3], median: [3], upper: [3] });
  });

  it('take the last of several values at one point, and have no number where a curve has none', () => {
    expect(curveQuartiles([curve([1, 2, 2, 3], [0, 1, 5, 6])])).toMatchObject({
      evaluations: [1, 2, 3],
      median: [0, 5, 6],
    });
    const { median } = curveQuartiles(
      [curve([1, 2, 3], [Number.NaN, 1, 2]), curve([1, 2, 3], [1, 1, 4])],
      [1, 1.5, 2, 3],
    );
    expect(median).toEqual([Number.NaN, Number.NaN, 1, 3]);
    // NaN of a curve that was stored as JSON, or numbers that were read as texts.
    for (const none of [null, undefined, '5']) {
      const stored = curve([1, 2, 3], [none as never, 2, 3]);
      expect(curveQuartiles([stored], [1, 1.5, 2]).median).toEqual([Number.NaN, Number.NaN, 2]);
    }
  });

  it('are read at all points of all curves within their common range, in whichever order the curves are', () => {
    const curves = [curve([10, 1000], [0, 990]), curve([500, 550, 550, 600], [0, 1, 2, 3]), curve([1, 700], [0, 699])];
    const found = curveQuartiles(curves);
    expect(found.evaluations).toEqual([500, 550, 600]);
    expect(found.median).toEqual([490, 540, 590]);
    expect(curveQuartiles([...curves].reverse())).toEqual(found);
  });

  it.each([
    [[], undefined, 'curves must be a list of at least one'],
    [[curve([], [])], undefined, 'curves[0].evaluations must be a list of ascending numbers'],
    [[curve([2, 1], [0, 0])], undefined, 'curves[0].evaluations must be'],
    [[curve([1, Number.NaN], [0, 0])], undefined, 'curves[0].evaluations must be'],
    [[curve([1], [1]), curve([1, 2], [0])], undefined, 'curves[1].values must be a list of 2 numbers'],
    [
      [curve([1, 2], [0, 0]), curve([3, 4], [0, 0])],
      undefined,
      'curves must overlap, but one begins at 3, after another ends at 2',
    ],
    [[curve([1, 2], [0, 0])], [0.5], 'at must be a list of numbers from 1 to 2, where all curves were recorded'],
    [[curve([1, 2], [0, 0])], [Number.NaN], 'at must be a list'],
    [[curve([0, 2], [0, 0])], [null], 'at must be a list'],
    [
      [curve([1, 2], [0, 0])],
      '12',
      "at must be a list of numbers from 1 to 2, where all curves were recorded; got '12'",
    ],
    [[curve([1, 2], [0, 0])], new Set([1]), 'at must be a list'],
    [[curve([1, 2], [0, 0])], null, 'at must be a list'],
    [[curve([1, 2], [0, 0]), curve([3, 4], [0, 0])], [], 'curves must overlap'],
    [[null], undefined, 'curves[0] must'],
  ])('refuse what cannot be read: %j at %j', async (curves, at, rule) => {
    expect(await errorOf(() => curveQuartiles(curves as never, at as never))).toContain(
      `ARGUMENT curveQuartiles: ${rule}`,
    );
  });
});
