import type { AddStatus } from '../../core/index.ts';
import type { RankedRows } from './rankers.ts';

/**
 * The report on a generation as if each of its rows had been added alone. The archive's own report is on each row after the rows before it.
 * Two rows that fall into one empty cell are both new, so the order of rows does not matter, with one exception: a row at or below the
 * floor is rejected if an earlier row filled its cell. For archives with one elite in a cell.
 */
export function judgedAlone({ rows, fitness, report }: RankedRows): RankedRows['report'] {
  const { status, cell, improvement } = report;
  /** The bar of each cell before its first row, and whether the cell was empty. */
  const before = new Map<number, { readonly bar: number; isEmpty: boolean }>();
  for (let i = 0; i < rows; i++) {
    if (!isJudged(status[i]!)) continue;
    const known = before.get(cell[i]!);
    if (known === undefined) {
      before.set(cell[i]!, { bar: fitness[i]! - improvement[i]!, isEmpty: status[i] === 'new' });
    } else if (status[i] === 'new') known.isEmpty = true;
  }
  if (before.size === rows) return report;
  const judged = { ...report, status: status.slice(), improvement: improvement.slice() };
  for (let i = 0; i < rows; i++) {
    const known = isJudged(status[i]!) ? before.get(cell[i]!) : undefined;
    if (known === undefined) continue;
    judged.improvement[i] = fitness[i]! - known.bar;
    // Without a floor the bar of an empty cell is NaN: every row enters.
    const enters = status[i] !== 'rejected' || !(fitness[i]! <= known.bar);
    judged.status[i] = enters ? (known.isEmpty ? 'new' : 'improved') : 'rejected';
  }
  return judged;
}

function isJudged(status: AddStatus): boolean {
  return status === 'new' || status === 'improved' || status === 'rejected';
}
