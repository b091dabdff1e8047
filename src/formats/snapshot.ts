import { asBytes, snapshotError } from '../core/index.ts';
import { checksum } from './checksum.ts';
import { type Configuration, flatConfiguration, listed } from './configuration.ts';
import {
  decodeSafetensors,
  encodeSafetensors,
  isRecord,
  type Safetensor,
  type SafetensorsFile,
} from './safetensors.ts';
import { bytes as bytesKind, type Fail, record, type StateKinds, type StateOf, type StoredState } from './state.ts';
import { type NamedParts, restoreParts, type StatefulParts, statefulParts } from './stateful-parts.ts';

/** The description of a snapshot: kind, configuration, and the kinds of its state. */
export interface SnapshotLayout<K extends StateKinds> {
  /** Name of the class that the state belongs to, such as `CvtArchive`. */
  readonly kind: string;
  /** Must be equal where the snapshot is restored: names and numbers, nested in any way. */
  readonly configuration: object;
  /** The entries of the state. */
  readonly state: K;
  /** Parts with state: it contains their snapshots. */
  readonly parts?: NamedParts | undefined;
  /**
   * Parts that have state if they have `stateful: true`, or a snapshot method. The configuration then names all parts with state, so
   * that they must be the same where the snapshot is restored.
   */
  readonly maybeParts?: NamedParts | undefined;
}

const FORMAT = 'elites.snapshot';
const VERSION = '2';
const DIGITS = 8;
/** The start of every snapshot after the header's length: the checksum is the first key of the header. */
const OPENING = '{"__metadata__":{"checksum":"';
const SUM_AT = 8 + OPENING.length;

/**
 * Writes a snapshot: a safetensors file whose metadata hold kind, configuration and state as JSON, and a checksum of all
 * other bytes of the file. Equal content gives equal bytes. Contains no code.
 * @param owner - The owner in error messages (default: the method `snapshot` of the kind).
 * @throws what a codec of the state throws; STATE if a part that has state lacks `snapshot` or `restore`.
 */
export function encodeSnapshot<K extends StateKinds>(
  snapshotOf: SnapshotLayout<K>,
  value: StateOf<K>,
  owner: string = `${snapshotOf.kind}.snapshot`,
): Uint8Array {
  const { kind, state } = snapshotOf;
  const { parts, configuration } = withParts(owner, snapshotOf);
  const json: Record<string, unknown> = {};
  const tensors = new Map<string, Safetensor>();
  const to = { owner, json, tensors };
  record(state).write(to, '', value);
  for (const [name, part] of parts) bytesKind.write(to, `parts.${name}`, part.snapshot());
  const metadata = new Map([
    ['checksum', '0'.repeat(DIGITS)],
    ['configuration', JSON.stringify(configuration)],
    ['format', FORMAT],
    ['kind', kind],
    ['state', JSON.stringify(json)],
    ['version', VERSION],
  ]);
  const bytes = encodeSafetensors({ tensors, metadata });
  bytes.set(new TextEncoder().encode(sum(bytes)), SUM_AT);
  return bytes;
}

/** The parts that have state, and the configuration, which names them under `parts` if any of them might have none. */
function withParts(
  owner: string,
  { configuration, parts, maybeParts }: SnapshotLayout<StateKinds>,
): { readonly parts: StatefulParts; readonly configuration: Configuration } {
  const stateful = statefulParts(owner, parts, maybeParts);
  const names = maybeParts && [...stateful.keys()].join(', ');
  return { parts: stateful, configuration: flatConfiguration({ ...configuration, parts: names }) };
}

/**
 * Reads a snapshot, and checks its checksum, kind, configuration and state.
 * @param owner - The owner in error messages.
 * @returns the state; `fail`, which makes the error for a state that breaks a further rule; and a function that restores all parts, then
 *   calls `check`. If a part or `check` throws, all parts get their old state back, and the error is thrown: SNAPSHOT, or the ElitesError
 *   of the part.
 * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged, or differ in kind,
 *   configuration or state, naming the difference; STATE if a part that has state lacks `snapshot` or `restore`.
 */
export function decodeSnapshot<K extends StateKinds>(
  owner: string,
  bytes: Uint8Array | ArrayBuffer,
  snapshotOf: SnapshotLayout<K>,
): { readonly state: StateOf<K>; readonly fail: Fail; readonly restoreParts: (check?: () => void) => void } {
  const { kind, state } = snapshotOf;
  const { parts, configuration } = withParts(owner, snapshotOf);
  const opened = openSnapshot(owner, bytes);
  const { metadata, fail } = opened;
  if (metadata.get('kind') !== kind) throw fail(`have kind ${kind}`, metadata.get('kind'));
  compare(configuration, jsonRecord(metadata.get('configuration'), 'configuration', fail), fail);
  const from = storedState(opened);
  const read = record(state).read(from, '');
  const stored = Array.from(parts, ([name, part]) => [part, bytesKind.read(from, `parts.${name}`)] as const);
  return { state: read, fail, restoreParts: (check) => restoreParts(stored, check) };
}

/** Reads state from an opened snapshot. @throws SNAPSHOT if an entry is missing or of another kind. */
export function readState<K extends StateKinds>(opened: OpenedSnapshot, state: K): StateOf<K> {
  return record(state).read(storedState(opened), '');
}

function storedState(opened: OpenedSnapshot): StoredState {
  const json = jsonRecord(opened.metadata.get('state'), 'state', opened.fail);
  return { ...opened, json, lengths: new Map() };
}

/** The content of a snapshot whose checksum was verified. */
export interface OpenedSnapshot extends SafetensorsFile {
  readonly fail: Fail;
}

/** Whether bytes begin as a snapshot does. */
export function isSnapshot(bytes: Uint8Array): boolean {
  return letters(bytes, 8, SUM_AT) === OPENING;
}

function letters(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Checks that bytes are a complete snapshot of this version. @throws as {@link decodeSnapshot}. */
export function openSnapshot(owner: string, file: Uint8Array | ArrayBuffer): OpenedSnapshot {
  const bytes = asBytes(owner, 'bytes', file);
  const fail: Fail = (rule, value, cause) => snapshotError(owner, rule, value, cause);
  const checksum = sum(bytes);
  const written = letters(bytes, SUM_AT, SUM_AT + DIGITS);
  // What does not begin like a snapshot may be a whole file of another format, which is named below.
  if (isSnapshot(bytes) && written !== checksum) {
    throw fail(`have the checksum ${checksum} (they are damaged)`, written);
  }
  const opened = decodeSafetensors(bytes, owner);
  for (const [key, value] of Object.entries({ format: FORMAT, version: VERSION, checksum })) {
    const found = opened.metadata.get(key);
    if (found !== value) throw fail(`have ${key} ${value}`, found);
  }
  return { ...opened, fail };
}

/** The checksum of all bytes except its own digits, in hexadecimal. */
function sum(bytes: Uint8Array): string {
  const head = checksum(bytes.subarray(0, SUM_AT));
  return checksum(bytes.subarray(SUM_AT + DIGITS), head)
    .toString(16)
    .padStart(DIGITS, '0');
}

function compare(here: Configuration, stored: Record<string, unknown>, fail: Fail): void {
  for (const key of new Set([...Object.keys(here), ...Object.keys(stored)])) {
    const expected = Object.hasOwn(here, key) ? here[key] : undefined;
    const found = Object.hasOwn(stored, key) ? stored[key] : undefined;
    if (expected === found) continue;
    const wanted = listed(expected, found);
    const text = Array.isArray(wanted) ? `[${wanted.join(', ')}]` : wanted;
    throw fail(expected === undefined ? `have no ${key}` : `have ${key} ${text}`, listed(found, expected));
  }
}

function jsonRecord(text: string | undefined, key: string, fail: Fail): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    // Treated like JSON that is not an object.
  }
  if (isRecord(value)) return value;
  throw fail(`have a JSON object as ${key}`, text);
}
