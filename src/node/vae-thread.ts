// The script of the worker thread of a ThreadVae: fits a Vae that is in the state it is told, and answers with the state after.
import { parentPort } from 'node:worker_threads';
import { Batch, ElitesError } from '../core/index.ts';
import { Vae } from '../learners/index.ts';
import { RandomStream } from '../random/index.ts';
import type { FitAnswer, FitRequest } from './vae-messages.ts';

let vae: Vae | undefined;

parentPort!.on('message', ({ options, snapshot, genomes, space, random: state }: FitRequest) => {
  try {
    vae ??= new Vae(options);
    vae.restore(snapshot);
    const random = new RandomStream(state);
    vae.fit(new Batch(genomes.rows, genomes.columns, genomes.data), { space, random });
    answer({ snapshot: vae.snapshot(), random: random.getState() });
  } catch (error) {
    const code = error instanceof ElitesError ? error.code : undefined;
    answer({ failed: { message: error instanceof Error ? error.message : String(error), code } });
  }
});

function answer(message: FitAnswer): void {
  parentPort!.postMessage(message, 'snapshot' in message ? [message.snapshot.buffer as ArrayBuffer] : []);
}
