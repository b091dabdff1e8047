import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveEvents } from '../../explorer/index.ts';
import { CliError } from '../terminal/cli-error.ts';

/** An event and its data. */
export type LiveEvent = { readonly [K in keyof LiveEvents]: readonly [name: K, data: LiveEvents[K]] }[keyof LiveEvents];

const host = '127.0.0.1';
/** ms that pages have to take the last event. */
const patience = 500;
/** Bytes that may wait for a page. One that reads more slowly is dropped; its browser connects again. */
const mostWaiting = 64 * 2 ** 20;

/** Serves one page and its events to browsers of this machine. */
export class LiveServer {
  readonly #server: Server;
  readonly #listeners = new Set<ServerResponse>();
  readonly #page: string;
  /** What a page is told when it connects. */
  readonly #first: () => readonly LiveEvent[];

  private constructor(page: string, first: () => readonly LiveEvent[]) {
    this.#page = page;
    this.#first = first;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /**
   * Starts a server.
   * @param port - 0: any that is free.
   * @param first - What a page is told when it connects.
   * @throws CliError if it cannot listen at that port.
   */
  static async start(
    owner: string,
    port: number,
    page: string,
    first: () => readonly LiveEvent[],
  ): Promise<LiveServer> {
    const live = new LiveServer(page, first);
    await new Promise<void>((resolve, reject) => {
      live.#server.once('error', (error: NodeJS.ErrnoException) => {
        const why = error.code === 'EADDRINUSE' ? 'it is in use' : (error.code ?? error.message);
        reject(new CliError(owner, `--port must be a port that is free; got ${port}: ${why}.`, 1));
      });
      live.#server.listen(port, host, resolve);
    });
    // An open page must not keep a process alive that has nothing else to do.
    live.#server.unref();
    return live;
  }

  get address(): string {
    return `http://${host}:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Whether anybody listens. */
  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Sends an event to all pages. */
  send(event: LiveEvent): void {
    const text = eventText(event);
    for (const response of this.#listeners) {
      response.write(text);
      if (response.writableLength > mostWaiting) response.destroy();
    }
  }

  /** Sends a last event, and ends. */
  async close(text: string): Promise<void> {
    this.#server.close();
    const ended = [...this.#listeners].map(
      (response) => new Promise<void>((resolve) => response.end(eventText(['end', { text }]), () => resolve())),
    );
    await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, patience).unref())]);
    this.#server.closeAllConnections();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { headers, url, method } = request;
    // A page of another site may reach this address by a name of its own.
    const local = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(headers.host ?? '');
    if (!local || (method !== 'GET' && method !== 'HEAD')) return void response.writeHead(local ? 405 : 403).end();
    if (url === '/') {
      const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
      return void response.writeHead(200, type).end(method === 'HEAD' ? undefined : this.#page);
    }
    if (url !== '/events' || method === 'HEAD') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.on('error', () => undefined);
    response.on('close', () => this.#listeners.delete(response));
    for (const event of this.#first()) response.write(eventText(event));
    this.#listeners.add(response);
  }
}

function eventText([name, data]: LiveEvent): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
