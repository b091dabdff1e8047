/**
 * What kind of rule was broken. ESM and CJS copies of the package have different classes: branch on this code, not on
 * `instanceof`.
 *
 * - `ARGUMENT`: a value breaks its contract.
 * - `STATE`: the right call at the wrong time.
 * - `NUMERICAL`: the mathematics failed after the documented remedies.
 * - `SNAPSHOT`: stored bytes are of another version or shape, or damaged.
 */
export type ErrorCode = 'ARGUMENT' | 'STATE' | 'NUMERICAL' | 'SNAPSHOT';

/** The one error class of the package. The message names the owner, the argument, the rule and the value. */
export class ElitesError extends Error {
  override readonly name: string = 'ElitesError';
  /** What kind of rule was broken. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Whether `value` is an error, from any realm. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

/** The message of a thrown value, whatever was thrown: never empty. Never throws. */
export function messageOf(error: unknown): string {
  try {
    const message: unknown = typeof error === 'string' ? error : (error as Partial<Error> | undefined)?.message;
    if (typeof message === 'string' && message !== '') return message;
    return isError(error) ? `an error with the message ${show(message)}` : show(error);
  } catch {
    return 'an error that cannot be read';
  }
}

/**
 * A value as an error message shows it: always short. Never throws. A promise that is refused is not awaited; its rejection is handled, so
 * that it does not end the process.
 */
export function show(value: unknown): string {
  try {
    if (value instanceof Promise) value.catch(() => undefined);
    return showNested(value, 2);
  } catch {
    return 'an object that cannot be read';
  }
}

function showNested(value: unknown, depth: number): string {
  if (typeof value === 'string') return `'${shorten(value)}'`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return shorten(`${value}n`);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return shorten(String(value));
  const { length } = value as ArrayLike<unknown>;
  if (Number.isInteger(length) && (Array.isArray(value) || ArrayBuffer.isView(value))) {
    if (length > 8 || depth === 0) return `${length} values`;
    const list = Array.from({ length }, (_, i) => showNested((value as ArrayLike<unknown>)[i], depth - 1));
    return `[${list.join(', ')}]`;
  }
  const { dimensions, lower, upper } = value as Readonly<Record<string, unknown>>;
  if (typeof dimensions === 'number' && lower !== undefined && upper !== undefined) {
    return `a box of ${dimensions} dimensions in ${showNested([lower, upper], depth)}`;
  }
  const keys = Object.keys(value).slice(0, 5).map(shorten);
  return keys.length === 0 ? 'an object' : `an object with ${keys.join(', ')}`;
}

/** Cuts text to at most 60 characters, and escapes line breaks and invisible characters. */
export function shorten(text: string): string {
  const cut = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`);
}

/** The error for a value that breaks its contract: `Owner.method: argument must RULE; got VALUE.` */
export function argumentError(owner: string, argument: string, rule: string, value: unknown): ElitesError {
  return new ElitesError('ARGUMENT', `${owner}: ${argument} must ${rule}; got ${show(value)}.`);
}

/**
 * The error for an array of another shape: `Owner.method: argument must have shape (64, 2), that is (rows,
 * descriptorDimensions); got (64, 3).`
 * @param names - Names of the sizes, separated by commas.
 */
export function shapeError(
  owner: string,
  argument: string,
  expected: readonly (number | string)[],
  names: string,
  got: readonly unknown[],
): ElitesError {
  const rule = `must have shape (${expected.join(', ')}), that is (${names})`;
  return new ElitesError('ARGUMENT', `${owner}: ${argument} ${rule}; got (${got.map(String).join(', ')}).`);
}

/**
 * The error for numbers `(rows, columns)` that contain a non-finite one; it names the first. If all are finite, one overflowed when
 * it was scaled to its space; the error names the largest.
 */
export function notFinite(owner: string, argument: string, data: Float64Array, columns: number): ElitesError {
  const wrong = data.findIndex((value) => !Number.isFinite(value));
  const farther = (far: number, value: number, i: number): number => (Math.abs(value) > Math.abs(data[far]!) ? i : far);
  const [rule, at] =
    wrong < 0 ? ['not overflow when scaled to the space', data.reduce(farther, 0)] : ['be finite', wrong];
  const place = `row ${Math.floor(at / columns)}, column ${at % columns}`;
  return new ElitesError('ARGUMENT', `${owner}: ${argument} must ${rule}; got ${show(data[at])} in ${place}.`);
}

/** The error for stored bytes that are damaged, of another version or shape: `Owner.method: bytes must RULE; got VALUE.` */
export function snapshotError(owner: string, rule: string, value: unknown, cause?: unknown): ElitesError {
  return new ElitesError('SNAPSHOT', `${owner}: bytes must ${rule}; got ${show(value)}.`, { cause });
}

/** The error for the right call at the wrong time: `Owner.method: explanation.` */
export function stateError(owner: string, explanation: string, options?: ErrorOptions): ElitesError {
  return new ElitesError('STATE', `${owner}: ${explanation}.`, options);
}
