export {
  checkEncodingMetadata,
  checkSeed,
  encodingMetadata,
  float64Tensor,
  latentsFact,
  metadataNumber,
} from './encoding-file.ts';
export { genomeTensor, readGenomes } from './genome-tensor.ts';
export { decodeNpy, encodeNpy, type NpyArray } from './npy.ts';
export {
  decodeSafetensors,
  encodeSafetensors,
  foundTensor,
  type Safetensor,
  type SafetensorsFile,
} from './safetensors.ts';
export { decodeSnapshot, encodeSnapshot } from './snapshot.ts';
export { partTensors, restoreParts, type StatefulParts, statefulParts } from './stateful-parts.ts';
export { StoredSnapshot } from './stored-snapshot.ts';
