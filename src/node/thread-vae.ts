import { Worker } from 'node:worker_threads';
import {
  argumentError,
  asBatch,
  type Batch,
  boxBounds,
  ElitesError,
  type Learner,
  type LearnerContext,
  type Stateful,
  stateError,
} from '../core/index.ts';
import type { DataDrivenEncoding } from '../encodings/index.ts';
import { Vae, type VaeFit, type VaeOptions } from '../learners/index.ts';
import type { RandomStream } from '../random/index.ts';
import { vaeThreadFile } from './thread-file.ts';
import type { FitAnswer, FitRequest } from './vae-messages.ts';

interface Waiting {
  readonly resolve: (answer: FitAnswer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A Vae of `elites` that is fitted in a worker thread: with `learning: 'overlapped'`, DdeElites evaluates meanwhile. The same
 * bits as Vae, and the same snapshots. The thread starts with the first fit, and keeps the process alive only during a
 * fit; one that is lost is replaced at the next fit. A fit costs, beside Vae's own, two snapshots and a copy of the genomes.
 */
export class ThreadVae implements Learner<DataDrivenEncoding>, Stateful {
  readonly #options: VaeOptions;
  /** What is in effect. */
  readonly #vae: Vae;
  #worker: Worker | undefined;
  /** Who waits for an answer, in order. */
  #waiting: Waiting[] = [];
  #closed = false;

  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: VaeOptions) {
    this.#vae = new Vae(options);
    this.#options = { ...options };
  }

  /** How the last fit went that is in effect; undefined before the first. */
  get lastFit(): VaeFit | undefined {
    return this.#vae.lastFit;
  }

  /**
   * As {@link Vae.fit}, in the thread. Draws from the context's stream, which must be a RandomStream.
   * @throws what Vae.fit throws; ARGUMENT if the stream is another; STATE once this is closed; Error if the thread is lost.
   */
  async fit(genomes: Batch, context: LearnerContext): Promise<void> {
    (await this.fitAside(genomes, context))();
  }

  /**
   * Begins a fit; what it learns is in effect, and the stream has gone on, when the function was called that the promise
   * gives. `genomes` are copied.
   * @throws what {@link ThreadVae.fit} throws.
   */
  async fitAside(genomes: Batch, { space, random }: LearnerContext): Promise<() => void> {
    const owner = 'ThreadVae.fit';
    if (this.#closed) throw stateError(owner, 'it is closed');
    const stream = random as RandomStream;
    if (typeof stream?.getState !== 'function') throw argumentError(owner, 'random', 'be a RandomStream', random);
    const { dimensions, lower, upper } = boxBounds(owner, 'space', space);
    const { rows, columns, data } = asBatch(owner, genomes, this.#options.inputs);
    const shared = new Float64Array(new SharedArrayBuffer(data.byteLength));
    shared.set(data);
    const answer = await this.#ask({
      options: this.#options,
      snapshot: this.#vae.snapshot(),
      genomes: { rows, columns, data: shared },
      space: { dimensions, lower, upper },
      random: stream.getState(),
    });
    if ('failed' in answer) {
      const { message, code } = answer.failed;
      throw code === undefined ? new Error(message) : new ElitesError(code, message);
    }
    return () => {
      this.#vae.restore(answer.snapshot);
      stream.setState(answer.random);
    };
  }

  /** As {@link Vae.reconstruct}, in this thread, with what is in effect. */
  reconstruct(genomes: Batch): Batch {
    return this.#vae.reconstruct(genomes);
  }

  /** A frozen copy of what is in effect. @throws STATE before the first fit. */
  encoding(): DataDrivenEncoding {
    return this.#vae.encoding();
  }

  /** What is in effect, as {@link Vae.snapshot}: a Vae takes it, too. */
  snapshot(): Uint8Array {
    return this.#vae.snapshot();
  }

  /** As {@link Vae.restore}; a fit that is under way has no effect on it until its function is called. */
  restore(bytes: Uint8Array): void {
    this.#vae.restore(bytes);
  }

  /** Ends the thread, with whatever it is doing; no fit can be made any more. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#lose(new ElitesError('STATE', 'ThreadVae.fit: it was closed.'));
    await worker?.terminate();
  }

  /** Closes it at the end of an `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #ask(request: FitRequest): Promise<FitAnswer> {
    return new Promise((resolve, reject) => {
      const worker = this.#worker ?? this.#start();
      this.#waiting.push({ resolve, reject });
      worker.ref();
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const worker = new Worker(vaeThreadFile());
    this.#worker = worker;
    worker.on('message', (answer: FitAnswer) => {
      if (this.#worker !== worker) return;
      this.#waiting.shift()?.resolve(answer);
      if (this.#waiting.length === 0) worker.unref();
    });
    const lost = (error: Error): void => {
      if (this.#worker === worker) this.#lose(error);
    };
    worker.on('error', lost);
    worker.on('exit', (code) => lost(new Error(`ThreadVae.fit: the thread ended with exit code ${code}.`)));
    return worker;
  }

  #lose(error: Error): void {
    const waiting = this.#waiting;
    this.#worker = undefined;
    this.#waiting = [];
    for (const { reject } of waiting) reject(error);
  }
}
