export { RandomStream } from './random-stream.ts';
export { randomStream, randomStreams } from './random-streams.ts';
export { rewinding } from './rewinding.ts';
export { shuffle } from './shuffle.ts';
export { streamState } from './stream-state.ts';
