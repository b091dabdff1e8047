import { colourBetween } from '../../plot/index.ts';
import { type CellColours, type DifferenceKey, packColour } from './colouring.ts';

/** Cells of one archive alone. */
export const onlyColours: readonly [a: string, b: string] = ['#d01c8b', '#00897b'];

/** From b fitter, blue, over none, pale yellow, to a fitter, red [Brewer's RdYlBu]. */
export const differenceStops: readonly number[] = [
  0x313695, 0x4575b4, 0x74add1, 0xabd9e9, 0xe0f3f8, 0xffffbf, 0xfee090, 0xfdae61, 0xf46d43, 0xd73027, 0xa50026,
];

/** The share of the largest differences that all get the strongest colour. */
const strongest = 0.03;

/**
 * Colours the cells of an archive by how much fitter its elites are than those of another.
 * @param a - `(cells)` fitness, NaN for no elite. @param b - As a, of the other archive.
 * @param empty - The packed colour of cells without elites of both.
 */
export function colourDifference(
  a: Float64Array,
  b: Float64Array,
  empty: number,
  words: Pick<DifferenceKey, 'names' | 'fitnessLabel'>,
): CellColours {
  const differences = a.map((fitness, cell) => fitness - b[cell]!);
  const known = differences.filter((value) => !Number.isNaN(value));
  const most = mostOf(known);
  const only = onlyColours.map(packColour);
  const colours = new Uint32Array(a.length + 1);
  // What is beyond counts as the end.
  const place = (difference: number): number => (Math.max(-1, Math.min(1, difference / most)) + 1) / 2;
  let [onlyA, onlyB] = [0, 0];
  for (let cell = 0; cell < a.length; cell++) {
    const [none, noneBeside] = [Number.isNaN(a[cell]!), Number.isNaN(b[cell]!)];
    if (!none && noneBeside) onlyA++;
    else if (none && !noneBeside) onlyB++;
    const one = none ? (noneBeside ? empty : only[1]!) : only[0]!;
    colours[cell + 1] =
      none || noneBeside ? one : packColour(colourBetween(differenceStops, place(differences[cell]!)));
  }
  const fitterA = known.filter((value) => value > 0).length;
  const fitterB = known.filter((value) => value < 0).length;
  const beyond = known.some((value) => Math.abs(value) > most);
  return { colours, key: { ...words, onlyA, onlyB, both: known.length, fitterA, fitterB, most, beyond } };
}

/** The size that all but the largest few have at most; 1 if that is 0. */
function mostOf(differences: Float64Array): number {
  const sizes = differences.map(Math.abs).sort();
  return sizes[Math.ceil(sizes.length * (1 - strongest)) - 1] || sizes.at(-1) || 1;
}
