import { ElitesError, type ErrorCode, isError, messageOf } from './errors.ts';

/** An error on its way from one thread to another. */
export interface SentError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly stack?: string | undefined;
}

/** A thrown value in a form that can be posted. */
export function sentError(error: unknown): SentError {
  const message = messageOf(error);
  if (!isError(error)) return { message };
  const { code, stack } = error as { code?: unknown; stack?: unknown };
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return { message, code: text(code), stack: text(stack) };
}

/** The posted error, with its code and stack. */
export function receivedError({ message, code, stack }: SentError): Error {
  const codes: readonly (string | undefined)[] = ['ARGUMENT', 'STATE', 'NUMERICAL', 'SNAPSHOT'];
  const error = codes.includes(code) ? new ElitesError(code as ErrorCode, message) : new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
