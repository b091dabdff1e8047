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

const NUMBERS = [0, -1, 7, 1e-200, -1e100, 1e200, 1e308, Number.NaN, Number.NEGATIVE_INFINITY];
const STATES = [-1, 0, 7, 0.5, 2 ** 31, 2 ** 52, 2 ** 53 - 1, 1e300, 'x', true, null, [], undefined];

/** Every way to forge one piece of a snapshot: a value of its state, numbers of a tensor, its shape; every seventh of a part's. */
export function* forgeries(bytes: Uint8Array): Generator<[name: string, bytes: Uint8Array]> {
  let whole!: Forged;
  forged(bytes, (content) => {
    whole = content;
  });
  for (const name of Object.keys(whole.state)) {
    for (const value of STATES) {
      const change = ({ state }: Forged): void => {
        state[name] = value;
      };
      yield [`${name} = ${JSON.stringify(value)}`, forged(bytes, change)];
    }
  }
  for (const [name, { data }] of whole.tensors) {
    const changes = name.startsWith('parts.') ? partForgeries(name, data as Uint8Array) : tensorForgeries(name, data);
    for (const [what, change] of changes) yield [`${name}: ${what}`, forged(bytes, change)];
  }
}

type Change = [what: string, change: (content: Forged) => void];

function* partForgeries(name: string, data: Uint8Array): Generator<Change> {
  let i = 0;
  for (const [what, inner] of forgeries(data)) {
    if (i++ % 7 > 0) continue;
    yield [what, ({ tensors }) => void tensors.set(name, { shape: [inner.length], data: inner })];
  }
}

function* tensorForgeries(name: string, data: Safetensor['data']): Generator<Change> {
  const replace =
    (length: number) =>
    ({ tensors }: Forged): void => {
      const other = new (data.constructor as Float64ArrayConstructor)(length);
      other.set(data.subarray(0, length) as Float64Array);
      tensors.set(name, { shape: [length], data: other });
    };
  const numbers =
    (act: (numbers: Float64Array) => unknown) =>
    ({ tensors }: Forged): void =>
      void act(tensors.get(name)!.data as Float64Array);
  yield ['none', ({ tensors }) => void tensors.delete(name)];
  yield ['empty', replace(0)];
  yield ['longer', replace(data.length + 1)];
  if (data instanceof Uint8Array) return;
  for (const [i, value] of NUMBERS.entries()) {
    const at = i % 2 === 0 ? 0 : data.length >> 1;
    if (at < data.length) yield [`[${at}] = ${value}`, numbers((all) => (all[at] = value))];
    yield [`all ${value}`, numbers((all) => all.fill(value))];
  }
  yield ['negated', numbers((all) => all.set(all.map((x) => -x)))];
  yield ['reversed', numbers((all) => all.reverse())];
}
