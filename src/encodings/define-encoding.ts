import {
  Batch,
  type Box,
  boxBounds,
  checkFunction,
  checkNumbers,
  checkOptions,
  type Encoding,
  frozenBox,
  type Genomes,
  mapVectors,
  type Random,
  type Vectors,
} from '../core/index.ts';

/** The definition of an encoding, for {@link defineEncoding}. */
export interface EncodingSpec {
  /** Where genomes live: what an optimiser searches. */
  readonly genome: Box;
  /** Where phenotypes live: what a domain evaluates. */
  readonly phenotype: Box;
  /** `(genomeDimensions)`, which it may keep, → `(phenotypeDimensions)` inside the box. */
  readonly decode: (genome: Float64Array) => ArrayLike<number>;
  /** `(phenotypeDimensions)`, which it may keep, → `(genomeDimensions)`. */
  readonly encode?: ((phenotype: Float64Array) => ArrayLike<number>) | undefined;
  /** Draws a typical genome, `(genomeDimensions)` (default: the encoding has no `sample`, and first genomes are uniform in the box). */
  readonly sample?: ((random: Random) => Float64Array) | undefined;
}

/** An encoding that takes one vector, or rows of them in any container, such as the genomes of an archive. */
export interface VectorEncoding extends Encoding {
  decode(genome: ArrayLike<number>): Float64Array;
  decode(genomes: Genomes<ArrayLike<number>>): Batch;
  encode?: {
    (phenotype: ArrayLike<number>): Float64Array;
    (phenotypes: Genomes<ArrayLike<number>>): Batch;
  };
}

/**
 * Makes an encoding from functions of one vector.
 * @returns an encoding whose `decode` and `encode` throw ARGUMENT for vectors of another length, also for those that your functions give.
 * @throws ARGUMENT if a box is none, or `decode`, `encode` or `sample` is no function.
 */
export function defineEncoding(
  spec: EncodingSpec & Required<Pick<EncodingSpec, 'encode'>>,
): VectorEncoding & Required<Pick<VectorEncoding, 'encode'>>;
export function defineEncoding(spec: EncodingSpec): VectorEncoding;
export function defineEncoding(spec: EncodingSpec): VectorEncoding {
  const owner = 'defineEncoding';
  checkOptions(owner, spec, ['genome', 'phenotype', 'decode', 'encode', 'sample']);
  const { decode, encode, sample } = spec;
  checkFunction(owner, 'decode', decode);
  for (const [name, given] of Object.entries({ encode, sample }))
    if (given !== undefined) checkFunction(owner, name, given);
  const genome = boxBounds(owner, 'genome', spec.genome);
  const phenotype = boxBounds(owner, 'phenotype', spec.phenotype);
  const mapped =
    (name: 'decode' | 'encode', map: (vector: Float64Array) => ArrayLike<number>, from: number, to: number) =>
    (vectors: Vectors): Float64Array | Batch =>
      mapVectors(`encoding.${name}`, vectors, from, name === 'decode' ? 'genome' : 'phenotype', (given) => {
        const batch = Batch.zeros(given.rows, to);
        for (let i = 0; i < given.rows; i++) {
          const made = map(given.row(i).slice());
          checkNumbers(owner, `${name}()`, made, to);
          batch.row(i).set(made);
        }
        return batch;
      });
  const [latents, genes] = [genome.dimensions, phenotype.dimensions];
  return {
    genome: frozenBox(genome),
    phenotype: frozenBox(phenotype),
    decode: mapped('decode', decode, latents, genes) as VectorEncoding['decode'],
    ...(encode && { encode: mapped('encode', encode, genes, latents) as NonNullable<VectorEncoding['encode']> }),
    ...(sample && { sample: (random: Random) => sample(random) }),
  };
}
