import { type PoolWorker, servePort } from '../../../src/workers/index.ts';

/** A worker of a pool that runs in this thread; messages are cloned, and memory handed over, as between threads. */
export function servedWorker(createDomain: () => unknown): PoolWorker {
  return {
    postMessage: (message) => void servePort((message as { port: MessagePort }).port, createDomain),
    terminate: () => undefined,
    addEventListener: () => undefined,
  };
}
