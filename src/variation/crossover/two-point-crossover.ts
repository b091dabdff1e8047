import {
  type Batch,
  type Box,
  boxBounds,
  copyRow,
  type Genomes,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { pairsOf } from '../parent-rows.ts';

/**
 * Two-point crossover [DeJong1975]: the child is its parent with a range of genes from a mate. The range is uniform among all that have at
 * least one gene and not all of them (a genome of one gene is the mate's). The mate is drawn uniformly from the archive, and may be
 * the parent itself. For genomes whose neighbouring genes belong together. Draws from the given stream: first the mates, then the two ends
 * of each child's range.
 */
export class TwoPointCrossover implements VariationOperator {
  /** One child for each parent. @throws STATE if the archive is empty. */
  vary(parents: Genomes<Float64Array>, context: VariationContext): Batch {
    const { random, space } = context;
    const columns = space.dimensions;
    const { children, mates } = pairsOf('TwoPointCrossover.vary', parents, context);
    for (let i = 0; i < children.rows; i++) {
      let from: number;
      let to: number;
      do {
        const end = random.integer(0, columns);
        const other = random.integer(0, columns - 1);
        from = Math.min(end, other);
        // The ends differ: those from `end` on are counted without it.
        to = other >= end ? other + 1 : end;
      } while (to - from === columns && columns > 1);
      copyRow(mates.data, mates.indices[i]! * columns + from, children.data, i * columns + from, to - from);
    }
    return children;
  }

  /** @throws ARGUMENT if the space is not a box. */
  check(space: Box): void {
    boxBounds('TwoPointCrossover.check', 'space', space);
  }
}
