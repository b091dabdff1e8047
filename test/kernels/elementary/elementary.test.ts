import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cos, exp, log, sin, tanh } from '../../../src/kernels/index.ts';
import { runs } from '../../support/runs.ts';

type Row = [x: number, value: number, rest: number];
const golden = JSON.parse(readFileSync(new URL('../../fixtures/elementary.json', import.meta.url), 'utf8')) as Record<
  string,
  Row[]
>;

/** The distance from |x| to the next float64 above it. */
function ulp(x: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(x));
  view.setBigUint64(0, view.getBigUint64(0) + 1n);
  const above = view.getFloat64(0);
  return above === Number.POSITIVE_INFINITY ? 2 ** 971 : above - Math.abs(x);
}

/** The largest error against the golden values, in ulp, and the argument that has it. */
function worst(name: string, f: (x: number) => number): { error: number; at: number } {
  let result = { error: 0, at: Number.NaN };
  for (const [x, value, rest] of golden[name]!) {
    const error = Math.abs((f(x) - value) / ulp(value) - rest);
    if (!(error <= result.error)) result = { error, at: x };
  }
  return result;
}

describe('elementary functions', () => {
  // golden: correctly rounded values over the whole range
  it.each([
    ['exp', exp, 1],
    ['log', log, 1],
    ['tanh', tanh, 2.5],
    ['sin', sin, 0.85],
    ['cos', cos, 0.85],
  ] as const)('%s is within its bound from subnormals to the largest numbers', (name, f, bound) => {
    expect(golden[name]!.length).toBeGreaterThan(1200);
    const { error, at } = worst(name, f);
    expect(error, `at ${at}`).toBeLessThan(bound);
  });

  it('cosine keeps its digits at the float64 nearest to a multiple of half π, where NativeMath was off by 25,000 ulp', () => {
    expect(cos(6381956970095103 * 2 ** 797)).toBeCloseTo(-4.687165924254624e-19, 33);
  });

  it('give the limits, the signs of zero and NaN', () => {
    const infinity = Number.POSITIVE_INFINITY;
    expect([exp(0), exp(-0), exp(infinity), exp(-infinity), exp(710), exp(-746)]).toEqual([
      1,
      1,
      infinity,
      0,
      infinity,
      0,
    ]);
    expect([log(1), log(0), log(-0), log(infinity)]).toEqual([0, -infinity, -infinity, infinity]);
    expect([log(-1), log(-infinity), sin(infinity), sin(-infinity), cos(infinity), cos(-infinity)]).toEqual(
      Array.from({ length: 6 }, () => Number.NaN),
    );
    expect([tanh(0), tanh(-0), tanh(infinity), tanh(-infinity)]).toEqual([0, -0, 1, -1]);
    expect([sin(0), sin(-0), cos(0), cos(-0)]).toEqual([0, -0, 1, 1]);
    expect([exp, log, tanh, sin, cos].map((f) => f(Number.NaN))).toEqual(Array.from({ length: 5 }, () => Number.NaN));
  });

  // law
  it('are odd or even to the bit, and bounded', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(sin(-x)).toBe(-sin(x));
        expect(tanh(-x)).toBe(-tanh(x));
        expect(cos(-x)).toBe(cos(x));
        for (const y of [sin(x), cos(x), tanh(x)]) expect(Math.abs(y)).toBeLessThanOrEqual(1);
        expect(sin(x) ** 2 + cos(x) ** 2).toBeCloseTo(1, 14);
      }),
      { numRuns: runs(1000) },
    );
  });
});
