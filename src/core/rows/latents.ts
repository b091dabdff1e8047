import { checkMethods, checkObject } from '../checks/checks.ts';
import { argumentError } from '../checks/errors.ts';
import type { Random } from '../seams/random.ts';
import type { Box, BoxBounds } from '../space.ts';
import { asBatch, Batch, type Genomes, isBatch, ListBatch } from './genomes.ts';
import { clip } from './numbers.ts';

/** Latents of learned encodings lie in [-5, 5]^n, the box of the paper. */
export const LATENT_BOUND = 5;
/** Latents are clipped to ±this before they are decoded: beyond it sums would overflow. */
const FARTHEST = 1e6;

/** The box of latents. Frozen. */
export function latentBox(dimensions: number): Box {
  return Object.freeze({ dimensions, lower: -LATENT_BOUND, upper: LATENT_BOUND });
}

/** One vector, or rows of them. */
export type Vectors = ArrayLike<number> | Genomes<ArrayLike<number>>;

/**
 * What `map` makes of vectors: of one vector a vector, of rows a Batch.
 * @param columns - The length that each must have.
 * @param map - Gets them as `(rows, columns)`. Latents are a copy, clipped to ±1e6, in which anything that is not a number is NaN;
 *   genomes and phenotypes may be the memory of a Batch.
 * @throws ARGUMENT, in the name of `owner`, if a length is wrong, an entry of one vector is no number, or `vectors` is neither a list nor
 *   genomes.
 */
export function mapVectors(
  owner: string,
  vectors: Vectors,
  columns: number,
  what: 'latent' | 'genome' | 'phenotype',
  map: (rows: Batch) => Batch,
): Float64Array | Batch {
  checkObject(owner, `${what}s`, vectors);
  const isOne = !('rows' in vectors);
  if (isOne) checkVector(owner, what, vectors);
  // A structured clone of a Batch has lost its methods.
  const given = isOne ? new ListBatch([vectors]) : isBatch(vectors) ? withData(vectors, vectors.data) : vectors;
  const rows = asBatch(owner, given, columns, what);
  const clipped = (z: number): number => clip(z, -FARTHEST, FARTHEST);
  const mapped = map(what === 'latent' ? withData(rows, rows.data.map(clipped)) : rows);
  return isOne ? mapped.data : mapped;
}

function checkVector(owner: string, what: string, vector: ArrayLike<unknown>): void {
  for (let j = 0; j < vector.length; j++) {
    const rule = 'be a number (a batch is a Batch, or has rows and row())';
    if (typeof vector[j] !== 'number') throw argumentError(owner, `${what}[${j}]`, rule, vector[j]);
  }
}

function withData({ rows, columns }: Batch, data: Float64Array): Batch {
  return new Batch(rows, columns, data);
}

/** `(dimensions)` standard normals from `random`, clipped to [-5, 5]. @throws ARGUMENT, in the name of `owner`, if `random` has no fillNormal(). */
export function sampleLatent(owner: string, random: Random, dimensions: number): Float64Array {
  checkMethods(owner, 'random', random, 'fillNormal');
  const latent = new Float64Array(dimensions);
  random.fillNormal(latent);
  return latent.map((z) => clip(z, -LATENT_BOUND, LATENT_BOUND));
}

/** A frozen copy of a box. A side is one number if all its bounds are equal, else a frozen list. */
export function frozenBox({ dimensions, lower, upper }: BoxBounds): Box {
  const side = (bounds: Float64Array): number | readonly number[] =>
    bounds.every((value) => value === bounds[0]) ? bounds[0]! : Object.freeze(Array.from(bounds));
  return Object.freeze({ dimensions, lower: side(lower), upper: side(upper) });
}
