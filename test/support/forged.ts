import { checksum } from '../../src/formats/checksum.ts';
import { decodeSafetensors, encodeSafetensors, type Safetensor } from '../../src/formats/index.ts';

/** What a snapshot holds, to be changed. */
export interface Forged {
  kind: string;
  configuration: Record<string, unknown>;
  state: Record<string, unknown>;
  tensors: Map<string, Safetensor>;
}

const SUM_AT = 8 + '{"__metadata__":{"checksum":"'.length;

/** Another snapshot of the same kind, with the checksum that it needs. */
export function forged(bytes: Uint8Array, change: (content: Forged) => void): Uint8Array {
  const { tensors, metadata } = decodeSafetensors(bytes);
  const read = (key: string): Record<string, unknown> => JSON.parse(metadata.get(key)!) as Record<string, unknown>;
  const kind = metadata.get('kind')!;
  const copies = new Map(Array.from(tensors, ([name, { shape, data }]) => [name, { shape, data: data.slice() }]));
  const content = { kind, configuration: read('configuration'), state: read('state'), tensors: copies };
  change(content);
  const written = new Map(metadata);
  written.set('checksum', '0'.repeat(8));
  written.set('kind', content.kind);
  written.set('configuration', JSON.stringify(content.configuration));
  written.set('state', JSON.stringify(content.state));
  const out = encodeSafetensors({ tensors: content.tensors, metadata: written });
  const head = checksum(out.subarray(0, SUM_AT));
  const sum = checksum(out.subarray(SUM_AT + 8), head)
    .toString(16)
    .padStart(8, '0');
  out.set(new TextEncoder().encode(sum), SUM_AT);
  return out;
}

/** Changes a part of a snapshot, by its place such as `parts.archive`. */
export function forgePart(content: Forged, name: string, change: (inner: Forged) => void): void {
  const data = forged(content.tensors.get(name)!.data as Uint8Array, change);
  content.tensors.set(name, { shape: [data.length], data });
}

/** One change to what a snapshot holds, with a name. */
type Change = readonly [what: string, change: (content: Forged) => void];

const NUMBERS = [0, -1, 7, 1e-200, -1e100, 1e200, 1e308, Number.NaN, Number.NEGATIVE_INFINITY];
const STATES = [-1, 0, 7, 0.5, 2 ** 31, 2 ** 52, 2 ** 53 - 1, 1e300, 'x', true, null, [], undefined];

/** The snapshot's content, to be looked at. */
export function contentOf(bytes: Uint8Array): Forged {
  let whole!: Forged;
  forged(bytes, (content) => {
    whole = content;
  });
  return whole;
}

/** Ways to forge one piece of a snapshot: a value of its state, numbers of a tensor, its shape; every seventh of a part's. Of all these each n-th. */
export function* forgeries(bytes: Uint8Array, each: number = 1): Generator<[name: string, bytes: Uint8Array]> {
  let number = 0;
  for (const [what, change] of changesOf(bytes)) if (number++ % each === 0) yield [what, forged(bytes, change)];
}

function* changesOf(bytes: Uint8Array): Generator<Change> {
  const { state, tensors } = contentOf(bytes);
  for (const name of Object.keys(state)) yield* stateChanges(name, state[name]);
  for (const [name, { data }] of tensors) {
    if (name.startsWith('parts.')) yield* partChanges(name, data as Uint8Array);
    else yield* tensorChanges(name, data);
  }
}

function* partChanges(name: string, data: Uint8Array): Generator<Change> {
  let i = 0;
  for (const [what, change] of changesOf(data)) {
    if (i++ % 7 === 0) yield [`${name}: ${what}`, (content) => forgePart(content, name, change)];
  }
}

/** Other values of a piece of state: wrong ones, and those beside the one that it has; of what lies inside, too. */
export function* stateChanges(name: string, value: unknown): Generator<Change> {
  for (const [what, other] of valueChanges(value)) {
    const change = ({ state }: Forged): void => {
      state[name] = other;
    };
    yield [`${name}${what}`, change];
  }
}

function* valueChanges(value: unknown): Generator<[what: string, other: unknown]> {
  const beside = typeof value === 'number' ? [value - 1, value + 1, 2 * value] : [];
  for (const other of [...STATES, ...beside]) yield [` = ${JSON.stringify(other)}`, other];
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > 0) {
    yield [' without its first', value.slice(1)];
    yield [' with its last twice', [...value, value.at(-1)]];
  }
  for (const [key, inner] of Object.entries(value)) {
    for (const [what, other] of valueChanges(inner)) {
      yield [`.${key}${what}`, Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: other })];
    }
  }
}

/** Another length of a tensor, and other numbers in it. */
export function* tensorChanges(name: string, data: Safetensor['data']): Generator<Change> {
  type Numbers = Float64Array;
  const set =
    (other: Safetensor['data']) =>
    ({ tensors }: Forged): void =>
      void tensors.set(name, { shape: [other.length], data: other });
  const resized = (length: number): Numbers => {
    const other = new (data.constructor as Float64ArrayConstructor)(length);
    other.set(data.subarray(0, length) as Numbers);
    return other;
  };
  const numbers =
    (act: (numbers: Numbers) => unknown) =>
    ({ tensors }: Forged): void =>
      void act(tensors.get(name)!.data as Numbers);
  yield [`${name}: none`, ({ tensors }) => void tensors.delete(name)];
  yield [`${name}: empty`, set(resized(0))];
  yield [`${name}: longer`, set(resized(data.length + 1))];
  if (data instanceof Uint8Array) return yield* textChanges(name, data, set);
  for (const [i, value] of NUMBERS.entries()) {
    const at = i % 2 === 0 ? 0 : data.length >> 1;
    if (at < data.length) yield [`${name}[${at}] = ${value}`, numbers((all) => (all[at] = value))];
    yield [`${name}: all ${value}`, numbers((all) => all.fill(value))];
  }
  yield [`${name}: negated`, numbers((all) => all.set(all.map((x) => -x)))];
  yield [`${name}: reversed`, numbers((all) => all.reverse())];
}

/** Other texts in a list of texts, which may be JSON themselves. */
function* textChanges(name: string, data: Uint8Array, set: (other: Uint8Array) => Change[1]): Generator<Change> {
  const list = parsed(new TextDecoder().decode(data));
  if (!Array.isArray(list)) return;
  const written = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value) ?? '');
  for (const [what, other] of valueChanges(list)) yield [`${name}${what}`, set(written(other))];
  for (const [what, other] of valueChanges(parsed(list[0]))) {
    yield [`${name}.0:${what}`, set(written([JSON.stringify(other) ?? null, ...list.slice(1)]))];
  }
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}
