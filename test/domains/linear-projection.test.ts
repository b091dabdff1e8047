import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { rastriginProjection, sphereProjection } from '../../src/domains/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { domainContract } from '../../src/testing/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { errorOf } from '../support/error-of.ts';

const filled = (...values: number[]): Batch => Batch.from(values.map((value) => new Float64Array(100).fill(value)));

describe.each([
  ['sphereProjection', sphereProjection],
  ['rastriginProjection', rastriginProjection],
] as const)('%s', (name, projection) => {
  checkLaws('', domainContract({ make: () => projection({ dimensions: 5 }) }));
  checkLaws('with three descriptors', domainContract({ make: () => projection({ dimensions: 5, descriptors: 3 }) }));

  it('has its maximum of 100 at 2.048 and 0 at the corner', () => {
    const { fitness } = projection({ dimensions: 100 }).evaluate(filled(2.048, -5.12, 2.047, 2.049));
    expect(fitness[0]).toBe(100);
    expect(fitness[1]).toBeCloseTo(0, 12);
    expect(fitness[2]).toBeLessThan(100);
    expect(fitness[3]).toBeLessThan(100);
  });

  it('projects halves, with genes beyond 5.12 bent back', () => {
    const domain = projection({ dimensions: 4 });
    const { descriptors } = domain.evaluate(
      Batch.from([
        [1, 2, -3, 0.5],
        [5.12, -5.12, 10.24, -51.2],
      ]),
    );
    expect(descriptors.row(0)).toEqual(Float64Array.of(3, -2.5));
    expect(descriptors.row(1)[0]).toBe(0);
    expect(descriptors.row(1)[1]).toBeCloseTo(0.5 - 0.1, 15);
    expect(domain.descriptor).toEqual({ dimensions: 2, lower: [-10.24, -10.24], upper: [10.24, 10.24] });
    expect(projection({ dimensions: 100 }).descriptor.upper).toEqual([256, 256]);
  });

  it('gives the middle gene of an odd number to the second half', () => {
    const domain = projection({ dimensions: 3 });
    expect(domain.evaluate(Batch.from([[1, 2, 4]])).descriptors.row(0)).toEqual(Float64Array.of(1, 6));
    expect(domain.descriptor).toEqual({ dimensions: 2, lower: [-5.12, -10.24], upper: [5.12, 10.24] });
  });

  it('projects as many blocks as there are descriptors, with a gradient for each', () => {
    const domain = projection({ dimensions: 7, descriptors: 3 });
    const genome = [1, 2, 4, 8, 0.5, 0.25, 10.24];
    const { descriptors } = domain.evaluate(Batch.from([genome]));
    // Blocks begin at genes 0, 2 and 4.
    expect([...descriptors.row(0)]).toEqual([3, 4 + 0.64, 0.75 + 0.5]);
    expect(domain.descriptor.upper).toEqual([10.24, 10.24, 15.36]);
    const gradients = domain.gradients(Batch.from([genome]));
    expect([...gradients.data.subarray(7)]).toEqual(
      [
        [1, 1, 0, 0, 0, 0, 0],
        [0, 0, 1, -5.12 / 64, 0, 0, 0],
        [0, 0, 0, 0, 1, 1, -5.12 / 10.24 ** 2],
      ].flat(),
    );
    expect(projection({ dimensions: 100, descriptors: 20 }).descriptor).toEqual({
      dimensions: 20,
      lower: new Array(20).fill(-25.6),
      upper: new Array(20).fill(25.6),
    });
  });

  it('is unbounded, starts at 0, and counts from 0', () => {
    const domain = projection({ dimensions: 5 });
    expect(domain.genome).toEqual({ dimensions: 5, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY });
    expect(domain.initialGenome(randomStream(1))).toEqual(new Float64Array(5));
    expect(domain.fitnessFloor).toBe(0);
  });

  it('answers NaN for genomes with NaN, and never a finite fitness for infinite ones', () => {
    const { fitness } = projection({ dimensions: 2 }).evaluate(
      Batch.from([
        [Number.NaN, 0],
        [Number.POSITIVE_INFINITY, 0],
      ]),
    );
    expect(fitness[0]).toBeNaN();
    expect(Number.isFinite(fitness[1])).toBe(false);
  });

  it('refuses other shapes and options', async () => {
    const columns = await errorOf(() => projection({ dimensions: 2 }).evaluate(Batch.zeros(1, 3)));
    expect(columns).toBe(
      `ARGUMENT ${name}.evaluate: genomes must have shape (1, 2), that is (rows, genomeDimensions); got (1, 3).`,
    );
    expect(await errorOf(() => projection({ dimensions: 1 }))).toMatch(
      new RegExp(`^ARGUMENT ${name}: dimensions must be an integer in \\[2`),
    );
    expect(await errorOf(() => projection({ dimensions: 4, descriptors: 5 }))).toContain('descriptors must');
  });
});

describe('values worked by hand', () => {
  it('sphere at 0: 100 (1 - 2.048² / 7.168²)', () => {
    // 4.194304 / 51.380224 = 4/49
    expect(sphereProjection({ dimensions: 100 }).evaluate(filled(0)).fitness[0]).toBeCloseTo((100 * 45) / 49, 10);
  });

  it('sphere at (3.048, 2.048): 100 (1 - 1 / (2 · 51.380224))', () => {
    const { fitness } = sphereProjection({ dimensions: 2 }).evaluate(Batch.from([[3.048, 2.048]]));
    expect(fitness[0]).toBeCloseTo(99.02686294, 7);
  });

  it('Rastrigin one and a half from the best gene: 2.25 + 20 of a worst of 51.380224 + 10 (1 - cos 2π 7.168)', () => {
    // cos(2π · 0.168) = 0.49272734
    const { fitness } = rastriginProjection({ dimensions: 2 }).evaluate(Batch.from([[3.548, 3.548]]));
    expect(fitness[0]).toBeCloseTo(100 * (1 - 22.25 / (51.380224 + 5.0727266)), 5);
  });

  it('Rastrigin has a local maximum a whole number from the best gene', () => {
    const { fitness } = rastriginProjection({ dimensions: 2 }).evaluate(
      Batch.from([
        [3.048, 2.048],
        [3.098, 2.048],
        [2.948, 2.048],
      ]),
    );
    expect(fitness[0]).toBeGreaterThan(fitness[1]!);
    expect(fitness[0]).toBeGreaterThan(fitness[2]!);
  });
});
