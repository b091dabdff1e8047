import type { Metrics } from '../../core/index.ts';
import { durationText, integerText, percentText, significantText } from './number-text.ts';

/** Where progress is written, such as process.stderr. */
export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Whether lines can be rewritten there: a terminal, but not one that knows no control codes (TERM=dumb). */
export function canRewrite({ isTTY }: ProgressStream): boolean {
  return isTTY === true && process.env.TERM !== 'dumb';
}

/** The progress of a run. */
export interface ProgressState {
  /** How much of the total is done. */
  readonly done: number;
  /** Other numbers to show, the most important first. */
  readonly figures: readonly ProgressFigure[];
}

/** A number as text, with its name and an optional short name. */
export interface ProgressFigure {
  readonly name: string;
  readonly short?: string | undefined;
  readonly text: string;
}

/** Coverage and mean fitness. */
export function archiveFigures({ coverage, meanFitness }: Metrics): ProgressFigure[] {
  return [
    { name: 'coverage', text: percentText(coverage) },
    { name: 'mean fitness', short: 'mean', text: significantText(meanFitness) },
  ];
}

const updateEvery = 100;
// Room for the ^C that a terminal prints.
const roomForEcho = 3;
const eraseLine = '\r\u001b[K';

/** What a {@link Progress} shows, and where. */
interface ProgressOptions {
  readonly stream: ProgressStream;
  readonly name: string;
  readonly total: number;
  /** What is counted, a plural (default: evaluations). */
  readonly unit?: string;
  /** How many were done in an earlier session (default 0). */
  readonly before?: number;
  /** ms; for tests. */
  readonly now?: () => number;
}

/** Shows the progress of a run: on a terminal one line, rewritten at most ten times a second; else one line per tenth. */
export class Progress {
  readonly #options: Required<ProgressOptions>;
  readonly #start: number;
  #shown = Number.NEGATIVE_INFINITY;
  #tenth: number;

  constructor({ unit = 'evaluations', before = 0, now = () => performance.now(), ...options }: ProgressOptions) {
    this.#options = { ...options, unit, before, now };
    this.#tenth = Math.floor((before / options.total) * 10);
    this.#start = now();
  }

  /** Updates the progress; writes only if it is due. */
  update(state: () => ProgressState, done: number): void {
    const { stream, name, total, before, now } = this.#options;
    if (canRewrite(stream)) {
      if (now() - this.#shown < updateEvery) return;
      this.#shown = now();
      const columns = (stream.columns ?? 80) - roomForEcho;
      stream.write(`${eraseLine}${progressLine(name, total, state(), this.#seconds(), columns, before)}`);
      return;
    }
    const tenth = Math.floor((done / total) * 10);
    if (tenth <= this.#tenth || tenth >= 10) return;
    this.#tenth = tenth;
    const pace = paceText(done, total, this.#seconds(), before).join('  ');
    stream.write(`${name}  ${tenth * 10} %  ${this.#details(state())}  ${pace}\n`);
  }

  /** Ends the line with the final numbers. */
  end(state: ProgressState): void {
    this.clear();
    const { stream, name } = this.#options;
    stream.write(`${name}  ${this.#details(state)}  ${this.#seconds().toFixed(1)} s\n`);
  }

  /** Erases the line, so that something else can be written. */
  clear(): void {
    const { stream } = this.#options;
    if (canRewrite(stream)) stream.write(eraseLine);
  }

  #details({ done, figures }: ProgressState): string {
    const { unit } = this.#options;
    return [`${integerText(done)} ${unit}`, ...figures.map(({ name, text }) => `${name} ${text}`)].join('  ');
  }

  #seconds(): number {
    return (this.#options.now() - this.#start) / 1000;
  }
}

/** The rate, and the time left at that rate. */
function paceText(done: number, total: number, seconds: number, before: number): [rate: string, left: string] {
  const rate = (done - before) / Math.max(seconds, 1e-3);
  return [`${integerText(rate)}/s`, `${durationText((total - done) / rate)} left`];
}

/**
 * A line of at most `columns` characters: name, bar, numbers, rate, time left. If they do not fit, the least important are left out; the
 * bar fills the rest.
 * @param before - How much was done before `seconds` began.
 */
export function progressLine(
  name: string,
  total: number,
  { done, figures }: ProgressState,
  seconds: number,
  columns: number,
  before = 0,
): string {
  const [rate, left] = paceText(done, total, seconds, before);
  const parts = [
    { text: name, weight: 5 },
    { text: integerText(done).padStart(integerText(total).length), weight: 2 },
    ...figures.map(({ name, short, text }, i) => {
      return { text: `${short ?? name} ${i === 0 ? text.padStart(6) : text.padEnd(7)}`, weight: 4 - i };
    }),
    { text: rate, weight: 1 },
    { text: left, weight: 6 },
  ];
  const room = (): number => columns - parts.reduce((sum, part) => sum + part.text.length + 2, 0);
  while (parts.length > 0 && room() < 8) {
    const least = parts.reduce((a, b) => (b.weight < a.weight ? b : a));
    parts.splice(parts.indexOf(least), 1);
  }
  const width = Math.max(0, Math.min(40, room()));
  const filled = Math.round(Math.min(1, done / total) * width);
  const bar = '━'.repeat(filled) + '─'.repeat(width - filled);
  const named = parts[0]?.text === name ? [name, bar] : [bar];
  const rest = parts.filter((part) => part.text !== name).map((part) => part.text);
  return [...named, ...rest].filter((text) => text !== '').join('  ');
}
