export { flatConfiguration } from './configuration.ts';
export { genomeTensor, readGenomes } from './genome-tensor.ts';
export { decodeNpy, encodeNpy, type NpyArray } from './npy.ts';
export {
  decodeSafetensors,
  encodeSafetensors,
  type Safetensor,
  type SafetensorsFile,
} from './safetensors.ts';
export { decodeSnapshot, encodeSnapshot, type SnapshotContent } from './snapshot.ts';
export { partTensors, restoreParts, type StatefulParts, statefulParts } from './stateful-parts.ts';
export { StoredSnapshot } from './stored-snapshot.ts';
