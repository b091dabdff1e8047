import { type Box, boxBounds, type GenomeSpace, isObjectSpace } from '../core/index.ts';
import { expectThat } from './law.ts';

/** @throws Error if a vector leaves its box; objects are taken as they are, but must exist. */
export function expectInside<G>(what: string, genome: G, space: GenomeSpace<G>): void {
  if (isObjectSpace(space)) {
    expectThat(what, 'be a genome', genome !== undefined, genome);
    return;
  }
  const { dimensions, lower, upper } = boxBounds('testing', 'space', space as Box);
  const vector = genome as Float64Array;
  const inside = vector.length === dimensions && vector.every((x, j) => x >= lower[j]! && x <= upper[j]!);
  expectThat(what, 'lie inside the space', inside, genome);
}
