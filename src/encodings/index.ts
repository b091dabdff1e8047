export { DataDrivenEncoding, type DataDrivenEncodingOptions } from './data-driven-encoding.ts';
export { defineEncoding, type EncodingSpec, type VectorEncoding } from './define-encoding.ts';
