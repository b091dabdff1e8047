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

/**
 * One latent or a batch of them as rows `(rows, dimensions)` for decoding, a copy. Values are clipped to ±1e6; anything that is
 * not a number becomes NaN.
 * @throws ARGUMENT, in the name of `owner`, if the length is wrong, or `latents` is neither a list nor a Batch.
 */
export function latentRows(owner: string, latents: ArrayLike<number> | Batch, dimensions: number): Batch {
  checkObject(owner, 'latents', latents);
  const given = isBatch(latents) ? batchOf(latents) : new ListBatch([latents]);
  const { rows, data } = asBatch(owner, given, dimensions, 'latent');
  return new Batch(
    rows,
    dimensions,
    data.map((z) => clip(z, -FARTHEST, FARTHEST)),
  );
}

/** @throws ARGUMENT, in the name of `owner`, unless `phenotypes` is a Batch with `columns` columns. */
export function checkPhenotypes(owner: string, phenotypes: Genomes<unknown>, columns: number): void {
  if (!isBatch(phenotypes)) throw argumentError(owner, 'phenotypes', 'be a Batch', phenotypes);
  asBatch(owner, batchOf(phenotypes), columns, 'phenotype');
}

/** A Batch of the same numbers, not copied. For structured clones, which have lost their methods. */
function batchOf({ rows, columns, data }: Batch): Batch {
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
