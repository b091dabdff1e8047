import { GridArchive } from '../archives/index.ts';
import {
  type Archive,
  type GenomeSpace,
  type Genomes,
  type Random,
  Selection,
  selectElites,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import { drawGenomes, expectInside, genomesOf, listOf, recordOf, spoil } from './laws/draw.ts';
import { checkContract, eachCase, expectSame, type Law, lawOf, type Make } from './laws/law.ts';
import { restoreLaws } from './laws/restore-laws.ts';

/** What {@link operatorContract} needs to know. */
export interface OperatorContractOptions<G = Float64Array> {
  /** Makes an operator. */
  readonly make: Make<VariationOperator<G>>;
  /** Where genomes live. */
  readonly space: GenomeSpace<G>;
}

interface Case<G> {
  /** Some of the elites. */
  readonly parents: readonly G[];
  readonly elites: readonly G[];
}

/**
 * The laws of a variation operator. Elites are drawn from `space`, some genes on its bounds; where a bound is infinite, within 5 of 0, or
 * of the other bound. Parents are a Selection of them, as the loops give it, or genomes alone.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function operatorContract<G = Float64Array>(options: OperatorContractOptions<G>): Law[] {
  checkContract('operatorContract', options, ['make', 'space']);
  const { make, space } = options;
  const law = (name: string, check: (drawn: Case<G>, size: number) => Promise<void>): Law =>
    lawOf('operator', name, () => eachCase((random, size) => drawCase(space, random, size), check));
  const varied = async (drawn: Case<G>, seed: number): Promise<Varied<G>> => vary(await make(), space, drawn, seed);
  return [
    law('there is one child for each parent', async (drawn, size) => {
      expectSame('The number of children', (await varied(drawn, size)).children.rows, drawn.parents.length);
    }),
    law('children lie inside the space', async (drawn, size) => {
      const { children } = await varied(drawn, size);
      for (let i = 0; i < children.rows; i++) {
        const child: G | undefined = children.row(i);
        if (child !== undefined) expectInside(`Child ${i}`, child, space);
      }
    }),
    law('parents are left as they are', async (drawn, size) => {
      const { before, parents } = await varied(drawn, size);
      expectSame('The parents afterwards', recordOf(space, parents), before.parents);
    }),
    law('the archive is left as it is', async (drawn, size) => {
      const { before, archive } = await varied(drawn, size);
      const elites = [...archive].map((elite) => elite.genome);
      expectSame('The elites afterwards', recordOf(space, genomesOf(space, elites)), before.elites);
    }),
    lawOf('operator', 'its check takes the space', async () => (await make()).check?.(space)),
    law('what it was given is not used any more once it has answered', async (drawn, size) =>
      keepsNothing(await make(), await make(), space, drawn, size),
    ),
    law('the same stream gives the same children', async (drawn, size) => {
      const first = recordOf(space, (await varied(drawn, size)).children);
      const again = recordOf(space, (await varied(drawn, size)).children);
      expectSame('The children of an equal stream', again, first);
    }),
    ...restoreLaws<VariationOperator<G>>('operator', {
      make,
      use: async (operator, time) => {
        const { parents, context } = givenOf(space, drawCase(space, randomStream(time), 9), time);
        return listOf(await operator.vary(parents, context));
      },
    }),
  ];
}

interface Varied<G> {
  readonly parents: Genomes<G>;
  readonly archive: Archive<G>;
  readonly children: Genomes<G>;
  /** Records of the parents and of all elites before the call. */
  readonly before: Readonly<Record<'parents' | 'elites', unknown>>;
}

async function vary<G>(
  operator: VariationOperator<G>,
  space: GenomeSpace<G>,
  drawn: Case<G>,
  seed: number,
): Promise<Varied<G>> {
  const record = (list: readonly G[]) => recordOf(space, genomesOf(space, list));
  const before = { parents: record(drawn.parents), elites: record(drawn.elites) };
  const { parents, context } = givenOf(space, drawn, seed);
  const children = await operator.vary(parents, context);
  return { parents, archive: context.archive, children, before };
}

/** What is given to the operator is spoilt after it has answered; the twin's is not. */
async function keepsNothing<G>(
  operator: VariationOperator<G>,
  twin: VariationOperator<G>,
  space: GenomeSpace<G>,
  drawn: Case<G>,
  seed: number,
): Promise<void> {
  for (const time of [1, 2]) {
    const { parents, context } = givenOf(space, drawn, seed + time);
    const children = listOf(await operator.vary(parents, context));
    for (let i = 0; i < parents.rows; i++) spoil(parents.row(i));
    context.random.uniform();
    const other = givenOf(space, drawn, seed + time);
    const expected = await twin.vary(other.parents, other.context);
    expectSame(`The children of call ${time}`, children, listOf(expected));
  }
}

/** 1, 2, 3 … parents, at last a hundred, of 1 to 12 elites. */
function drawCase<G>(space: GenomeSpace<G>, random: Random, size: number): Case<G> {
  const rows = size === 40 ? 100 : size;
  const elites = listOf(drawGenomes(space, random.integer(1, 12), random));
  const parents = Array.from({ length: rows }, () => elites[random.integer(0, elites.length - 1)]!);
  return { parents, elites };
}

/** What an operator is given: parents, a stream, and an archive of the elites in their order. */
function givenOf<G>(
  space: GenomeSpace<G>,
  { parents, elites }: Case<G>,
  seed: number,
): { readonly parents: Genomes<G>; readonly context: VariationContext<G> } {
  const descriptor = { dimensions: 1, lower: 0, upper: elites.length };
  const archive = new GridArchive<G>({ domain: { genome: space, descriptor }, cells: [elites.length], lineage: true });
  const descriptors = elites.map((_, i) => [i]);
  archive.add(genomesOf(space, elites), { fitness: new Float64Array(elites.length), descriptors });
  const random = randomStream(seed);
  const rows = Int32Array.from(parents, (parent) => elites.indexOf(parent));
  return {
    parents: seed % 2 === 0 ? new Selection<G>(archive, rows) : genomesOf(space, parents),
    context: { archive, random, space, select: (count) => selectElites(archive, count, random) },
  };
}
