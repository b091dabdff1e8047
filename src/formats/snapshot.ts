import { asBytes, type ElitesError, snapshotError } from '../core/index.ts';
import { checksum } from './checksum.ts';
import { type Configuration, flatConfiguration } from './configuration.ts';
import { decodeSafetensors, encodeSafetensors, isRecord, type Safetensor } from './safetensors.ts';
import { StoredSnapshot } from './stored-snapshot.ts';

/** What a part writes into its snapshot. */
export interface SnapshotContent {
  /** Whose state it is, such as `CvtArchive`. */
  readonly kind: string;
  /** What must be the same where it is restored: names and numbers, nested as they come. */
  readonly configuration: object;
  /** State that is no tensor: numbers, strings, flags, lists of them. */
  readonly state?: Readonly<Record<string, unknown>> | undefined;
  /** State that is: by name. Not copied before it is written. */
  readonly tensors?: Iterable<readonly [string, Safetensor]> | undefined;
}

const FORMAT = 'elites.snapshot';
const VERSION = '1';
const DIGITS = 8;
/** What every snapshot begins with, behind the header's length: the first key of the header is the checksum. */
const OPENING = '{"__metadata__":{"checksum":"';
const SUM_AT = 8 + OPENING.length;

/**
 * Writes a snapshot: a safetensors file whose metadata hold kind, configuration and state as JSON, and a checksum of all
 * other bytes of the file. Same content, same bytes. Holds no code.
 */
export function encodeSnapshot({ kind, configuration, state = {}, tensors = [] }: SnapshotContent): Uint8Array {
  const metadata = new Map([
    ['checksum', '0'.repeat(DIGITS)],
    ['configuration', JSON.stringify(flatConfiguration(configuration))],
    ['format', FORMAT],
    ['kind', kind],
    ['state', JSON.stringify(state)],
    ['version', VERSION],
  ]);
  const bytes = encodeSafetensors({ tensors: new Map(tensors), metadata });
  bytes.set(new TextEncoder().encode(sum(bytes)), SUM_AT);
  return bytes;
}

/**
 * Reads a snapshot, and checks that it is whole, of this kind, and of the same configuration.
 * @param owner - In whose name errors are thrown.
 * @throws ARGUMENT if `file` is neither Uint8Array nor ArrayBuffer; SNAPSHOT if it is damaged, or naming the field that differs.
 */
export function decodeSnapshot(
  owner: string,
  file: Uint8Array | ArrayBuffer,
  { kind, configuration }: Pick<SnapshotContent, 'kind' | 'configuration'>,
): StoredSnapshot {
  const bytes = asBytes(owner, 'bytes', file);
  const fail = (rule: string, value: unknown, cause?: unknown): ElitesError => snapshotError(owner, rule, value, cause);
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  const opening = text(8, SUM_AT);
  if (opening !== OPENING) throw fail('be a snapshot', bytes.length === 0 ? 'no bytes' : 'other bytes');
  const expected = sum(bytes);
  const found = text(SUM_AT, SUM_AT + DIGITS);
  if (found !== expected) throw fail(`have the checksum ${expected}, they are damaged`, found);
  const { tensors, metadata } = decodeSafetensors(bytes, owner);
  for (const [key, value] of Object.entries({ format: FORMAT, version: VERSION, kind })) {
    if (metadata.get(key) !== value) throw fail(`have ${key} ${value}`, metadata.get(key));
  }
  const record = (key: string): Record<string, unknown> => jsonRecord(metadata.get(key), key, fail);
  compare(flatConfiguration(configuration), record('configuration'), fail);
  return new StoredSnapshot(tensors, record('state'), fail);
}

/** The checksum of everything but its own digits, in hexadecimal. */
function sum(bytes: Uint8Array): string {
  const head = checksum(bytes.subarray(0, SUM_AT));
  return checksum(bytes.subarray(SUM_AT + DIGITS), head)
    .toString(16)
    .padStart(DIGITS, '0');
}

function compare(here: Configuration, stored: Record<string, unknown>, fail: StoredSnapshot['fail']): void {
  for (const key of new Set([...Object.keys(here), ...Object.keys(stored)])) {
    const expected = Object.hasOwn(here, key) ? here[key] : undefined;
    const found = Object.hasOwn(stored, key) ? stored[key] : undefined;
    if (expected === found) continue;
    throw fail(expected === undefined ? `have no ${key}` : `have ${key} ${expected}`, found);
  }
}

function jsonRecord(text: string | undefined, key: string, fail: StoredSnapshot['fail']): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    // As if it were no object.
  }
  if (isRecord(value)) return value;
  throw fail(`have a JSON object as ${key}`, text);
}
