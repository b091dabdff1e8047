import { argumentError, checkFunction, type FieldKinds, type NoFields, ownerOf } from '../core/index.ts';
import { type CommonPoolOptions, Pool } from './pool.ts';
import type { PoolWorker } from './pool-worker.ts';
import { WorkerLane } from './worker-lane.ts';

/** What a {@link WorkerPool} is made of. */
export interface WorkerPoolOptions<G = Float64Array, F extends FieldKinds = NoFields> extends CommonPoolOptions<G, F> {
  /** Starts a worker whose script calls {@link serveDomain}. */
  readonly spawn: () => PoolWorker;
  /** What `createDomain` is given in each worker: anything that structuredClone can copy. */
  readonly options?: unknown;
  /** URL that the worker's script is told of, if it loads its domain from there. */
  readonly module?: string | undefined;
  /** Whom errors name (default 'WorkerPool'). */
  readonly name?: string | undefined;
}

/** A {@link Pool} of Web Workers, or of anything that starts like one. */
export class WorkerPool<G = Float64Array, F extends FieldKinds = NoFields> extends Pool<G, F> {
  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: WorkerPoolOptions<G, F>) {
    const known = ['domain', 'workers', 'timeout', 'loadTimeout', 'spawn', 'options', 'module'];
    const name = ownerOf('WorkerPool', options, known);
    const { spawn, options: given, module, ...common } = options;
    checkFunction(name, 'spawn', spawn);
    const load = { module, options: copied(name, given) };
    super({ ...common, name, open: (lost) => new WorkerLane(spawn, load, lost) });
  }
}

/** What `createDomain` is given, as it is now. @throws ARGUMENT if it cannot be copied. */
function copied(owner: string, options: unknown): unknown {
  if (options === undefined) return undefined;
  try {
    return structuredClone(options);
  } catch {
    throw argumentError(owner, 'options', 'be what structuredClone can copy', options);
  }
}
