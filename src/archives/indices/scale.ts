/**
 * The power of two that brings the largest of these numbers near ±1, so that squares and sums neither overflow
 * nor vanish; multiplying by it rounds nothing. 1 if they are far from trouble as they are.
 */
export function safeScale(numbers: Iterable<number>): number {
  let size = 0;
  for (const x of numbers) size = Math.max(size, Math.abs(x));
  let scale = 1;
  if (size > 2 ** 200) while (size * scale > 4) scale /= 2;
  if (size < 2 ** -200 && size > 0) while (size * scale < 0.5 && scale < 2 ** 1000) scale *= 2;
  return scale;
}
