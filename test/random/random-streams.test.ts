import fc from 'fast-check';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { randomStream, randomStreams } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

const SEEDS = 1000;
const DRAWS = 10;
const seeds = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

/** The first ten uniforms of the seeds 1 to 1000. */
const first = Array.from({ length: SEEDS }, (_, i) => {
  const stream = randomStream(i + 1);
  return Array.from({ length: DRAWS }, () => stream.uniform());
});

/** Kolmogorov and Smirnov's statistic times √n; above 1.95 once in a thousand. */
function kolmogorov(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  const distance = sorted.reduce((worst, x, i) => Math.max(worst, x - i / n, (i + 1) / n - x), 0);
  return distance * Math.sqrt(n);
}

/** Correlation of uniforms, times √n: a standard normal. */
function correlation(a: readonly number[], b: readonly number[]): number {
  return (12 * a.reduce((sum, x, i) => sum + (x - 0.5) * (b[i]! - 0.5), 0)) / Math.sqrt(a.length);
}

const column = (draw: number): number[] => first.map((row) => row[draw]!);

describe('randomStreams', () => {
  // law: seeds 1 to 1000, whose pure-rand states differ in a few bits
  it('starts neighbouring seeds with uniform numbers, draw by draw and in all', () => {
    for (let draw = 0; draw < DRAWS; draw++) expect(kolmogorov(column(draw)), `draw ${draw}`).toBeLessThan(2.1);
    expect(kolmogorov(first.flat())).toBeLessThan(1.95);
    const counts = new Float64Array(100);
    for (const value of first.flat()) counts[Math.floor(value * 100)]!++;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
    expect(chiSquare).toBeGreaterThan(99 - 4 * Math.sqrt(198));
    expect(chiSquare).toBeLessThan(99 + 4 * Math.sqrt(198));
  });

  it('leaves no correlation between neighbouring seeds, nor between draws', () => {
    for (let a = 0; a < DRAWS; a++) {
      for (const lag of [1, 2, 3, 4, 8, 16]) {
        const values = column(a);
        expect(Math.abs(correlation(values.slice(lag), values.slice(0, -lag))), `draw ${a}, lag ${lag}`).toBeLessThan(
          4,
        );
      }
      for (let b = 0; b < a; b++)
        expect(Math.abs(correlation(column(a), column(b))), `draws ${a}, ${b}`).toBeLessThan(4);
    }
  });

  it('gives each name the state that pure-rand’s jumps reach', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const names = ['parents', 'variation', 'learner'] as const;
        const streams = randomStreams(seed, names);
        const generator = xoroshiro128plusFromState(Array.from(randomStream(seed).getState()));
        for (const name of names) {
          expect(Array.from(streams[name].getState())).toEqual(generator.getState());
          generator.jump();
        }
      }),
    );
  });

  it('gives a name the same stream whatever comes after it', () => {
    const short = randomStreams(5, ['a', 'b']);
    const long = randomStreams(5, ['a', 'b', 'c']);
    expect([short.a.uniform(), short.b.normal()]).toEqual([long.a.uniform(), long.b.normal()]);
    expect(Object.keys(long)).toEqual(['a', 'b', 'c']);
  });

  it('tells all seeds apart, the ends of the range, both signs and zero too', () => {
    const extremes = [0, 1, -1, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, -(2 ** 53 - 1)];
    const states = extremes.map((seed) => randomStream(seed).getState().join());
    expect(new Set(states).size).toBe(extremes.length);
    expect(randomStream(-0).getState()).toEqual(randomStream(0).getState());
  });

  it('are the same numbers as ever', () => {
    const { a, b } = randomStreams(1, ['a', 'b']);
    expect([a.uniform(), a.integer(1, 6), a.normal(), b.uniform()]).toMatchInlineSnapshot(`
      [
        0.31234333243498213,
        6,
        1.200383721694566,
        0.19071840030465514,
      ]
    `);
  });

  it('refuses seeds that are no safe integers', async () => {
    expect(await errorOf(() => randomStreams(0.5, ['a']))).toBe(
      'ARGUMENT randomStreams: seed must be an integer in [-9007199254740991, 9007199254740991]; got 0.5.',
    );
    for (const seed of [2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '1', undefined, 1n]) {
      expect(await errorOf(() => randomStream(seed as number))).toMatch(/^ARGUMENT randomStream: seed must be/);
    }
  });
});
