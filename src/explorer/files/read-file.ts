import {
  CategoricalArchive,
  CvtArchive,
  DeepGridArchive,
  DnsArchive,
  GridArchive,
  MultiObjectiveArchive,
  problemOfFile,
  SlidingBoundariesArchive,
  UnstructuredArchive,
} from '../../archives/index.ts';
import {
  ElitesError,
  type FieldKinds,
  isObjectSpace,
  messageOf,
  type ObjectSpace,
  type Problem,
  shorten,
  typedArrayKind,
} from '../../core/index.ts';
import { DataDrivenEncoding } from '../../encodings/index.ts';
import { decodeSafetensors, isNpy, isSnapshot } from '../../formats/index.ts';
import { LinearEncoding } from '../../pca/index.ts';
import type { ExplorerArchive } from '../explorer-rows.ts';
import { type ExplorerSpace, isDrawn } from '../explorer-space.ts';
import type { FileContent } from './file-content.ts';
import { fileError, type Reading, readingOf } from './reading.ts';
import { csvArchive, inCells, type KeptElites, npyArchive } from './table-files.ts';

interface ArchiveReader {
  fromBytes(
    bytes: Uint8Array,
    options: { readonly domain: Problem<unknown, FieldKinds> | undefined },
  ): KeptElites & ExplorerArchive;
}

/** The archives whose files say all that they are made of. */
const readers: Readonly<Record<string, ArchiveReader>> = {
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
/** Bytes that are decoded at once, in a few ms. */
const bytesOfPart = 4e6;
/** Snapshots in snapshots: a checkpoint holds searches, and these their archives. */
const deepest = 6;

/**
 * Reads what is in a file, by its content: an archive as npy or CSV, the file of an archive (`toBytes`), snapshots and checkpoints that hold
 * archives, or the safetensors file of an encoding.
 * @param like - The space that is shown, see {@link Reading}.
 * @param given - The file's name; it is shown short, and without invisible characters.
 * @param tell - Told how far it is: tables are read in parts, between which the page answers.
 * @returns at least one content.
 * @throws ElitesError with the name of the file and why it cannot be shown.
 */
export async function readFile(
  given: string,
  bytes: Uint8Array,
  like: ExplorerSpace | undefined,
  tell: (text: string) => void = () => undefined,
): Promise<FileContent[]> {
  const name = shorten(given);
  const reading = readingOf(name, like, tell);
  try {
    if (isNpy(bytes)) return [{ name, ...(await npyArchive(reading, bytes)) }];
    if (bytes[8] === brace) return await readTensors(reading, bytes);
    return [{ name, ...(await csvArchive(reading, await textOf(reading, bytes))) }];
  } catch (error) {
    const message = messageOf(error);
    const code = error instanceof ElitesError ? error.code : 'SNAPSHOT';
    // Of what is called for the reader, only the file has a name that the reader knows.
    const text = message.startsWith(`${name}: `) ? message : `${name}: ${message.replace(/^[A-Za-z.]+: /, '')}`;
    throw new ElitesError(code, text, { cause: error });
  }
}

async function textOf({ pause }: Reading, bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for (let at = 0; at < bytes.length; at += bytesOfPart) {
      text += decoder.decode(bytes.subarray(at, at + bytesOfPart), { stream: true });
      await pause('reading');
    }
    return text + decoder.decode();
  } catch (cause) {
    const kinds = 'an npy or CSV file of an archive, or a file that elites wrote: of an archive, encoding or snapshot';
    throw new ElitesError('SNAPSHOT', `file must be ${kinds}; got other bytes.`, { cause });
  }
}

async function readTensors(reading: Reading, bytes: Uint8Array): Promise<FileContent[]> {
  const { name } = reading;
  const { metadata } = decodeSafetensors(bytes, name);
  const format = metadata.get('format');
  if (format === 'elites.linear-encoding') return [{ name, encoding: LinearEncoding.fromBytes(bytes) }];
  if (format !== 'elites.snapshot') return [{ name, encoding: DataDrivenEncoding.fromBytes(bytes) }];
  const archives = await archivesIn(reading, bytes, deepest);
  if (archives.length > 0) return archives;
  const kind = metadata.get('kind');
  throw new ElitesError('SNAPSHOT', `file must hold an archive of this package; got a snapshot of ${kind} without.`);
}

/** The space of genomes that are no vectors. @throws SNAPSHOT if the archive that is shown has no such genomes. */
function shownSpace(reading: Reading): ObjectSpace<unknown> {
  const space = reading.like?.genome;
  if (isObjectSpace(space)) return space;
  const rule =
    'file must hold genomes that are vectors or plain JSON: others are read where the archive that is shown has such';
  throw fileError(reading, `${rule}; got genomes that are written by functions of their space`);
}

/** The archives in a snapshot, and in the snapshots that are in it. */
async function archivesIn(reading: Reading, bytes: Uint8Array, depth: number): Promise<FileContent[]> {
  const { name } = reading;
  const { tensors, metadata } = decodeSafetensors(bytes, name);
  const reader = readers[metadata.get('kind') ?? ''];
  if (reader !== undefined) {
    const domain = problemOfFile(name, bytes, () => shownSpace(reading));
    const archive = reader.fromBytes(bytes, { domain });
    return [{ name, ...(isDrawn(archive.geometry?.()) ? { archive } : await inCells(reading, archive)) }];
  }
  if (depth === 0) return [];
  const state = JSON.parse(metadata.get('state') ?? '{}') as Record<string, unknown>;
  const inner = [...tensors].filter(
    ([, { data }]) => typedArrayKind(data) === 'Uint8Array' && isSnapshot(data as Uint8Array),
  );
  const found: FileContent[] = [];
  // One after the other: at once, all would be read before the page answers.
  for (const [place, { data }] of inner) {
    // A checkpoint of `elites illuminate` names its searches.
    const algorithm = state[`plan.algorithm.${place.replace('searches.', '')}`];
    const label = typeof algorithm === 'string' ? `${shorten(algorithm)} (${name})` : name;
    found.push(...(await archivesIn({ ...reading, name: label }, data as Uint8Array, depth - 1)));
    await reading.pause('reading');
  }
  return found;
}
