import type { Batch, Genomes, Random, Stateful } from '../../core/index.ts';
import type { StopReason } from '../optimizer.ts';

/** A search distribution that learns from the order of its candidates alone. */
export interface Strategy extends Stateful {
  /** Numbers in a candidate. */
  readonly dimensions: number;
  /** Candidates in a generation. */
  readonly populationSize: number;
  /** `(dimensions)`: the distribution's mean, inside the box; a copy. */
  readonly mean: Float64Array;
  /** The step size σ, above 0. */
  readonly sigma: number;
  /** `(populationSize, dimensions)` candidates inside the box, new memory. Draws from `random`; does not change the state. */
  sample(random: Random): Batch;
  /**
   * Updates the distribution.
   * @param rows - `(any, dimensions)`: candidates of {@link sample}, or others. Not kept.
   * @param order - Row numbers, the best first, each at most once. Rows that it leaves out are not read: they count as worst, without weight.
   * @param parents - How many of the first rows in the order have positive weights (default: half of the population, or all rows of a
   *   shorter order). With 0 nothing changes.
   * @throws ARGUMENT if a shape is wrong, or a number of a row in the order is not finite; NUMERICAL if a row is so far away that numbers
   *   would overflow. Nothing has changed then.
   */
  tell(rows: Genomes<ArrayLike<number>>, order: ArrayLike<number>, parents?: number): void;
  /** The reasons to stop now, of those that can be seen without costs; empty if there are none. */
  stopReasons(): StopReason[];
  /**
   * Starts anew around a mean, with the initial step size, like a new strategy.
   * @param mean - `(dimensions)`, inside the box and [-1e60, 1e60]; copied.
   * @throws ARGUMENT if it is not.
   */
  restart(mean: ArrayLike<number>): void;
}
