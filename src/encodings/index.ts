export { DataDrivenEncoding, type DataDrivenEncodingOptions } from './data-driven-encoding.ts';
export { type NetworkWeights, networkWeights, weightEntries } from './network-weights.ts';
