export {
  decodeSafetensors,
  encodeSafetensors,
  type Safetensor,
  type SafetensorsData,
  type SafetensorsFile,
  type SafetensorsType,
} from './safetensors.ts';
