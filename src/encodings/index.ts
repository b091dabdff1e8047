export { DataDrivenEncoding, type DataDrivenEncodingOptions } from './data-driven-encoding.ts';
