import fc from 'fast-check';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { RandomStream, randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

const seeds = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
const draws = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);

describe('RandomStream', () => {
  // golden: pure-rand
  it('steps as pure-rand does: the same states, the same low 32 bits', () => {
    const stream = randomStream(7);
    const generator = xoroshiro128plusFromState(Array.from(stream.getState()));
    const [drawn, expected]: [number[], number[]] = [[], []];
    for (let i = 0; i < 20_000; i++) {
      const [s01, s00, s11, s10] = generator.getState() as [number, number, number, number];
      const word = (high: number, low: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
      const output = BigInt.asUintN(64, word(s01, s00) + word(s11, s10));
      drawn.push(generator.next(), stream.uniform());
      expected.push(Number(output & 0xffffffffn) | 0, Number(output >> 11n) * 2 ** -53);
    }
    expect(Float64Array.from(drawn)).toEqual(Float64Array.from(expected));
    expect(Array.from(stream.getState())).toEqual(generator.getState());
  });

  // law
  it('draws normals one at a time or in fills of any length, with uniforms and integers between, to the same numbers', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.nat({ max: 50 }), { maxLength: 8 }), (seed, lengths) => {
        const one = randomStream(seed);
        const other = randomStream(seed);
        for (const length of lengths) {
          const filled = new Float64Array(length);
          one.fillNormal(filled);
          expect(Array.from(filled)).toEqual(draws(length, () => other.normal()));
          expect([one.uniform(), one.integer(-3, 3)]).toEqual([other.uniform(), other.integer(-3, 3)]);
        }
        expect(one.getState()).toEqual(other.getState());
      }),
    );
  });

  it('continues from a saved state', () => {
    fc.assert(
      fc.property(seeds, fc.nat({ max: 20 }), (seed, before) => {
        const stream = randomStream(seed);
        for (let i = 0; i < before; i++) stream.normal();
        const state = stream.getState();
        const next = (from: RandomStream): number[] => [from.uniform(), from.normal(), from.integer(0, 1e9)];
        const expected = next(stream);
        expect(next(new RandomStream(state))).toEqual(expected);
        stream.setState(Array.from(state));
        expect(next(stream)).toEqual(expected);
      }),
    );
  });

  it('draws integers inside any range of safe integers', () => {
    fc.assert(
      fc.property(seeds, seeds, seeds, (seed, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        for (const value of draws(20, randomStreamInteger(seed, low, high))) {
          expect(Number.isSafeInteger(value) && value >= low && value <= high).toBe(true);
        }
      }),
    );
    const stream = randomStream(1);
    expect(draws(5, () => stream.integer(9, 9))).toEqual([9, 9, 9, 9, 9]);
  });

  it.each([
    [0, 2],
    [-3, 6],
    [0, 99],
    [5, 4 + 3 * 2 ** 20],
    [0, 2 ** 32 - 1],
    [0, 3 * 2 ** 51 - 1],
    [-(2 ** 53 - 1), 2 ** 53 - 1],
  ])('draws integers in [%i, %i] without bias', (low, high) => {
    // thirds, or as many bins as there are integers: 4.5 standard deviations of chi-square
    const bins = Math.min(96, high - low + 1);
    const counts = new Float64Array(bins);
    const draw = randomStreamInteger(11, low, high);
    for (let i = 0; i < 200_000; i++) counts[Math.floor(((draw() - low) / (high - low + 1)) * bins)]!++;
    const width = (high - low + 1) / bins;
    const expected = counts.map((_, i) => {
      const integers = width > 1e6 ? width : Math.ceil((i + 1) * width) - Math.ceil(i * width);
      return (200_000 * integers) / (high - low + 1);
    });
    const chiSquare = counts.reduce((sum, count, i) => sum + (count - expected[i]!) ** 2 / expected[i]!, 0);
    expect(chiSquare).toBeLessThan(bins - 1 + 4.5 * Math.sqrt(2 * (bins - 1)));
  });

  it('draws uniforms with all of 53 bits, in [0, 1)', () => {
    const stream = randomStream(3);
    const ones = new Float64Array(53);
    let outside = 0;
    for (let i = 0; i < 20_000; i++) {
      const value = stream.uniform();
      if (!(value >= 0 && value < 1)) outside++;
      let bits = BigInt(value * 2 ** 53);
      for (let k = 0; k < 53; k++, bits >>= 1n) ones[k]! += Number(bits & 1n);
    }
    expect(outside).toBe(0);
    for (const count of ones) expect(Math.abs(count - 10_000)).toBeLessThan(4.5 * Math.sqrt(5000));
  });

  it('refuses ranges and states that are none', async () => {
    const stream = randomStream(1);
    expect(await errorOf(() => stream.integer(0.5, 2))).toBe(
      'ARGUMENT RandomStream.integer: low must be an integer in [-9007199254740991, 9007199254740991]; got 0.5.',
    );
    expect(await errorOf(() => stream.integer(0, 2 ** 53))).toMatch(/^ARGUMENT RandomStream.integer: high must/);
    expect(await errorOf(() => stream.integer(3, 2))).toBe(
      'ARGUMENT RandomStream.integer: high must be an integer in [3, 9007199254740991]; got 2.',
    );
    for (const state of [
      [],
      [0, 0, 0, 0],
      [1, 2, 3],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 2 ** 31],
      [1, 2, 3, Number.NaN],
      undefined,
    ]) {
      expect(await errorOf(() => stream.setState(state as number[]))).toMatch(
        /^SNAPSHOT RandomStream.setState: state must/,
      );
    }
  });
});

function randomStreamInteger(seed: number, low: number, high: number): () => number {
  const stream = randomStream(seed);
  return () => stream.integer(low, high);
}
