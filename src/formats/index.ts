export { type CsvRecord, csvNumber, csvRecords, decodeCsv, encodeCsv } from './csv.ts';
export {
  checkEncodingMetadata,
  checkSeed,
  encodingMetadata,
  float64Tensor,
  latentsFact,
  metadataNumber,
} from './encoding-file.ts';
export { decodeNpy, encodeNpy, isNpy, type NpyArray, type NpyNumbers } from './npy.ts';
export {
  decodeSafetensors,
  encodeSafetensors,
  foundTensor,
  type Safetensor,
  type SafetensorsFile,
} from './safetensors.ts';
export {
  decodeSnapshot,
  encodeSnapshot,
  isSnapshot,
  type OpenedSnapshot,
  openSnapshot,
  readState,
  type SnapshotLayout,
} from './snapshot.ts';
export {
  anyFloat64,
  bytes,
  choice,
  counted,
  type Fail,
  flag,
  float32,
  float64,
  float64Counts,
  int32,
  integer,
  list,
  optional,
  rare,
  record,
  type StateKind,
  type StateOf,
  serial,
  table,
  tensors,
  text,
} from './state.ts';
