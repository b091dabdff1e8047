// Changes of bytes and of what they mean, which draw from the stream that they are given; and checksums made good again.
import { pick } from './checks.mjs';

const OPENING = '{"__metadata__":{"checksum":"';
const SUM_AT = 8 + OPENING.length;
const DIGITS = 8;
const numbers = [0, -0, 1, -1, 0.5, 255, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, -1e308, 5e-324, 1e-300];
const strange = [...numbers, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Changes `count` places: bits, bytes, and runs of bytes lost, doubled, moved, or made numbers of all kinds. */
export function mutateBytes(random, bytes, count) {
  let changed = bytes.slice();
  for (let i = 0; i < count; i++) changed = mutatePlace(random, changed);
  return changed;
}

function mutatePlace(random, bytes) {
  const at = random.integer(0, Math.max(0, bytes.length - 1));
  const run = random.integer(1, 32);
  switch (random.integer(0, 7)) {
    case 0: // a bit
      bytes[at] ^= 1 << random.integer(0, 7);
      return bytes;
    case 1: // a byte
      bytes[at] = pick(random, [0, 1, 0x22, 0x2c, 0x30, 0x39, 0x7b, 0x7d, 0x7f, 0x80, 0xff, random.integer(0, 255)]);
      return bytes;
    case 2: // the end is missing
      return bytes.slice(0, at);
    case 3: // a run is missing
      return joined(bytes.subarray(0, at), bytes.subarray(at + run));
    case 4: // a run comes twice
      return joined(bytes.subarray(0, at + run), bytes.subarray(at));
    case 5: // a run of something
      return joined(bytes.subarray(0, at), new Uint8Array(run).fill(random.integer(0, 255)), bytes.subarray(at));
    case 6: // a number
      if (bytes.length >= 8)
        new DataView(bytes.buffer).setFloat64(Math.min(at, bytes.length - 8), pick(random, strange), true);
      return bytes;
    default: // a count
      if (bytes.length >= 4)
        new DataView(bytes.buffer).setInt32(Math.min(at, bytes.length - 4), pick(random, numbers), true);
      return bytes;
  }
}

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Changes bytes without their length: one to eight of them. */
export function flipBytes(random, bytes) {
  const changed = bytes.slice();
  for (let i = random.integer(1, 8); i > 0; i--) changed[random.integer(0, bytes.length - 1)] = random.integer(0, 255);
  return changed;
}

/**
 * Changes what a safetensors file means, and writes it well again: a tensor is lost, renamed, doubled, of another shape or
 * type, or has strange numbers; a piece of metadata is lost or another. A tensor that is itself a file may be changed inside.
 */
export function mutateTensors(random, bytes, library) {
  const { decodeSafetensors, encodeSafetensors } = library;
  const { tensors, metadata } = decodeSafetensors(bytes);
  const file = { tensors: new Map(tensors), metadata: new Map(metadata) };
  for (let i = random.integer(1, 2); i > 0; i--) {
    if (random.integer(0, 3) === 0 && file.metadata.size > 0) mutateMetadata(random, file.metadata);
    else if (file.tensors.size > 0) mutateTensor(random, file.tensors, library);
  }
  return encodeSafetensors(file);
}

function mutateMetadata(random, metadata) {
  const key = pick(random, [...metadata.keys()]);
  const value = metadata.get(key);
  const kind = random.integer(0, 4);
  if (kind === 0) metadata.delete(key);
  else if (kind === 1)
    metadata.set(key, pick(random, ['', '{}', '[]', 'null', '-1', '1e999', 'x'.repeat(10_000), '\u0000']));
  else metadata.set(key, mutateJson(random, value));
}

/** Another value somewhere in a text of JSON; another letter in any other text. */
function mutateJson(random, text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    const at = random.integer(0, text.length);
    return text.slice(0, at) + pick(random, ['9', '-', 'é', '"', '']) + text.slice(at + 1);
  }
  return JSON.stringify(mutateValue(random, value)) ?? 'null';
}

function mutateValue(random, value) {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && random.integer(0, 4) > 0) {
    const key = pick(random, Object.keys(value));
    const copy = Array.isArray(value) ? [...value] : { ...value };
    if (random.integer(0, 5) === 0) delete copy[key];
    else copy[key] = mutateValue(random, copy[key]);
    return copy;
  }
  if (typeof value === 'number' && random.integer(0, 1) === 0) return value + pick(random, [1, -1, 0.5, 1e9]);
  return pick(random, [...strange, null, true, '', 'NaN', [], {}, [[]], { length: 3 }]);
}

function mutateTensor(random, tensors, library) {
  const name = pick(random, [...tensors.keys()]);
  const { shape, data } = tensors.get(name);
  const own = data.slice();
  const resized = (length) => {
    const other = new data.constructor(length);
    other.set(data.subarray(0, length));
    return { shape: [length], data: other };
  };
  const isFile = data instanceof Uint8Array && data[8] === 0x7b;
  switch (isFile && random.integer(0, 2) > 0 ? 9 : random.integer(0, 7)) {
    case 0:
      tensors.delete(name);
      break;
    case 1:
      tensors.delete(name);
      tensors.set(`${name}x`, { shape, data });
      break;
    case 2:
      tensors.set(name, tensors.get(pick(random, [...tensors.keys()])));
      break;
    case 3:
      tensors.set(
        name,
        resized(pick(random, [0, 1, 2, data.length + 1, Math.max(0, data.length - 1), 2 * data.length])),
      );
      break;
    case 4:
      tensors.set(name, {
        shape: pick(random, [[data.length], [1, data.length], [data.length, 1], [...shape].reverse()]),
        data,
      });
      break;
    case 5:
      tensors.set(name, { shape, data: pick(random, [Float32Array, Float64Array, Int32Array]).from(data) });
      break;
    case 9:
      tensors.set(name, mutatedFile(random, data, library));
      break;
    default:
      for (let i = random.integer(1, 4); i > 0 && own.length > 0; i--)
        own[random.integer(0, own.length - 1)] = pick(random, strange);
      tensors.set(name, { shape, data: own });
  }
}

function mutatedFile(random, data, library) {
  let inner;
  try {
    inner = mutateTensors(random, data, library);
  } catch {
    inner = mutateBytes(random, data, 1); // it only began like one
  }
  return { shape: [inner.length], data: inner };
}

/** Changes the header of an npy file, and its length with it. */
export function mutateNpy(random, bytes) {
  const start = bytes[6] === 1 ? 10 : 12;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const end = start + (start === 10 ? view.getUint16(8, true) : view.getUint32(8, true));
  const header = String.fromCharCode(...bytes.subarray(start, end));
  const changed = pick(random, [
    () =>
      header.replace(/\d+/g, () =>
        pick(random, ['0', '1', '-1', '4294967296', '99999999999999999999', '1e9', '0x10', '3']),
      ),
    () =>
      header.replace(
        /'<f8'/,
        pick(random, [
          "'<f4'",
          "'>f8'",
          "'<i8'",
          "'<u8'",
          "'<i4'",
          "'|u1'",
          "'|O'",
          "'<f16'",
          '"<f8"',
          "'<c16'",
          "[('a', '<f8')]",
        ]),
      ),
    () => header.replace('False', pick(random, ['True', 'None', '0', 'False, ', "'False'"])),
    () =>
      header.replace(
        /\(.*\)/,
        pick(random, ['()', '(,)', '(3)', '(6,)', '(2, 3,)', `(${'1, '.repeat(65)})`, `(${' '.repeat(9999)})`]),
      ),
    () => header.replace(/'(\w+)':/, pick(random, ["'x':", "'shape':", "'__proto__':", ''])),
    () => header.slice(0, random.integer(0, header.length)),
  ])();
  const text = Uint8Array.from(changed, (letter) => letter.charCodeAt(0));
  const all = joined(bytes.subarray(0, start), text, bytes.subarray(end));
  const whole = new DataView(all.buffer);
  if (random.integer(0, 3) > 0) {
    if (start === 10) whole.setUint16(8, text.length, true);
    else whole.setUint32(8, text.length, true);
  }
  return all;
}

/**
 * Makes the checksums of a snapshot good again, those of the snapshots inside first: else every change is refused by the
 * first line of the reader, and the lines behind it are never tried. Bytes that are no snapshot any more stay as they are.
 */
export function repairChecksums(bytes, library) {
  const repaired = bytes.slice();
  repair(repaired, library);
  return repaired;
}

function repair(bytes, library) {
  if (textOf(bytes, 8, SUM_AT) !== OPENING || bytes.length < SUM_AT + DIGITS) return;
  for (const part of partsOf(bytes)) repair(part, library);
  const head = library.checksum(bytes.subarray(0, SUM_AT));
  const sum = library.checksum(bytes.subarray(SUM_AT + DIGITS), head);
  bytes.set(new TextEncoder().encode(sum.toString(16).padStart(DIGITS, '0')), SUM_AT);
}

/** The places of tensors that are snapshots themselves, as far as the header can still be read. */
function partsOf(bytes) {
  const start = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  try {
    const header = JSON.parse(textOf(bytes, 8, start));
    return Object.entries(header)
      .filter(([name, { dtype }]) => name !== '__metadata__' && dtype === 'U8')
      .map(
        ([
          ,
          {
            data_offsets: [begin, end],
          },
        ]) => bytes.subarray(start + begin, start + end),
      );
  } catch {
    return [];
  }
}

function textOf(bytes, from, to) {
  return new TextDecoder().decode(bytes.subarray(from, to));
}
