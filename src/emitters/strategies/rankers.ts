import type { DescriptorDensity } from '../../archives/index.ts';
import {
  type AddReport,
  type Archive,
  argumentError,
  ascending,
  type Batch,
  type Box,
  checkFlag,
  checkFunction,
  checkMethods,
  checkOptions,
  type FieldKinds,
  finiteBounds,
  type MaybeStateful,
  type Random,
  type Stateful,
  snapshotError,
} from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot, float64 } from '../../formats/index.ts';

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

/** A range of fitness below which rows count as equal, as `tolfun` of {@link CmaEs}. */
const FLAT = 1e-12;

/** By fitness: the strategy climbs to an optimum, and begins anew where fitness is flat. [Fontaine2020, Sec. 3.3] */
export const fitnessRanker: Ranker = {
  rank: ({ fitness }) => descending(fitness),
  isFlat({ fitness, report: { status } }) {
    const valid = fitness.filter((_, i) => status[i] !== 'invalid');
    return valid.length > 1 && Math.max(...valid) - Math.min(...valid) <= FLAT;
  },
};

/**
 * By improvement: fitness minus the threshold of the row's cell. In an empty cell that is the fitness minus the floor or, without a floor,
 * the fitness. [Fontaine2023, Sec. 3]
 */
export const improvementRanker: Ranker = { rank: (rows) => descending(improvementOf(rows)) };

/** First the rows that filled an empty cell, then those that replaced an elite, then the others; each by improvement. [Fontaine2020, Sec. 3.3] */
export const twoStageImprovementRanker: Ranker = { rank: (rows) => descending(improvementOf(rows), stagesOf(rows)) };

/** By novelty when the rows came, for an archive that measures it, such as {@link UnstructuredArchive}. [Lehman2011] */
export const noveltyRanker: Ranker = {
  check(archive) {
    checkFunction('noveltyRanker', 'archive.novelty', (archive as { novelty?: unknown }).novelty);
  },
  rank: ({ rows, report: { novelty } }) => descending(novelty ?? new Float64Array(rows)),
};

/**
 * By density: rows where the fewest descriptors have been seen come first. Then the generation's descriptors are added to the density.
 * Several rankers may share one. [Lee2024]
 */
export class DensityRanker implements Ranker, Stateful {
  readonly #density: DescriptorDensity;

  /** @throws ARGUMENT if `density` is none. */
  constructor(options: { readonly density: DescriptorDensity }) {
    checkOptions('DensityRanker', options, ['density']);
    checkMethods('DensityRanker', 'density', options.density, 'add', 'logDensity', 'snapshot', 'restore');
    this.#density = options.density;
  }

  /** @throws ARGUMENT if the density is one of other descriptors. */
  check({ descriptor }: Archive<Float64Array, FieldKinds>): void {
    const { dimensions } = this.#density;
    if (descriptor !== undefined && descriptor.dimensions !== dimensions) {
      const rule = `be ${descriptor.dimensions}, as those of the archive's descriptors`;
      throw argumentError('DensityRanker', 'density.dimensions', rule, dimensions);
    }
  }

  rank({ descriptors }: RankedRows): Int32Array {
    const order = descending(this.#density.logDensity(descriptors).map((density) => -density));
    this.#density.add(descriptors);
    return order;
  }

  /** That of the density. */
  snapshot(): Uint8Array {
    return this.#density.snapshot();
  }

  /** @throws as `restore` of the density. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    this.#density.restore(bytes);
  }
}

/** Options of a {@link RandomDirectionRanker}. */
export interface RandomDirectionRankerOptions {
  /** Whether rows that entered the archive come before all others (default true). */
  readonly twoStage?: boolean | undefined;
}

/**
 * By how far descriptors lie in a direction of the descriptor space, which is drawn anew whenever the strategy begins: a standard normal
 * vector, in units of the descriptor's range. [Fontaine2020, Sec. 3.3]
 */
export class RandomDirectionRanker implements Ranker, Stateful {
  readonly #twoStage: boolean;
  /** `(descriptorDimensions)`; empty before the first start. */
  #direction = new Float64Array(0);
  /** Number of descriptors of the archive; undefined before `check`. */
  #dimensions: number | undefined;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: RandomDirectionRankerOptions = {}) {
    const owner = 'RandomDirectionRanker';
    checkOptions(owner, options, ['twoStage']);
    const { twoStage = true } = options;
    checkFlag(owner, 'twoStage', twoStage);
    this.#twoStage = twoStage;
  }

  /** @throws ARGUMENT if the archive does not know its descriptor space, or that has no finite bounds. */
  check({ descriptor }: Archive<Float64Array, FieldKinds>): void {
    this.#dimensions = rangesOf(descriptor).length;
  }

  /** Draws a direction. */
  start({ archive, random }: { readonly archive: Archive<Float64Array, FieldKinds>; readonly random: Random }): void {
    const ranges = rangesOf(archive.descriptor);
    const direction = new Float64Array(ranges.length);
    random.fillNormal(direction);
    this.#direction = direction.map((x, j) => x * ranges[j]!);
  }

  rank(rows: RankedRows): Int32Array {
    const along = Float64Array.from({ length: rows.rows }, (_, i) => {
      const descriptor = rows.descriptors.row(i);
      return this.#direction.reduce((sum, x, j) => sum + x * descriptor[j]!, 0);
    });
    return descending(along, this.#twoStage ? stagesOf(rows) : undefined);
  }

  snapshot(): Uint8Array {
    return encodeSnapshot(this.#stored(), { direction: this.#direction });
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of other options. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const owner = 'RandomDirectionRanker.restore';
    const { direction } = decodeSnapshot(owner, bytes, this.#stored()).state;
    const [wanted, { length }] = [this.#dimensions, direction];
    if (wanted !== undefined && length > 0 && length !== wanted)
      throw snapshotError(owner, `have a direction of ${wanted} numbers`, length);
    this.#direction = Float64Array.from(direction);
  }

  #stored() {
    const configuration = { twoStage: this.#twoStage };
    return { kind: 'RandomDirectionRanker', configuration, state: { direction: float64([undefined]) } };
  }
}

/** `(rows)`: the improvement; where it is unknown, the fitness. */
function improvementOf({ fitness, report: { improvement } }: RankedRows): Float64Array {
  return fitness.map((f, i) => (Number.isNaN(improvement[i]!) ? f : improvement[i]!));
}

/** `(rows)`: 2 for a row that filled an empty cell, 1 for one that replaced an elite, else 0. */
function stagesOf({ report: { status } }: RankedRows): Float64Array {
  const stages = new Float64Array(status.length);
  for (let i = 0; i < stages.length; i++) stages[i] = status[i] === 'new' ? 2 : status[i] === 'improved' ? 1 : 0;
  return stages;
}

function rangesOf(descriptor: Box | undefined): Float64Array {
  const { lower, upper } = finiteBounds('RandomDirectionRanker', 'archive.descriptor', descriptor as Box);
  return lower.map((low, j) => upper[j]! - low);
}

/**
 * Row numbers by descending stage, then by descending value; equal rows keep their order, and NaN comes last.
 * @param stage - `(rows)` (default: all equal).
 */
function descending(values: ArrayLike<number>, stage?: ArrayLike<number>): Int32Array {
  const keys = new Float64Array(values.length);
  for (let i = 0; i < keys.length; i++) keys[i] = Number.isNaN(values[i]!) ? Number.NEGATIVE_INFINITY : values[i]!;
  return ascending(keys.length).sort((a, b) => {
    const stages = stage === undefined ? 0 : stage[b]! - stage[a]!;
    if (stages !== 0) return stages;
    if (keys[a] === keys[b]) return a - b;
    return keys[a]! > keys[b]! ? -1 : 1;
  });
}
