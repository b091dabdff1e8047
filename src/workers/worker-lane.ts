import { receivedError } from '../core/index.ts';
import type { Answer, LoadMessage, Port, Request, SliceResults } from './messages.ts';
import type { PoolWorker } from './pool-worker.ts';

/** How a lane starts its workers. */
export interface LaneOptions {
  readonly spawn: () => PoolWorker;
  readonly load: Omit<LoadMessage, 'port'>;
  /** ms that a worker may take to load the domain. */
  readonly loadTimeout: number;
  /** @throws if the worker's domain is not the pool's. */
  readonly check: (loaded: Extract<Answer, { kind: 'loaded' }>) => void;
}

interface Started {
  readonly worker: PoolWorker;
  readonly port: Port;
}

/** setTimeout takes no more. */
const LONGEST = 2 ** 31 - 1;

/** Says that no worker can be had, which no other worker will mend. */
export class LoadError extends Error {
  override readonly cause: Error;
  /** What failed: the worker's own script, or what it loads. */
  readonly part: 'script' | 'domain';

  constructor(cause: Error, part: 'script' | 'domain') {
    super(cause.message);
    this.cause = cause;
    this.part = part;
  }
}

/** A worker and, when it is lost, its successors. Does one thing at a time. */
export class WorkerLane {
  readonly #options: LaneOptions;
  readonly #endings = new Set<unknown>();
  #started: Started | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** The worker, to tell it from its successors. */
  get worker(): PoolWorker | undefined {
    return this.#started?.worker;
  }

  /**
   * Has a request answered, by a new worker if there is none.
   * @param limit - ms that the answer may take; then the worker is ended.
   * @throws LoadError if no worker can be started; Error if the evaluation failed, or the worker is lost.
   */
  async request(make: () => { request: Request; transfer: object[] }, limit: number): Promise<SliceResults> {
    const { port } = this.#started ?? (await this.#start());
    const { request, transfer } = make();
    const answer = await this.#answer(limit, () => port.postMessage(request, transfer));
    if (answer.kind === 'evaluated') return answer;
    throw answer.kind === 'failed' ? receivedError(answer.error) : new Error('the worker answered out of turn');
  }

  /** Asks a running evaluation to stop; ends the worker if it has not after `grace` ms. */
  abort(grace: number): void {
    const request: Request = { kind: 'abort' };
    this.#started?.port.postMessage(request);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.lose('aborted'), grace);
  }

  /** Ends the worker, whatever it is doing, and says why to whoever waits for it. */
  lose(reason: string): void {
    this.#drop();
    this.#settle?.reject(new Error(reason));
  }

  /** Waits until every worker that was ended is gone. */
  async ended(): Promise<void> {
    await Promise.all(this.#endings);
  }

  async #start(): Promise<Started> {
    const { spawn, load, loadTimeout, check } = this.#options;
    let part: LoadError['part'] = 'script';
    try {
      const worker = spawn();
      const { port1: port, port2 } = new MessageChannel();
      this.#started = { worker, port };
      worker.addEventListener('error', ({ message }) => {
        if (this.#started?.worker === worker) this.lose(message || 'the worker failed');
      });
      port.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.kind === 'started') part = 'domain';
        else if (this.#started?.port === port) this.#settle?.resolve(data);
      };
      const message: LoadMessage = { ...load, port: port2 };
      const answer = await this.#answer(loadTimeout, () => worker.postMessage(message, [port2]));
      if (answer.kind === 'failed') throw receivedError(answer.error);
      check(answer as Extract<Answer, { kind: 'loaded' }>);
      return { worker, port };
    } catch (error) {
      this.#drop();
      throw new LoadError(error as Error, part);
    }
  }

  #answer(limit: number, send: () => void): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#settle = { resolve, reject };
      const late = (): void => this.lose(`no answer within ${limit} ms`);
      if (limit < Number.POSITIVE_INFINITY) this.#timer = setTimeout(late, Math.min(limit, LONGEST));
      this.#hold(true);
      send();
    }).finally(() => {
      this.#hold(false);
      this.#settle = undefined;
      clearTimeout(this.#timer);
    });
  }

  /** Says whether worker and port keep the process alive; in a browser that is no question. */
  #hold(busy: boolean): void {
    const { worker, port } = (this.#started ?? {}) as Partial<Started>;
    worker?.hold?.(busy);
    const { ref, unref } = (port ?? {}) as { ref?(): void; unref?(): void };
    (busy ? ref : unref)?.call(port);
  }

  #drop(): void {
    if (this.#started === undefined) return;
    const { worker, port } = this.#started;
    this.#started = undefined;
    port.onmessage = null;
    port.close();
    const ending = Promise.resolve(worker.terminate()).finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }
}
