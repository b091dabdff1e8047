import { argumentError } from './errors.ts';

/** Throws ARGUMENT unless `value` is an integer in [low, high]. */
export function checkInteger(
  owner: string,
  argument: string,
  value: unknown,
  low: number,
  high: number = 2 ** 31 - 1,
): void {
  if (Number.isInteger(value) && (value as number) >= low && (value as number) <= high) return;
  throw argumentError(owner, argument, `be an integer in [${low}, ${high}]`, value);
}

/** Throws ARGUMENT unless `value` is a safe integer, and not below `low`. */
export function checkSafeInteger(owner: string, argument: string, value: unknown, low?: number): void {
  checkInteger(owner, argument, value, low ?? Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

/** Throws ARGUMENT unless `value` is a finite number above zero. */
export function checkPositive(owner: string, argument: string, value: unknown): void {
  if (typeof value === 'number' && value > 0 && value < Number.POSITIVE_INFINITY) return;
  throw argumentError(owner, argument, 'be a finite number above 0', value);
}

/** Throws ARGUMENT unless `value` is a finite number in [low, high]. */
export function checkNumber(
  owner: string,
  argument: string,
  value: unknown,
  low: number = Number.NEGATIVE_INFINITY,
  high: number = Number.POSITIVE_INFINITY,
): void {
  if (typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high) return;
  throw argumentError(owner, argument, `be a finite number${rangeText(low, high)}`, value);
}

/** Throws ARGUMENT unless `value` is a number above 0; Infinity is no limit. */
export function checkLimit(owner: string, argument: string, value: unknown): void {
  if (typeof value === 'number' && value > 0) return;
  throw argumentError(owner, argument, 'be a number above 0, or Infinity', value);
}

function rangeText(low: number, high: number): string {
  if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return '';
  if (low === Number.NEGATIVE_INFINITY) return ` of at most ${high}`;
  const least = low === Number.MIN_VALUE ? ' above 0' : ` of at least ${low}`;
  if (high === Number.POSITIVE_INFINITY) return least;
  return low === Number.MIN_VALUE ? ` in (0, ${high}]` : ` in [${low}, ${high}]`;
}

/** Throws ARGUMENT unless `value` is one of `choices`. */
export function checkChoice(owner: string, argument: string, value: unknown, choices: readonly string[]): void {
  if (choices.includes(value as string)) return;
  throw argumentError(owner, argument, `be one of ${choices.map((choice) => `'${choice}'`).join(', ')}`, value);
}

/** Throws ARGUMENT unless `value` is true or false. */
export function checkFlag(owner: string, argument: string, value: unknown): void {
  if (typeof value !== 'boolean') throw argumentError(owner, argument, 'be true or false', value);
}

/** Throws ARGUMENT unless `value` is an object. */
export function checkObject(owner: string, argument: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw argumentError(owner, argument, 'be an object', value);
}

/** Throws ARGUMENT unless `value` is an array. */
export function checkArray(owner: string, argument: string, value: unknown): void {
  if (!Array.isArray(value)) throw argumentError(owner, argument, 'be a list', value);
}

/** Throws ARGUMENT unless `value` is a text. */
export function checkText(owner: string, argument: string, value: unknown): void {
  if (typeof value !== 'string') throw argumentError(owner, argument, 'be a text', value);
}

/** Throws ARGUMENT unless `value` is a function. */
export function checkFunction(owner: string, argument: string, value: unknown): void {
  if (typeof value !== 'function') throw argumentError(owner, argument, 'be a function', value);
}

/** Throws ARGUMENT unless `value` has these methods. */
export function checkMethods(owner: string, argument: string, value: unknown, ...methods: readonly string[]): void {
  const held = value as Readonly<Record<string, unknown>> | null | undefined;
  if (methods.every((method) => typeof held?.[method] === 'function')) return;
  throw argumentError(owner, argument, `have ${methods.map((method) => `${method}()`).join(' and ')}`, value);
}

/** Throws ARGUMENT unless `signal` is undefined or an AbortSignal, also of another realm. */
export function checkSignal(owner: string, signal: unknown): void {
  const given = signal as AbortSignal | null | undefined;
  if (given === undefined) return;
  if (typeof given?.aborted === 'boolean' && typeof given.addEventListener === 'function') return;
  throw argumentError(owner, 'signal', 'be an AbortSignal', signal);
}

/** Throws ARGUMENT unless `options` is an object with known keys only: a misspelt option must not be ignored. */
export function checkOptions(
  owner: string,
  options: unknown,
  known: readonly string[],
  argument: string = 'options',
): void {
  checkObject(owner, argument, options);
  for (const key of Object.keys(options as object)) {
    if (!known.includes(key)) throw argumentError(owner, argument, `have only the keys ${known.join(', ')}`, key);
  }
}

/**
 * Whom errors name: the option `name`; without it, `made`. Checks the options' keys too, `name` among them.
 * @throws ARGUMENT unless options are an object with known keys only, whose name is a text.
 */
export function ownerOf(made: string, options: unknown, known: readonly string[]): string {
  checkObject(made, 'options', options);
  const { name = made } = options as { readonly name?: unknown };
  if (typeof name !== 'string' || name === '') throw argumentError(made, 'name', 'be a text that is not empty', name);
  checkOptions(name, options, [...known, 'name']);
  return name;
}

/** Throws ARGUMENT if the answer of a method of the user's own is a promise. @param method - Named in the error. */
export function checkSynchronous(owner: string, method: string, answer: unknown): void {
  if (!isThenable(answer)) return;
  // Nobody awaits the promise, so its rejection must not end the process.
  Promise.resolve(answer).catch(() => undefined);
  throw argumentError(owner, method, 'be synchronous', answer);
}

/** Whether `value` is a promise, of any implementation. */
export function isThenable<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
