import { type Domain, sentError } from '../core/index.ts';
import { answerRequest } from './answer-request.ts';
import type { LaneAnswer } from './lane.ts';
import { buffersOf } from './sent-table.ts';
import type { LoadMessage, Port, ToPool, ToWorker } from './worker-messages.ts';

/** Makes the domain that a worker evaluates with. */
export type CreateDomain = (options: never) => unknown;

/**
 * Makes this Web Worker one of a pool's: call it once, at the top of the worker's script.
 * @param createDomain - Is given the pool's `options` and answers with the domain, or a promise of it.
 */
export function serveDomain(createDomain: CreateDomain): void {
  const start = ({ data }: MessageEvent<LoadMessage>): void => {
    servePort(data.port, () => createDomain(data.options as never));
  };
  globalThis.addEventListener('message', start, { once: true });
}

/** Answers what comes through the port with the domain that `load` makes; with the error if it cannot be made. */
export function servePort(port: Port, load: () => unknown): void {
  const answer = (message: ToPool, transfer: object[] = []): void => port.postMessage(message, transfer);
  let running = new AbortController();
  const loading = (async () => load())();
  loading.catch(() => undefined);
  // Listening keeps a thread alive: one that ended by itself could be gone before its answer has come.
  port.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
    if (data.kind === 'abort') {
      running.abort();
      return;
    }
    running = new AbortController();
    const found = await loading.then(
      (domain) => answerRequest(domain as Domain, data, running.signal),
      (error): LaneAnswer => ({ kind: 'failed', error: sentError(error) }),
    );
    answer(found, found.kind === 'evaluated' ? buffersOf(found.results) : []);
  };
  answer({ kind: 'started' });
}
