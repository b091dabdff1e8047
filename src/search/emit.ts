import {
  areIds,
  argumentError,
  asBatch,
  Batch,
  type Box,
  checkFunction,
  checkGenomes,
  type Emitter,
  type EmitterContext,
  FreshBatch,
  freshBatch,
  type Genomes,
  genomeData,
  isBatch,
  isObjectSpace,
  isRow,
  isThenable,
  type LearnContext,
  ListBatch,
  listOf,
  messageOf,
  type Proposal,
  type Schema,
  stateError,
} from '../core/index.ts';
import { retried } from '../emitters/index.ts';
import { type RandomStream, rewinding } from '../random/index.ts';
import { type Block, emittedTable, PendingBatch } from './pending-batch.ts';

/** An emitter of a search, with its counter and stream. */
export interface EmitterState<G> {
  readonly name: string;
  readonly emitter: Emitter<G>;
  /** The random stream of its learning. */
  readonly learning: RandomStream;
  /** Number of asks so far. */
  asks: number;
}

/**
 * Lets emitters learn, one after the other, each with its own stream.
 * @throws what an emitter throws; its stream is then rewound.
 */
export async function learnAll<G>(
  emitters: readonly EmitterState<G>[],
  context: Omit<LearnContext<G>, 'random'>,
): Promise<void> {
  for (const { emitter, learning } of emitters) {
    await rewinding(learning, () => emitter.learn?.({ ...context, random: learning }));
  }
}

/** First genomes, which come from no emitter. */
export function firstRows<G>(genomes: Genomes<G>, schema: Schema): PendingBatch<G> {
  const blocks = [{ emitter: -1, start: 0, rows: genomes.rows, ask: 0 }];
  return new PendingBatch(emittedTable(schema, genomes), blocks, -1);
}

/** The answer of one emitter. */
interface Given<G> {
  readonly emitter: number;
  readonly proposal: Proposal<G>;
}

/** What a batch is asked for with. */
export interface Asking<G> {
  /** The method that errors name. */
  readonly owner: string;
  readonly emitters: readonly EmitterState<G>[];
  /** The bandit's arm; −1 without one, and with one that gives shares. */
  readonly arm: number;
  /** `(emitters)`: number of rows that each gives. */
  readonly counts: Int32Array;
  readonly context: Omit<EmitterContext<G>, 'ask'>;
  /** Whether the archive that emitters select from is another one than that which has the elites. */
  readonly guided: boolean;
  /** The columns of the batch. */
  readonly schema: Schema;
  /** The error of the emitter that failed last, if errors are not thrown. */
  failure?: { readonly error: unknown };
}

/**
 * Asks emitters for their rows of a batch, one after the other. Synchronous if all of them are.
 * @param from - Index of the first that is asked.
 * @param given - By the emitters before it.
 * @throws what an emitter throws, if errors are to be thrown; STATE if no emitter gives a genome.
 */
export function emit<G>(
  asking: Asking<G>,
  from: number = 0,
  given: Given<G>[] = [],
): PendingBatch<G> | Promise<PendingBatch<G>> {
  for (let i = from; i < asking.emitters.length; i++) {
    if (asking.counts[i] === 0) continue;
    const answer = askEmitter(asking, i);
    if (isThenable(answer)) {
      return Promise.resolve(answer).then((later) => {
        take(asking, i, later, given);
        return emit(asking, i + 1, given);
      });
    }
    take(asking, i, answer, given);
  }
  const instead = given.length === 0 ? insteadOf(asking) : -1;
  if (instead < 0) return joined(asking, given);
  const counts = new Int32Array(asking.emitters.length);
  counts[instead] = asking.counts.reduce((sum, count) => sum + count, 0);
  return emit({ ...asking, counts }, instead, given);
}

/**
 * The emitter to ask for the whole batch, if only emitters with a share of their own were asked and none of them gave a row, as when all
 * elites of a reevaluation are out; −1 if there is none.
 */
function insteadOf<G>({ emitters, counts }: Asking<G>): number {
  const isArm = ({ emitter }: EmitterState<G>): boolean => emitter.share === undefined;
  if (emitters.some((one, i) => counts[i]! > 0 && isArm(one))) return -1;
  return emitters.findIndex(isArm);
}

/** Checks the answer of an emitter, and adds it to `given` if it has rows. */
function take<G>(
  { owner, emitters, counts, context, guided }: Asking<G>,
  emitter: number,
  answer: Answer<G>,
  given: Given<G>[],
): void {
  const { name } = emitters[emitter]!;
  const count = countOf(emitters[emitter]!, counts[emitter]!);
  const proposal = checkProposal(owner, name, answer, count, context.space);
  if (proposal.revises !== undefined) {
    if (guided) throw argumentError(owner, `emitters.${name}: revises`, 'be left out with a guide', proposal.revises);
    checkFunction(owner, 'archive.revise', context.archive.revise);
  }
  if (proposal.genomes.rows > 0) given.push({ emitter, proposal });
}

/** Number of rows that an emitter is asked for. */
function countOf<G>({ emitter }: EmitterState<G>, dealt: number): number {
  return emitter.batchSize ?? dealt;
}

/** What an emitter answers with. */
type Answer<G> = Genomes<G> | Proposal<G>;

/** Asks an emitter, and repeats a failed ask at most `retries` times. If errors are not thrown, an emitter that fails gives no rows. */
function askEmitter<G>(asking: Asking<G>, i: number): Answer<G> | Promise<Answer<G>> {
  const { emitters, counts, context: shared } = asking;
  const { emitter, asks } = emitters[i]!;
  const count = countOf(emitters[i]!, counts[i]!);
  const context = { ask: asks, ...shared };
  const retries = emitter.retries === true ? 0 : shared.retries;
  return retried<Answer<G>>(
    () => emitter.ask(count, context),
    { ...shared, retries },
    (error) => {
      asking.failure = { error };
      return new ListBatch<G>([]);
    },
  );
}

/** Checks an answer, and copies it: the emitter may use its memory again when the next one is asked. */
function checkProposal<G>(
  owner: string,
  name: string,
  given: Genomes<G> | Proposal<G>,
  count: number,
  space: EmitterContext<G>['space'],
): Proposal<G> {
  const what = `emitters.${name}`;
  if (typeof given !== 'object' || given === null)
    throw argumentError(owner, what, 'give genomes or a proposal', given);
  // Each is read once: it may be a getter.
  const { genomes, parents, revises }: Proposal<G> = 'genomes' in given ? given : { genomes: given };
  checkOrigins(owner, what, { genomes, parents, revises });
  checkGenomes(owner, `${what}: genomes`, genomes);
  if (genomes.rows > count) throw argumentError(owner, what, `give at most ${count} rows`, genomes.rows);
  const own = isObjectSpace(space)
    ? new ListBatch(listOf(genomes))
    : freshBatch(asBatch(`${owner}: ${what}`, genomes as never, (space as Box).dimensions));
  return {
    genomes: own as Genomes<G>,
    parents: parents?.map(copyIds),
    revises: revises && Float64Array.from(revises),
  };
}

/** @throws ARGUMENT unless parents and revises have ids for each row. */
function checkOrigins<G>(owner: string, what: string, { genomes, parents, revises }: Proposal<G>): void {
  const rows = genomes?.rows;
  if (parents !== undefined && !(Array.isArray(parents) && parents.length === rows && parents.every(areIds)))
    throw argumentError(
      owner,
      `${what}: parents`,
      `have for each of the ${rows} rows a list of ids, integers from 0 on`,
      parents,
    );
  if (revises !== undefined && !(isRow(revises, rows) && areIds(revises)))
    throw argumentError(owner, `${what}: revises`, `have an id for each of the ${rows} rows`, revises);
}

/** Joins the rows of several emitters. @throws STATE if there are none. */
function joined<G>(asking: Asking<G>, given: readonly Given<G>[]): PendingBatch<G> {
  const { owner, arm, emitters, schema, failure } = asking;
  if (given.length === 0) throw noGenome(owner, failure);
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
  const each = <T>(value: (proposal: Proposal<G>, i: number) => T): T[] => {
    const all: T[] = [];
    for (const { proposal } of given) for (let i = 0; i < proposal.genomes.rows; i++) all.push(value(proposal, i));
    return all;
  };
  const parents = lineage ? each(({ parents }, i) => (parents?.[i] ?? []) as number[]) : undefined;
  const again = revised ? Float64Array.from(each(({ revises }, i) => revises?.[i] ?? Number.NaN)) : undefined;
  return new PendingBatch(emittedTable(schema, joinGenomes(given, start), parents, again), blocks, arm);
}

function noGenome(owner: string, failure: Asking<never>['failure']): Error {
  const why = 'no emitter gave a genome';
  if (failure === undefined) return stateError(owner, why);
  const message = messageOf(failure.error).replace(/\.$/, '');
  return stateError(owner, `${why}; the last one failed: ${message}`, { cause: failure.error });
}

function copyIds(ids: ArrayLike<number>): number[] {
  const copy = new Array<number>(ids.length);
  for (let i = 0; i < copy.length; i++) copy[i] = ids[i]!;
  return copy;
}

/** All genomes in new memory; a single FreshBatch is not copied. */
function joinGenomes<G>(given: readonly Given<G>[], rows: number): Genomes<G> {
  const first = given[0]!.proposal.genomes;
  if (!isBatch(first)) {
    return new ListBatch(given.flatMap(({ proposal }) => genomeData(proposal.genomes) as G[]));
  }
  if (given.length === 1 && first instanceof FreshBatch) return first;
  const { columns } = first;
  const batch = Batch.zeros(rows, columns);
  let at = 0;
  for (const { proposal } of given) {
    const { data } = proposal.genomes as unknown as Batch;
    batch.data.set(data, at);
    at += data.length;
  }
  return batch as unknown as Genomes<G>;
}
