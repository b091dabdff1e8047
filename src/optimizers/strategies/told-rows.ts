import { argumentError, asBatch, checkInteger, type Genomes, isRow } from '../../core/index.ts';
import { insideInterval } from '../../kernels/index.ts';

/** What a strategy is told, checked. */
export interface ToldRows {
  /** `(rows, dimensions)`, the caller's memory. */
  readonly data: Float64Array;
  /** Row numbers, the best first; the numbers of these rows are finite. */
  readonly order: Int32Array;
  /** At most as many as the order is long. */
  readonly parents: number;
}

/**
 * Checks the arguments of {@link Strategy.tell}.
 * @throws ARGUMENT, in the name of `owner`.
 */
export function toldRows(
  owner: string,
  { dimensions, populationSize }: { readonly dimensions: number; readonly populationSize: number },
  rows: Genomes<ArrayLike<number>>,
  order: ArrayLike<number>,
  parents: number | undefined,
): ToldRows {
  const { data, rows: count } = asBatch(owner, rows, dimensions);
  if (!isRow(order, order?.length) || order.length > count) {
    throw argumentError(owner, 'order', `be a list of at most ${count} row numbers`, order);
  }
  const checked = new Int32Array(order.length);
  const seen = new Uint8Array(count);
  const finite = insideInterval(-Number.MAX_VALUE, Number.MAX_VALUE, data);
  for (let k = 0; k < checked.length; k++) {
    const row = order[k]!;
    if (!(Number.isInteger(row) && row >= 0 && row < count && seen[row] === 0)) {
      throw argumentError(owner, `order[${k}]`, `be a row number below ${count} that is not before it`, row);
    }
    seen[row] = 1;
    checked[k] = row;
    if (finite) continue;
    for (let i = row * dimensions; i < (row + 1) * dimensions; i++) {
      if (!Number.isFinite(data[i])) throw argumentError(owner, `rows.row(${row})`, 'have finite numbers', data[i]);
    }
  }
  const given = parents ?? Math.min(populationSize >> 1, checked.length);
  checkInteger(owner, 'parents', given, 0, checked.length);
  return { data, order: checked, parents: given };
}
