import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';

/** The flags that this process was given for Node, except those for a debugger, which can listen only once. */
export function nodeFlags(): string[] {
  return process.execArgv.filter((flag) => !/^--inspect(-brk|-wait)?(=|$)/.test(flag));
}

/**
 * How to call a command in the way in which this process was called: by npx, or, if Node was given flags, which npx cannot pass on, such
 * as a loader of TypeScript, by Node with these.
 * @param owner - The command, as messages name it, such as `elites compare`.
 */
export function asCalled(owner: string): string {
  const flags = nodeFlags();
  return flags.length === 0 ? `npx ${owner}` : [...byNode(flags), ...owner.split(' ').slice(1)].join(' ');
}

/** The command that this process was given, with further flags for Node. */
export function withNodeFlags(more: readonly string[]): string {
  return [...byNode([...nodeFlags(), ...more]), ...process.argv.slice(2).map(shellWord)].join(' ');
}

/** A command as {@link asCalled}, with one option per line. */
export function commandLines(owner: string, options: readonly string[]): string {
  return [asCalled(owner), ...options].join(' \\\n  ');
}

/** A word of a command, such as a path, quoted for a shell if necessary. */
export function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Node with flags, and the bin that runs, as a path from here if it lies within. */
function byNode(flags: readonly string[]): string[] {
  const bin = realpathSync(process.argv[1]!);
  const path = relative(process.cwd(), bin);
  return ['node', ...flags, isAbsolute(path) || path.startsWith('..') ? bin : path].map(shellWord);
}
