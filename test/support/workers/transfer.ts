/** Gives the memory of an array away, as posting it with a list of what to transfer does. */
export function transfer({ buffer }: ArrayBufferView): void {
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
}
