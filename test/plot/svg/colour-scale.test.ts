import { describe, expect, it } from 'vitest';
import { shadeColour, shadeCount, shadeOf } from '../../../src/plot/svg/colour-scale.ts';

/** Relative luminance as WCAG defines it. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

describe('shades', () => {
  it('go from viridis’ violet to its yellow, each brighter than the one before', () => {
    const colours = Array.from({ length: shadeCount }, (_, shade) => shadeColour(shade));
    expect(colours[0]).toBe('#440154');
    expect(colours.at(-1)).toBe('#fde725');
    for (let i = 1; i < colours.length; i++) expect(luminance(colours[i]!)).toBeGreaterThan(luminance(colours[i - 1]!));
  });

  it('sort values by size, and clamp what lies outside the range', () => {
    expect([-9, 0, 0.5, 1, 9].map((value) => shadeOf(value, [0, 1]))).toEqual([0, 0, 32, 63, 63]);
  });
});
