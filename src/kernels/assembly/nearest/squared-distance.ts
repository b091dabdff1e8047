/** The squared distance of two points, summed up in the order of their dimensions: `size` bytes at each, 8 a dimension. */
// @ts-ignore: decorator
@inline
export function squaredDistance(a: usize, b: usize, size: usize): f64 {
  let sum = 0.0;
  for (let j: usize = 0; j < size; j += 8) {
    const d = load<f64>(a + j) - load<f64>(b + j);
    sum += d * d;
  }
  return sum;
}
