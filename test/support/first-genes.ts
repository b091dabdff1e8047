import { Batch, type Box, type Encoding, type Learner } from '../../src/core/index.ts';

/** A learner whose latents are the first genes of a genome; the others are decoded as 0. It learns nothing. */
export function firstGenes(space: Box, genes: number): Learner {
  const cut = ({ rows, columns, data }: Batch, wanted: number): Batch =>
    new Batch(
      rows,
      wanted,
      Float64Array.from({ length: rows * wanted }, (_, i) => {
        const j = i % wanted;
        return j < columns ? data[((i - j) / wanted) * columns + j]! : 0;
      }),
    );
  const encode = (genomes: Batch): Batch => cut(genomes, genes);
  const decode = (latents: Batch): Batch => cut(latents, space.dimensions);
  return {
    fit() {},
    reconstruct: (genomes) => decode(encode(genomes)),
    encoding: () => ({
      genome: { dimensions: genes, lower: -5, upper: 5 },
      phenotype: space,
      encode,
      decode: decode as Encoding['decode'],
    }),
  };
}
