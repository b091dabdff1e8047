import type { ResourceLimits } from 'node:worker_threads';
import { isError } from '../core/index.ts';
import type { PoolWorker } from '../workers/index.ts';
import { startThread } from './start-thread.ts';
import { poolThread } from './thread-scripts.ts';

/** Starts a worker thread for a pool. */
export function spawnThread(resourceLimits: ResourceLimits | undefined): PoolWorker {
  const worker = startThread(poolThread, 'pool-thread.js', resourceLimits === undefined ? {} : { resourceLimits });
  worker.unref();
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer as never),
    terminate: () => worker.terminate(),
    addEventListener(_, listener) {
      worker.on('error', (error: unknown) => listener({ message: messageOf(error) }));
      worker.on('exit', (code) => listener({ message: `the worker ended with exit code ${code}` }));
    },
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
  };
}

function messageOf(error: unknown): string {
  if (!isError(error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'the worker ran out of memory' : error.message;
}
