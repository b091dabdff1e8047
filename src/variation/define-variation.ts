import {
  type AnySpace,
  argumentError,
  asBatch,
  type Batch,
  type Box,
  type BoxBounds,
  boxBounds,
  checkFunction,
  clip,
  type GenomeOf,
  type Genomes,
  isFloat64Array,
  isObjectSpace,
  isThenable,
  ListBatch,
  show,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';
import { randomStream } from '../random/index.ts';

/** Makes a child of one parent, which it may change in place if that is a vector. May be asynchronous. */
export type VaryOne<G> = (parent: G, context: VariationContext<G>) => G | Promise<G>;

/**
 * Lifts a function of one parent to an operator. Each call gets a random stream of its own, so all children of a batch
 * may be under way at once and come out the same in whatever order they finish. Vectors are clipped to the space.
 * @param space - Where the children live.
 * @returns An operator that refuses, with ARGUMENT, a child of another length than the space has dimensions.
 * @throws ARGUMENT if `space` is no space or `vary` no function.
 */
export function defineVariation<S extends AnySpace>(
  space: S,
  vary: VaryOne<GenomeOf<S>>,
): VariationOperator<GenomeOf<S>> {
  checkFunction('defineVariation', 'vary', vary);
  const bounds = isObjectSpace(space) ? undefined : boxBounds('defineVariation', 'space', space as Box);
  return {
    check(other: AnySpace) {
      if (isObjectSpace(other) ? bounds === undefined : bounds !== undefined && isWithin(bounds, other as Box)) return;
      throw argumentError('defineVariation', 'space', `lie in that of the genomes, ${show(other)}`, space);
    },
    async vary(parents: Genomes<GenomeOf<S>>, context: VariationContext<GenomeOf<S>>): Promise<Genomes<GenomeOf<S>>> {
      const children = new ListBatch(await varyEach(vary, parents, context));
      return bounds === undefined ? children : (clipped(children as never, bounds) as never);
    },
  };
}

function isWithin({ dimensions, lower, upper }: BoxBounds, box: Box): boolean {
  const outer = boxBounds('defineVariation.check', 'space', box);
  return (
    outer.dimensions === dimensions && lower.every((low, j) => low >= outer.lower[j]! && upper[j]! <= outer.upper[j]!)
  );
}

function clipped(list: ListBatch<Float64Array>, { dimensions, lower, upper }: BoxBounds): Batch {
  const children = asBatch('defineVariation', list, dimensions);
  const { data } = children;
  for (let i = 0; i < data.length; i++) data[i] = clip(data[i]!, lower[i % dimensions]!, upper[i % dimensions]!);
  return children;
}

function varyEach<G>(vary: VaryOne<G>, parents: Genomes<G>, context: VariationContext<G>): Promise<G[]> {
  return Promise.all(
    Array.from({ length: parents.rows }, async (_, i) => {
      const random = randomStream(context.random.integer(0, Number.MAX_SAFE_INTEGER));
      const child = vary(copyIfVector(parents.row(i), context), { ...context, random });
      // At once: the function may answer with the same array each time.
      return copyIfVector(isThenable(child) ? await child : (child as G), context);
    }),
  );
}

function copyIfVector<G>(genome: G, { space }: VariationContext<G>): G {
  const vector = isFloat64Array(genome) || (Array.isArray(genome) && !isObjectSpace(space));
  return vector ? ((genome as unknown as Float64Array).slice() as G) : genome;
}
