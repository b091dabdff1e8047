import { readFile } from 'node:fs/promises';
import { show } from '../../core/index.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Reads targets: a CSV file with x and y, in descriptor units, in each line, in quotes or not; a first line of names, empty lines
 * and lines that begin with # are skipped. If the first column name is empty, that column holds row names, as R writes them, and is
 * skipped too.
 * @throws CliError with exit code 1, naming file and line, if a line does not have two columns, one is not a number, or a target is
 *   out of reach: more than 0.5 from the arm's base at (0.5, 0.5).
 */
export async function readTargets(owner: string, path: string): Promise<[x: number, y: number][]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code ?? error.message;
    throw new CliError(owner, `--targets must be a file that can be read; got ${show(path)} (${reason}).`, 1);
  });
  const targets: [number, number][] = [];
  let [first, named] = [true, 0];
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const fail = (rule: string, got: unknown): CliError =>
      new CliError(owner, `${path}:${i + 1}: ${rule}; got ${show(got)}.`, 1);
    const columns = columnsOf(line) ?? [];
    const header = first && columns.length >= 2 && columns.slice(-2).every(isHeader);
    if (header && columns.length === 3 && columns[0] === '') named = 1;
    if (columns.length !== 2 + named) throw fail('there must be two columns, x and y', line);
    first = false;
    if (!header) targets.push(target(columns[named]!, columns[named + 1]!, fail));
  }
  if (targets.length === 0) throw new CliError(owner, `${path}: there must be at least one target; got none.`, 1);
  return targets;
}

/** The columns of a line; within quotes, a doubled quote is one quote. @returns undefined if a quote is misplaced. */
function columnsOf(line: string): string[] | undefined {
  const column = /(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y;
  const columns: string[] = [];
  for (;;) {
    const found = column.exec(line);
    if (found === null) return undefined;
    const [, quoted, plain, end] = found;
    columns.push((quoted?.replaceAll('""', '"') ?? plain!).trim());
    if (end === '') return columns;
  }
}

/** Whether a column is a name, not a number. NaN, Inf and R's NA are missing numbers. */
function isHeader(text: string): boolean {
  return /^(?!(nan|inf|infinity|na)$)\.?[a-z_][\w. ]*$/i.test(text);
}

function target(x: string, y: string, fail: (rule: string, got: unknown) => CliError): [number, number] {
  for (const text of [x, y]) {
    if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) throw fail('x and y must be numbers', text);
  }
  const end: [number, number] = [Number(x), Number(y)];
  // A straight arm reaches 0.5; numbers with few digits may be slightly above.
  if (!((end[0] - 0.5) ** 2 + (end[1] - 0.5) ** 2 <= 0.50001 ** 2)) {
    throw fail('a target must be within reach, at most 0.5 from (0.5, 0.5)', end);
  }
  return end;
}
