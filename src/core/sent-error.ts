import { ElitesError, type ErrorCode, isError } from './errors.ts';

/** An error on its way from one thread to another. */
export interface SentError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly stack?: string | undefined;
}

/** A thrown value in a form that can be posted. */
export function sentError(error: unknown): SentError {
  if (!isError(error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return { message: String(error.message), code: typeof code === 'string' ? code : undefined, stack: error.stack };
}

/** The posted error, with its code and stack. */
export function receivedError({ message, code, stack }: SentError): Error {
  const codes: readonly (string | undefined)[] = ['ARGUMENT', 'STATE', 'NUMERICAL', 'SNAPSHOT'];
  const error = codes.includes(code) ? new ElitesError(code as ErrorCode, message) : new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
