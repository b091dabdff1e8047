/**
 * Archives to and from Python: NumPy's `.npy` files, and pyribs' CSV files, with an elite a row.
 *
 * @module elites/npy
 */
export { decodeNpy, encodeNpy, type NpyArray, type NpyNumbers } from '../formats/index.ts';
export { archiveFromCsv, archiveToCsv, type CsvArchive, type CsvWriteOptions } from './archive-csv.ts';
export { archiveFromNpy, archiveToNpy, type NpyElites } from './archive-npy.ts';
/** @internal */
export { type CsvElites, csvElites } from './csv-elites.ts';
