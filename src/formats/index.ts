export {
  decodeSafetensors,
  encodeSafetensors,
  type Safetensor,
  type SafetensorsFile,
} from './safetensors.ts';
