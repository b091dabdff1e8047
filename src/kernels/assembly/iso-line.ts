// Iso+line steps of a block of genomes, two genes at a time.

/**
 * x = x + factor (x − y) + sigma normal for each gene of `rows` rows of `columns`, clipped to [lower, upper] (NaN stays NaN),
 * in place of x. y, normals: as x; factors: a number a row; sigma, lower, upper: a number a column.
 */
export function isoLine(
  x: usize, y: usize, factors: usize, normals: usize, rows: i32, columns: i32,
  sigma: usize, lower: usize, upper: usize,
): void {
  const even = <usize>(columns & ~1) << 3, odd = columns & 1;
  for (const end = factors + (<usize>rows << 3); factors < end; factors += 8) {
    const factor = v128.load64_splat(factors);
    for (let j: usize = 0; j < even; j += 16) {
      const centre = step(v128.load(x + j), v128.load(y + j), factor);
      const moved = f64x2.add(centre, f64x2.mul(v128.load(sigma + j), v128.load(normals + j)));
      v128.store(x + j, f64x2.pmin(f64x2.pmax(moved, v128.load(lower + j)), v128.load(upper + j)));
    }
    if (odd) {
      const centre = step(v128.load64_zero(x + even), v128.load64_zero(y + even), factor);
      const moved = f64x2.add(centre, f64x2.mul(v128.load64_zero(sigma + even), v128.load64_zero(normals + even)));
      const low = v128.load64_zero(lower + even), high = v128.load64_zero(upper + even);
      v128.store64_lane(x + even, f64x2.pmin(f64x2.pmax(moved, low), high), 0);
    }
    const stride = even + (<usize>odd << 3);
    x += stride; y += stride; normals += stride;
  }
}

// @ts-ignore: decorator
@inline
function step(x: v128, y: v128, factor: v128): v128 {
  return f64x2.add(x, f64x2.mul(factor, f64x2.sub(x, y)));
}

/** Whether all of `count` float64 numbers are finite. */
export function finiteNumbers(numbers: usize, count: i32): bool {
  const zero = f64x2.splat(0);
  let a = zero, b = zero;
  const end = numbers + (<usize>count << 3), four = numbers + (<usize>(count & ~3) << 3);
  for (; numbers < four; numbers += 32) {
    a = f64x2.add(a, f64x2.mul(v128.load(numbers), zero));
    b = f64x2.add(b, f64x2.mul(v128.load(numbers, 16), zero));
  }
  for (; numbers < end; numbers += 8) a = f64x2.add(a, f64x2.mul(v128.load64_zero(numbers), zero));
  a = f64x2.add(a, b);
  return i64x2.all_true(f64x2.eq(a, a));
}
