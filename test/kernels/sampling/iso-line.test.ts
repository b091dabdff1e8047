import { describe, expect, it } from 'vitest';
import { moveGenomes } from '../../../src/kernels/index.ts';

describe('moveGenomes', () => {
  it('clips to the bounds that it is given, and to none without them, whatever it was given before', () => {
    const columns = 3;
    const sigmas = Float64Array.of(1, 2, 3);
    const parents = { data: Float64Array.of(10, 20, 30), indices: Int32Array.of(0) };
    const unit = { lower: new Float64Array(columns), upper: new Float64Array(columns).fill(1) };
    const wide = { lower: new Float64Array(columns), upper: new Float64Array(columns).fill(25) };
    const moved = (bounds: typeof unit | undefined): number[] => {
      const out = new Float64Array(columns);
      moveGenomes({ columns, parents, sigmas, bounds }, { fillNormal: (normals) => normals.fill(1) }, out);
      return [...out];
    };
    expect([unit, undefined, wide, unit, undefined].map(moved)).toEqual([
      [1, 1, 1],
      [11, 22, 33],
      [11, 22, 25],
      [1, 1, 1],
      [11, 22, 33],
    ]);
  });
});
