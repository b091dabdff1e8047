/** What a pool needs of a worker. A Web Worker has it. */
export interface PoolWorker {
  postMessage(message: unknown, transfer: object[]): void;
  /** Ends it, whatever it is doing; a promise, if any, is fulfilled once it is gone. */
  terminate(): unknown;
  /** Tells that it failed or ended. */
  addEventListener(type: 'error', listener: (event: { readonly message?: string | undefined }) => void): void;
  /** Says whether it keeps the process alive; left out in a browser, where no worker does. */
  hold?(busy: boolean): void;
}
