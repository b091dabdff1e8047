import { availableParallelism } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import { argumentError, checkNumber, checkOptions, type FieldKinds, isError, type NoFields } from '../core/index.ts';
import { type CommonPoolOptions, type PoolWorker, WorkerPool } from '../workers/index.ts';
import { startThread } from './start-thread.ts';
import { poolThread } from './thread-scripts.ts';

/** What a {@link ThreadPool} is made of. */
export interface ThreadPoolOptions<G = Float64Array, F extends FieldKinds = NoFields> extends CommonPoolOptions<G, F> {
  /**
   * Absolute URL of an ES or CommonJS module that exports `createDomain(options)`, such as
   * `new URL('./domain.mjs', import.meta.url)` or `pathToFileURL(require.resolve('./domain.cjs'))`.
   */
  readonly module: URL | string;
  /** What `createDomain` is given in each thread: anything that structuredClone can copy. */
  readonly options?: unknown;
  /** Limits of memory of each worker; one that runs out of it is replaced. */
  readonly resourceLimits?: ResourceLimits | undefined;
}

/** A {@link Pool} of Node's worker threads. An idle one does not keep the process alive. */
export class ThreadPool<G = Float64Array, F extends FieldKinds = NoFields> extends WorkerPool<G, F> {
  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: ThreadPoolOptions<G, F>) {
    const name = 'ThreadPool';
    const known = ['domain', 'module', 'options', 'workers', 'timeout', 'loadTimeout', 'resourceLimits'];
    checkOptions(name, options, known);
    const { module, resourceLimits, workers = availableParallelism(), ...rest } = options;
    if (resourceLimits !== undefined) checkLimits(name, resourceLimits);
    super({ ...rest, workers, name, module: absolute(name, module), spawn: () => spawnThread(resourceLimits) });
  }

  /** Closes the pool at the end of an `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Node ignores a limit that it does not know. */
function checkLimits(owner: string, limits: ResourceLimits): void {
  const known = ['maxOldGenerationSizeMb', 'maxYoungGenerationSizeMb', 'codeRangeSizeMb', 'stackSizeMb'] as const;
  checkOptions(owner, limits, known, 'resourceLimits');
  for (const key of known) if (limits[key] !== undefined) checkNumber(owner, `resourceLimits.${key}`, limits[key], 0);
}

function absolute(owner: string, module: unknown): string {
  // Also of another realm.
  const isUrl = Object.prototype.toString.call(module) === '[object URL]';
  if ((typeof module === 'string' || isUrl) && URL.canParse(String(module))) return new URL(String(module)).href;
  throw argumentError(owner, 'module', "be an absolute URL, such as new URL('./domain.mjs', import.meta.url)", module);
}

/** Starts a worker thread for a pool. */
function spawnThread(resourceLimits: ResourceLimits | undefined): PoolWorker {
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
