import type { ValueRange } from '../svg/value-range.ts';

/** Round numbers inside a range, and as many decimals as they need. */
export interface Ticks {
  /** Ascending, inside the range. */
  readonly values: readonly number[];
  /** Writes a number with the decimals of these ticks. */
  readonly format: (value: number) => string;
}

const slack = 1e-9;

/**
 * About `count` multiples of 1, 2 or 5 times a power of ten inside the range.
 * @param letters - Where numbers are longer, they are written as powers of ten if that is shorter.
 */
export function linearTicks(range: ValueRange, count: number, letters: number = Number.POSITIVE_INFINITY): Ticks {
  const step = stepOf(range, count);
  const first = Math.ceil(range[0] / step - slack);
  const last = Math.floor(range[1] / step + slack);
  const values: number[] = [];
  for (let i = first; i <= last && values.length < 100; i++) values.push(i * step);
  const power = Math.floor(Math.log10(step) + slack);
  const plain = (value: number): string => formatNumber(value, Math.max(0, -power));
  const short = (value: number): string => powerText(value, Math.floor(Math.log10(Math.abs(value)) + slack) - power);
  const long = power < -6 || values.some((value) => Math.abs(value) >= 1e9);
  const longest = (format: Ticks['format']): number => Math.max(...values.map((value) => format(value).length));
  const isShort = long || (longest(plain) > letters && longest(short) < longest(plain));
  return { values, format: isShort ? short : plain };
}

/** A number as a power of ten, 0 as it is. @param digits - After the point, at most. */
function powerText(value: number, digits: number): string {
  if (value === 0) return '0';
  const text = value.toExponential(Math.min(20, digits));
  return text.replace(/\.?0*e\+?/, 'e').replaceAll('-', '−');
}

/** Powers of ten inside a range above 0, at most about `count`; where fewer than two lie inside, 1, 2 and 5 times them. */
export function logTicks(range: ValueRange, count: number): Ticks {
  const first = Math.ceil(Math.log10(range[0]) - slack);
  const last = Math.floor(Math.log10(range[1]) + slack);
  if (last - first < 1) {
    const multiples = [1, 2, 3, 5].flatMap((m) => [m * 10 ** (first - 1), m * 10 ** first]).sort((a, b) => a - b);
    return { values: multiples.filter((v) => v >= range[0] && v <= range[1]), format: logText(range) };
  }
  const every = Math.max(1, Math.ceil((last - first) / count));
  const values: number[] = [];
  for (let power = first; power <= last; power += every) values.push(10 ** power);
  return { values, format: logText(range) };
}

/** Writes all numbers of an axis alike: with decimals, or as powers of ten if some would be long. */
function logText([low, high]: ValueRange): (value: number) => string {
  const plain = low >= 0.001 * (1 - slack) && high < 1e7;
  return plain
    ? (value) => formatNumber(value, Math.max(0, -Math.floor(Math.log10(value) + slack)))
    : (value) => powerText(value, 0);
}

/**
 * The range, widened to the ticks around it.
 * @param most - An end farther from its tick than this share of the range stays where it is.
 */
export function widenToTicks(range: ValueRange, count: number, most: number): ValueRange {
  const step = stepOf(range, count);
  const room = most * (range[1] - range[0]);
  const below = Math.floor(range[0] / step + slack) * step;
  const above = Math.ceil(range[1] / step - slack) * step + 0;
  const low = range[0] - below > room ? range[0] : below;
  const high = above - range[1] > room ? range[1] : above;
  return low < high && Number.isFinite(high - low) ? [low, high] : range;
}

function stepOf([low, high]: ValueRange, count: number): number {
  const raw = (high / 2 - low / 2) / (count / 2);
  const power = 10 ** Math.floor(Math.log10(raw));
  const multiple = raw / power;
  return (multiple >= 7.5 ? 10 : multiple >= 3.5 ? 5 : multiple >= 1.5 ? 2 : 1) * power;
}

/**
 * A number for readers: groups of thousands, a minus sign, `decimals` decimals; as a power of ten if that would be long.
 */
export function formatNumber(value: number, decimals: number): string {
  const size = Math.abs(value);
  const long = decimals > 6 || size >= 1e9;
  const digits = long && value !== 0 ? value.toExponential(2) : group(value.toFixed(Math.min(decimals, 6)));
  return digits.replace(/^-(?=[0.,]*$)/, '').replaceAll('-', '−');
}

/** A count with its noun: 1 → '1 elite', 5000 → '5,000 elites'. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

function group(digits: string): string {
  const [whole, fraction] = digits.split('.');
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
