export { RandomStream } from './random-stream.ts';
export { randomStream, randomStreams } from './random-streams.ts';
export { readStreams, streamTensors } from './stored-streams.ts';
