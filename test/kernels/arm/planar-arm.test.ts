import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cos, evaluatePlanarArm, sin } from '../../../src/kernels/index.ts';

function evaluate(
  genomes: Float64Array,
  joints: number,
  kind: 'variance' | 'standard-deviation' = 'variance',
): { fitness: Float64Array; descriptors: Float64Array } {
  const rows = genomes.length / joints;
  const fitness = new Float64Array(rows);
  const descriptors = new Float64Array(rows * 2);
  evaluatePlanarArm(genomes, rows, joints, kind, fitness, descriptors);
  return { fitness, descriptors };
}

/** A float64 tensor of a safetensors file. */
function tensor(file: string, name: string): Float64Array {
  const bytes = readFileSync(new URL(`../../fixtures/golden/${file}`, import.meta.url));
  const length = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, 8 + length).toString()) as Record<string, { data_offsets: number[] }>;
  const [start, end] = header[name]!.data_offsets.map((offset) => bytes.byteOffset + 8 + length + offset);
  return new Float64Array(bytes.buffer.slice(start!, end));
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i]!)), 0);
}

const genes = fc.double({ min: -1, max: 1, noNaN: true });
const arms = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 }))
  .chain(([joints, rows]) =>
    fc.tuple(
      fc.constant(joints),
      fc.float64Array({ minLength: joints * rows, maxLength: joints * rows, min: -1, max: 1, noNaN: true }),
    ),
  );

describe('evaluatePlanarArm', () => {
  // golden: the released arm
  it.each([20, 200, 1000])('agrees with the released arm at %i joints', (joints) => {
    const file = `dde-arm${joints}.safetensors`;
    const genomes = tensor(file, 'arm.genome');
    const { fitness, descriptors } = evaluate(genomes, joints, 'standard-deviation');
    expect(largestDifference(fitness, tensor(file, 'arm.fitness'))).toBeLessThan(1e-12);
    expect(largestDifference(descriptors, tensor(file, 'arm.descriptor'))).toBeLessThan(1e-12);
  });

  // law
  it('gives each row the same bits alone, in any batch and beside any row', () => {
    fc.assert(
      fc.property(arms, ([joints, genomes]) => {
        const rows = genomes.length / joints;
        const { fitness, descriptors } = evaluate(genomes, joints);
        for (let i = 0; i < rows; i++) {
          const alone = evaluate(genomes.slice(i * joints, (i + 1) * joints), joints);
          expect(alone.fitness[0]).toBe(fitness[i]);
          expect(alone.descriptors).toEqual(descriptors.slice(2 * i, 2 * i + 2));
        }
        const shifted = evaluate(Float64Array.of(...genomes.slice(-joints), ...genomes), joints);
        expect(shifted.fitness.slice(1)).toEqual(fitness);
        expect(shifted.descriptors.slice(2)).toEqual(descriptors);
      }),
    );
  });

  it('follows the definition, and leaves its argument as it is', () => {
    fc.assert(
      fc.property(arms, ([joints, genomes]) => {
        const before = genomes.slice();
        const { fitness, descriptors } = evaluate(genomes, joints);
        const deviations = evaluate(genomes, joints, 'standard-deviation').fitness;
        expect(genomes).toEqual(before);
        for (let i = 0; i < genomes.length / joints; i++) {
          const angles = genomes.slice(i * joints, (i + 1) * joints).map((gene) => gene * (Math.PI / 2));
          const mean = angles.reduce((sum, angle) => sum + angle, 0) / joints;
          const variance = angles.reduce((sum, angle) => sum + (angle - mean) ** 2, 0) / joints;
          let heading = 0;
          let x = 0;
          let y = 0;
          for (const angle of angles) {
            heading += angle;
            x += cos(heading) / joints;
            y += sin(heading) / joints;
          }
          expect(Math.abs(fitness[i]! + variance)).toBeLessThan(1e-14);
          expect(Math.abs(deviations[i]! ** 2 - variance)).toBeLessThan(1e-14);
          expect(Math.abs(descriptors[2 * i]! - x / 2 - 0.5)).toBeLessThan(1e-13);
          expect(Math.abs(descriptors[2 * i + 1]! - y / 2 - 0.5)).toBeLessThan(1e-13);
        }
      }),
    );
  });

  it('gives equal genes a fitness of exactly 0, and never a positive one', () => {
    fc.assert(
      fc.property(genes, fc.integer({ min: 1, max: 300 }), (gene, joints) => {
        const { fitness } = evaluate(new Float64Array(joints).fill(gene), joints);
        expect(fitness[0]).toBe(0);
      }),
    );
    fc.assert(fc.property(arms, ([joints, genomes]) => evaluate(genomes, joints).fitness.every((value) => value <= 0)));
  });

  // example
  it('puts the arm where a reader expects it', () => {
    expect(Array.from(evaluate(Float64Array.of(0, 0), 2).descriptors)).toEqual([1, 0.5]);
    expect(Array.from(evaluate(Float64Array.of(1), 1).descriptors)[1]).toBe(1);
    // up, then left: the end is ((0 - 1)/2, (1 + 0)/2)
    const [x, y] = evaluate(Float64Array.of(1, 1), 2).descriptors;
    expect(x).toBeCloseTo(0.25, 15);
    expect(y).toBeCloseTo(0.75, 15);
    // angles ±π/2 around a mean of 0
    expect(evaluate(Float64Array.of(1, -1), 2).fitness[0]).toBe(-((Math.PI / 2) ** 2));
    expect(evaluate(Float64Array.of(1, -1), 2, 'standard-deviation').fitness[0]).toBe(-Math.PI / 2);
  });

  it('knows sine and cosine to 6e-16, also of many turns', () => {
    // genes are multiples of 1/1024, so that turns are added exactly
    const genomes = Float64Array.from({ length: 2049 }, (_, i) => (i - 1024) / 1024);
    const ends = evaluate(genomes, 1).descriptors.map((value) => 2 * value - 1);
    const truth = Array.from(genomes).flatMap((gene) => [cos(gene * (Math.PI / 2)), sin(gene * (Math.PI / 2))]);
    expect(largestDifference(ends, Float64Array.from(truth))).toBeLessThan(6e-16);
    const turned = genomes.map((gene, i) => gene + 4 * (i - 500) * 1000);
    expect(evaluate(turned, 1).descriptors.map((value) => 2 * value - 1)).toEqual(ends);
    const opposite = evaluate(
      genomes.slice(1, -1).map((gene) => gene - 2),
      1,
    ).descriptors.map((value) => 2 * value - 1);
    expect(
      largestDifference(
        opposite,
        ends.slice(2, -2).map((value) => -value),
      ),
    ).toBeLessThan(6e-16);
  });

  it('takes whole turns off huge genes, and ends', () => {
    const { descriptors } = evaluate(Float64Array.of(2 ** 60, 1e300, -(2 ** 55) + 8, 2 ** 51 + 1), 1);
    expect(Array.from(descriptors.slice(0, 6))).toEqual([1, 0.5, 1, 0.5, 1, 0.5]);
    expect(descriptors[7]).toBe(1);
  });

  it('answers NaN for rows with NaN or infinite genes, and for those rows only', () => {
    const good = [0.1, -0.2, 0.3];
    const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].flatMap((gene) => [
      ...good,
      gene,
      0,
      0,
    ]);
    const { fitness, descriptors } = evaluate(Float64Array.from(bad), 3);
    const alone = evaluate(Float64Array.from(good), 3);
    for (let i = 0; i < 6; i++) {
      const expected = i % 2 ? [Number.NaN, Number.NaN, Number.NaN] : [alone.fitness[0], ...alone.descriptors];
      expect([fitness[i], ...descriptors.slice(2 * i, 2 * i + 2)]).toEqual(expected);
    }
  });

  it('crosses the borders of its blocks', () => {
    for (const [rows, joints] of [
      [9, 8192],
      [5, 40_000],
      [40_000, 1],
    ] as const) {
      const genomes = Float64Array.from({ length: rows * joints }, (_, i) => sin(i * i));
      const { fitness, descriptors } = evaluate(genomes, joints);
      for (const i of [0, 2, 3, rows - 1]) {
        const alone = evaluate(genomes.slice(i * joints, (i + 1) * joints), joints);
        expect(alone.fitness[0]).toBe(fitness[i]);
        expect(alone.descriptors).toEqual(descriptors.slice(2 * i, 2 * i + 2));
      }
    }
    expect(evaluate(new Float64Array(0), 3).fitness.length).toBe(0);
  });
});
