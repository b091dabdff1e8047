import { describe, expect, it } from 'vitest';
import { CmaEs, SepCmaEs } from '../../src/optimizers/index.ts';
import { expectDistribution, expectNormal, expectUncorrelated, uniform } from '../support/distribution.ts';
import { both, ellipsoid, options, step } from './objectives.ts';

const ROWS = 10_000;

/** The lower triangular L of C = L Lᵀ. */
function cholesky(c: Float64Array, n: number): Float64Array {
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = c[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= l[i * n + k]! * l[j * n + k]!;
      l[i * n + j] = i === j ? Math.sqrt(sum) : sum / l[j * n + j]!;
    }
  }
  return l;
}

/** What z a candidate was drawn with, x = m + σ L z. */
function whitened(x: Float64Array, mean: Float64Array, sigma: number, l: Float64Array): Float64Array {
  const n = x.length;
  const z = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = (x[i]! - mean[i]!) / sigma;
    for (let k = 0; k < i; k++) sum -= l[i * n + k]! * z[k]!;
    z[i] = sum / l[i * n + i]!;
  }
  return z;
}

describe.each(both)('candidates of %o', (make) => {
  it('are drawn from N(mean, sigma² I) at first', () => {
    const es = new make(options({ mean: [1, -2, 3], sigma: 0.5, populationSize: ROWS }));
    const candidates = es.ask();
    for (const [j, m] of [1, -2, 3].entries()) {
      expectNormal(
        Float64Array.from({ length: ROWS }, (_, i) => candidates.row(i)[j]!),
        m,
        0.5,
      );
    }
  });

  it('of a restart have a mean that is uniform in the box', () => {
    const means = Array.from({ length: 1000 }, (_, seed) => {
      const given = { mean: [0.5], sigma: 0.1, lower: -2, upper: 6, populationSize: 100, restarts: { count: 1 }, seed };
      const es = new make(given);
      while (es.restarts.length === 0) es.tell(es.ask(), new Array(100).fill(Number.NaN));
      return es.mean[0]!;
    });
    expectDistribution(means, uniform(-2, 6));
  });
});

it('CmaEs draws candidates from N(m, σ² C) when it has learned', () => {
  const n = 4;
  const es = new CmaEs(options({ populationSize: ROWS, eigenInterval: 1 }));
  for (let i = 0; i < 12; i++) step(es, ellipsoid);
  const { mean, sigma, covariance } = es;
  const l = cholesky(covariance, n);
  const candidates = es.ask();
  const z = Array.from({ length: ROWS }, (_, i) => whitened(candidates.row(i), mean, sigma, l));
  const axes = Array.from({ length: n }, (_, k) => Float64Array.from(z, (row) => row[k]!));
  for (const axis of axes) expectNormal(axis, 0, 1);
  for (let k = 1; k < n; k++) expectUncorrelated(axes[k]!, axes[k - 1]!);
  expect(Math.abs(covariance[0]! / covariance[15]!)).toBeGreaterThan(100);
});

it('SepCmaEs draws candidates from N(m, σ² C), C diagonal, when it has learned', () => {
  const es = new SepCmaEs(options({ populationSize: ROWS }));
  for (let i = 0; i < 12; i++) step(es, ellipsoid);
  const { mean, sigma, variances } = es;
  const candidates = es.ask();
  for (let j = 0; j < 4; j++) {
    expectNormal(
      Float64Array.from({ length: ROWS }, (_, i) => candidates.row(i)[j]!),
      mean[j]!,
      sigma * Math.sqrt(variances[j]!),
    );
  }
});
