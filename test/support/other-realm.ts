import { runInNewContext } from 'node:vm';

type Globals = Pick<
  typeof globalThis,
  'Array' | 'ArrayBuffer' | 'DataView' | 'Error' | 'Float32Array' | 'Float64Array' | 'Int8Array' | 'Uint8Array' | 'URL'
>;

/** The constructors of another realm, as an iframe's, jsdom's or node:vm's: `instanceof` knows nothing of what they make. */
export const otherRealm: Globals = runInNewContext(
  '({ Array, ArrayBuffer, DataView, Error, Float32Array, Float64Array, Int8Array, Uint8Array })',
);
