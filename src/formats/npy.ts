import {
  argumentError,
  asBytes,
  ElitesError,
  isFloat32Array,
  isFloat64Array,
  product,
  show,
  snapshotError,
  typedArrayKind,
} from '../core/index.ts';

/** The content of a NumPy `.npy` file: shape and numbers, row-major. */
export interface NpyArray {
  readonly shape: readonly number[];
  readonly data: Float64Array | Float32Array;
}

/** What {@link encodeNpy} writes: numbers, row-major, in the type of their array. */
export interface NpyNumbers {
  readonly shape: readonly number[];
  readonly data:
    | NpyArray['data']
    | Int8Array
    | Uint8Array
    | Int16Array
    | Uint16Array
    | Int32Array
    | Uint32Array
    | BigInt64Array
    | BigUint64Array;
}

/** The types of files, and their arrays in memory. */
const types = {
  '<f8': Float64Array,
  '<f4': Float32Array,
  '|i1': Int8Array,
  '|u1': Uint8Array,
  '<i2': Int16Array,
  '<u2': Uint16Array,
  '<i4': Int32Array,
  '<u4': Uint32Array,
  '<i8': BigInt64Array,
  '<u8': BigUint64Array,
};

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/**
 * Writes an array as `numpy.save` does, version 1.0, little-endian, C order: the same bytes. The type of the file is that of the array:
 * an Int32Array gives `int32`, a BigInt64Array `int64`.
 * @throws ARGUMENT if `data` is no typed array of numbers, or the shape does not fit it or has more than 64 sizes.
 */
export function encodeNpy({ shape, data }: NpyNumbers): Uint8Array {
  const owner = 'encodeNpy';
  const kind = typedArrayKind(data);
  const type = Object.entries(types).find(([, { name }]) => name === kind)?.[0];
  if (type === undefined) throw argumentError(owner, 'data', 'be a typed array of floats or integers', data);
  const sizes =
    Array.isArray(shape) && shape.length <= 64 && shape.every((size) => Number.isInteger(size) && size >= 0);
  if (!sizes || product(shape) !== data.length) {
    throw argumentError(owner, 'shape', `have at most 64 sizes with the product ${data.length}`, shape);
  }
  // NumPy leaves room for a first size of 20 digits, and pads the header to a multiple of 64 bytes.
  const tuple = `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
  const room = shape.length === 0 ? '' : ' '.repeat(Math.max(0, 21 - String(shape[0]).length));
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': ${tuple}, }${room}`;
  const start = Math.ceil((10 + text.length + 1) / 64) * 64;
  const header = `${text.padEnd(start - 11)}\n`;
  const bytes = new Uint8Array(start + data.byteLength);
  bytes.set([...MAGIC, 1, 0, (start - 10) & 255, (start - 10) >> 8]);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), start);
  return bytes;
}

/**
 * Reads a file of `numpy.save`, versions 1.0, 2.0 and 3.0: float64, float32, or integers of any size, little-endian, in C order,
 * or in Fortran order if at most one size is above 1. All sizes are checked against the length of the file before memory is allocated.
 * @param owner - The owner in error messages.
 * @returns a copy of the numbers: float32 as a Float32Array, all others as a Float64Array.
 * @throws ARGUMENT if `file` is neither Uint8Array nor ArrayBuffer; SNAPSHOT if it is not a valid npy file, is of another type or order,
 *   or contains an integer of ±2^53 or beyond, which float64 may not represent.
 */
export function decodeNpy(file: Uint8Array | ArrayBuffer, owner: string = 'decodeNpy'): NpyArray {
  const bytes = asBytes(owner, 'bytes', file);
  const { text, end } = headerOf(owner, bytes);
  const { descr, fortran, shape } = parseHeader(owner, text);
  if (!Object.hasOwn(types, descr)) {
    throw snapshotError(owner, `have one of the types ${Object.keys(types).join(', ')}`, descr);
  }
  if (fortran && product(shape) > 0 && shape.filter((size) => size > 1).length > 1) {
    throw snapshotError(owner, 'have C order: save numpy.ascontiguousarray(a)', 'Fortran order');
  }
  const type = types[descr as keyof typeof types];
  const length = product(shape) * type.BYTES_PER_ELEMENT;
  if (length !== bytes.length - end) {
    const rule = `have ${length} bytes after the header, as (${shape.join(', ')}) needs`;
    throw snapshotError(owner, rule, bytes.length - end);
  }
  const copy = new Uint8Array(length);
  copy.set(bytes.subarray(end));
  return { shape, data: numbersOf(owner, new type(copy.buffer)) };
}

function numbersOf(owner: string, numbers: NpyNumbers['data']): NpyArray['data'] {
  if (isFloat64Array(numbers) || isFloat32Array(numbers)) return numbers;
  const data = Float64Array.from(numbers, Number);
  const at = data.findIndex((number) => !Number.isSafeInteger(number));
  if (at < 0) return data;
  throw snapshotError(owner, 'have integers between -2^53 and 2^53', numbers[at]);
}

/** Whether bytes begin as those of an npy file do. */
export function isNpy(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

function headerOf(owner: string, bytes: Uint8Array): { text: string; end: number } {
  if (bytes.length < 12) throw snapshotError(owner, 'have at least 12 bytes', bytes.length);
  if (!isNpy(bytes)) {
    throw snapshotError(owner, "begin with '\\x93NUMPY', as npy files do", bytes.slice(0, 6));
  }
  const [major, minor] = [bytes[6]!, bytes[7]!];
  if (major < 1 || major > 3 || minor !== 0) {
    throw snapshotError(owner, 'be of version 1.0, 2.0 or 3.0', `${major}.${minor}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12);
  const start = major === 1 ? 10 : 12;
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const most = Math.min(bytes.length - start, 65_535);
  if (length > most) throw snapshotError(owner, `have a header of at most ${most} bytes`, length);
  const header = bytes.subarray(start, start + length);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(header), end: start + length };
  } catch (cause) {
    throw snapshotError(owner, 'have a header of text', 'other bytes', cause);
  }
}

/** Parses the header, a Python literal. Only a plain dictionary of the three keys, as NumPy writes it, is accepted. */
function parseHeader(owner: string, text: string): { descr: string; fortran: boolean; shape: number[] } {
  const fields = new Map<string, string>();
  const inside = /^\{([^{}]*)\}\s*$/.exec(text)?.[1] ?? '?';
  const entry = /\s*(['"])(\w+)\1\s*:\s*('[^'\\]*'|"[^"\\]*"|True|False|\([\d\s,]*\))\s*(?:,\s*|$)/y;
  while (entry.lastIndex < inside.length) {
    const found = entry.exec(inside);
    if (found === null || fields.has(found[2]!)) throw notPlain(owner, text);
    fields.set(found[2]!, found[3]!);
  }
  const [descr, order, shape] = ['descr', 'fortran_order', 'shape'].map((key) => fields.get(key));
  const plain = fields.size === 3 && /^['"]/.test(descr ?? '') && /^[TF]/.test(order ?? '');
  const sizes = /^\(((?:\s*\d+\s*,)*)(\s*\d+\s*)?\)$/.exec(shape ?? '');
  // In Python (3) is a number, not a tuple, and (,) is a syntax error.
  if (!plain || sizes === null || (sizes[1] === '' && sizes[2] !== undefined)) throw notPlain(owner, text);
  const list = shape!.match(/\d+/g) ?? [];
  if (list.length > 64) throw snapshotError(owner, 'have at most 64 sizes in its shape', list.length);
  return { descr: descr!.slice(1, -1), fortran: order === 'True', shape: list.map(Number) };
}

function notPlain(owner: string, text: string): ElitesError {
  const rule = "have a header such as {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }";
  return new ElitesError('SNAPSHOT', `${owner}: bytes must ${rule}; got ${show(text.trim())}.`);
}
