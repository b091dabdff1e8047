const OPENING = '{"__metadata__":{"checksum":"';
const SUM_AT = 8 + OPENING.length;
const DIGITS = 8;

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
