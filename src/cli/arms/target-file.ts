import { show } from '../../core/index.ts';
import { csvNumber, decodeCsv } from '../../formats/index.ts';
import { readInput } from '../files/input-file.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Reads targets: a CSV file with x and y, in descriptor units, in each line; a first line of names, empty lines
 * and lines that begin with # are skipped. If the first column name is empty, that column holds row names, as R writes them, and is
 * skipped too.
 * @throws CliError with exit code 1, naming file and line, if a line does not have two columns, one is not a number, or a target is
 *   out of reach: more than 0.5 from the arm's base at (0.5, 0.5).
 */
export async function readTargets(owner: string, path: string): Promise<[x: number, y: number][]> {
  const records = await readInput(owner, '--targets', path, (bytes) =>
    decodeCsv(Buffer.from(bytes).toString(), { comment: '#', owner: 'targets' }),
  );
  const targets: [number, number][] = [];
  let [first, named] = [true, 0];
  for (const { line, values } of records) {
    const fail = (rule: string, got: unknown): CliError =>
      new CliError(owner, `${path}:${line}: ${rule}; got ${show(got)}.`, 1);
    const columns = values.map((value) => value.trim());
    if (columns.every((value) => value === '')) continue;
    const header = first && columns.length >= 2 && columns.slice(-2).every(isHeader);
    if (header && columns.length === 3 && columns[0] === '') named = 1;
    if (columns.length !== 2 + named) throw fail('there must be two columns, x and y', values.join());
    first = false;
    if (!header) targets.push(target(columns[named]!, columns[named + 1]!, fail));
  }
  if (targets.length === 0) throw new CliError(owner, `${path}: there must be at least one target; got none.`, 1);
  return targets;
}

/** Whether a column is a name, not a number. */
function isHeader(text: string): boolean {
  return /^\.?[a-z_][\w. ]*$/i.test(text) && csvNumber(text) === undefined;
}

function target(x: string, y: string, fail: (rule: string, got: unknown) => CliError): [number, number] {
  const end = [x, y].map((text) => {
    const value = csvNumber(text) ?? Number.NaN;
    if (!Number.isFinite(value)) throw fail('x and y must be numbers', text);
    return value;
  }) as [number, number];
  // A straight arm reaches 0.5; numbers with few digits may be slightly above.
  if (!((end[0] - 0.5) ** 2 + (end[1] - 0.5) ** 2 <= 0.50001 ** 2)) {
    throw fail('a target must be within reach, at most 0.5 from (0.5, 0.5)', end);
  }
  return end;
}
