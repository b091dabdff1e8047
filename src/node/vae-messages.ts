import type { ErrorCode } from '../core/index.ts';
import type { VaeOptions } from '../learners/index.ts';

/** To the thread: fit a learner in this state on these genomes. */
export interface FitRequest {
  readonly options: VaeOptions;
  /** The learner's. */
  readonly snapshot: Uint8Array;
  /** `(rows, columns)`, shared. */
  readonly genomes: { readonly rows: number; readonly columns: number; readonly data: Float64Array };
  readonly space: { readonly dimensions: number; readonly lower: Float64Array; readonly upper: Float64Array };
  /** `(4)`: state of the stream to draw from. */
  readonly random: Int32Array;
}

/** From the thread: what came of it, in the order of the requests. */
export type FitAnswer =
  | { readonly snapshot: Uint8Array; readonly random: Int32Array }
  | { readonly failed: { readonly message: string; readonly code: ErrorCode | undefined } };
