import type { Batch, Genomes, Stateful } from '../core/index.ts';

/** All reasons to stop. */
export const STOP_REASONS = [
  'tolx',
  'tolfun',
  'condition',
  'stagnation',
  'noeffectaxis',
  'noeffectcoord',
  'tolxup',
  'nofinite',
  'maxevaluations',
  'maxiterations',
] as const;

/** Why an optimiser should stop. */
export type StopReason = (typeof STOP_REASONS)[number];

/** The best candidate told so far. */
export interface BestCandidate {
  /** Its cost as told; ∞ before the first finite cost. */
  readonly cost: number;
  /** `(dimensions)`, a copy of the row; before the first finite cost the initial mean. */
  readonly genome: Float64Array;
}

/** A restart. */
export interface Restart {
  /** Why the previous run ended. */
  readonly reasons: readonly StopReason[];
  /** Number of evaluations until the restart. */
  readonly evaluations: number;
  /** Candidates in a generation after the restart. */
  readonly populationSize: number;
}

/** The common interface of {@link CmaEs} and {@link SepCmaEs}: gives candidates, is told their costs, and minimises. */
export interface Optimizer extends Stateful {
  /** Numbers in a candidate. */
  readonly dimensions: number;
  /** Candidates in a generation; grows with restarts. */
  readonly populationSize: number;
  /** Candidates told so far, over all restarts. */
  readonly evaluations: number;
  /** Generations told so far, over all restarts. */
  readonly generation: number;
  readonly best: BestCandidate;
  /** The step size σ, above 0. */
  readonly sigma: number;
  /** `(dimensions)`: the distribution's mean, a copy. It may lie outside the box, unless `boundary` is 'clip'. */
  readonly mean: Float64Array;
  /** Restarts made so far, the oldest first. */
  readonly restarts: readonly Restart[];
  /** `(populationSize, dimensions)`: the next candidates; the same batch until it is told. */
  ask(): Batch;
  /** Takes the costs of candidates; these may be others than those that were asked. */
  tell(candidates: Genomes<ArrayLike<number>>, costs: ArrayLike<number>): void;
  /** The reasons to stop now; empty if there are none. The optimiser can be used further in any case. */
  stopReasons(): StopReason[];
}
