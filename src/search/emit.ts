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
import type { Block, RowOrigins } from './pending-batch.ts';
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
export interface EmittedRows<G> extends RowOrigins {
  readonly genomes: Genomes<G>;
}

/** First genomes, which no emitter gave. */
export function firstRows<G>(genomes: Genomes<G>): EmittedRows<G> {
  const blocks = [{ emitter: -1, start: 0, rows: genomes.rows, ask: 0 }];
  return { genomes, blocks, arm: -1, parents: undefined, revises: undefined };
}

/** What an emitter has given. */
interface Given<G> {
  readonly emitter: number;
  readonly proposal: Proposal<G>;
}

/**
 * Asks emitters for their rows of a batch, one after the other. Answers at once if all of them do.
 * @throws what an emitter throws, if errors are to be thrown; STATE if none has a genome.
 */
export function emit<G>(
  owner: string,
  emitters: readonly EmitterState<G>[],
  { arm, counts }: Deal,
  context: EmitterContext<G>,
): EmittedRows<G> | Promise<EmittedRows<G>> {
  const given: Given<G>[] = [];
  const take = (emitter: number, answer: Genomes<G> | Proposal<G> | undefined): void => {
    if (answer === undefined) return;
    const { name } = emitters[emitter]!;
    const proposal = checkProposal(
      `${owner}.ask`,
      name,
      answer,
      countOf(emitters[emitter]!, counts[emitter]!),
      context.space,
    );
    if (proposal.genomes.rows > 0) given.push({ emitter, proposal });
  };
  const goOn = async (from: number, first: Answer<G>): Promise<EmittedRows<G>> => {
    take(from, await first);
    for (let i = from + 1; i < emitters.length; i++) {
      if (counts[i] !== 0) take(i, await askEmitter(emitters[i]!.emitter, countOf(emitters[i]!, counts[i]!), context));
    }
    return joined(owner, given, arm, emitters);
  };
  for (let i = 0; i < emitters.length; i++) {
    if (counts[i] === 0) continue;
    const answer = askEmitter(emitters[i]!.emitter, countOf(emitters[i]!, counts[i]!), context);
    if (isThenable(answer)) return goOn(i, answer);
    take(i, answer as Genomes<G> | Proposal<G>);
  }
  return joined(owner, given, arm, emitters);
}

/** How many rows an emitter is asked for. */
function countOf<G>({ emitter }: EmitterState<G>, dealt: number): number {
  return emitter.batchSize ?? dealt;
}

/** What an emitter answers with; undefined if it has failed. */
type Answer<G> = ReturnType<Emitter<G>['ask']> | Promise<Genomes<G> | Proposal<G> | undefined>;

/** Asks an emitter; again if it fails, as often as it may. @returns undefined if it has failed and errors are not thrown. */
function askEmitter<G>(emitter: Emitter<G>, count: number, context: EmitterContext<G>): Answer<G> {
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
  })();
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

/** The rows of several emitters, one after the other. @throws STATE if there are none. */
function joined<G>(
  owner: string,
  given: readonly Given<G>[],
  arm: number,
  emitters: readonly EmitterState<G>[],
): EmittedRows<G> {
  if (given.length === 0) throw stateError(`${owner}.ask`, 'no emitter has a genome');
  const blocks: Block[] = [];
  let start = 0;
  let [lineage, revised] = [false, false];
  for (const { emitter, proposal } of given) {
    const { genomes, parents, revises } = proposal;
    blocks.push({ emitter, start, rows: genomes.rows, ask: emitters[emitter]!.asks });
    start += genomes.rows;
    lineage ||= parents !== undefined;
    revised ||= revises !== undefined;
  }
  const each = <T>(value: (proposal: Proposal<G>, i: number) => T): T[] =>
    given.flatMap(({ proposal }) => Array.from({ length: proposal.genomes.rows }, (_, i) => value(proposal, i)));
  return {
    genomes: joinGenomes(given, start),
    blocks,
    arm,
    parents: lineage ? each(({ parents }, i) => parents?.[i] ?? []) : undefined,
    revises: revised ? Float64Array.from(each(({ revises }, i) => revises?.[i] ?? Number.NaN)) : undefined,
  };
}

/** Genomes in memory of their own. */
function joinGenomes<G>(given: readonly Given<G>[], rows: number): Genomes<G> {
  const first = given[0]!.proposal.genomes;
  if (!isBatch(first)) {
    const list = ({ proposal: { genomes } }: Given<G>): G[] =>
      Array.from({ length: genomes.rows }, (_, i) => genomes.row(i));
    return new ListBatch(given.flatMap(list));
  }
  if (given.length === 1 && (first as unknown) instanceof FreshBatch) return first as unknown as Genomes<G>;
  const { columns } = first as Batch;
  const batch = Batch.zeros(rows, columns);
  let at = 0;
  for (const { proposal } of given) {
    const { data } = proposal.genomes as unknown as Batch;
    batch.data.set(data, at);
    at += data.length;
  }
  return batch as unknown as Genomes<G>;
}
