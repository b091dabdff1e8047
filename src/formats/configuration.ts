import { areNumbers, typedArrayKind } from '../core/index.ts';
import { checksum } from './checksum.ts';

/** The configuration in a snapshot: names, numbers and flags by path, such as `genome.lower`. */
export type Configuration = Readonly<Record<string, string | number | boolean>>;

/**
 * Flattens a configuration, so that two can be compared entry by entry. A list of equal numbers is written as one number, a long list
 * as its checksum, so the result does not depend on how bounds were written. Functions and undefined values are left out.
 */
export function flatConfiguration(configuration: object): Configuration {
  const flat: Record<string, string | number | boolean> = {};
  flatten('', configuration, flat);
  return flat;
}

function flatten(place: string, value: unknown, into: Record<string, string | number | boolean>): void {
  if (value === undefined || value === null || typeof value === 'function') return;
  if (typeof value === 'number') into[place] = Number.isFinite(value) ? value : String(value);
  else if (typeof value === 'string' || typeof value === 'boolean') into[place] = value;
  else if (isNumbers(value)) into[place] = numbersText(value);
  else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) flatten(place === '' ? key : `${place}.${key}`, inner, into);
  }
}

function isNumbers(value: unknown): value is ArrayLike<number> {
  if (typedArrayKind(value) !== undefined) return true;
  const { length } = value as ArrayLike<unknown>;
  return length > 0 && areNumbers(value, length);
}

function numbersText(values: ArrayLike<number>): string | number {
  const numbers = new Float64Array(values);
  for (let i = 0; i < numbers.length; i++) numbers[i] = numbers[i]! + 0; // −0 is 0
  if (numbers.length > 0 && numbers.every((value) => value === numbers[0])) {
    return Number.isFinite(numbers[0]!) ? numbers[0]! : String(numbers[0]);
  }
  if (numbers.length <= 8) return `[${numbers.join(', ')}]`;
  return `${numbers.length} numbers, checksum ${checksum(new Uint8Array(numbers.buffer)).toString(16)}`;
}

/**
 * An entry of a configuration for a message: a list as its numbers. A number that is compared with a list stands for a list of equal
 * numbers, and is given as one.
 */
export function listed(entry: unknown, other: unknown): unknown {
  const numbers = listOf(other);
  return listOf(entry) ?? (typeof entry === 'number' && numbers !== undefined ? numbers.map(() => entry) : entry);
}

function listOf(entry: unknown): readonly number[] | undefined {
  if (typeof entry !== 'string' || !entry.startsWith('[')) return undefined;
  const numbers = entry.slice(1, -1).split(', ').map(Number);
  return `[${numbers.join(', ')}]` === entry ? numbers : undefined;
}
