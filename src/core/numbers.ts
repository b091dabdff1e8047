import { argumentError, show } from './errors.ts';
import { isFloat64Array } from './typed-array.ts';

/**
 * Copies the numbers of `row` to `out` from `at` on. What is no number becomes NaN, not what JavaScript would make of it:
 * the null that JSON has for NaN must not come out as 0.
 */
export function copyNumbers(row: ArrayLike<unknown>, out: Float64Array, at: number): void {
  if (isFloat64Array(row)) {
    out.set(row, at);
    return;
  }
  for (let j = 0; j < row.length; j++) {
    const value = row[j];
    out[at + j] = typeof value === 'number' ? value : Number.NaN;
  }
}

/** Whether `value` is a list of `length` entries: an array or a typed array, no string. */
export function isRow(value: unknown, length: number): value is ArrayLike<unknown> {
  return typeof value === 'object' && (value as ArrayLike<unknown> | null)?.length === length;
}

/** How long a list is, for an error about its shape; of what is none, the value. */
export function lengthOf(value: unknown): unknown {
  const length = typeof value === 'object' ? (value as ArrayLike<unknown> | null)?.length : undefined;
  return length ?? show(value);
}

/** Throws ARGUMENT unless `value` is a list of `length` entries. */
export function checkRow(owner: string, argument: string, value: unknown, length: number): void {
  if (!isRow(value, length)) throw argumentError(owner, argument, `have ${length} numbers`, value);
}

/** The number of [low, high] that is nearest to `x`. NaN stays NaN. */
export function clip(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}

/** The most that is counted, of evaluations say: no run comes to it, and a snapshot that says more is none. */
export const MOST_COUNTED: number = 2 ** 52;

/** A count with more added to it, {@link MOST_COUNTED} at most. */
export function addCount(count: number, more: number = 1): number {
  return Math.min(MOST_COUNTED, count + more);
}

/** Copies `count` numbers from `start` on to `at`: few one by one, since a view of them would take longer than they do. */
export function copyRow(from: Float64Array, start: number, to: Float64Array, at: number, count: number): void {
  if (count > 64) to.set(from.subarray(start, start + count), at);
  else for (let j = 0; j < count; j++) to[at + j] = from[start + j]!;
}

/**
 * Copies `count` numbers of each of some rows, from column `at` on, one row after the other to `to`.
 * @param stride - Numbers from row to row.
 */
export function copyRows(
  from: Float64Array,
  stride: number,
  rows: Int32Array,
  at: number,
  count: number,
  to: Float64Array,
): void {
  touchRows(from, stride, rows, at);
  for (let i = 0; i < rows.length; i++) copyRow(from, rows[i]! * stride + at, to, i * count, count);
}

/** Keeps the sums of {@link touchRows}: what nobody used would not be read. */
const touched = new Float64Array(1);

/**
 * Reads one number, in column `at`, of some rows that are about to be used: the processor fetches all of them side by side,
 * where their use would wait for one after the other.
 * @param rows - A negative one is none.
 * @param stride - Numbers from row to row.
 */
export function touchRows(data: Float64Array, stride: number, rows: Int32Array, at = 0): void {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) if (rows[i]! >= 0) sum += data[rows[i]! * stride + at]!;
  touched[0] = sum;
}

/** The numbers from 0 on. */
export function ascending(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let i = 1; i < count; i++) numbers[i] = i;
  return numbers;
}

/** Whether these are the numbers from 0 on. */
export function isAscending(numbers: ArrayLike<number>): boolean {
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== i) return false;
  return true;
}
