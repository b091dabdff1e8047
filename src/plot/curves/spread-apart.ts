import type { ValueRange } from '../svg/value-range.ts';

/** Heights that stand together: their places in the list, and their middle. */
interface Group {
  readonly members: readonly number[];
  readonly middle: number;
}

/**
 * Moves heights as little as needed so that no two are closer than `distance`: those that would overlap stand evenly
 * around their common middle, in their order, inside the range if there is room.
 * @param heights - `(n)`, in any order, inside the range.
 * @returns `(n)`, in the order of `heights`.
 */
export function spreadApart(heights: readonly number[], distance: number, [low, high]: ValueRange): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]! || a - b);
  const groups: Group[] = [];
  for (const i of order) {
    let group: Group = { members: [i], middle: heights[i]! };
    for (let above = groups.at(-1); above !== undefined; above = groups.at(-1)) {
      const apart = ((above.members.length + group.members.length) / 2) * distance;
      if (!(group.middle - above.middle < apart)) break;
      groups.pop();
      const members = [...above.members, ...group.members];
      const half = ((members.length - 1) / 2) * distance;
      const middle = members.reduce((sum, k) => sum + heights[k]!, 0) / members.length;
      group = { members, middle: Math.max(low + half, Math.min(high - half, middle)) };
    }
    groups.push(group);
  }
  const spread = new Array<number>(heights.length);
  for (const { members, middle } of groups) {
    members.forEach((i, k) => {
      spread[i] = middle + (k - (members.length - 1) / 2) * distance;
    });
  }
  return spread;
}
