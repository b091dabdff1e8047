import type { ElitesError } from '../../src/core/index.ts';

/** The code and the message of what a function throws, at once or later: what a user sees and branches on. */
export async function errorOf(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    const { code, message } = error as ElitesError;
    return `${code} ${message}`;
  }
  return 'no error';
}
