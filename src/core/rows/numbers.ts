import { checkNumber } from '../checks/checks.ts';
import { argumentError, show } from '../checks/errors.ts';
import { isFloat64Array } from '../checks/typed-array.ts';

/**
 * Copies the numbers of `row` into `out`, starting at `at`. Anything that is not a number becomes NaN: JSON writes NaN as null,
 * which JavaScript would convert to 0.
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

/** Whether `value` is an array or typed array of `length` entries; false for a string. */
export function isRow(value: unknown, length: number): value is ArrayLike<unknown> {
  return typeof value === 'object' && value !== null && (value as ArrayLike<unknown>).length === length;
}

/** Whether `value` is an array or typed array of `length` numbers, NaN and infinite ones among them; a hole is none. */
export function areNumbers(value: unknown, length: number): value is ArrayLike<number> {
  if (!isRow(value, length)) return false;
  if (ArrayBuffer.isView(value)) return typeof value[0] !== 'bigint';
  for (let j = 0; j < length; j++) if (typeof value[j] !== 'number') return false;
  return true;
}

/** The length of a list, for an error about its shape; the shown value if it is not a list. */
export function lengthOf(value: unknown): unknown {
  return givenLength(value) ?? show(value);
}

/** The `length` of an object, whatever it is; undefined for what is no object, such as a string. */
function givenLength(value: unknown): unknown {
  return typeof value === 'object' ? (value as { length?: unknown } | null)?.length : undefined;
}

/** Throws ARGUMENT unless `value` is a list of `length` numbers, NaN and infinite ones among them. */
export function checkNumbers(
  owner: string,
  argument: string,
  value: unknown,
  length: number,
): asserts value is ArrayLike<number> {
  if (!areNumbers(value, length)) throw argumentError(owner, argument, `have ${length} numbers`, value);
}

/** Throws ARGUMENT unless `value` is a list of `length` entries. */
export function checkRow(owner: string, argument: string, value: unknown, length: number): void {
  if (!isRow(value, length)) throw argumentError(owner, argument, `have ${length} numbers`, value);
}

/** Whether `value` has a length; false for a string. */
export function isList(value: unknown): boolean {
  const length = givenLength(value);
  return Number.isInteger(length) && (length as number) >= 0;
}

/**
 * A copy of a list of finite numbers in [low, high], which are checked before anything is copied.
 * @param length - How many there must be (default: any number of them).
 * @throws ARGUMENT, in the name of `owner`, unless it is such a list.
 */
export function copyList(
  owner: string,
  argument: string,
  list: ArrayLike<number>,
  length?: number,
  low?: number,
  high?: number,
): Float64Array {
  if (length !== undefined) checkRow(owner, argument, list, length);
  if (!isList(list)) throw argumentError(owner, argument, 'be a list of numbers', list);
  const copy = new Float64Array(list.length);
  for (let i = 0; i < copy.length; i++) {
    // Read once, by index: an iterator or a getter may give other numbers.
    const number = list[i]!;
    checkNumber(owner, `${argument}[${i}]`, number, low, high);
    copy[i] = number;
  }
  return copy;
}

/** The product of sizes, 1 of none: how many numbers an array of this shape has. */
export function product(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all * size, 1);
}

/** The number in [low, high] nearest to `x`. NaN stays NaN. */
export function clip(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}

/** Counters stop here. No run reaches it, and a snapshot with a larger count is refused. */
export const MOST_COUNTED: number = 2 ** 52;

/** `count + more`, at most {@link MOST_COUNTED}. */
export function addCount(count: number, more: number = 1): number {
  return Math.min(MOST_COUNTED, count + more);
}

/** Copies `count` numbers. Short rows are copied one by one, because making a subarray would take longer. */
export function copyRow(from: Float64Array, start: number, to: Float64Array, at: number, count: number): void {
  if (count > 64) to.set(from.subarray(start, start + count), at);
  else for (let j = 0; j < count; j++) to[at + j] = from[start + j]!;
}

/**
 * Copies `count` numbers of each of some rows, starting at column `at`, one row after the other into `to`.
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

/** Stores the sums of {@link touchRows}, so that the compiler does not remove its reads. */
const touched = new Float64Array(1);

/**
 * Reads one number, in column `at`, of each row that is about to be used. The processor then fetches these cache lines in
 * parallel instead of one after the other.
 * @param rows - Negative ones are skipped.
 * @param stride - Numbers from row to row.
 */
export function touchRows(data: Float64Array, stride: number, rows: Int32Array, at = 0): void {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) if (rows[i]! >= 0) sum += data[rows[i]! * stride + at]!;
  touched[0] = sum;
}

/** Whether these are ids of rows that were added to an archive. */
export function areIds(ids: unknown): boolean {
  if (typeof ids !== 'object' || ids === null) return false;
  const { length } = ids as ArrayLike<number>;
  if (!Number.isInteger(length) || length < 0) return false;
  for (let i = 0; i < length; i++) {
    const id = (ids as ArrayLike<number>)[i]!;
    if (!(Number.isSafeInteger(id) && id >= 0) || Object.is(id, -0)) return false;
  }
  return true;
}

/** The numbers from, from + 1, …, from + count − 1. */
export function ascending(count: number, from = 0): Int32Array {
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = from + i;
  return numbers;
}

/** Whether `numbers` is 0, 1, 2, …. */
export function isAscending(numbers: ArrayLike<number>): boolean {
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== i) return false;
  return true;
}
