import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { drawNormal, drawNormals, exp } from '../../../src/kernels/index.ts';

const COUNT = 2_000_000;

const fill = (count: number, seed = 1): Float64Array => {
  const out = new Float64Array(count);
  drawNormals(Int32Array.of(seed, 0x1234567, -seed * 77, 0x7654321), out);
  return out;
};

/** P(X < x) of a standard normal, by Simpson's rule from 0 with steps of 1/2048. */
function distribution(edges: readonly number[]): number[] {
  const density = (x: number): number => exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
  return edges.map((edge) => {
    const steps = 2 * Math.ceil(Math.abs(edge) * 1024);
    const h = edge / Math.max(1, steps);
    let sum = 0;
    for (let i = 0; i < steps; i += 2) sum += density(i * h) + 4 * density((i + 1) * h) + density((i + 2) * h);
    return 0.5 + (sum * h) / 3;
  });
}

describe('normals', () => {
  const sample = fill(COUNT);

  it('have the moments of a standard normal', () => {
    const moments = [0, 0, 0, 0];
    for (const x of sample) {
      const square = x * x;
      moments[0]! += x / COUNT;
      moments[1]! += square / COUNT;
      moments[2]! += (square * x) / COUNT;
      moments[3]! += (square * square) / COUNT;
    }
    // five standard errors: variances 1, 2, 15 and 96
    const expected = [0, 1, 0, 3];
    const variances = [1, 2, 15, 96];
    for (const k of [0, 1, 2, 3]) {
      expect(Math.abs(moments[k]! - expected[k]!), `moment ${k + 1}`).toBeLessThan(
        5 * Math.sqrt(variances[k]! / COUNT),
      );
    }
  });

  it('fill 500 bins as a standard normal does', () => {
    const edges = Array.from({ length: 499 }, (_, i) => -4 + (8 * i) / 498);
    const below = distribution(edges);
    const counts = new Float64Array(500);
    for (const x of sample) counts[Math.min(499, Math.max(0, Math.ceil(((x + 4) * 498) / 8)))]!++;
    let chiSquare = 0;
    for (let i = 0; i < 500; i++) {
      const share = (below[i] ?? 1) - (below[i - 1] ?? 0);
      chiSquare += (counts[i]! - share * COUNT) ** 2 / (share * COUNT);
    }
    // 499 degrees of freedom: mean 499, standard deviation 31.6
    expect(chiSquare).toBeGreaterThan(499 - 4 * 31.6);
    expect(chiSquare).toBeLessThan(499 + 4 * 31.6);
  });

  it('reach as far into both tails', () => {
    // around the edge of the outermost layer, 3.852
    const shares = {
      3: 1.3498980316300957e-3,
      3.5: 2.3262907903552504e-4,
      3.8: 7.234804392512014e-5,
      4: 3.167124183311986e-5,
      4.5: 3.3976731247300535e-6,
    };
    const far = sample.filter((x) => Math.abs(x) > 3);
    for (const [bound, share] of Object.entries(shares)) {
      const high = far.filter((x) => x > Number(bound)).length;
      const low = far.filter((x) => x < -Number(bound)).length;
      const error = 4.5 * Math.sqrt(share * COUNT);
      expect(Math.abs(high - share * COUNT), `above ${bound}`).toBeLessThan(error);
      expect(Math.abs(low - share * COUNT), `below -${bound}`).toBeLessThan(error);
    }
  });

  it('are uncorrelated with the next ones, in value, size and sign', () => {
    for (const lag of [1, 2, 3]) {
      const sums = [0, 0, 0];
      for (let i = lag; i < COUNT; i++) {
        const x = sample[i]!;
        const y = sample[i - lag]!;
        sums[0]! += x * y;
        sums[1]! += ((x * x - 1) * (y * y - 1)) / 2;
        sums[2]! += Math.sign(x) * Math.sign(y);
      }
      for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(5 * Math.sqrt(COUNT));
    }
  });

  it('use different bits for layer and position: sums of squares in threes are chi-square (Doornik’s test of the flaw)', () => {
    // the share of small sums fails first if layer and position share bits
    const triples = Math.floor(COUNT / 3);
    let inside = 0;
    for (let i = 0; i < triples; i++) {
      const [x, y, z] = [sample[3 * i]!, sample[3 * i + 1]!, sample[3 * i + 2]!];
      if (x * x + y * y + z * z < 1) inside++;
    }
    const share = 0.19874804309879915;
    expect(Math.abs(inside - share * triples)).toBeLessThan(4.5 * Math.sqrt(share * (1 - share) * triples));
  });

  it('one at a time are those of a fill, whatever its length, and rounded those of float32', () => {
    const state = Int32Array.of(1, 2, 3, 4);
    const single = Float64Array.from({ length: 20_000 }, () => drawNormal(state));
    for (const pieces of [[20_000], [1, 4095, 4096, 4097, 7711], [0, 12_000, 0, 8000]]) {
      const again = Int32Array.of(1, 2, 3, 4);
      const parts = pieces.flatMap((length) => {
        const out = new Float64Array(length);
        drawNormals(again, out);
        return Array.from(out);
      });
      expect(Float64Array.from(parts)).toEqual(single);
      expect(again).toEqual(state);
    }
    const halves = new Float32Array(20_000);
    drawNormals(Int32Array.of(1, 2, 3, 4), halves);
    expect(halves).toEqual(Float32Array.from(single));
  });

  it('leave the generator where pure-rand would be', () => {
    // The state after a fill lies on pure-rand's path: a few rejections more than one step each.
    const state = Int32Array.of(5, 6, 7, 8);
    drawNormals(state, new Float64Array(10_000));
    const generator = xoroshiro128plusFromState([5, 6, 7, 8]);
    let steps = 0;
    while (steps < 11_000 && !generator.getState().every((word, i) => word === state[i])) {
      generator.next();
      steps++;
    }
    expect(steps).toBeGreaterThan(10_050);
    expect(steps).toBeLessThan(10_500);
  });

  it('are the same bits as ever', () => {
    expect(Array.from(fill(6))).toMatchInlineSnapshot(`
      [
        -1.3848185770800348,
        1.6468653921550402,
        0.25037600576951796,
        -0.8025333378356682,
        -0.6562872716774261,
        1.203746140277314,
      ]
    `);
  });
});
