import {
  type Categories,
  categoriesOf,
  shadeColour,
  shadeCount,
  shadeOf,
  type ValueRange,
  valueRange,
} from '../../plot/index.ts';
import type { EliteStore } from '../elite-store.ts';

/** A colour as a canvas has it in memory: red in the lowest byte, opaque. */
export function packColour(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

const shades = Uint32Array.from({ length: shadeCount }, (_, i) => packColour(shadeColour(i)));

/** What the colours of a difference mean. */
export interface DifferenceKey {
  /** Names of the two archives. */
  readonly names: readonly [a: string, b: string];
  readonly fitnessLabel: string;
  /** Cells with elites of one archive alone. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** Cells with elites of both, and those where one is fitter. */
  readonly both: number;
  readonly fitterA: number;
  readonly fitterB: number;
  /** The difference of fitness with the strongest colour. */
  readonly most: number;
  /** Whether there are larger ones: they have the same colour. */
  readonly beyond: boolean;
}

/** What the colours of a map mean. */
export type ColourKey =
  | {
      readonly name: string;
      readonly range: ValueRange;
      /** Whether there are values below and above the range: they have the colours of its ends. */
      readonly below: boolean;
      readonly above: boolean;
    }
  | { readonly name: string; readonly categories: Categories; readonly counts: readonly number[] }
  | DifferenceKey;

/** The colours of all cells. */
export interface CellColours {
  /** `(cells + 1)`: first that of no cell, then those of the cells; 0 for transparent. */
  readonly colours: Uint32Array;
  readonly key: ColourKey;
}

/** What cells can be coloured by: 'fitness', 'operator' and 'evaluation' where they are known, and the domain's columns of numbers. */
export function colourings(store: EliteStore): readonly string[] {
  const known = store.makers.size > 0 ? ['operator', 'evaluation'] : [];
  return ['fitness', ...known, ...[...store.numbers].filter((name) => !['fitness', ...known].includes(name))];
}

/**
 * Colours all cells.
 * @param by - One of {@link colourings}.
 * @param empty - The packed colour of cells without an elite.
 * @param given - Range of the colours, name of fitness, and operators in the order of their colours.
 */
export function colourCells(
  store: EliteStore,
  by: string,
  empty: number,
  given: {
    readonly range?: ValueRange | undefined;
    readonly name: string;
    readonly operators?: readonly string[] | undefined;
  },
): CellColours {
  if (by === 'operator') return byOperator(store, empty, given.operators);
  const values = valuesOf(store, by);
  const range = given.range ?? shownRange(values);
  const colours = new Uint32Array(store.cells + 1);
  let [below, above] = [false, false];
  for (let cell = 0; cell < store.cells; cell++) {
    const value = values[cell]!;
    if (value < range[0]) below = true;
    if (value > range[1]) above = true;
    colours[cell + 1] = Number.isNaN(value) ? empty : shades[shadeOf(value, range)]!;
  }
  return { colours, key: { name: by === 'fitness' ? given.name : by, range, below, above } };
}

/** Values that are looked at to find a range. */
const sampled = 2000;
/** The share of the lowest values that get the darkest colour, so that a few outliers do not take all colours but one. */
const darkest = 0.03;

/** The range of colours for some values, NaN for none: from all but the lowest few to the highest; from the lowest if that leaves one value. */
export function shownRange(values: Float64Array): ValueRange {
  const step = Math.max(1, Math.ceil(values.length / sampled));
  const sample: number[] = [];
  let [lowest, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < lowest) lowest = value;
    if (value > high) high = value;
    if (i % step === 0 && !Number.isNaN(value)) sample.push(value);
  }
  const low = Float64Array.from(sample).sort()[Math.floor(sample.length * darkest)] ?? high;
  return valueRange([low < high ? low : lowest, high]);
}

function byOperator(store: EliteStore, empty: number, listed: readonly string[] = []): CellColours {
  const categories = categoriesOf(listed, store.makers);
  const packed = categories.shown.map(({ colour }) => packColour(colour));
  const counts = packed.map(() => 0);
  const colours = new Uint32Array(store.cells + 1);
  for (let cell = 0; cell < store.cells; cell++) {
    const maker = store.maker(cell);
    const index = maker === undefined ? -1 : categories.indexOf(maker);
    if (index >= 0) counts[index]!++;
    colours[cell + 1] = index < 0 ? empty : packed[index]!;
  }
  return { colours, key: { name: 'operator', categories, counts } };
}

/** `(cells)`: the numbers that cells are coloured by, NaN for none. */
export function valuesOf(store: EliteStore, by: string): Float64Array {
  if (by === 'fitness' || by === 'evaluation') return store[by];
  return Float64Array.from({ length: store.cells }, (_, cell) => store.number(cell, by));
}
