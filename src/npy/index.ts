/**
 * Archives to and from Python: NumPy's `.npy` files with an elite a row.
 *
 * @packageDocumentation
 */
export { decodeNpy, encodeNpy, type NpyArray } from '../formats/index.ts';
export { archiveFromNpy, archiveToNpy, type NpyElites } from './archive-npy.ts';
