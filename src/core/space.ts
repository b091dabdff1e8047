import { checkFunction, checkInteger, checkObject, checkOptions } from './checks/checks.ts';
import { argumentError, type ElitesError, show } from './checks/errors.ts';
import { plainJson } from './checks/plain-json.ts';
import { copyNumbers, isRow } from './rows/numbers.ts';
import type { ColumnKind } from './rows/table.ts';
import type { Random } from './seams/random.ts';

/** A box of vectors. One number as a bound stands for every dimension. Boxes are equal by value. */
export interface Box {
  /** Number of dimensions, at least 1. */
  readonly dimensions: number;
  /** Lower bounds, inclusive. Infinite bounds are allowed for genomes only, and only if the problem has an `initialGenome`. */
  readonly lower: number | ArrayLike<number>;
  /** Upper bounds, inclusive, above the lower ones. */
  readonly upper: number | ArrayLike<number>;
}

/** A space of genomes that are not vectors. Made by {@link objectSpace}; equal by identity. */
export interface ObjectSpace<G> {
  /** Draws a first genome. */
  readonly sample: (random: Random) => G;
  /** Writes a genome for a snapshot. */
  readonly serialize: (genome: G) => string;
  /** Reads the text that `serialize` wrote. */
  readonly deserialize: (text: string) => G;
}

/** The space of genomes of type `G`: a {@link Box} for vectors, an {@link ObjectSpace} for everything else. */
export type GenomeSpace<G> = [G] extends [Float64Array] ? Box : ObjectSpace<G>;

/** A space of genomes of any type. */
// biome-ignore lint/suspicious/noExplicitAny: an ObjectSpace of no other type is one of every type
export type AnySpace = Box | ObjectSpace<any>;

/** The type of a space's genomes. */
export type GenomeOf<S extends AnySpace> = S extends ObjectSpace<infer G> ? G : Float64Array;

/** A checked box with its bounds written out. */
export interface BoxBounds {
  readonly dimensions: number;
  /** `(dimensions)` */
  readonly lower: Float64Array;
  /** `(dimensions)` */
  readonly upper: Float64Array;
  /** Whether every width, and so every bound, is finite. */
  readonly finite: boolean;
}

/**
 * A space of genomes of any type.
 * @param spec - `sample` draws a first genome; `serialize` and `deserialize` write and read one, for snapshots and for the
 *   threads of pools. Default: JSON, which throws ARGUMENT for genomes that it would change (typed arrays, −0, holes in lists,
 *   cycles and the like).
 * @throws ARGUMENT if a part is not a function, or only one of the pair is given.
 */
export function objectSpace<G>(spec: {
  sample: (random: Random) => G;
  serialize?: ((genome: G) => string) | undefined;
  deserialize?: ((text: string) => G) | undefined;
}): ObjectSpace<G> {
  checkOptions('objectSpace', spec, ['sample', 'serialize', 'deserialize']);
  const { sample, serialize, deserialize } = spec;
  checkFunction('objectSpace', 'sample', sample);
  if ((serialize === undefined) !== (deserialize === undefined)) {
    throw argumentError('objectSpace', 'serialize and deserialize', 'be given together', [serialize, deserialize]);
  }
  return {
    sample,
    serialize: serialize ?? plainJson.serialize,
    deserialize: deserialize ?? (plainJson.deserialize as (text: string) => G),
  };
}

/** Whether a space is an object space, not a box. */
export function isObjectSpace(space: unknown): space is ObjectSpace<unknown> {
  return typeof (space as { sample?: unknown } | null | undefined)?.sample === 'function';
}

/** The kind of the table column that holds genomes of a space. @throws ARGUMENT, in the name of `owner`, if `space` is not valid. */
export function genomeKind(owner: string, space: AnySpace): ColumnKind {
  return isObjectSpace(space) ? space : { size: boxBounds(owner, 'domain.genome', space).dimensions };
}

/**
 * Writes out the bounds of a box and checks them.
 * @param argument - Name of the box in the message.
 * @throws ARGUMENT, in the name of `owner`, if `dimensions` is not an integer of at least 1, a bound has another length or is
 *   NaN, or lower is not below upper.
 */
export function boxBounds(owner: string, argument: string, box: Box): BoxBounds {
  checkObject(owner, argument, box);
  if (isObjectSpace(box)) throw argumentError(owner, argument, 'be a box of vectors', 'an object space');
  const { dimensions } = box;
  checkInteger(owner, `${argument}.dimensions`, dimensions, 1, MOST_DIMENSIONS);
  const lower = writeOut(owner, `${argument}.lower`, box.lower, dimensions);
  const upper = writeOut(owner, `${argument}.upper`, box.upper, dimensions);
  let finite = true;
  for (let i = 0; i < dimensions; i++) {
    const low = lower[i]!;
    const high = upper[i]!;
    if (!(low < high)) {
      throw argumentError(owner, argument, `have lower below upper in dimension ${i}`, boundsAt(box, i));
    }
    finite &&= Number.isFinite(high - low);
  }
  return { dimensions, lower, upper, finite };
}

/** Like {@link boxBounds}, but also refuses an infinite bound, or a width that overflows. */
export function finiteBounds(owner: string, argument: string, box: Box): BoxBounds {
  const bounds = boxBounds(owner, argument, box);
  if (!bounds.finite) throw infiniteBounds(owner, argument, bounds);
  return bounds;
}

/** Like {@link finiteBounds}, for callers that scale by half widths: refuses a width whose half is 0. */
export function scalableBounds(owner: string, argument: string, box: Box): BoxBounds {
  const bounds = finiteBounds(owner, argument, box);
  const { lower, upper } = bounds;
  const i = lower.findIndex((low, j) => (upper[j]! - low) / 2 === 0);
  if (i < 0) return bounds;
  throw argumentError(owner, argument, `be wider than 5e-324 in dimension ${i}`, [lower[i], upper[i]]);
}

/** The error for a box with an infinite bound; it names the first. @param or - Text that names an alternative. */
export function infiniteBounds(
  owner: string,
  argument: string,
  { lower, upper }: BoxBounds,
  or: string = '',
): ElitesError {
  const i = lower.findIndex((low, j) => !Number.isFinite(upper[j]! - low));
  return argumentError(owner, argument, `have finite bounds in dimension ${i}${or}`, [lower[i], upper[i]]);
}

/** Index of the first number in `(rows, dimensions)`, row-major, that is not finite or is outside its bounds; −1 if there is none. */
export function firstOutside({ dimensions, lower, upper }: BoxBounds, data: Float64Array): number {
  for (let i = 0, j = 0; i < data.length; i++) {
    const x = data[i]!;
    if (!(x >= lower[j]! && x <= upper[j]! && Number.isFinite(x))) return i;
    if (++j === dimensions) j = 0;
  }
  return -1;
}

/** A larger number is a mistake: the bounds alone would take gigabytes. */
const MOST_DIMENSIONS = 2 ** 24;

function writeOut(
  owner: string,
  argument: string,
  bound: number | ArrayLike<number>,
  dimensions: number,
): Float64Array {
  const bounds = new Float64Array(dimensions);
  if (typeof bound === 'number') return bounds.fill(bound);
  if (!isRow(bound, dimensions)) throw argumentError(owner, argument, `be a number or ${dimensions} of them`, bound);
  copyNumbers(bound, bounds, 0);
  return bounds;
}

/** Whether two spaces are the same: boxes by value, object spaces by identity. */
export function sameSpace(a: AnySpace, b: AnySpace): boolean {
  return a === b || otherDimension(a as Box, b as Box) === -1;
}

/**
 * How a message tells a space from another: boxes of as many dimensions by the first in which their bounds differ.
 * @returns what is wanted, as the end of a rule, and what there is instead.
 */
export function spaceDifference(wanted: AnySpace, got: AnySpace): readonly [wanted: string, got: unknown] {
  const i = otherDimension(wanted as Box, got as Box);
  if (!(i >= 0)) return [show(wanted), got];
  return [`with ${show(boundsAt(wanted as Box, i))} in dimension ${i}`, boundsAt(got as Box, i)];
}

/** The first dimension in which the bounds of two boxes differ; −1 if there is none, NaN if they are no boxes of as many dimensions. */
function otherDimension(a: Box | undefined, b: Box | undefined): number {
  if (a?.dimensions === undefined || a.dimensions !== b?.dimensions) return Number.NaN;
  for (let i = 0; i < a.dimensions; i++) {
    if (at(a.lower, i) !== at(b.lower, i) || at(a.upper, i) !== at(b.upper, i)) return i;
  }
  return -1;
}

function boundsAt({ lower, upper }: Box, i: number): readonly unknown[] {
  return [at(lower, i), at(upper, i)];
}

/** The bound of a dimension; undefined if it is missing, which `boxBounds` refuses. */
function at(bound: Box['lower'] | undefined, i: number): number | undefined {
  return typeof bound === 'number' ? bound : bound?.[i];
}
