import { argumentError, shapeError } from './errors.ts';
import { Batch, type Genomes, isBatch } from './genomes.ts';
import { copyNumbers } from './numbers.ts';
import type { Random } from './random.ts';
import type { Box, BoxBounds } from './space.ts';

/** Latents of learned encodings live in [-5, 5], the paper's box. */
export const LATENT_BOUND = 5;
/** The largest latent that is decoded as it is: beyond it sums would overflow. */
const FARTHEST = 1e6;

/** Where latents live. Frozen. */
export function latentBox(dimensions: number): Box {
  return Object.freeze({ dimensions, lower: -LATENT_BOUND, upper: LATENT_BOUND });
}

/**
 * One latent or a batch of them as rows `(rows, dimensions)` to be decoded, a copy. Those beyond ±1e6 become ±1e6; what is
 * no number becomes NaN.
 * @throws ARGUMENT, in the name of `owner`, if the length is another, or `latents` is neither list nor Batch.
 */
export function latentRows(owner: string, latents: ArrayLike<number> | Batch, dimensions: number): Batch {
  const batch = isBatch(latents as Batch);
  const length: unknown = batch ? (latents as Batch).columns : (latents as ArrayLike<number> | null)?.length;
  if (typeof latents !== 'object' || typeof length !== 'number') {
    throw argumentError(owner, 'latents', 'be a Float64Array or a Batch', latents);
  }
  if (length !== dimensions && !batch) throw shapeError(owner, 'latent', [dimensions], 'latentDimensions', [length]);
  const rows = batch ? (latents as Batch).rows : 1;
  if (length !== dimensions) {
    throw shapeError(owner, 'latents', [rows, dimensions], 'rows, latentDimensions', [rows, length]);
  }
  const out = Batch.zeros(rows, dimensions);
  copyNumbers(batch ? (latents as Batch).data : (latents as ArrayLike<number>), out.data, 0);
  for (const [i, z] of out.data.entries()) if (Math.abs(z) > FARTHEST) out.data[i] = Math.sign(z) * FARTHEST;
  return out;
}

/** @throws ARGUMENT, in the name of `owner`, unless `phenotypes` is a Batch of so many columns. */
export function checkPhenotypes(owner: string, phenotypes: Genomes<unknown>, columns: number): void {
  if (!isBatch(phenotypes)) throw argumentError(owner, 'phenotypes', 'be a Batch', phenotypes);
  if (phenotypes.columns === columns) return;
  const { rows } = phenotypes;
  throw shapeError(owner, 'phenotypes', [rows, columns], 'rows, phenotypeDimensions', [rows, phenotypes.columns]);
}

/** `(dimensions)` standard normals, clipped to [-5, 5]. @throws ARGUMENT, in the name of `owner`, if `random` draws none. */
export function sampleLatent(owner: string, random: Random, dimensions: number): Float64Array {
  if (typeof random?.fillNormal !== 'function') throw argumentError(owner, 'random', 'be a random stream', random);
  const latent = new Float64Array(dimensions);
  random.fillNormal(latent);
  return latent.map((z) => Math.min(LATENT_BOUND, Math.max(-LATENT_BOUND, z)));
}

/** A frozen copy of a box: one number a side if all are equal, else a frozen list. */
export function frozenBox({ dimensions, lower, upper }: BoxBounds): Box {
  const side = (bounds: Float64Array): number | readonly number[] =>
    bounds.every((value) => value === bounds[0]) ? bounds[0]! : Object.freeze(Array.from(bounds));
  return Object.freeze({ dimensions, lower: side(lower), upper: side(upper) });
}
