import { fractionOf, type ValueRange } from './value-range.ts';

// Eleven samples of viridis [Viridis2015], which is perceptually uniform, also for colour-blind readers.
const viridis: readonly number[] = [
  0x440154, 0x482576, 0x414487, 0x35608d, 0x2a788e, 0x21908c, 0x22a884, 0x43bf71, 0x7ad151, 0xbbdf27, 0xfde725,
];

/** Number of shades that values are sorted into: more than an eye tells apart, and few enough to group by. */
export const shadeCount = 64;

/** The shade of a value, an integer in [0, {@link shadeCount}); values outside the range get the nearest end's. */
export function shadeOf(value: number, range: ValueRange): number {
  const shade = Math.floor(fractionOf(value, range) * shadeCount);
  return Math.min(shadeCount - 1, Math.max(0, shade));
}

/** The colour of a shade as `#rrggbb`, from dark violet (low) to yellow (high). */
export function shadeColour(shade: number): string {
  return colourBetween(viridis, shade / (shadeCount - 1));
}

/** A colour as `#rrggbb`. */
export function hexColour(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

/** The colour, as `#rrggbb`, at a place among equally spaced ones. @param share - In [0, 1]. */
export function colourBetween(stops: readonly number[], share: number): string {
  const place = share * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(place));
  const channel = (shift: number): number => {
    const [a, b] = [(stops[below]! >> shift) & 255, (stops[below + 1]! >> shift) & 255];
    return Math.round(a + (b - a) * (place - below)) << shift;
  };
  return hexColour(channel(16) | channel(8) | channel(0));
}
