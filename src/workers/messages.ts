import type { Box, SentError } from '../core/index.ts';

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

/** A part of a batch: numbers, row-major, or genomes as their space writes them. */
export type SliceGenomes =
  | { readonly rows: number; readonly columns: number; readonly data: Float64Array }
  | { readonly texts: readonly string[] };

/** To the worker: evaluate this, or stop doing so. */
export type Request =
  | { readonly kind: 'evaluate'; readonly genomes: SliceGenomes; readonly seeds: Uint32Array | undefined }
  | { readonly kind: 'abort' };

/** What a slice's evaluation found. */
export interface SliceResults {
  /** `(rows)` */
  readonly fitness: Float64Array;
  /** `(rows, descriptorDimensions)`, row-major. */
  readonly descriptors: Float64Array;
  /** `(rows)`, if any were given. */
  readonly reasons: readonly (string | undefined)[] | undefined;
}

/** From the worker: that its script runs, whether it is ready, and what came of a slice. */
export type Answer =
  | { readonly kind: 'started' }
  | { readonly kind: 'loaded'; readonly genome: Box | undefined; readonly descriptor: Box }
  | ({ readonly kind: 'evaluated' } & SliceResults)
  | { readonly kind: 'failed'; readonly error: SentError };
