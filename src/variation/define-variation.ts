import {
  type AnySpace,
  argumentError,
  type Batch,
  type Box,
  type BoxBounds,
  boxBounds,
  CallSignals,
  checkFunction,
  clip,
  copyNumbers,
  type Elite,
  type FieldKinds,
  FreshBatch,
  type GenomeOf,
  type Genomes,
  isFloat64Array,
  isObjectSpace,
  isRow,
  isThenable,
  ListBatch,
  pause,
  Selection,
  selectElites,
  show,
  stateError,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';
import { randomStream } from '../random/index.ts';

/** What a {@link VaryOne} is given along with the parent's genome. */
export interface VaryContext<G = Float64Array>
  extends Pick<VariationContext<G>, 'random' | 'archive' | 'space' | 'signal'> {
  /**
   * The parent as an elite: fitness, descriptor, and the domain's own columns.
   * @throws STATE, on reading, if the archive has no `select` and `elite`.
   */
  readonly parent: Elite<G, FieldKinds>;
}

/**
 * Makes a child of one parent; undefined if there is no child this time. If the parent is a vector, it is a copy that may be changed and
 * returned. Any other parent is the archive's own object: never change it, copy it first, with `structuredClone(parent)` for example. Else
 * an elite has a genome that was not evaluated. May be asynchronous.
 */
export type VaryOne<G> = (parent: G, context: VaryContext<G>) => G | undefined | Promise<G | undefined>;

/** Makes a child of two parents, as {@link VaryOne} does of one. */
export type CrossOne<G> = (parent: G, mate: G, context: VaryContext<G>) => G | undefined | Promise<G | undefined>;

/**
 * Makes an operator from a function of one parent. Each call gets its own random stream, so all children of a batch may be under
 * way at once, and their values do not depend on the order in which they finish. Vectors are clipped to the space.
 * @param space - The space of the children.
 * @returns An operator that throws ARGUMENT for a child of another length than the space has dimensions.
 * @throws ARGUMENT if `space` is not a space or `vary` is not a function.
 */
export function defineVariation<S extends AnySpace>(
  space: S,
  vary: VaryOne<GenomeOf<S>>,
): VariationOperator<GenomeOf<S>> {
  checkFunction('defineVariation', 'vary', vary);
  return operatorOf('defineVariation', space, () => vary);
}

/**
 * Makes an operator from a function of a parent and a mate, as {@link defineVariation} does from one of a parent. Mates are drawn uniformly
 * from the archive, from the given stream before anything else; one may be the parent itself. Archives with lineage count them as parents.
 *
 * ```ts
 * const crossover = defineCrossover(space, (parent, mate) => ({ body: parent.body, brain: mate.brain }));
 * ```
 *
 * @param space - The space of the children.
 * @returns An operator that throws ARGUMENT for a child of another length than the space has dimensions, and STATE if the archive is empty.
 * @throws ARGUMENT if `space` is not a space or `cross` is not a function.
 */
export function defineCrossover<S extends AnySpace>(
  space: S,
  cross: CrossOne<GenomeOf<S>>,
): VariationOperator<GenomeOf<S>> {
  checkFunction('defineCrossover', 'cross', cross);
  return operatorOf('defineCrossover', space, (count, given) => {
    const mates = given.select?.(count) ?? selectElites(given.archive, count, given.random);
    return (parent, context, i) => cross(parent, copyIfVector(mates.row(i), given), context);
  });
}

/** Makes the child of the parent in row `i`. */
type VaryRow<G> = (parent: G, context: VaryContext<G>, i: number) => ReturnType<VaryOne<G>>;

/** @param start - Gives the function of each row, for a batch of `count` rows. */
function operatorOf<S extends AnySpace>(
  owner: string,
  space: S,
  start: (count: number, context: VariationContext<GenomeOf<S>>) => VaryRow<GenomeOf<S>>,
): VariationOperator<GenomeOf<S>> {
  const bounds = isObjectSpace(space) ? undefined : boxBounds(owner, 'space', space);
  const finish = (child: unknown): unknown =>
    bounds === undefined || child === undefined ? child : clipped(owner, child, bounds);
  const collect = (children: unknown[]): Genomes<unknown> =>
    bounds === undefined || children.includes(undefined) ? new ListBatch(children) : vectors(children as never, bounds);
  return {
    check(other: AnySpace) {
      if (isObjectSpace(other) ? bounds === undefined : bounds !== undefined && isWithin(owner, bounds, other)) return;
      throw argumentError(owner, 'space', `lie inside the genome space, ${show(other)}`, space);
    },
    vary: (parents: Genomes<GenomeOf<S>>, context: VariationContext<GenomeOf<S>>) =>
      varyEach(start(parents.rows, context), finish, collect as never, parents, context),
  };
}

function isWithin(owner: string, { dimensions, lower, upper }: BoxBounds, box: Box): boolean {
  const outer = boxBounds(`${owner}.check`, 'space', box);
  return (
    outer.dimensions === dimensions && lower.every((low, j) => low >= outer.lower[j]! && upper[j]! <= outer.upper[j]!)
  );
}

function vectors(children: readonly Float64Array[], { dimensions }: BoxBounds): Batch {
  const batch = new FreshBatch(children.length, dimensions, new Float64Array(children.length * dimensions));
  for (const [i, child] of children.entries()) batch.data.set(child, i * dimensions);
  return batch;
}

function clipped(owner: string, child: unknown, { dimensions, lower, upper }: BoxBounds): Float64Array {
  if (!isRow(child, dimensions)) throw argumentError(owner, 'a child', `have ${dimensions} numbers`, child);
  const genome = new Float64Array(dimensions);
  copyNumbers(child, genome, 0);
  for (let j = 0; j < dimensions; j++) genome[j] = clip(genome[j]!, lower[j]!, upper[j]!);
  return genome;
}

/** Calls `vary` for every parent. Synchronous if all calls are. */
function varyEach<G>(
  vary: VaryRow<G>,
  finish: (child: unknown) => unknown,
  collect: (children: G[]) => Genomes<G>,
  parents: Genomes<G>,
  context: VariationContext<G>,
): Genomes<G> | Promise<Genomes<G>> {
  const children: unknown[] = new Array(parents.rows).fill(undefined);
  const waiting: Promise<void>[] = [];
  const errors: unknown[] = [];
  const signals = new CallSignals(context.signal);
  const failed = (i: number, error: unknown): void => {
    if (context.failed === undefined) errors.push(error);
    else context.failed(i, error);
  };
  const call = (
    i: number,
    seed: number = context.random.integer(0, Number.MAX_SAFE_INTEGER),
    tries: number = 0,
  ): void => {
    const keep = (child: unknown): void => {
      // Copied at once: the function may return the same array each time.
      children[i] = finish(child);
    };
    const again = (error: unknown): void => {
      if (tries < (context.retries ?? 0) && context.signal?.aborted !== true) call(i, seed, tries + 1);
      else failed(i, error);
    };
    try {
      const child = vary(copyIfVector(parents.row(i), context), contextOf(parents, i, seed, context, signals), i);
      if (!isThenable(child)) keep(child);
      else waiting.push(Promise.resolve(child).then(keep).catch(again));
    } catch (error) {
      again(error);
    }
  };
  const made = (): Genomes<G> => {
    signals.release();
    if (errors.length > 0) throw errors[0];
    return collect(children as G[]);
  };
  const goOn = async (from: number): Promise<Genomes<G>> => {
    for (let i = from; i < parents.rows && errors.length === 0; i++) {
      await pause();
      call(i);
    }
    // The list may grow during the loop: a call that is repeated is appended.
    for (let i = 0; i < waiting.length; i++) await waiting[i];
    return made();
  };
  for (let i = 0; i < parents.rows && errors.length === 0; i++) {
    call(i);
    const rest = pause();
    if (rest !== undefined) return rest.then(() => goOn(i + 1));
  }
  return waiting.length > 0 ? goOn(parents.rows) : made();
}

function contextOf<G>(
  parents: Genomes<G>,
  i: number,
  seed: number,
  { archive, space }: VariationContext<G>,
  signals: CallSignals,
): VaryContext<G> {
  const given = signals.context({ random: randomStream(seed), archive, space });
  const parent = (): Elite<G, FieldKinds> => {
    if (parents instanceof Selection) return parents.elite(i);
    throw stateError('VaryContext', 'the parents are plain genomes; only a search gives them as elites');
  };
  return Object.defineProperty(given, 'parent', { get: parent, enumerable: true }) as unknown as VaryContext<G>;
}

function copyIfVector<G>(genome: G, { space }: VariationContext<G>): G {
  const vector = isFloat64Array(genome) || (Array.isArray(genome) && !isObjectSpace(space));
  return vector ? (genome.slice() as G) : genome;
}
