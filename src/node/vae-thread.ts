// The script of the worker threads of a ThreadVae. The one that leads fits a Vae that is in the state it is told, and answers with
// the state after; the others take their share of each step. Embedded as text by scripts/embed-scripts.mjs.
import { parentPort, workerData } from 'node:worker_threads';
import { Batch, ElitesError, sentError } from '../core/index.ts';
import { VaeCrew } from '../kernels/index.ts';
import { Vae } from '../learners/index.ts';
import { RandomStream } from '../random/index.ts';
import type { FitAnswer, FitRequest, VaeThreadData } from './vae-messages.ts';

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
