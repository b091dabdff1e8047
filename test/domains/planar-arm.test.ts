import { describe, expect, expectTypeOf, it } from 'vitest';
import { Batch, type Domain, ListBatch } from '../../src/core/index.ts';
import { planarArm } from '../../src/domains/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { domainContract } from '../../src/testing/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { errorOf } from '../support/error-of.ts';

const at = (...values: number[]): Float64Array => Float64Array.from(values);

for (const fitness of ['variance', 'standard-deviation'] as const) {
  checkLaws(`planarArm, ${fitness}`, domainContract({ make: () => planarArm({ joints: 7, fitness }) }));
}

describe('planarArm', () => {
  // example
  it('is a plain domain with the paper’s spaces and floors', () => {
    const arm = planarArm({ joints: 20 });
    expectTypeOf(arm).toExtend<Domain>();
    expect(Object.getPrototypeOf(arm)).toBe(Object.prototype);
    expect(arm.genome).toEqual({ dimensions: 20, lower: -1, upper: 1 });
    expect(arm.descriptor).toEqual({ dimensions: 2, lower: 0, upper: 1 });
    expect(arm.fitnessFloor).toBe(-((Math.PI / 2) ** 2));
    expect(planarArm({ joints: 20, fitness: 'standard-deviation' }).fitnessFloor).toBe(-Math.PI / 2);
  });

  it('evaluates at once, into flat arrays', () => {
    const { fitness, descriptors } = planarArm({ joints: 2 }).evaluate(
      Batch.from([
        [0, 0],
        [1, -1],
      ]),
    );
    expectTypeOf(descriptors.row(0)).toEqualTypeOf<Float64Array>();
    // straight to the right; then up and right again: the end is (1/2, 1/2)
    expect(fitness).toEqual(at(0, -((Math.PI / 2) ** 2)));
    expect(descriptors.row(0)).toEqual(at(1, 0.5));
    expect(descriptors.row(1)[0]).toBeCloseTo(0.75, 15);
    expect(descriptors.row(1)[1]).toBeCloseTo(0.75, 15);
  });

  it('reaches its floor with angles at both ends, and not below', () => {
    for (const fitness of ['variance', 'standard-deviation'] as const) {
      for (const joints of [2, 20, 200, 1000]) {
        const arm = planarArm({ joints, fitness });
        const ends = new Float64Array(joints).map((_, i) => (i % 2 ? 1 : -1));
        expect(arm.evaluate(new Batch(1, joints, ends)).fitness[0]).toBe(arm.fitnessFloor);
      }
    }
  });

  it('takes any container of genomes', () => {
    const genomes = [at(0.1, 0.2, 0.3), at(-0.5, 0.5, 1)];
    const arm = planarArm({ joints: 3 });
    expect(arm.evaluate(new ListBatch(genomes))).toEqual(arm.evaluate(Batch.from(genomes)));
    expect(arm.evaluate(Batch.zeros(0, 3)).fitness).toEqual(at());
  });

  it('starts with standard normals clipped to the box', () => {
    const random = randomStream(1);
    const genes = Array.from({ length: 100 }, () =>
      Array.from(planarArm({ joints: 200 }).initialGenome(random)),
    ).flat();
    const share = (test: (gene: number) => boolean): number => genes.filter(test).length / genes.length;
    expect(share((gene) => Math.abs(gene) > 1)).toBe(0);
    // P(X > 1) and P(X < 0.5)
    expect(share((gene) => gene === 1)).toBeCloseTo(0.1587, 2);
    expect(share((gene) => gene === -1)).toBeCloseTo(0.1587, 2);
    expect(share((gene) => gene < 0.5)).toBeCloseTo(0.6915, 1);
  });

  it('answers NaN for genomes with NaN', () => {
    const { fitness, descriptors } = planarArm({ joints: 2 }).evaluate(
      Batch.from([
        [0, Number.NaN],
        [0, 0],
      ]),
    );
    expect(fitness).toEqual(at(Number.NaN, 0));
    expect(descriptors.data).toEqual(at(Number.NaN, Number.NaN, 1, 0.5));
  });

  it('refuses other shapes and options', async () => {
    expect(await errorOf(() => planarArm({ joints: 20 }).evaluate(Batch.zeros(3, 19)))).toBe(
      'ARGUMENT planarArm.evaluate: genomes must have shape (3, 20), that is (rows, genomeDimensions); got (3, 19).',
    );
    expect(await errorOf(() => planarArm({ joints: 0 }))).toMatch(
      /^ARGUMENT planarArm: joints must be an integer in \[1/,
    );
    expect(await errorOf(() => planarArm({ joints: 2, fitness: 'range' as 'variance' }))).toBe(
      "ARGUMENT planarArm: fitness must be one of 'variance', 'standard-deviation'; got 'range'.",
    );
    expect(await errorOf(() => planarArm({ joint: 2 } as never))).toMatch(/^ARGUMENT planarArm: options must/);
  });
});
