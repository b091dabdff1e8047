import { argumentError, ElitesError, show } from '../core/index.ts';

/** A record of a CSV file. */
export interface CsvRecord {
  /** The line in which it begins, from 1. */
  readonly line: number;
  /** Its values, without quotes. */
  readonly values: readonly string[];
}

/** How {@link decodeCsv} reads. */
export interface CsvOptions {
  /** Lines that begin with this text, outside quotes, are skipped (default: none are). */
  readonly comment?: string | undefined;
  /** Whom errors name (default 'decodeCsv'). */
  readonly owner?: string | undefined;
}

const [plain, restOfLine, lineEnd] = [/[^",\r\n]*/y, /[^\r\n]*/y, /(?:\r\n|\n|\r)?/y];

/**
 * Reads comma-separated values as [RFC4180] has them: a value in quotes may hold commas, line ends and doubled quotes. Lines end with
 * CRLF, LF or CR; a byte order mark is skipped. Deviation: empty lines are skipped, because tables without them are read alike.
 * Whether records have equally many values is for the caller to check.
 * @throws ARGUMENT if `text` is no string; SNAPSHOT, with line and column, if a quote is misplaced or is not closed.
 */
export function decodeCsv(text: string, options?: CsvOptions): CsvRecord[] {
  return [...csvRecords(text, options)];
}

/** The records of {@link decodeCsv}, read one by one. @throws as decodeCsv. */
export function* csvRecords(
  text: string,
  { comment, owner = 'decodeCsv' }: CsvOptions = {},
): Generator<CsvRecord, undefined> {
  if (typeof text !== 'string') throw argumentError(owner, 'text', 'be a string', text);
  const start = text.startsWith('\ufeff') ? 1 : 0;
  for (let place = { at: start, line: 1, lineStart: start }; place.at < text.length; ) {
    if (comment !== undefined && text.startsWith(comment, place.at)) {
      place = nextLine(text, place.at + match(restOfLine, text, place.at), place);
      continue;
    }
    const { values, end } = readRecord(owner, text, place);
    if (values.length > 1 || end.at > place.at) yield { line: place.line, values };
    place = nextLine(text, end.at, end);
  }
}

/** Where a text is read: the index, its line, and the index at which that line begins. */
interface Place {
  readonly at: number;
  readonly line: number;
  readonly lineStart: number;
}

/** Reads to the end of a record, before its line end. */
function readRecord(owner: string, text: string, from: Place): { values: string[]; end: Place } {
  const values: string[] = [];
  let { at, line, lineStart } = from;
  for (;;) {
    const inQuotes = text[at] === '"';
    const next = inQuotes ? closingQuote(text, at) + 1 : at + match(plain, text, at);
    if (inQuotes && next === 0) throw misplaced(owner, text, { at, line, lineStart }, 'have a closing quote');
    const found = text.slice(at, next);
    values.push(inQuotes ? found.slice(1, -1).replaceAll('""', '"') : found);
    for (const { 0: end, index } of inQuotes ? found.matchAll(/\r\n|\n|\r/g) : []) {
      line++;
      lineStart = at + index + end.length;
    }
    at = next;
    if (text[at] !== ',') break;
    at++;
  }
  const end = { at, line, lineStart };
  if (at === text.length || match(lineEnd, text, at) > 0) return { values, end };
  const rule = 'have quotes only around a whole value, and doubled within it';
  throw misplaced(owner, text, end, rule);
}

/** The index of the quote that closes a value; −1 if there is none. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** How many characters at an index match a sticky pattern. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)![0].length;
}

function nextLine(text: string, at: number, { line }: Place): Place {
  const next = at + match(lineEnd, text, at);
  return { at: next, line: line + 1, lineStart: next };
}

function misplaced(owner: string, text: string, { at, line, lineStart }: Place, rule: string): ElitesError {
  const got = show(text.slice(at, at + match(restOfLine, text, at)));
  const place = `line ${line}, column ${at - lineStart + 1}`;
  return new ElitesError('SNAPSHOT', `${owner}: text must ${rule}; got ${got} in ${place}.`);
}

/**
 * Writes records as comma-separated values [RFC4180], with a line end after the last. Numbers are written so that
 * {@link csvNumber} reads the same bits; NaN and undefined as an empty value. Texts are in quotes where they must be, or would begin
 * with `#`. Deviation: lines end with LF, as pandas and R write them.
 */
export function encodeCsv(records: Iterable<readonly (string | number | undefined)[]>): string {
  let text = '';
  for (const record of records) {
    const line = record.map(valueText).join(',');
    // A record of one empty value is not an empty line.
    text += `${line === '' ? '""' : line}\n`;
  }
  return text;
}

function valueText(value: string | number | undefined): string {
  if (typeof value === 'string') return /^\s*#|[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return value === undefined || Number.isNaN(value) ? '' : Object.is(value, -0) ? '-0' : String(value);
}

/**
 * The number that a value of a CSV file says: as JavaScript, NumPy, pandas and R write it, with spaces around it. NaN for an empty
 * value, `nan` and `NA`.
 * @returns undefined if it is no number.
 */
export function csvNumber(value: string): number | undefined {
  const text = value.trim();
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text);
  if (/^(nan|na)?$/i.test(text)) return Number.NaN;
  const infinite = /^([-+]?)inf(inity)?$/i.exec(text);
  return infinite === null ? undefined : infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
