import type { Worker } from 'node:worker_threads';
import {
  argumentError,
  asBatch,
  boxBounds,
  checkInteger,
  checkOptions,
  type Genomes,
  type LearnerContext,
  receivedError,
  stateError,
} from '../core/index.ts';
import { VaeCrew } from '../kernels/index.ts';
import {
  checkContext,
  Vae,
  type VaeFitContext,
  type VaeOptions,
  vaeOptionNames,
  vaeSettings,
} from '../learners/index.ts';
import type { RandomStream } from '../random/index.ts';
import { startThread } from './start-thread.ts';
import { vaeThread } from './thread-scripts.ts';
import type { FitAnswer, FitRequest, VaeThreadData } from './vae-thread.ts';

/** What a {@link ThreadVae} is made of. */
export interface ThreadVaeOptions extends VaeOptions {
  /** Threads that take each step of a fit together, from 1 to 64 (default 1): the same bits in less time. */
  readonly threads?: number | undefined;
}

interface Waiting {
  readonly resolve: (answer: FitAnswer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A Vae of `elites` that is fitted in worker threads: with `learning: 'overlapped'`, DdeElites evaluates meanwhile. The same
 * bits as Vae for any number of threads, and the same snapshots. Threads start with the first fit, and keep the process alive
 * only during a fit; if one is lost, all are replaced at the next fit. A fit costs, beside Vae's own, copies of its
 * state, there and back, and of the genomes.
 *
 * Everything else is that of the Vae which is in effect, also during a fit: what `normalize` or `restore` change then, the fit undoes when it
 * is put into effect.
 */
export class ThreadVae extends Vae {
  readonly #options: VaeOptions;
  readonly #threads: number;
  /** The one that leads is the first. */
  #workers: Worker[] = [];
  /** Who waits for an answer, in order. */
  #waiting: Waiting[] = [];
  /** Done when the threads that were lost have ended. */
  #ended: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: ThreadVaeOptions) {
    checkOptions('ThreadVae', options, [...vaeOptionNames, 'threads']);
    const { threads = 1, ...rest } = options;
    checkInteger('ThreadVae', 'threads', threads, 1, 64);
    vaeSettings('ThreadVae', rest, threads);
    super(rest);
    this.#options = rest;
    this.#threads = threads;
  }

  /**
   * As {@link Vae.fit}, in the thread, but with the β of the options throughout. Draws from the context's stream, which must be
   * a RandomStream. A fit begins with what is in effect when it is called for: await one before the next.
   * @throws what Vae.fit throws; ARGUMENT if the stream is another, or the context has a β; STATE once this is closed; Error if
   *   the thread is lost.
   */
  override async fit(genomes: Genomes<ArrayLike<number>>, context: LearnerContext): Promise<void> {
    (await this.fitAside(genomes, context))();
  }

  /**
   * Begins a fit, and resolves to a function that puts it into effect: only its call changes this learner, and moves the stream on.
   * `genomes` are copied.
   * @throws what {@link ThreadVae.fit} throws.
   */
  async fitAside(genomes: Genomes<ArrayLike<number>>, context: LearnerContext): Promise<() => void> {
    const owner = 'ThreadVae.fit';
    if (this.#closed) throw stateError(owner, 'it is closed');
    checkContext(owner, context);
    const { space, random, beta } = context as VaeFitContext;
    if (beta !== undefined) throw argumentError(owner, 'context.beta', 'be left to the options', beta);
    const stream = random as RandomStream;
    if (typeof stream?.getState !== 'function') throw argumentError(owner, 'random', 'be a RandomStream', random);
    const { dimensions, lower, upper } = boxBounds(owner, 'space', space);
    const { rows, columns, data } = asBatch(owner, genomes, this.#options.inputs);
    const shared = new Float64Array(new SharedArrayBuffer(data.byteLength));
    shared.set(data);
    const answer = await this.#ask({
      state: this.getState(),
      genomes: { rows, columns, data: shared },
      space: { dimensions, lower, upper },
      random: stream.getState(),
    });
    if ('failed' in answer) throw receivedError(answer.failed);
    return () => {
      this.setState(answer.state);
      stream.setState(answer.random);
    };
  }

  /** Ends the threads, with whatever they are doing; no fit can be made any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#lose(stateError('ThreadVae.fit', 'it was closed'));
  }

  /** Closes it at the end of an `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #ask(request: FitRequest): Promise<FitAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#workers.length === 0) this.#start();
      const leader = this.#workers[0]!;
      leader.postMessage(request, request.state ? [request.state.checkpoint.numbers.buffer as ArrayBuffer] : []);
      leader.ref();
      this.#waiting.push({ resolve, reject });
    });
  }

  #start(): void {
    const crew = this.#threads === 1 ? undefined : VaeCrew.shared(this.#threads);
    const workers: Worker[] = [];
    try {
      for (let share = 0; share < this.#threads; share++) {
        const workerData: VaeThreadData = { options: this.#options, crew, share };
        workers.push(startThread(vaeThread, 'vae-thread.js', { workerData }));
      }
    } catch (error) {
      // They would wait for those that could not start.
      for (const worker of workers) void worker.terminate();
      throw error;
    }
    this.#workers = workers;
    const lost = (error: Error): void => {
      // The others would wait for it for ever.
      if (this.#workers === workers) void this.#lose(error);
    };
    for (const worker of workers) {
      worker.unref();
      worker.on('error', lost);
      worker.on('exit', (code) => lost(new Error(`ThreadVae.fit: the thread ended with exit code ${code}.`)));
    }
    const leader = workers[0]!;
    leader.on('message', (answer: FitAnswer) => {
      if (this.#workers !== workers) return;
      this.#waiting.shift()?.resolve(answer);
      if (this.#waiting.length === 0) leader.unref();
    });
  }

  async #lose(error: Error): Promise<void> {
    const waiting = this.#waiting;
    const workers = this.#workers;
    this.#workers = [];
    this.#waiting = [];
    for (const { reject } of waiting) reject(error);
    this.#ended = Promise.all([this.#ended, ...workers.map((worker) => worker.terminate())]);
    await this.#ended;
  }
}
