import { fractionOf, type ValueRange } from './value-range.ts';

// Eleven samples of viridis [Viridis2015], which is perceptually uniform, also for colour-blind readers.
const viridis: readonly (readonly [number, number, number])[] = [
  [0x44, 0x01, 0x54],
  [0x48, 0x25, 0x76],
  [0x41, 0x44, 0x87],
  [0x35, 0x60, 0x8d],
  [0x2a, 0x78, 0x8e],
  [0x21, 0x90, 0x8c],
  [0x22, 0xa8, 0x84],
  [0x43, 0xbf, 0x71],
  [0x7a, 0xd1, 0x51],
  [0xbb, 0xdf, 0x27],
  [0xfd, 0xe7, 0x25],
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
  const position = (shade / (shadeCount - 1)) * (viridis.length - 1);
  const below = Math.min(viridis.length - 2, Math.floor(position));
  const weight = position - below;
  const channel = (i: 0 | 1 | 2): string => {
    const value = viridis[below]![i] * (1 - weight) + viridis[below + 1]![i] * weight;
    return Math.round(value).toString(16).padStart(2, '0');
  };
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}
