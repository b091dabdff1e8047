export type { LoadMessage } from './messages.ts';
export type { PoolWorker } from './pool-worker.ts';
export { type CreateDomain, serveDomain, servePort } from './serve-domain.ts';
export { type PoolOptions, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
