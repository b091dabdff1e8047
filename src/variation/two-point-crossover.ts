import {
  asBatch,
  Batch,
  type Genomes,
  selectElites,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';

/**
 * Two-point crossover on a ring of genes [DeJong1975]: the child is the parent, with a run of consecutive genes from another elite,
 * drawn uniformly from the archive. The run starts anywhere, has any length from 1 to n − 1, and goes on at the first gene after the last.
 * Draws from the given stream: first the other elites, then start and length for each child.
 */
export class TwoPointCrossover implements VariationOperator {
  /** One child for each parent. @throws ARGUMENT if the parents have another length than the space; STATE if the archive is empty. */
  vary(parents: Genomes<Float64Array>, { archive, random, space, select }: VariationContext): Batch {
    const owner = 'TwoPointCrossover.vary';
    const { rows, columns, data } = asBatch(owner, parents, space.dimensions);
    const others = asBatch(owner, select?.(rows) ?? (selectElites(archive, rows, random) as never), columns);
    const children = new Batch(rows, columns, data.slice());
    for (let i = 0; i < rows; i++) {
      const start = random.integer(0, columns - 1);
      const end = start + random.integer(1, Math.max(1, columns - 1));
      for (let k = start; k < end; k++) {
        const at = i * columns + (k < columns ? k : k - columns);
        children.data[at] = others.data[at]!;
      }
    }
    return children;
  }
}
