import { readFile } from 'node:fs/promises';
import { show } from '../core/index.ts';
import { CliError } from './cli-error.ts';

/**
 * Reads targets: a CSV file with x and y, in descriptor units, in each line; a first line of names, empty lines and
 * lines that begin with # are passed over.
 * @throws CliError with exit code 1, naming file and line, if a line has not two columns, one is no number, or a target is
 *   out of reach: further than 0.5 from the arm's base at (0.5, 0.5).
 */
export async function readTargets(owner: string, path: string): Promise<[x: number, y: number][]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code ?? error.message;
    throw new CliError(owner, `--targets must be a file that can be read; got ${show(path)} (${reason}).`, 1);
  });
  const targets: [number, number][] = [];
  let names = true;
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const columns = line.split(',').map((column) => column.trim());
    const fail = (rule: string, got: unknown): CliError =>
      new CliError(owner, `${path}:${i + 1}: ${rule}; got ${show(got)}.`, 1);
    if (columns.length !== 2) throw fail('there must be two columns, x and y', line);
    const header = names && columns.every((column) => /^(?!(nan|inf|infinity)$)[a-z_]\w*$/i.test(column));
    names = false;
    if (header) continue;
    for (const column of columns)
      if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(column)) throw fail('x and y must be numbers', column);
    const [x, y] = columns.map(Number) as [number, number];
    // A straight arm's end is 0.5 away; files of few digits say a little more.
    if (!((x - 0.5) ** 2 + (y - 0.5) ** 2 <= 0.50001 ** 2)) {
      throw fail('a target must be within reach, at most 0.5 from (0.5, 0.5)', [x, y]);
    }
    targets.push([x, y]);
  }
  if (targets.length === 0) throw new CliError(owner, `${path}: there must be at least one target; got none.`, 1);
  return targets;
}
