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

/** Writes a value as an error message shows it: short, and without calling code of the value's own. */
export function show(value: unknown): string {
  if (typeof value === 'string') return value.length > 60 ? `'${value.slice(0, 57)}...'` : `'${value}'`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return showList(value as unknown as ArrayLike<unknown>);
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an object' : `an object with ${keys.slice(0, 5).join(', ')}`;
}

function showList(list: ArrayLike<unknown>): string {
  if (!(list.length <= 8)) return `${list.length} values`;
  return `[${Array.from({ length: list.length }, (_, i) => show(list[i])).join(', ')}]`;
}

/** The error for a value that breaks its contract: `Owner.method: argument must RULE; got VALUE.` */
export function argumentError(owner: string, argument: string, rule: string, value: unknown): ElitesError {
  return new ElitesError('ARGUMENT', `${owner}: ${argument} must ${rule}; got ${show(value)}.`);
}

/** The error for the right call at the wrong time: `Owner.method: explanation.` */
export function stateError(owner: string, explanation: string): ElitesError {
  return new ElitesError('STATE', `${owner}: ${explanation}.`);
}
