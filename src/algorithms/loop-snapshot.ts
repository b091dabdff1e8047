import { type GenomeSpace, type Genomes, isObjectSpace, type Problem } from '../core/index.ts';
import {
  decodeSnapshot,
  encodeSnapshot,
  genomeTensor,
  partTensors,
  readGenomes,
  restoreParts,
  type Safetensor,
  type StatefulParts,
} from '../formats/index.ts';
import { type RandomStream, readStreams, streamTensors } from '../random/index.ts';

/** A batch that waits to be told. */
interface WaitingBatch<G> {
  readonly genomes: Genomes<G>;
  /** `(rows)` */
  readonly seeds: Uint32Array;
}

/** The state of a loop beside that of its parts. */
export interface LoopState<G> {
  readonly evaluations: number;
  /** Whether the archive held elites at the start. */
  readonly continues: boolean;
  readonly waiting: WaitingBatch<G> | undefined;
}

/** A loop whose state is written or read. */
export interface StoredLoop<G> {
  /** Name of the algorithm, for errors too. */
  readonly owner: string;
  readonly domain: Problem<G>;
  readonly batchSize: number;
  /** Names and numbers of the first genomes. */
  readonly initial: object;
  readonly streams: Readonly<Record<string, RandomStream>>;
  readonly parts: StatefulParts;
}

/** A loop's configuration and state as a snapshot. */
export function writeLoop<G>(loop: StoredLoop<G>, { evaluations, continues, waiting }: LoopState<G>): Uint8Array {
  const { owner, domain, streams, parts } = loop;
  const tensors: [string, Safetensor][] = [...streamTensors(streams), ...partTensors(parts)];
  if (waiting !== undefined) {
    tensors.push(['asked', genomeTensor(`${owner}.snapshot`, waiting.genomes, domain.genome)]);
    tensors.push(['asked.seeds', { shape: [waiting.seeds.length], data: waiting.seeds }]);
  }
  return encodeSnapshot({
    kind: owner,
    configuration: configurationOf(loop),
    state: { evaluations, continues },
    tensors,
  });
}

/**
 * Reads what {@link writeLoop} wrote, and restores parts and streams.
 * @throws SNAPSHOT if the bytes are damaged or of another configuration; what a part throws. Nothing has changed then.
 */
export function readLoop<G>(loop: StoredLoop<G>, bytes: Uint8Array): LoopState<G> {
  const { owner, domain, batchSize, streams, parts } = loop;
  const snapshot = decodeSnapshot(`${owner}.restore`, bytes, { kind: owner, configuration: configurationOf(loop) });
  const evaluations = snapshot.integer('evaluations');
  const continues = snapshot.flag('continues');
  let waiting: WaitingBatch<G> | undefined;
  if (snapshot.has('asked')) {
    const rows = snapshot.length('asked.seeds');
    if (rows < 1 || rows > batchSize) throw snapshot.fail(`have a waiting batch of 1 to ${batchSize} rows`, rows);
    const genomes = readGenomes(snapshot, 'asked', rows, domain.genome, false);
    waiting = { genomes, seeds: snapshot.uint32('asked.seeds', [rows]) };
  }
  const setStreams = readStreams(snapshot, streams);
  restoreParts(snapshot, parts);
  setStreams();
  return { evaluations, continues, waiting };
}

function configurationOf<G>({ domain, batchSize, initial, parts }: StoredLoop<G>): object {
  const { name, genome, descriptor, fitnessFloor } = domain;
  return {
    domain: { name, genome: spaceOf(genome), descriptor, fitnessFloor },
    batchSize,
    initial,
    parts: [...parts.keys()].join(', '),
  };
}

function spaceOf<G>(space: GenomeSpace<G>): object | string {
  return isObjectSpace(space) ? 'objects' : space;
}
