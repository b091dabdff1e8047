import { fractionOf, type ValueRange } from './value-range.ts';

// Eleven samples of viridis [Viridis2015], which is perceptually uniform, also for colour-blind readers.
const viridis: readonly string[] = [
  '#440154',
  '#482576',
  '#414487',
  '#35608d',
  '#2a788e',
  '#21908c',
  '#22a884',
  '#43bf71',
  '#7ad151',
  '#bbdf27',
  '#fde725',
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

/** The colour at a place among equally spaced ones, all as `#rrggbb`. @param share - In [0, 1]. */
export function colourBetween(stops: readonly string[], share: number): string {
  const place = share * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(place));
  const channel = (at: number): string => {
    const [a, b] = [below, below + 1].map((i) => Number.parseInt(stops[i]!.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * (place - below))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
