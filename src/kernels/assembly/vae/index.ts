export { allFinite, vaeDecode, vaeEncode, vaePhase } from './vae';
