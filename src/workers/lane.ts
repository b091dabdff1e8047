import type { Box, FieldKinds, SentError } from '../core/index.ts';
import type { SentTable } from './sent-table.ts';

/** What a pool asks: which problem it is that is evaluated, or to evaluate genomes. Plain data, as structuredClone copies it. */
export type LaneRequest =
  | { readonly kind: 'problem' }
  | {
      readonly kind: 'evaluate';
      /** Column `genome`, and `seed` if there are seeds. */
      readonly genomes: SentTable;
    };

/** What {@link answerRequest} makes of a request. Plain data, as structuredClone copies it. */
export type LaneAnswer =
  | ({ readonly kind: 'problem' } & LaneProblem)
  | EvaluatedRows
  | { readonly kind: 'failed'; readonly error: SentError };

/** What a worker evaluates. */
export interface LaneProblem {
  /** Undefined for a space of objects. */
  readonly genome: Box | undefined;
  readonly descriptor: Box;
  readonly fields: FieldKinds;
}

/** What the evaluation of some genomes found. */
export interface EvaluatedRows {
  readonly kind: 'evaluated';
  /** The columns of results, with a row for each genome. */
  readonly results: SentTable;
  /** `(rows)`: why a row is invalid; undefined if all rows are valid. */
  readonly reasons: readonly (string | undefined)[] | undefined;
  /** `(rows)`: what the evaluation of a row threw; undefined if all rows were evaluated. */
  readonly failures: readonly (SentError | undefined)[] | undefined;
}

/** The way to one worker: a thread, a process, another machine. Evaluates one request at a time. */
export interface Lane {
  /**
   * Has a request answered, by {@link answerRequest} at the other end.
   * @param signal - Aborted when the answer is not wanted any more. A lane that has not answered 200 ms later is closed.
   * @returns the answer. A rejection means that the lane is lost: it is closed, and another one opened.
   */
  ask(request: LaneRequest, signal: AbortSignal): Promise<LaneAnswer>;
  /** Ends it, whatever it is doing; nothing is asked any more. A promise, if any, is fulfilled once it is gone. */
  close(): unknown;
  /** What it does until it has answered for the first time, for errors, such as 'load its domain'. */
  readonly loading?: string | undefined;
}

/**
 * Opens a lane.
 * @param lost - To be called with the reason when the lane cannot be used any more, whether something is asked or not.
 */
export type OpenLane = (lost: (reason: unknown) => void) => Lane;
