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

/** Whether each number of `rows` rows of `columns` lies in [lower, upper], a number a column each; NaN does not. */
export function insideBox(x: usize, rows: i32, columns: i32, lower: usize, upper: usize): bool {
  const row = <usize>columns << 3, even = <usize>(columns & ~1) << 3;
  let a = i64x2.splat(-1), b = a;
  for (; rows > 0; rows -= 2) {
    // Two rows at a time; the last one twice, if it is alone.
    const y = rows > 1 ? x + row : x;
    let j: usize = 0;
    for (; j < even; j += 16) {
      const low = v128.load(lower + j), high = v128.load(upper + j);
      a = within(a, v128.load(x + j), low, high);
      b = within(b, v128.load(y + j), low, high);
    }
    if (j < row) {
      const low = v128.load64_splat(lower + j), high = v128.load64_splat(upper + j);
      a = within(a, v128.load64_splat(x + j), low, high);
      b = within(b, v128.load64_splat(y + j), low, high);
    }
    x = y + row;
  }
  return i64x2.all_true(v128.and(a, b));
}

/** Whether each of `count` numbers lies in [lower, upper]; NaN does not. */
export function insideInterval(x: usize, count: i32, lower: f64, upper: f64): bool {
  const low = f64x2.splat(lower), high = f64x2.splat(upper);
  const end = x + (<usize>count << 3), four = x + (<usize>(count & ~3) << 3);
  let a = i64x2.splat(-1), b = a;
  for (; x < four; x += 32) {
    a = within(a, v128.load(x), low, high);
    b = within(b, v128.load(x, 16), low, high);
  }
  for (; x < end; x += 8) a = within(a, v128.load64_splat(x), low, high);
  return i64x2.all_true(v128.and(a, b));
}

// @ts-ignore: decorator
@inline
function within(before: v128, x: v128, low: v128, high: v128): v128 {
  return v128.and(before, v128.and(f64x2.ge(x, low), f64x2.le(x, high)));
}
