export { DataDrivenEncoding, type DataDrivenEncodingOptions } from './data-driven-encoding.ts';
export { networkWeights, weightEntries } from './network-weights.ts';
