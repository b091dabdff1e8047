import { argumentError } from './errors.ts';

const tagOf = /* @__PURE__ */ (() =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)!.get!)();

/** Of what kind a typed array is, such as 'Float64Array', whatever realm made it (an iframe, jsdom, node:vm); undefined of anything else. */
export function typedArrayKind(value: unknown): string | undefined {
  return tagOf.call(value);
}

/** Whether `value` is a Float64Array, of whatever realm. */
export function isFloat64Array(value: unknown): value is Float64Array {
  return typedArrayKind(value) === 'Float64Array';
}

/** Whether `value` is a Float32Array, of whatever realm. */
export function isFloat32Array(value: unknown): value is Float32Array {
  return typedArrayKind(value) === 'Float32Array';
}

/**
 * The bytes of a Uint8Array or an ArrayBuffer of whatever realm, not copied.
 * @throws ARGUMENT, in the name of `owner`, if it is neither.
 */
export function asBytes(owner: string, argument: string, value: unknown): Uint8Array {
  if (typedArrayKind(value) === 'Uint8Array') {
    const { buffer, byteOffset, byteLength } = value as Uint8Array;
    // Of a buffer that was transferred no view can be made.
    return byteLength === 0 ? new Uint8Array(0) : new Uint8Array(buffer, byteOffset, byteLength);
  }
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]') {
    const buffer = value as ArrayBuffer;
    return buffer.byteLength === 0 ? new Uint8Array(0) : new Uint8Array(buffer);
  }
  throw argumentError(owner, argument, 'be a Uint8Array or an ArrayBuffer', value);
}
