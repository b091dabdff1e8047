import { appendFile, readFile, writeFile } from 'node:fs/promises';
import type { RunSeconds } from '../../run/index.ts';

/** The file of times in the command's folder. */
export const timesName = 'times.csv';

const columns = ['total', 'evaluation', 'learning', 'rest'] as const;
const header = `algorithm,evaluations,${columns.join(',')}\n`;

/**
 * Begins the file of times of a run, or, with `goOn`, goes on with the one that is there. A file that cannot be written is no
 * error yet: {@link TimesFile.append} throws it.
 */
export async function openTimes(path: string, goOn: boolean): Promise<TimesFile> {
  const text = goOn ? await readFile(path, 'utf8').catch(() => '') : '';
  if (text === '') await writeFile(path, header).catch(() => undefined);
  // A crash has cut the last line off.
  else if (!text.endsWith('\n')) await appendFile(path, '\n').catch(() => undefined);
  return new TimesFile(path, text);
}

/**
 * Wall-clock seconds so far at evaluations, a line each: appended to while a search runs, and when it goes on in another process.
 * Evaluations that a crash has lost are there twice; the later lines count.
 */
export class TimesFile {
  readonly #path: string;
  readonly #lines: readonly (readonly string[])[];

  /** @param text - What the file holds. */
  constructor(path: string, text: string) {
    this.#path = path;
    this.#lines = text.split('\n').map((line) => line.split(','));
  }

  /** What an algorithm had spent when it had done so many evaluations; 0 where the file does not tell. */
  at(algorithm: string, evaluations: number): RunSeconds {
    const before = this.#lines.filter(([name, done, ...spent]) => {
      const whole = spent.length === columns.length && spent.every((one) => Number(one) >= 0);
      return whole && name === algorithm && Number(done) <= evaluations;
    });
    const [total = 0, evaluation = 0, learning = 0, rest = 0] = before.at(-1)?.slice(2).map(Number) ?? [];
    return { total, evaluation, learning, rest };
  }

  /** Adds a line. @throws what the file system says. */
  async append(algorithm: string, evaluations: number, spent: RunSeconds): Promise<void> {
    const numbers = columns.map((name) => spent[name].toFixed(6));
    await appendFile(this.#path, `${[algorithm, evaluations, ...numbers].join(',')}\n`);
  }
}
