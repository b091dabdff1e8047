export { type CsvRecord, csvNumber, csvRecords, decodeCsv, encodeCsv } from './csv.ts';
export * from './encoding-file.ts';
export { decodeNpy, encodeNpy, isNpy, type NpyArray, type NpyNumbers } from './npy.ts';
export * from './safetensors.ts';
export * from './snapshot.ts';
export * from './state.ts';
