import { readFileSync } from 'node:fs';
import { Batch } from '../../../src/core/index.ts';
import { decodeNpy } from '../../../src/formats/index.ts';

/** Reads a matrix from an npy file. */
export function readNpy(path: string): Batch {
  const { shape, data } = decodeNpy(readFileSync(path));
  return new Batch(shape[0]!, shape[1]!, Float64Array.from(data));
}
