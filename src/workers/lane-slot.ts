import { isError, messageOf, receivedError } from '../core/index.ts';
import type { EvaluatedRows, Lane, LaneAnswer, LaneProblem, LaneRequest, OpenLane } from './lane.ts';

/** How a slot opens its lanes. */
export interface SlotOptions {
  readonly open: OpenLane;
  /** ms that a lane may take to say what it evaluates. */
  readonly loadTimeout: number;
  /** @throws if the lane's domain is not the pool's. */
  readonly check: (problem: LaneProblem) => void;
}

/** setTimeout takes no more. */
const LONGEST = 2 ** 31 - 1;

/** No lane can be opened; another attempt would fail, too. */
export class LoadError extends Error {
  override readonly cause: Error;
  /** What the lane must have done. */
  readonly loading: string;

  constructor(cause: Error, loading: string) {
    super(cause.message);
    this.cause = cause;
    this.loading = loading;
  }
}

/** A lane and, when it is lost, its successors. Does one thing at a time. */
export class LaneSlot {
  readonly #options: SlotOptions;
  readonly #endings = new Set<unknown>();
  #lane: Lane | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The request that is being answered: its signal, and what is called when the lane is lost. */
  #asking: { readonly controller: AbortController; readonly reject: (error: Error) => void } | undefined;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** The lane, to tell it from its successors. */
  get lane(): Lane | undefined {
    return this.#lane;
  }

  /**
   * Has genomes evaluated, by a new lane if there is none.
   * @param limit - ms that the answer may take; then the lane is closed.
   * @throws LoadError if no lane can be had; Error if the evaluation failed, or the lane is lost.
   */
  async evaluate(make: () => LaneRequest, limit: number): Promise<EvaluatedRows> {
    if (this.#lane === undefined) await this.#open();
    const answer = await this.#ask(make(), limit);
    if (answer?.kind === 'evaluated') return answer;
    throw answer?.kind === 'failed' ? receivedError(answer.error) : new Error('the worker gave another answer');
  }

  /** Asks a running evaluation to stop; closes the lane if it has not after `grace` ms. */
  abort(grace: number): void {
    if (this.#asking === undefined) return;
    this.#asking.controller.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.lose(new Error('aborted')), grace);
  }

  /** Closes the lane, whatever it is doing; its request under way fails for `reason`. */
  lose(reason: Error): void {
    const lane = this.#lane;
    if (lane === undefined) return;
    this.#lane = undefined;
    this.#asking?.reject(reason);
    this.#asking?.controller.abort(reason);
    const ending = (async () => lane.close())()
      .catch(() => undefined)
      .finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  /** Waits until every lane that was closed is gone, at most `grace` ms. */
  async ended(grace: number): Promise<void> {
    if (this.#endings.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, grace);
    });
    await Promise.race([Promise.all(this.#endings), late]);
    clearTimeout(timer);
  }

  async #open(): Promise<void> {
    const { open, loadTimeout, check } = this.#options;
    let lane: Lane | undefined;
    let gone: Error | undefined;
    const lost = (reason: unknown): void => {
      gone = errorOf(reason);
      if (lane !== undefined && this.#lane === lane) this.lose(gone);
    };
    try {
      lane = open(lost);
      this.#lane = lane;
      if (gone !== undefined) throw gone;
      const answer = await this.#ask({ kind: 'problem' }, loadTimeout);
      if (answer?.kind === 'failed') throw receivedError(answer.error);
      if (answer?.kind !== 'problem') throw new Error('the worker gave another answer');
      check(answer);
    } catch (error) {
      this.lose(errorOf(error));
      throw new LoadError(errorOf(error), lane === undefined ? 'be started' : (lane.loading ?? 'tell its problem'));
    }
  }

  #ask(request: LaneRequest, limit: number): Promise<LaneAnswer> {
    const lane = this.#lane!;
    return new Promise<LaneAnswer>((resolve, reject) => {
      const controller = new AbortController();
      this.#asking = { controller, reject };
      const late = (): void => this.lose(new Error(`no answer within ${limit} ms`));
      if (limit < Number.POSITIVE_INFINITY) this.#timer = setTimeout(late, Math.min(limit, LONGEST));
      // A lane whose ask fails is lost.
      (async () => lane.ask(request, controller.signal))().then(resolve, (error) => {
        if (this.#lane === lane) this.lose(errorOf(error));
      });
    }).finally(() => {
      this.#asking = undefined;
      clearTimeout(this.#timer);
    });
  }
}

/** What was thrown, as an error. */
export function errorOf(reason: unknown): Error {
  return isError(reason) ? reason : new Error(messageOf(reason));
}
