import type { FieldKinds, FieldValues, NoFields } from '../rows/fields.ts';
import type { Batch, Genomes } from '../rows/genomes.ts';
import type { Box, ObjectSpace } from '../space.ts';
import type { Results } from './problem.ts';
import type { Random } from './random.ts';
import type { Stateful } from './stateful.ts';

/** Where an elite comes from, if its archive keeps lineage. */
export interface Origin {
  /** Number of the row among all that were added to the archive, from 0: no two rows share it. */
  readonly id: number;
  /** The ids of its parents, fixed when the child was asked for; empty for a first genome. */
  readonly parents: readonly number[];
  /** Name of the emitter that proposed it; '' for a first genome and for a row added by hand. */
  readonly emitter: string;
  /** Number of the evaluation in its search, from 0; −1 for a row added by hand. */
  readonly evaluation: number;
  /** The evaluation's seed; −1 if there was none. */
  readonly seed: number;
}

/** How often an elite of a noisy domain was evaluated. */
export interface Repeats {
  /** Number of evaluations; fitness and descriptor are their means. */
  readonly evaluations: number;
  /** Standard deviation of the fitness of one evaluation; NaN after a single one. */
  readonly deviation: number;
}

/** The best genome of its cell. */
export interface Elite<G = Float64Array, F extends FieldKinds = NoFields> {
  /** Index of the cell in [0, cells). */
  readonly cell: number;
  readonly fitness: number;
  /** `(descriptorDimensions)`, a copy. */
  readonly descriptor: Float64Array;
  /** A copy if it is a vector, else the object itself. */
  readonly genome: G;
  /** The domain's own columns, vectors copied. */
  readonly fields: FieldValues<F>;
  /** Set if the archive keeps lineage. */
  readonly origin?: Origin | undefined;
  /** Set if the domain is noisy. */
  readonly repeats?: Repeats | undefined;
}

/**
 * What became of an added row. `'revised'`: an elite was evaluated again and kept its place. `'challenging'`: the row must be
 * evaluated again before it may replace an elite.
 */
export type AddStatus = 'rejected' | 'improved' | 'new' | 'invalid' | 'revised' | 'challenging';

/** What became of a batch that was added, row by row. */
export interface AddReport {
  /** Number of rows that entered the archive as the first of their cell. */
  readonly new: number;
  /** Number of rows that replaced an elite. */
  readonly improved: number;
  /** Number of rows that did not replace the elite of their cell. */
  readonly rejected: number;
  /** Number of invalid rows: a value breaks its rule, a gene is outside its bounds, or the evaluation gave a reason. */
  readonly invalid: number;
  /** Number of elites that were evaluated again and kept a cell. */
  readonly revised?: number | undefined;
  /** Number of rows of a noisy domain that must be evaluated again before they may replace an elite. */
  readonly challenging?: number | undefined;
  /** Number of valid rows with a fitness below the problem's floor. If there are any, the floor is wrong. */
  readonly belowFloor: number;
  /** Number of valid rows with a descriptor outside its space; they went to the nearest cell. If there are many, the space is wrong. */
  readonly outsideDescriptor?: number | undefined;
  /** `(rows)` */
  readonly status: readonly AddStatus[];
  /**
   * `(rows)`: fitness minus the fitness of the elite before. For a new elite: fitness − floor, or NaN without a floor. NaN for
   * an invalid row. Where a cell may have several elites, see {@link Archive.several}, what the archive says it is.
   */
  readonly improvement: Float64Array;
  /** `(rows)`: how novel each row was when it came, NaN for an invalid row; given by archives that measure it. */
  readonly novelty?: Float64Array | undefined;
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
  /** Cells with an elite / cells, in [0, 1]. */
  readonly coverage: number;
  /** Σ (fitness − fitnessFloor) over the elites; NaN without a floor. */
  readonly qdScore: number;
  /** qdScore / cells. */
  readonly normalizedQdScore: number;
  readonly meanFitness: number;
  readonly maxFitness: number;
}

/** Where the cells of an archive lie in its descriptor space, for drawing them. */
export type Geometry =
  | {
      /** `(descriptorDimensions)`: number of cells along each dimension; cells are numbered with the last dimension fastest. */
      readonly grid: readonly number[];
      /**
       * `(descriptorDimensions)`: the names of the cells along each dimension whose cells are categories, with descriptors 0, 1, …; undefined
       * for one of numbers.
       */
      readonly names?: readonly (readonly string[] | undefined)[] | undefined;
    }
  | {
      /** `(cells, descriptorDimensions)`: a cell is the set of points that are nearest to its centroid. */
      readonly centroids: Batch;
    }
  | {
      /**
       * `(descriptorDimensions)` lists, each ascending: where the cells along a dimension begin, and where the last one ends. Cells are
       * half-open and numbered as those of a grid; a descriptor beyond the ends is in the nearest.
       */
      readonly boundaries: readonly Float64Array[];
    }
  | {
      /** There are no cells with a place: an elite is where its descriptor is. */
      readonly points: true;
    };

/** The {@link Geometry} with this property, of an archive that has no other. */
export type GeometryOf<K extends 'grid' | 'centroids' | 'boundaries' | 'points'> = Extract<
  Geometry,
  { readonly [property in K]: unknown }
>;

/** Where rows that are added come from, for archives with lineage. */
export interface Origins {
  /** `(rows)`: the ids of each row's parents. */
  readonly parents: readonly (readonly number[])[];
  /** `(rows)`: names of emitters. */
  readonly emitters: readonly string[];
  /** `(rows)`: evaluation seeds. */
  readonly seeds: ArrayLike<number>;
  /** `(rows)`: numbers of the evaluations. */
  readonly evaluations: ArrayLike<number>;
}

/**
 * Keeps the best genome of each cell of the descriptor space. The required members are all that a user's own archive needs;
 * add `snapshot` and `restore` to use those of the algorithm. Some parts need optional members; their constructors check that.
 */
export interface Archive<G = Float64Array, F extends FieldKinds = NoFields> extends Partial<Stateful> {
  /** Number of elites. */
  readonly size: number;
  /** Number of cells. */
  readonly cells: number;
  /** The genome space it was built for, if known: an algorithm refuses an archive of another space. */
  readonly genome?: Box | ObjectSpace<G> | undefined;
  /** The descriptor space it was built for, if known. */
  readonly descriptor?: Box | undefined;
  /** Whether elites have an {@link Origin}. If true, `add` is given the origins. */
  readonly lineage?: boolean | undefined;
  /** Whether a cell may have several elites (default false). */
  readonly several?: boolean | undefined;
  /** The archive that has the elites, if this one only judges rows: it can then only be the guide of a search with that archive. */
  readonly elitesIn?: Archive<G, FieldKinds> | undefined;
  /** Adds rows, in order; equal to adding them one by one. An invalid row is reported and never stored. */
  add(genomes: Genomes<G>, results: Results, origins?: Origins): AddReport;
  /** `count` genomes of elites drawn uniformly with replacement, copied; the archive must not be empty. */
  sample(count: number, random: Random): Genomes<G>;
  /** All genomes, row by row; a live view, valid until the next add. */
  genomes(): Genomes<G>;
  metrics(): Metrics;
  /** Elites, row by row. */
  [Symbol.iterator](): Iterator<Elite<G, F>>;
  /** `(count)`: the rows of the elites that `sample` would draw from the same stream. Operators use them to read their parents' results. */
  select?(count: number, random: Random): Int32Array;
  /** The elite of a row in [0, size). */
  elite?(row: number): Elite<G, F>;
  /** `(size)`: the id of each row's elite, see {@link Origin}; a live view. */
  ids?(): Float64Array;
  /** Takes new results of elites that were evaluated again, named by id. Ids of elites that have left are ignored. */
  revise?(ids: ArrayLike<number>, results: Results): AddReport;
  /** The elites of a noisy domain that should be evaluated again: at most `count`, none of them in `out`. */
  uncertain?(
    count: number,
    out: { has(id: number): boolean },
  ): { readonly ids: Float64Array; readonly genomes: Genomes<G> };
  /** Where its cells lie, if known. */
  geometry?(): Geometry | undefined;
}
