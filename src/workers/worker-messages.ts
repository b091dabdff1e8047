import type { LaneAnswer, LaneRequest } from './lane.ts';

/** A port to a worker, by the types of a browser or of Node, whichever there are. */
export type Port = InstanceType<typeof MessagePort>;

/** The first message to a worker, through its own port; everything else goes through the port that it brings. */
export interface LoadMessage {
  readonly port: Port;
  /** URL of the module, where the worker's script does not bring its own domain. */
  readonly module?: string | undefined;
  /** What `createDomain` is given. */
  readonly options: unknown;
}

/** To the worker: answer this, or stop doing so. */
export type ToWorker = LaneRequest | { readonly kind: 'abort' };

/** From the worker: that its script runs, and its answers. */
export type ToPool = LaneAnswer | { readonly kind: 'started' };
