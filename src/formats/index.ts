export { decodeNpy, encodeNpy, type NpyArray } from './npy.ts';
export {
  decodeSafetensors,
  encodeSafetensors,
  type Safetensor,
  type SafetensorsFile,
} from './safetensors.ts';
