import { readFileSync } from 'node:fs';
import { Batch } from '../../src/core/index.ts';

/** Reads a float64 matrix in C order from an npy file. */
export function readNpy(path: string): Batch {
  const bytes = readFileSync(path);
  const header = bytes.subarray(10, 10 + bytes.readUInt16LE(8)).toString('latin1');
  const [, rows, columns] = /'<f8'.*'fortran_order': False.*\((\d+), (\d+)\)/.exec(header)!;
  const start = 10 + bytes.readUInt16LE(8);
  const data = new Float64Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length));
  return new Batch(Number(rows), Number(columns), data);
}
