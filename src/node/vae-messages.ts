import type { SentError } from '../core/index.ts';
import type { VaeCrewShared } from '../kernels/index.ts';
import type { FittedVae, VaeOptions } from '../learners/index.ts';

/** What a thread is started with. */
export interface VaeThreadData {
  readonly options: VaeOptions;
  /** What it has in common with the others, if it is not alone. */
  readonly crew: VaeCrewShared | undefined;
  /** Its share of each step; the thread with share 0 leads, and is the one that is asked. */
  readonly share: number;
}

/** To the thread: fit the learner in this state on these genomes. */
export interface FitRequest {
  readonly state: FittedVae | undefined;
  /** `(rows, columns)`, shared. */
  readonly genomes: { readonly rows: number; readonly columns: number; readonly data: Float64Array };
  readonly space: { readonly dimensions: number; readonly lower: Float64Array; readonly upper: Float64Array };
  /** `(4)`: state of the stream to draw from. */
  readonly random: Int32Array;
}

/** From the thread: what came of it, in the order of the requests. */
export type FitAnswer = { readonly state: FittedVae; readonly random: Int32Array } | { readonly failed: SentError };
