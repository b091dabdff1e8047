import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { encodeCsv } from '../../formats/index.ts';
import type { RunSeconds } from '../../run/index.ts';

/** Name of the times file in the output folder. */
export const timesName = 'times.csv';

const columns = ['total', 'evaluation', 'learning', 'rest'] as const;
const header = encodeCsv([['algorithm', 'evaluations', ...columns]]);

/** Times of two sessions together. */
export function sumSeconds(a: RunSeconds, b: RunSeconds): RunSeconds {
  return Object.fromEntries(columns.map((part) => [part, a[part] + b[part]])) as unknown as RunSeconds;
}

/**
 * Creates the times file of a run or, with `goOn`, continues an existing one. If it cannot be written, the error is thrown by
 * {@link TimesFile.append}.
 */
export async function openTimes(path: string, goOn: boolean): Promise<TimesFile> {
  const text = goOn ? await readFile(path, 'utf8').catch(() => '') : '';
  if (text === '') await writeFile(path, header).catch(() => undefined);
  // The last line is incomplete after a crash.
  else if (!text.endsWith('\n')) await appendFile(path, '\n').catch(() => undefined);
  return new TimesFile(path, text);
}

/**
 * Wall-clock seconds spent so far, one line per point in time; a resumed run appends to the same file. Evaluations that were lost in a
 * crash appear twice; later lines take precedence.
 */
export class TimesFile {
  readonly #path: string;
  readonly #lines: readonly (readonly string[])[];

  /** @param text - The content of the file. */
  constructor(path: string, text: string) {
    this.#path = path;
    this.#lines = text.split('\n').map((line) => line.split(','));
  }

  /** The time an algorithm had spent when it had done so many evaluations; 0 if the file has no line for that. */
  at(algorithm: string, evaluations: number): RunSeconds {
    const before = this.#lines.filter(([name, done, ...spent]) => {
      const whole = spent.length === columns.length && spent.every((one) => Number(one) >= 0);
      return whole && name === algorithm && Number(done) <= evaluations;
    });
    const [total = 0, evaluation = 0, learning = 0, rest = 0] = before.at(-1)?.slice(2).map(Number) ?? [];
    return { total, evaluation, learning, rest };
  }

  /** Appends a line. @throws the file system's error. */
  async append(algorithm: string, evaluations: number, spent: RunSeconds): Promise<void> {
    const numbers = columns.map((name) => spent[name].toFixed(6));
    await appendFile(this.#path, encodeCsv([[algorithm, evaluations, ...numbers]]));
  }
}
