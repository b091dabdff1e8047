import type { Lane, LaneAnswer, LaneRequest } from './lane.ts';
import type { PoolWorker } from './pool-worker.ts';
import { buffersOf } from './sent-table.ts';
import type { LoadMessage, Port, ToPool, ToWorker } from './worker-messages.ts';

/** A lane to a worker of its own, which it starts. */
export class WorkerLane implements Lane {
  /** The worker's script, then the domain that it loads. */
  loading: string;
  readonly #worker: PoolWorker;
  readonly #port: Port;
  #answer: ((answer: LaneAnswer) => void) | undefined;

  /** @throws what `spawn` throws. */
  constructor(spawn: () => PoolWorker, load: Omit<LoadMessage, 'port'>, lost: (reason: unknown) => void) {
    const { module } = load;
    this.loading = module === undefined ? 'run its script, which calls serveDomain' : 'run its script';
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = spawn();
    this.#worker.addEventListener('error', ({ message }) => lost(new Error(message || 'the worker failed')));
    port1.onmessage = ({ data }: MessageEvent<ToPool>) => {
      if (data.kind !== 'started') this.#answer?.(data);
      else this.loading = `load its domain${module === undefined ? '' : ` from ${shortened(module)}`}`;
    };
    this.#hold(false);
    const message: LoadMessage = { ...load, port: port2 };
    this.#worker.postMessage(message, [port2]);
  }

  async ask(request: LaneRequest, signal: AbortSignal): Promise<LaneAnswer> {
    const abort = (): void => this.#post({ kind: 'abort' });
    signal.addEventListener('abort', abort, { once: true });
    this.#hold(true);
    try {
      return await new Promise<LaneAnswer>((resolve) => {
        this.#answer = resolve;
        this.#post(request, request.kind === 'evaluate' ? buffersOf(request.genomes) : []);
      });
    } finally {
      this.#hold(false);
      signal.removeEventListener('abort', abort);
    }
  }

  close(): unknown {
    this.#port.onmessage = null;
    this.#port.close();
    return this.#worker.terminate();
  }

  #post(message: ToWorker, transfer: object[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  /** Says whether worker and port keep the process alive. Only Node knows this; in a browser nothing is called. */
  #hold(busy: boolean): void {
    this.#worker.hold?.(busy);
    const { ref, unref } = this.#port as { ref?(): void; unref?(): void };
    (busy ? ref : unref)?.call(this.#port);
  }
}

/** A URL as messages show it: a `data:` URL may hold a whole module. */
function shortened(url: string): string {
  return url.length > 500 ? `${url.slice(0, 497)}...` : url;
}
