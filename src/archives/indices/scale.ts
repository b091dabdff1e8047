/**
 * The power of two that brings numbers of magnitude `size` near 1, so that their squares and sums neither overflow
 * nor vanish; multiplying by it rounds nothing. 1 if they are far from trouble as they are.
 */
export function safeScale(size: number): number {
  let scale = 1;
  if (size > 2 ** 200) while (size * scale > 4) scale /= 2;
  if (size < 2 ** -200 && size > 0) while (size * scale < 0.5 && scale < 2 ** 1000) scale *= 2;
  return scale;
}
