// The script of the worker threads of a ThreadVae. The one that leads fits a Vae that is in the state it is told, and answers with
// the state after; the others take their share of each step. Embedded as text by scripts/embed-scripts.mjs.
import { parentPort, workerData } from 'node:worker_threads';
import { Batch, ElitesError, type SentError, sentError } from '../core/index.ts';
import { VaeCrew, type VaeCrewShared } from '../kernels/index.ts';
import { type FittedVae, Vae, type VaeOptions } from '../learners/index.ts';
import { RandomStream } from '../random/index.ts';

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

const { options, crew: shared, share } = workerData as VaeThreadData;
const crew = shared && new VaeCrew(shared);
if (share > 0) crew!.follow(share);

const vae = new Vae(options, crew);
parentPort!.on('message', ({ state, genomes, space, random: streamState }: FitRequest) => {
  try {
    vae.setState(state);
    const random = new RandomStream(streamState);
    vae.fit(new Batch(genomes.rows, genomes.columns, genomes.data), { space, random });
    answer({ state: vae.getState()!, random: random.getState() });
  } catch (error) {
    // After any other error the threads may be out of step: it ends this one, and ThreadVae starts all of them anew.
    if (!(error instanceof ElitesError)) throw error;
    answer({ failed: sentError(error) });
  }
});

function answer(message: FitAnswer): void {
  const transfer = 'state' in message ? [message.state.checkpoint.numbers.buffer as ArrayBuffer] : [];
  parentPort!.postMessage(message, transfer);
}
