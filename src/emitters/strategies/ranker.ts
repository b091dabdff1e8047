import {
  type AddReport,
  type Archive,
  ascending,
  type Batch,
  type FieldKinds,
  type MaybeStateful,
  type Random,
} from '../../core/index.ts';

/** A generation of a strategy, to be ranked. Its numbers are views, only to read. */
export interface RankedRows {
  readonly rows: number;
  /** `(rows, genomeDimensions)` */
  readonly genomes: Batch;
  /** `(rows)`; NaN for an invalid row. */
  readonly fitness: Float64Array;
  /** `(rows, descriptorDimensions)` */
  readonly descriptors: Batch;
  /** What the archive would do with each row if it were added alone. */
  readonly report: Pick<AddReport, 'status' | 'improvement' | 'cell' | 'novelty'>;
  /** The archive that they were added to. */
  readonly archive: Archive<Float64Array, FieldKinds>;
}

/** Orders the candidates of a strategy. It belongs to one emitter if it has state. */
export interface Ranker extends MaybeStateful {
  /** Called by the constructor of a search. @throws ARGUMENT if it cannot rank rows of this archive. */
  check?(archive: Archive<Float64Array, FieldKinds>): void;
  /** Called when the strategy begins, and each time that it begins anew. */
  start?(context: { readonly archive: Archive<Float64Array, FieldKinds>; readonly random: Random }): void;
  /** Row numbers, the best first, each once. Where invalid rows stand does not matter. */
  rank(rows: RankedRows): ArrayLike<number>;
  /** Whether the valid rows differ too little to be ordered: then the strategy begins anew (default: never). */
  isFlat?(rows: RankedRows): boolean;
}

/**
 * Row numbers by descending stage, then by descending value; equal rows keep their order, and NaN comes last.
 * @param stage - `(rows)` (default: all equal).
 */
export function descending(values: ArrayLike<number>, stage?: ArrayLike<number>): Int32Array {
  const keys = new Float64Array(values.length);
  for (let i = 0; i < keys.length; i++) keys[i] = Number.isNaN(values[i]!) ? Number.NEGATIVE_INFINITY : values[i]!;
  return ascending(keys.length).sort((a, b) => {
    const stages = stage === undefined ? 0 : stage[b]! - stage[a]!;
    if (stages !== 0) return stages;
    if (keys[a] === keys[b]) return a - b;
    return keys[a]! > keys[b]! ? -1 : 1;
  });
}
