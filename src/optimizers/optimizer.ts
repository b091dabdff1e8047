import type { Batch, Genomes, Stateful } from '../core/index.ts';

/** Every reason to stop. */
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

/** The best candidate that was told. */
export interface BestCandidate {
  /** Its cost, as it was told; ∞ before the first finite one. */
  readonly cost: number;
  /** `(dimensions)`, a copy of the row that was told; the first mean before that. */
  readonly genome: Float64Array;
}

/** A restart that was made. */
export interface Restart {
  /** Why the run before it ended. */
  readonly reasons: readonly StopReason[];
  /** Evaluations until then. */
  readonly evaluations: number;
  /** Candidates in a generation from then on. */
  readonly populationSize: number;
}

/** What {@link CmaEs} and {@link SepCmaEs} have in common: it is asked for candidates and told their costs; it minimises. */
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
  /** `(dimensions)`: the distribution's mean, a copy; but with 'clip' it may lie outside the box. */
  readonly mean: Float64Array;
  /** Restarts made so far, the first first. */
  readonly restarts: readonly Restart[];
  /** `(populationSize, dimensions)`: the next candidates; the same batch until something is told. */
  ask(): Batch;
  /** Takes costs of rows, those that were asked or others. */
  tell(candidates: Genomes<ArrayLike<number>>, costs: ArrayLike<number>): void;
  /** Why to stop now; empty: go on. It may be asked and told all the same. */
  stopReasons(): StopReason[];
}
