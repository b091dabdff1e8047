export { regressionEpoch, regressionPredict } from './regression';
export { allFinite, vaeDecode, vaeEncode, vaePhase } from './vae';
