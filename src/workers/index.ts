/**
 * Pools of Web Workers, or of workers of any other kind.
 *
 * @module elites/workers
 */
export { answerRequest } from './answer-request.ts';
export type { EvaluatedRows, Lane, LaneAnswer, LaneProblem, LaneRequest, OpenLane } from './lane.ts';
export { type CommonPoolOptions, Pool, type PoolOptions } from './pool.ts';
export type { PoolWorker } from './pool-worker.ts';
export type { SentTable } from './sent-table.ts';
export { type CreateDomain, serveDomain, servePort } from './serve-domain.ts';
export type { LoadMessage } from './worker-messages.ts';
export { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
