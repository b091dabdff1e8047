/**
 * A vector whose squares and their sum neither overflow nor vanish: `vector` itself if that is so, else a copy divided by its largest
 * number. Zeros, and a vector with a number that is not finite, stay as they are.
 */
export function withSafeSquares(vector: Float64Array): Float64Array {
  let squares = 0;
  for (const x of vector) squares += x * x;
  if (squares > 1e-250 && squares < Number.POSITIVE_INFINITY) return vector;
  let most = 0;
  for (const x of vector) most = Math.max(most, Math.abs(x));
  return most > 0 && most < Number.POSITIVE_INFINITY ? vector.map((x) => x / most) : vector;
}
