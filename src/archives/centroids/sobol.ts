import { Batch } from '../../core/index.ts';

/** Primitive polynomials and first direction numbers of dimensions 2 to 6 [Joe2008]: degree, coefficients, numbers. */
const DIRECTIONS: readonly (readonly [number, number, readonly number[]])[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
];

/**
 * The most dimensions that {@link sobolPoints} knows: the directions above, and the first. A literal: from a computed number bundlers would
 * keep the table.
 */
export const SOBOL_DIMENSIONS = 6;

/**
 * The first points of Sobol's sequence in [0, 1)^dimensions, each digit of each dimension flipped where the mask has a
 * one: a random mask keeps the evenness and makes the points differ from seed to seed.
 * @param masks - `(dimensions)`: 32-bit integers.
 */
export function sobolPoints(count: number, masks: Uint32Array): Batch {
  const points = Batch.zeros(count, masks.length);
  for (let j = 0; j < masks.length; j++) {
    const directions = directionNumbers(j);
    let x = masks[j]!;
    for (let i = 0; i < count; i++) {
      points.data[i * masks.length + j] = (x >>> 0) / 2 ** 32;
      x ^= directions[31 - Math.clz32(~i & (i + 1))]!;
    }
  }
  return points;
}

function directionNumbers(dimension: number): Uint32Array {
  const v = new Uint32Array(32);
  if (dimension === 0) return v.map((_, k) => 2 ** (31 - k));
  const [degree, coefficients, first] = DIRECTIONS[dimension - 1]!;
  for (let k = 0; k < 32; k++) {
    if (k < degree) {
      v[k] = first[k]! << (31 - k);
      continue;
    }
    v[k] = v[k - degree]! ^ (v[k - degree]! >>> degree);
    for (let i = 1; i < degree; i++) {
      if ((coefficients >> (degree - 1 - i)) & 1) v[k] = v[k]! ^ v[k - i]!;
    }
  }
  return v;
}
