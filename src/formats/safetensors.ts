import { argumentError, asBytes, product, show, snapshotError, typedArrayKind } from '../core/index.ts';

/** The numbers of a tensor. */
type SafetensorsData =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array;

const arrays = {
  F64: Float64Array,
  F32: Float32Array,
  I32: Int32Array,
  U32: Uint32Array,
  I16: Int16Array,
  U16: Uint16Array,
  I8: Int8Array,
  U8: Uint8Array,
};

/** The number types that are read and written here. */
type SafetensorsType = keyof typeof arrays;

/** Bits per number of the format's other types. Tensors of these types are listed as unread. */
const otherBits: Readonly<Record<string, number>> = {
  I64: 64,
  U64: 64,
  C64: 64,
  F16: 16,
  BF16: 16,
  BOOL: 8,
  F8_E5M2: 8,
  F8_E4M3: 8,
  F8_E8M0: 8,
  F8_E5M2FNUZ: 8,
  F8_E4M3FNUZ: 8,
  F6_E2M3: 6,
  F6_E3M2: 6,
  F4: 4,
};

/** A tensor: its shape, and its numbers row-major. */
export interface Safetensor {
  readonly shape: readonly number[];
  readonly data: SafetensorsData;
}

/** The content of a safetensors file. */
export interface SafetensorsFile {
  /** By name. */
  readonly tensors: ReadonlyMap<string, Safetensor>;
  /** Type and shape of the tensors whose type cannot be read, by name; undefined if there are none. */
  readonly unread?: ReadonlyMap<string, Pick<Entry, 'type' | 'shape'>> | undefined;
  /** The `__metadata__` strings. */
  readonly metadata: ReadonlyMap<string, string>;
}

interface Entry {
  readonly name: string;
  /** As in the file: a {@link SafetensorsType}, or a key of {@link otherBits}. */
  readonly type: string;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

/**
 * Writes tensors and metadata in the safetensors format: eight bytes of header length, a JSON header padded with spaces to
 * a multiple of eight, then the numbers, little-endian. Tensors are sorted by the size of a number, then by name, so that all are
 * aligned, and equal content gives equal bytes.
 * @throws ARGUMENT if a shape does not fit its numbers, or a name is `__metadata__`.
 */
export function encodeSafetensors(file: SafetensorsFile): Uint8Array {
  const owner = 'encodeSafetensors';
  const sorted = [...file.tensors].sort(
    ([a, x], [b, y]) => y.data.BYTES_PER_ELEMENT - x.data.BYTES_PER_ELEMENT || (a < b ? -1 : 1),
  );
  const header: [string, unknown][] = [];
  if (file.metadata.size > 0) {
    header.push(['__metadata__', Object.fromEntries([...file.metadata].sort(([a], [b]) => (a < b ? -1 : 1)))]);
  }
  let offset = 0;
  for (const [name, { shape, data }] of sorted) {
    if (name === '__metadata__') throw argumentError(owner, 'tensors', 'not use this name', name);
    if (product(shape) !== data.length) {
      throw argumentError(owner, `tensors.${name}.shape`, `have the product ${data.length}`, shape);
    }
    header.push([name, { dtype: typeOf(data), shape, data_offsets: [offset, offset + data.byteLength] }]);
    offset += data.byteLength;
  }
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const start = 8 + Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(start + offset).fill(0x20, 8, start);
  new DataView(bytes.buffer).setUint32(0, start - 8, true);
  bytes.set(text, 8);
  let at = start;
  for (const [, { data }] of sorted) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return bytes;
}

/**
 * Reads the safetensors format. Everything is checked against the length of the file before memory is allocated: the
 * header's length and JSON, each type, shape and offset, and that the tensors fill the file without gap or overlap. Tensors of
 * other types, such as BF16 or I64, are listed in `unread`; a caller that needs one reports it with {@link foundTensor}.
 * @param owner - The owner in error messages.
 * @returns copies of the numbers.
 * @throws ARGUMENT if `file` is neither Uint8Array nor ArrayBuffer; SNAPSHOT if it is not a valid safetensors file.
 */
export function decodeSafetensors(
  file: Uint8Array | ArrayBuffer,
  owner: string = 'decodeSafetensors',
): SafetensorsFile {
  const bytes = asBytes(owner, 'bytes', file);
  const start = headerEnd(owner, bytes);
  const header = parseHeader(owner, bytes.subarray(8, start));
  const metadata = readMetadata(owner, header);
  const entries = Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(([name, value]) => readEntry(owner, name, value));
  checkPlaces(owner, entries, bytes.length - start);
  const tensors = new Map<string, Safetensor>();
  const unread = new Map<string, Pick<Entry, 'type' | 'shape'>>();
  for (const { name, type, shape, begin, end } of entries) {
    if (!isRead(type)) {
      unread.set(name, { type, shape });
      continue;
    }
    const copy = new Uint8Array(end - begin);
    copy.set(bytes.subarray(start + begin, start + end));
    tensors.set(name, { shape, data: new arrays[type](copy.buffer) });
  }
  return { tensors, unread: unread.size > 0 ? unread : undefined, metadata };
}

/** Type and shape of a tensor, for an error: `'F64 of shape (3, 2)'`; undefined if there is none of this name. */
export function foundTensor({ tensors, unread }: Omit<SafetensorsFile, 'metadata'>, name: string): string | undefined {
  const tensor = tensors.get(name);
  const { type, shape } = tensor === undefined ? (unread?.get(name) ?? {}) : { ...tensor, type: typeOf(tensor.data) };
  return shape && `${type} of shape (${shape.join(', ')})`;
}

/** The format allows no larger header, in bytes. */
const LARGEST_HEADER = 100_000_000;

function headerEnd(owner: string, bytes: Uint8Array): number {
  if (bytes.length < 8) throw snapshotError(owner, 'have at least 8 bytes', bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
  const length = view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
  if (length > LARGEST_HEADER)
    throw snapshotError(owner, 'be a safetensors file', new TextDecoder().decode(bytes.subarray(0, 60)));
  if (length > bytes.length - 8)
    throw snapshotError(owner, `be a safetensors file with a header of at most ${bytes.length - 8} bytes`, length);
  return 8 + length;
}

function parseHeader(owner: string, bytes: Uint8Array): Record<string, unknown> {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).trimEnd();
    if (text.startsWith('{') && !text.endsWith('}')) {
      throw snapshotError(owner, 'have a header that ends with }, then only spaces', text.slice(-40), cause);
    }
    throw snapshotError(owner, 'have a JSON object as header, from its first byte on', text.slice(0, 99), cause);
  }
  if (!isRecord(header)) throw snapshotError(owner, 'have a JSON object as header', header);
  return header;
}

function readMetadata(owner: string, header: Record<string, unknown>): Map<string, string> {
  const value = (Object.hasOwn(header, '__metadata__') ? header.__metadata__ : undefined) ?? {};
  if (!isRecord(value)) throw snapshotError(owner, 'have a JSON object as __metadata__', value);
  const metadata = new Map<string, string>();
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string') throw snapshotError(owner, 'have only strings in __metadata__', text);
    metadata.set(key, text);
  }
  return metadata;
}

function readEntry(owner: string, name: string, value: unknown): Entry {
  if (!isRecord(value)) throw snapshotError(owner, `have a JSON object as tensor ${show(name)}`, value);
  const { dtype, shape, data_offsets: offsets } = value;
  const bits = typeof dtype === 'string' ? bitsOf(dtype) : undefined;
  if (bits === undefined) {
    const types = Object.keys({ ...arrays, ...otherBits }).join(', ');
    throw snapshotError(owner, `have one of the types ${types} for tensor ${show(name)}`, dtype);
  }
  if (!isSizes(shape)) throw snapshotError(owner, `have a shape of integers for tensor ${show(name)}`, shape);
  if (!isSizes(offsets) || offsets.length !== 2 || offsets[0]! > offsets[1]!) {
    throw snapshotError(owner, `have two ascending offsets for tensor ${show(name)}`, offsets);
  }
  const [begin, end] = offsets as [number, number];
  const size = (product(shape) * bits) / 8;
  if (size !== end - begin) {
    throw snapshotError(owner, `have a shape and type of ${end - begin} bytes for tensor ${show(name)}`, size);
  }
  return { name, type: dtype as string, shape, begin, end };
}

function checkPlaces(owner: string, entries: readonly Entry[], length: number): void {
  let at = 0;
  for (const { name, begin, end } of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin !== at)
      throw snapshotError(owner, `have tensor ${show(name)} begin at ${at}, without gap or overlap`, begin);
    at = end;
  }
  if (at !== length) throw snapshotError(owner, `have ${at} bytes after the header, as its tensors need`, length);
}

function isRead(type: string): type is SafetensorsType {
  return Object.hasOwn(arrays, type);
}

function bitsOf(type: string): number | undefined {
  if (isRead(type)) return 8 * arrays[type].BYTES_PER_ELEMENT;
  return Object.hasOwn(otherBits, type) ? otherBits[type] : undefined;
}

function typeOf(data: SafetensorsData): SafetensorsType {
  const kind = typedArrayKind(data);
  const type = (Object.keys(arrays) as SafetensorsType[]).find((key) => arrays[key].name === kind);
  if (type === undefined) throw argumentError('encodeSafetensors', 'data', 'be a typed array of a known type', data);
  return type;
}

function isSizes(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}

/** Whether `value` is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
