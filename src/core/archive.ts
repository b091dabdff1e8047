import type { Genomes } from './genomes.ts';
import type { Results } from './problem.ts';
import type { Random } from './random.ts';
import type { Box, ObjectSpace } from './space.ts';
import type { Stateful } from './stateful.ts';

/** The best genome of its cell. */
export interface Elite<G = Float64Array> {
  /** Index of the cell in [0, cells). */
  readonly cell: number;
  readonly fitness: number;
  /** `(descriptorDimensions)`, a copy. */
  readonly descriptor: Float64Array;
  /** A copy, if it is a vector. */
  readonly genome: G;
}

/** What became of a row that was added. */
export type AddStatus = 'rejected' | 'improved' | 'new' | 'invalid';

/** What became of a batch that was added, row by row. */
export interface AddReport {
  /** Number of rows that entered the archive as the first of their cell. */
  readonly new: number;
  /** Number of rows that replaced an elite. */
  readonly improved: number;
  /** Number of rows that lost against the elite of their cell, or equalled it. */
  readonly rejected: number;
  /** Number of rows with a fitness, descriptor or gene that is not finite, a gene outside its bounds, or that the evaluation gave up on. */
  readonly invalid: number;
  /** Number of valid rows whose fitness lay below the problem's floor: the floor is wrong if there are any. */
  readonly belowFloor: number;
  /**
   * Number of valid rows whose descriptor lay outside its space, and went to the nearest cell; of the library's archives. The
   * space is wrong if there are many.
   */
  readonly outsideDescriptor?: number | undefined;
  /** `(rows)` */
  readonly status: readonly AddStatus[];
  /**
   * `(rows)`: fitness minus that of the elite before; of a new elite fitness − floor, NaN without a floor; NaN of an
   * invalid row.
   */
  readonly improvement: Float64Array;
  /** `(rows)`: the cell that each row fell into, −1 if invalid. */
  readonly cell: Int32Array;
  /** `(rows)`: why a row is invalid. */
  readonly reasons: readonly (string | undefined)[];
}

/** Figures of an archive. Empty: size 0, coverage 0, QD scores 0, mean and maximum NaN. */
export interface Metrics {
  /** Number of elites. */
  readonly size: number;
  /** Number of cells. */
  readonly cells: number;
  /** size / cells, in [0, 1]. */
  readonly coverage: number;
  /** Σ (fitness − fitnessFloor) over the elites; NaN without a floor. */
  readonly qdScore: number;
  /** qdScore / cells. */
  readonly normalizedQdScore: number;
  readonly meanFitness: number;
  readonly maxFitness: number;
}

/**
 * Keeps the best genome of each cell of the descriptor space. What a user's own archive must have; `snapshot` and `restore`
 * too, if the algorithm's are to be used.
 */
export interface Archive<G = Float64Array> extends Partial<Stateful> {
  /** Number of elites. */
  readonly size: number;
  /** Number of cells. */
  readonly cells: number;
  /** The genome space it was built for, if it tells: an algorithm refuses an archive of another one. */
  readonly genome?: Box | ObjectSpace<G> | undefined;
  /** The descriptor space it was built for, if it tells. */
  readonly descriptor?: Box | undefined;
  /** Adds rows, in order; equal to adding them one by one. An invalid row is reported and never stored. */
  add(genomes: Genomes<G>, results: Results): AddReport;
  /**
   * `count` genomes of elites drawn uniformly with replacement, copied; the archive must not be empty.
   * @param into - An earlier answer that nobody needs any more, to be written over and given again if it fits.
   */
  sample(count: number, random: Random, into?: Genomes<G>): Genomes<G>;
  /** All genomes, in the order in which their cells were filled; a live view, valid until the next add. */
  genomes(): Genomes<G>;
  metrics(): Metrics;
  /** Elites in the order in which their cells were filled. */
  [Symbol.iterator](): Iterator<Elite<G>>;
}
