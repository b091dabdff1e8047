import type { Safetensor, StoredSnapshot } from '../formats/index.ts';
import type { RandomStream } from './random-stream.ts';

/** Streams by name. */
type Streams = Readonly<Record<string, RandomStream>>;

/** The states of streams as the tensors of a snapshot, under their names. */
export function streamTensors(streams: Streams): [string, Safetensor][] {
  return Object.entries(streams).map(([name, stream]) => [tensorOf(name), { shape: [4], data: stream.getState() }]);
}

/**
 * Reads what {@link streamTensors} wrote for the same names.
 * @returns a function that brings the streams into those states, and cannot fail.
 * @throws SNAPSHOT if a state is missing, or none that a stream can have.
 */
export function readStreams(snapshot: StoredSnapshot, streams: Streams): () => void {
  const read = Object.entries(streams).map(([name, stream]) => {
    const state = snapshot.int32(tensorOf(name), [4]);
    if (state.every((word) => word === 0)) throw snapshot.fail(`have no zeros alone in ${tensorOf(name)}`, state);
    return [stream, state] as const;
  });
  return () => {
    for (const [stream, state] of read) stream.setState(state);
  };
}

function tensorOf(name: string): string {
  return `streams.${name}`;
}
