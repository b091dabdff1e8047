import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';

/** The flags that this process was given for Node, except those for a debugger, which can listen only once. */
export function nodeFlags(): string[] {
  return process.execArgv.filter((flag) => !/^--inspect(-brk|-wait)?(=|$)/.test(flag));
}

/**
 * How to call a command of this bin: `npx elites compare`. If Node was given flags for this process, such as a loader of TypeScript, then
 * `node FLAGS BIN compare`, because npx gives Node none. Flags of NODE_OPTIONS are not repeated.
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

/** The words `node`, flags, and the path of this bin: from the working folder if it lies there, else from the root. */
function byNode(flags: readonly string[]): string[] {
  const bin = realpathSync(process.argv[1]!);
  const path = relative(process.cwd(), bin);
  return ['node', ...flags, isAbsolute(path) || path.startsWith('..') ? bin : path].map(shellWord);
}
