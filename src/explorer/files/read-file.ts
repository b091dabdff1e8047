import {
  CategoricalArchive,
  CvtArchive,
  DeepGridArchive,
  DnsArchive,
  GridArchive,
  MultiObjectiveArchive,
  SlidingBoundariesArchive,
  UnstructuredArchive,
} from '../../archives/index.ts';
import { ElitesError, messageOf, shorten, typedArrayKind } from '../../core/index.ts';
import { DataDrivenEncoding } from '../../encodings/index.ts';
import { decodeSafetensors, isNpy } from '../../formats/index.ts';
import { LinearEncoding } from '../../pca/index.ts';
import type { ExplorerArchive } from '../explorer-rows.ts';
import { type ExplorerSpace, isDrawn } from '../explorer-space.ts';
import type { FileContent } from './file-content.ts';
import { csvArchive, inCells, type KeptElites, npyArchive } from './table-files.ts';

export { contentSentence } from './file-content.ts';

/** The archives whose files say all that they are made of. */
const readers: Readonly<Record<string, { fromBytes(bytes: Uint8Array): KeptElites & ExplorerArchive }>> = {
  CategoricalArchive,
  CvtArchive,
  DeepGridArchive,
  DnsArchive,
  GridArchive,
  MultiObjectiveArchive,
  SlidingBoundariesArchive,
  UnstructuredArchive,
} as never;

const brace = 0x7b;
/** Snapshots in snapshots: a checkpoint holds searches, and these their archives. */
const deepest = 6;

/**
 * Reads what is in a file, by its content: an archive as npy or CSV, the file of an archive (`toBytes`), snapshots and checkpoints that hold
 * archives, or the safetensors file of an encoding.
 * @param like - The space that is shown. Files that do not say where cells lie are put into its cells, if descriptors are as long as there.
 * @param given - The file's name; it is shown short, and without invisible characters.
 * @returns at least one content.
 * @throws ElitesError with the name of the file and why it cannot be shown.
 */
export function readFile(given: string, bytes: Uint8Array, like: ExplorerSpace | undefined): FileContent[] {
  const name = shorten(given);
  try {
    if (isNpy(bytes)) return [{ name, ...npyArchive(name, bytes, like) }];
    if (bytes[8] === brace) return readTensors(name, bytes, like);
    return [{ name, ...csvArchive(name, textOf(bytes), like) }];
  } catch (error) {
    const message = messageOf(error);
    const code = error instanceof ElitesError ? error.code : 'SNAPSHOT';
    // Of what is called for the reader, only the file has a name that the reader knows.
    const text = message.startsWith(`${name}: `) ? message : `${name}: ${message.replace(/^[A-Za-z.]+: /, '')}`;
    throw new ElitesError(code, text, { cause: error });
  }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, text.length)) === text;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const kinds = 'an npy or CSV file of an archive, or a file that elites wrote: of an archive, encoding or snapshot';
    throw new ElitesError('SNAPSHOT', `file must be ${kinds}; got other bytes.`, { cause });
  }
}

function readTensors(name: string, bytes: Uint8Array, like: ExplorerSpace | undefined): FileContent[] {
  const { metadata } = decodeSafetensors(bytes, name);
  const format = metadata.get('format');
  if (format === 'elites.linear-encoding') return [{ name, encoding: LinearEncoding.fromBytes(bytes) }];
  if (format !== 'elites.snapshot') return [{ name, encoding: DataDrivenEncoding.fromBytes(bytes) }];
  const archives = archivesIn(name, bytes, like, deepest);
  if (archives.length > 0) return archives;
  const kind = metadata.get('kind');
  throw new ElitesError('SNAPSHOT', `file must hold an archive of this package; got a snapshot of ${kind} without.`);
}

/** The archives in a snapshot, and in the snapshots that are in it. */
function archivesIn(name: string, bytes: Uint8Array, like: ExplorerSpace | undefined, depth: number): FileContent[] {
  const { tensors, metadata } = decodeSafetensors(bytes, name);
  const reader = readers[metadata.get('kind') ?? ''];
  if (reader !== undefined) {
    const archive = reader.fromBytes(bytes);
    return [{ name, ...(isDrawn(archive.geometry?.()) ? { archive } : inCells(name, archive, like)) }];
  }
  if (depth === 0) return [];
  const state = JSON.parse(metadata.get('state') ?? '{}') as Record<string, unknown>;
  const inner = [...tensors].filter(([, { data }]) => isSnapshot(data));
  return inner.flatMap(([place, { data }]) => {
    // A checkpoint of `elites illuminate` names its searches.
    const algorithm = state[`plan.algorithm.${place.replace('searches.', '')}`];
    const label = typeof algorithm === 'string' ? `${shorten(algorithm)} (${name})` : name;
    return archivesIn(label, data as Uint8Array, like, depth - 1);
  });
}

function isSnapshot(data: ArrayBufferView): data is Uint8Array {
  return (
    typedArrayKind(data) === 'Uint8Array' &&
    (data as Uint8Array)[8] === brace &&
    startsWith((data as Uint8Array).subarray(8), '{"__metadata__":{"checksum"')
  );
}
