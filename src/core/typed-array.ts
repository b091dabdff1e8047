import { argumentError } from './errors.ts';

const tagOf = /* @__PURE__ */ (() =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)!.get!)();

/** The kind of a typed array, such as 'Float64Array', from any realm (an iframe, jsdom, node:vm); undefined for anything else. */
export function typedArrayKind(value: unknown): string | undefined {
  return tagOf.call(value);
}

/** Whether `value` is a Float64Array, from any realm. */
export function isFloat64Array(value: unknown): value is Float64Array {
  return typedArrayKind(value) === 'Float64Array';
}

/** Whether `value` is a Float32Array, from any realm. */
export function isFloat32Array(value: unknown): value is Float32Array {
  return typedArrayKind(value) === 'Float32Array';
}

/**
 * The bytes of a Uint8Array or an ArrayBuffer from any realm, not copied.
 * @throws ARGUMENT, in the name of `owner`, if it is neither.
 */
export function asBytes(owner: string, argument: string, value: unknown): Uint8Array {
  if (typedArrayKind(value) === 'Uint8Array') {
    const { buffer, byteOffset, byteLength } = value as Uint8Array;
    // No view can be made of a transferred buffer.
    return byteLength === 0 ? new Uint8Array(0) : new Uint8Array(buffer, byteOffset, byteLength);
  }
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]') {
    const buffer = value as ArrayBuffer;
    return buffer.byteLength === 0 ? new Uint8Array(0) : new Uint8Array(buffer);
  }
  throw argumentError(owner, argument, 'be a Uint8Array or an ArrayBuffer', value);
}
