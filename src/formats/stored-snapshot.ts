import { type ElitesError, MOST_COUNTED, typedArrayKind } from '../core/index.ts';
import { foundTensor, type Safetensor } from './safetensors.ts';

/** The state in a snapshot, each piece checked as it is read: a wrong one is SNAPSHOT. */
export class StoredSnapshot {
  readonly tensors: ReadonlyMap<string, Safetensor>;
  /** The error for bytes that break a rule: what they must, and what was found. */
  readonly fail: (rule: string, value: unknown, cause?: unknown) => ElitesError;
  readonly #state: Readonly<Record<string, unknown>>;

  constructor(
    tensors: ReadonlyMap<string, Safetensor>,
    state: Readonly<Record<string, unknown>>,
    fail: (rule: string, value: unknown, cause?: unknown) => ElitesError,
  ) {
    this.tensors = tensors;
    this.fail = fail;
    this.#state = state;
  }

  /** A piece of state as it is; undefined if there is none. */
  value(name: string): unknown {
    return Object.hasOwn(this.#state, name) ? this.#state[name] : undefined;
  }

  /** An integer in [low, high], by default a count. */
  integer(name: string, low: number = 0, high: number = MOST_COUNTED): number {
    const value = this.value(name);
    if (Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high) return value as number;
    throw this.fail(`have an integer in [${low}, ${high}] as ${name}`, value);
  }

  /** True or false. */
  flag(name: string): boolean {
    const value = this.value(name);
    if (typeof value === 'boolean') return value;
    throw this.fail(`have true or false as ${name}`, value);
  }

  has(name: string): boolean {
    return this.tensors.has(name);
  }

  /** Float64 numbers of a shape, in [low, high]. */
  float64(
    name: string,
    shape: readonly number[],
    low: number = -Number.MAX_VALUE,
    high: number = Number.MAX_VALUE,
  ): Float64Array {
    return this.#within(this.anyFloat64(name, shape), name, low, high);
  }

  /** Float64 numbers of a shape, of which any may be infinite or NaN. */
  anyFloat64(name: string, shape: readonly number[]): Float64Array {
    return this.#data(name, 'Float64Array', shape);
  }

  /** Integers of 32 bits in [low, high], of a shape. */
  int32(name: string, shape: readonly number[], low: number = -(2 ** 31), high: number = 2 ** 31 - 1): Int32Array {
    return this.#within(this.#data(name, 'Int32Array', shape), name, low, high);
  }

  /** Unsigned integers of 32 bits, of a shape. */
  uint32(name: string, shape: readonly number[]): Uint32Array {
    return this.#data(name, 'Uint32Array', shape);
  }

  /** The bytes of another snapshot, or of a text. */
  bytes(name: string): Uint8Array {
    return this.#data(name, 'Uint8Array', [this.tensors.get(name)?.data.length ?? -1]);
  }

  /** The numbers in the one dimension of a tensor, of any length. */
  length(name: string): number {
    const shape = this.tensors.get(name)?.shape;
    if (shape?.length === 1) return shape[0]!;
    throw this.fail(`have ${name}, of one dimension`, shape);
  }

  #within<T extends Float64Array | Int32Array>(data: T, name: string, low: number, high: number): T {
    const at = data.findIndex((value) => !(value >= low && value <= high));
    if (at < 0) return data;
    const range = high === Number.MAX_VALUE && low === -high ? 'finite numbers' : `numbers in [${low}, ${high}]`;
    throw this.fail(`have ${range} in ${name}`, data[at]);
  }

  #data<T extends Safetensor['data']>(name: string, kind: string, shape: readonly number[]): T {
    const tensor = this.tensors.get(name);
    if (typedArrayKind(tensor?.data) === kind && `${tensor!.shape}` === `${shape}`) return tensor!.data as T;
    throw this.fail(`have ${name} as ${kind} of shape (${shape.join(', ')})`, foundTensor(this, name));
  }
}
