import {
  argumentError,
  asBatch,
  Batch,
  type Box,
  checkGenomes,
  type Emitter,
  type EmitterContext,
  FreshBatch,
  type Genomes,
  isBatch,
  isObjectSpace,
  isThenable,
  ListBatch,
  type Proposal,
  stateError,
} from '../core/index.ts';
import type { RandomStream } from '../random/index.ts';
import type { Block, PendingParts } from './pending-batch.ts';
import type { Deal } from './shares.ts';

/** An emitter of a search. */
export interface EmitterState<G> {
  readonly name: string;
  readonly emitter: Emitter<G>;
  /** What it learns with. */
  readonly learning: RandomStream;
  /** How often it was asked. */
  asks: number;
}

/** Genomes of a batch, with where they come from. */
export interface EmittedRows<G> extends Pick<PendingParts<G>, 'arm' | 'blocks' | 'parents' | 'revises'> {
  readonly genomes: Genomes<G>;
}

/** First genomes, which no emitter gave. */
export function firstRows<G>(genomes: Genomes<G>): EmittedRows<G> {
  const blocks = [{ emitter: -1, start: 0, rows: genomes.rows, ask: 0 }];
  return { genomes, blocks, arm: -1, parents: undefined, revises: undefined };
}

/**
 * Asks emitters for their rows of a batch, one after the other.
 * @throws what an emitter throws, if errors are to be thrown; STATE if none has a genome.
 */
export async function emit<G>(
  owner: string,
  emitters: readonly EmitterState<G>[],
  { arm, counts }: Deal,
  context: EmitterContext<G>,
): Promise<EmittedRows<G>> {
  const given: { readonly emitter: number; readonly proposal: Proposal<G> }[] = [];
  for (const [i, { name, emitter }] of emitters.entries()) {
    if (counts[i] === 0) continue;
    const count = emitter.batchSize ?? counts[i]!;
    const answer = askEmitter(emitter, count, context);
    const proposal = (isThenable(answer) ? await answer : answer) as Genomes<G> | Proposal<G> | undefined;
    if (proposal === undefined) continue;
    given.push({ emitter: i, proposal: checkProposal(`${owner}.ask`, name, proposal, count, context.space) });
  }
  const filled = given.filter(({ proposal }) => proposal.genomes.rows > 0);
  if (filled.length === 0) throw stateError(`${owner}.ask`, 'no emitter has a genome');
  return joined(filled, arm, emitters);
}

/** Asks an emitter; again if it fails, as often as it may. @returns undefined if it has failed and errors are not thrown. */
function askEmitter<G>(
  emitter: Emitter<G>,
  count: number,
  context: EmitterContext<G>,
): ReturnType<Emitter<G>['ask']> | Promise<undefined> {
  const { retries, onError, random, signal } = context;
  if (retries === 0 && onError === 'throw') return emitter.ask(count, context);
  return (async () => {
    const before = random.getState!();
    for (let tries = 0; ; tries++) {
      try {
        return await emitter.ask(count, context);
      } catch (error) {
        if (signal?.aborted) throw error;
        if (emitter.retries !== true && tries < retries) random.setState!(before);
        else if (onError === 'throw') throw error;
        else return undefined;
      }
    }
  })() as Promise<undefined>;
}

function checkProposal<G>(
  owner: string,
  name: string,
  given: Genomes<G> | Proposal<G>,
  count: number,
  space: EmitterContext<G>['space'],
): Proposal<G> {
  const proposal =
    typeof (given as Genomes<G>).rows === 'number' ? { genomes: given as Genomes<G> } : (given as Proposal<G>);
  const what = `emitters.${name}`;
  checkGenomes(owner, `${what}: genomes`, proposal.genomes);
  const { rows } = proposal.genomes;
  if (rows > count) throw argumentError(owner, what, `give at most ${count} rows`, rows);
  if (isObjectSpace(space)) return proposal;
  const genomes = asBatch(`${owner}: ${what}`, proposal.genomes as never, (space as Box).dimensions);
  return { ...proposal, genomes: genomes as unknown as Genomes<G> };
}

/** The rows of several emitters, one after the other. */
function joined<G>(
  given: readonly { readonly emitter: number; readonly proposal: Proposal<G> }[],
  arm: number,
  emitters: readonly EmitterState<G>[],
): EmittedRows<G> {
  const blocks: Block[] = [];
  let start = 0;
  for (const { emitter, proposal } of given) {
    const { rows } = proposal.genomes;
    blocks.push({ emitter, start, rows, ask: emitters[emitter]!.asks });
    start += rows;
  }
  const proposals = given.map(({ proposal }) => proposal);
  const lineage = proposals.some(({ parents }) => parents !== undefined);
  const revised = proposals.some(({ revises }) => revises !== undefined);
  return {
    genomes: joinGenomes(
      proposals.map(({ genomes }) => genomes),
      start,
    ),
    blocks,
    arm,
    parents: lineage
      ? proposals.flatMap(({ parents, genomes }) => parents ?? Array.from({ length: genomes.rows }, () => []))
      : undefined,
    revises: revised
      ? Float64Array.from(
          proposals.flatMap(({ revises, genomes }) =>
            Array.from({ length: genomes.rows }, (_, i) => revises?.[i] ?? Number.NaN),
          ),
        )
      : undefined,
  };
}

/** Genomes in memory of their own. */
function joinGenomes<G>(list: readonly Genomes<G>[], rows: number): Genomes<G> {
  const [first] = list;
  if (!isBatch(first))
    return new ListBatch(list.flatMap((genomes) => Array.from({ length: genomes.rows }, (_, i) => genomes.row(i))));
  if (list.length === 1 && (first as unknown) instanceof FreshBatch) return first as unknown as Genomes<G>;
  const { columns } = first as Batch;
  const batch = Batch.zeros(rows, columns);
  let at = 0;
  for (const { data } of list as unknown as readonly Batch[]) {
    batch.data.set(data, at);
    at += data.length;
  }
  return batch as unknown as Genomes<G>;
}
