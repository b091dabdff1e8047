import {
  argumentError,
  type Column,
  type ElitesError,
  isCodec,
  isVector,
  MOST_COUNTED,
  type Schema,
  Table,
  type TextCodec,
  typedArrayKind,
} from '../core/index.ts';
import { foundTensor, type Safetensor, type SafetensorsFile } from './safetensors.ts';

/** The target of writing: JSON values and tensors, by place. */
interface StateWriter {
  /** The owner in error messages. */
  readonly owner: string;
  readonly json: Record<string, unknown>;
  readonly tensors: Map<string, Safetensor>;
}

/** The state in a snapshot, to be read. */
export interface StoredState extends Omit<SafetensorsFile, 'metadata'> {
  readonly json: Readonly<Record<string, unknown>>;
  /** Lengths that several arrays share, by name. */
  readonly lengths: Map<string, number>;
  readonly fail: Fail;
}

/** Makes the error for a snapshot that breaks a rule. */
export type Fail = (rule: string, value: unknown, cause?: unknown) => ElitesError;

/**
 * One kind of state: how a value is written, and how it is read and checked. Reading has no side effects on the part. A part declares
 * its state as a record of kinds; its snapshot follows from that.
 */
export interface StateKind<T> {
  write(to: StateWriter, place: string, value: T): void;
  /** @throws SNAPSHOT if the value at `place` is not of this kind. */
  read(from: StoredState, place: string): T;
}

/** Names and kinds of a part's state. */
export type StateKinds = Readonly<Record<string, StateKind<unknown>>>;

/** The type of a state of these kinds. */
export type StateOf<K extends StateKinds> = {
  readonly [N in keyof K]: K[N] extends StateKind<infer T> ? T : never;
};

/** Several kinds by name. Named lengths are shared among the arrays of one record. */
export function record<K extends StateKinds>(kinds: K): StateKind<StateOf<K>> {
  const at = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);
  return {
    write(to, place, value) {
      for (const name in kinds) kinds[name]!.write(to, at(place, name), value[name]);
    },
    read(from, place) {
      const own = { ...from, lengths: new Map<string, number>() };
      const entries = Object.entries(kinds).map(([name, kind]) => [name, kind.read(own, at(place, name))]);
      return Object.fromEntries(entries) as StateOf<K>;
    },
  };
}

/** A kind, or undefined. */
export function optional<T>(kind: StateKind<T>): StateKind<T | undefined> {
  return {
    write(to, place, value) {
      to.json[`${place}?`] = value !== undefined;
      if (value !== undefined) kind.write(to, place, value);
    },
    read: (from, place) => (flag.read(from, `${place}?`) ? kind.read(from, place) : undefined),
  };
}

/** A value that is written only if it is given, so that what lacks it has the bytes that it always had. */
export function rare<T>(kind: StateKind<T>): StateKind<T | undefined> {
  return {
    write(to, place, value) {
      if (value !== undefined) kind.write(to, place, value);
    },
    read: (from, place) => (Object.hasOwn(from.json, place) ? kind.read(from, place) : undefined),
  };
}

/** A list of at most `most` values of a kind. */
export function list<T>(kind: StateKind<T>, most: number): StateKind<readonly T[]> {
  return {
    write(to, place, values) {
      to.json[`${place}.length`] = values.length;
      for (const [i, value] of values.entries()) kind.write(to, `${place}.${i}`, value);
    },
    read(from, place) {
      const length = integer(0, most).read(from, `${place}.length`);
      return Array.from({ length }, (_, i) => kind.read(from, `${place}.${i}`));
    },
  };
}

/** A JSON value that passes `test`. */
function json<T>(rule: string, test: (value: unknown) => boolean): StateKind<T> {
  return {
    write(to, place, value) {
      to.json[place] = value;
    },
    read(from, place) {
      const value = Object.hasOwn(from.json, place) ? from.json[place] : undefined;
      if (test(value)) return value as T;
      throw from.fail(`have ${rule} as ${place}`, value);
    },
  };
}

/** True or false. */
export const flag: StateKind<boolean> = json('true or false', (value) => typeof value === 'boolean');

/** Any text. */
export const text: StateKind<string> = json('a text', (value) => typeof value === 'string');

/** An integer in [low, high]. */
export function integer(low: number = 0, high: number = MOST_COUNTED): StateKind<number> {
  const test = (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
  return json(`an integer in [${low}, ${high}]`, test);
}

/** A serial number: so far below 2^53 that counting on can never reach it. */
export const serial: StateKind<number> = integer(0, 2 ** 53 - 2 ** 32);

/** One of some texts. */
export function choice<T extends string>(choices: readonly T[]): StateKind<T> {
  return json(`one of ${choices.join(', ')}`, (value) => choices.includes(value as T));
}

/** The typed arrays that a state may contain. */
type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/** A size of an array: a number; a name, for a length that all arrays of a record with that name share; or undefined for any. */
export type Size = number | string | undefined;

/** The range of numbers: by default all that are finite. */
interface Range {
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  /** Whether only integers are accepted. */
  readonly whole?: boolean | undefined;
}

/**
 * An array of a given shape, with numbers in [low, high].
 * @param range - If undefined, any number is accepted, NaN too. Otherwise NaN is refused, and infinities unless a bound is infinite.
 */
function array<T extends Numbers>(
  kind: { readonly name: string; new (length: number): T },
  shape: readonly Size[],
  range: Range | undefined,
): StateKind<T> {
  return {
    write(to, place, data) {
      const free = shape.reduce<number>((product, size) => (typeof size === 'number' ? product * size : product), 1);
      const sizes = shape.map((size) => (typeof size === 'number' ? size : data.length / Math.max(1, free)));
      to.tensors.set(place, { shape: sizes, data });
    },
    read(from, place) {
      const tensor = from.tensors.get(place);
      const sizes = tensor?.shape ?? [];
      const fits =
        typedArrayKind(tensor?.data) === kind.name &&
        sizes.length === shape.length &&
        shape.every((size, i) => same(from, size, sizes[i]!));
      if (!fits) {
        const wanted = shape.map((size) =>
          typeof size === 'string' ? (from.lengths.get(size) ?? size) : (size ?? 'any'),
        );
        throw from.fail(`have ${place} as ${kind.name} of shape (${wanted.join(', ')})`, foundTensor(from, place));
      }
      return within(from, place, tensor!.data as T, range);
    },
  };
}

/** Whether a size is as wanted. The first array with a named length sets it. */
function same(from: StoredState, size: Size, found: number): boolean {
  if (typeof size !== 'string') return size === undefined || size === found;
  if (!from.lengths.has(size)) from.lengths.set(size, found);
  return from.lengths.get(size) === found;
}

function within<T extends Numbers>(from: StoredState, place: string, data: T, range: Range | undefined): T {
  if (range === undefined) return data;
  const { low = -Number.MAX_VALUE, high = Number.MAX_VALUE, whole = false } = range;
  const at = data.findIndex((value) => !(value >= low && value <= high && (!whole || Number.isInteger(value))));
  if (at < 0) return data;
  const numbers = whole ? 'integers' : 'numbers';
  const rule = high === Number.MAX_VALUE && low === -high ? 'finite numbers' : `${numbers} in [${low}, ${high}]`;
  throw from.fail(`have ${rule} in ${place}`, data[at]);
}

/** Float64 numbers, finite unless a bound is infinite. */
export function float64(
  shape: readonly Size[],
  low: number = -Number.MAX_VALUE,
  high: number = Number.MAX_VALUE,
): StateKind<Float64Array> {
  return array(Float64Array, shape, { low, high });
}

/** The range of counts and ids: integers from 0 on. */
export const counted: Required<Range> = { low: 0, high: MOST_COUNTED, whole: true };

/** Counts as float64 numbers. */
export function float64Counts(shape: readonly Size[]): StateKind<Float64Array> {
  return array(Float64Array, shape, counted);
}

/** Float64 numbers; infinities and NaN are accepted. */
export function anyFloat64(shape: readonly Size[]): StateKind<Float64Array> {
  return array(Float64Array, shape, undefined);
}

/** Finite float32 numbers, of at least `low`. */
export function float32(shape: readonly Size[], low?: number): StateKind<Float32Array> {
  return array(Float32Array, shape, { low });
}

/** Float32 arrays by name, each of its shape; finite numbers, of at least `low`. */
export function tensors<N extends string>(
  shapes: Readonly<Record<N, readonly number[]>>,
  low?: number,
): StateKind<Readonly<Record<N, Float32Array>>> {
  const kinds = Object.entries<readonly number[]>(shapes).map(([name, shape]) => [name, float32(shape, low)]);
  return record(Object.fromEntries(kinds)) as StateKind<Readonly<Record<N, Float32Array>>>;
}

/** Integers of 32 bits in [low, high]. */
export function int32(
  shape: readonly Size[],
  low: number = -(2 ** 31),
  high: number = 2 ** 31 - 1,
): StateKind<Int32Array> {
  return array(Int32Array, shape, { low, high });
}

/** Bytes, such as those of another snapshot. */
export const bytes: StateKind<Uint8Array> = array(Uint8Array, [undefined], undefined);

/** The range of a column's numbers, or a test of its values; a column without an entry accepts any number or value, undefined too. */
export type ColumnRanges = Readonly<Record<string, Range | ((value: unknown) => boolean)>>;

/** A table: an array for each column of numbers, a list of texts for every other column. `rows` names their shared length. */
export function table(schema: Schema, rows: string, ranges: ColumnRanges = {}): StateKind<Table> {
  return {
    write(to, place, value) {
      for (const name in schema) {
        if (isCodec(schema[name]!)) continue;
        const data = schema[name] === 'integer' ? value.integers(name) : value.numbers(name);
        to.tensors.set(`${place}.${name}`, { shape: shapeOf(schema[name]!, value.rows), data });
      }
      for (const name in schema) {
        if (isCodec(schema[name]!)) texts.write(to, `${place}.${name}`, serialized(value, name));
      }
      integer().write(to, `${place}.rows`, value.rows);
    },
    read(from, place) {
      const length = integer().read(from, `${place}.rows`);
      if ((from.lengths.get(rows) ?? length) !== length)
        throw from.fail(`have ${from.lengths.get(rows)} rows in ${place}`, length);
      from.lengths.set(rows, length);
      const data: Record<string, Column> = {};
      for (const name in schema) {
        const column = `${place}.${name}`;
        const range = ranges[name];
        if (!isCodec(schema[name]!)) {
          const shape = shapeOf(schema[name]!, length);
          const kind = schema[name] === 'integer' ? Int32Array : Float64Array;
          data[name] = array<Int32Array | Float64Array>(kind, shape, range as Range | undefined).read(from, column);
          continue;
        }
        const values = deserialized(from, column, schema[name], length);
        const wrong = typeof range === 'function' ? values.findIndex((value) => !range(value)) : -1;
        if (wrong >= 0) throw from.fail(`have values of the right kind in ${column}`, values[wrong]);
        data[name] = values;
      }
      return new Table(schema, length, data);
    },
  };
}

function shapeOf(kind: Schema[string], rows: number): number[] {
  return isVector(kind) ? [rows, kind.size] : [rows];
}

/** A list of texts or nulls. */
const texts: StateKind<readonly (string | null)[]> = {
  write(to, place, value) {
    bytes.write(to, place, new TextEncoder().encode(JSON.stringify(value)));
  },
  read(from, place) {
    let read: unknown;
    try {
      read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.read(from, place)));
    } catch (cause) {
      throw from.fail(`have texts in ${place}`, (cause as Error).message, cause);
    }
    if (Array.isArray(read) && read.every((one) => one === null || typeof one === 'string')) return read;
    throw from.fail(`have a list of texts in ${place}`, read);
  },
};

/** @throws what the codec throws; ARGUMENT if it gives something else than a string. */
function serialized(value: Table, name: string): (string | null)[] {
  const { serialize } = value.schema[name] as TextCodec<unknown>;
  return Array.from({ length: value.rows }, (_, i) => {
    const one = value.values(name)[i];
    if (one === undefined) return null;
    const written: unknown = serialize(one);
    if (typeof written === 'string') return written;
    throw argumentError('snapshot', 'serialize', 'answer with a string', written);
  });
}

function deserialized(from: StoredState, place: string, { deserialize }: TextCodec<unknown>, rows: number): unknown[] {
  const read = texts.read(from, place);
  if (read.length !== rows) throw from.fail(`have ${rows} texts in ${place}`, read.length);
  try {
    return read.map((one) => (one === null ? undefined : deserialize(one)));
  } catch (cause) {
    throw from.fail(`have ${place} that can be read`, (cause as Error | undefined)?.message, cause);
  }
}
