/**
 * What needs Node: worker threads that evaluate or train, and checkpoints in files.
 *
 * @module elites/node
 */
export { CheckpointFile, type CheckpointOptions, type FoundCheckpoint } from './checkpoint-file.ts';
export { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
export { ThreadVae, type ThreadVaeOptions } from './thread-vae.ts';
