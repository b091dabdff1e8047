import type { Random } from '../core/index.ts';

/** Fisher–Yates shuffle, in place. */
export function shuffle(order: Int32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.integer(0, i);
    const swapped = order[i]!;
    order[i] = order[j]!;
    order[j] = swapped;
  }
}
