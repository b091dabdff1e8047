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

/** A browser that listens. */
export class LiveListener {
  /** The version of the archive that it shows. */
  version = 0;
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  send([name, data]: LiveEvent): void {
    this.#response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    if (this.#response.writableLength > mostWaiting) this.#response.destroy();
  }

  /** Sends a last event. @returns when it has gone. */
  end(event: LiveEvent): Promise<void> {
    this.send(event);
    return new Promise((resolve) => this.#response.end(resolve));
  }
}

/** Serves one page and its events to browsers of this machine. */
export abstract class LiveServer {
  readonly listeners: Set<LiveListener> = new Set();
  readonly #server: Server;

  constructor(page: string) {
    this.#server = createServer((request, response) => this.#answer(page, request, response));
  }

  /** Tells one that begins to listen what is known. */
  protected abstract begin(listener: LiveListener): void;

  /** Begins to serve. @param port - 0: any that is free. @throws CliError if it cannot listen at that port. */
  async listen(owner: string, port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => {
        const why = error.code === 'EADDRINUSE' ? 'it is in use' : (error.code ?? error.message);
        reject(new CliError(owner, `--port must be a port that is free; got ${port}: ${why}.`, 1));
      });
      this.#server.listen(port, host, resolve);
    });
    // An open page must not keep a process alive that has nothing else to do.
    this.#server.unref();
  }

  get address(): string {
    return `http://${host}:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Says how it ended, and stops. */
  async close(text: string): Promise<void> {
    this.#server.close();
    const ended = [...this.listeners].map((listener) => listener.end(['end', { text }]));
    await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, patience).unref())]);
    this.#server.closeAllConnections();
  }

  #answer(page: string, request: IncomingMessage, response: ServerResponse): void {
    const { headers, url, method } = request;
    // A page of another site may reach this address by a name of its own.
    const local = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(headers.host ?? '');
    if (!local || (method !== 'GET' && method !== 'HEAD')) return void response.writeHead(local ? 405 : 403).end();
    if (url === '/') {
      const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
      return void response.writeHead(200, type).end(method === 'HEAD' ? undefined : page);
    }
    if (url !== '/events' || method === 'HEAD') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.on('error', () => undefined);
    const listener = new LiveListener(response);
    response.on('close', () => this.listeners.delete(listener));
    this.begin(listener);
    this.listeners.add(listener);
  }
}
