/** A colour as a canvas has it in memory: red in the lowest byte, opaque. */
export function packColour(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}
