import type { Metrics } from '../../core/index.ts';
import type { RunSeconds } from '../../run/index.ts';
import type { Illumination } from './illumination.ts';
import type { IlluminationPlan } from './run-checkpoint.ts';
import type { Subject } from './subject.ts';

/** The metrics that are told of a run. */
type Figures = Pick<Metrics, 'coverage' | 'qdScore' | 'normalizedQdScore' | 'meanFitness' | 'maxFitness'>;

/** The numbers of one run, as results.json and `--json` have them: fractions, fitness units and s; NaN becomes null. */
export interface IlluminationResult extends Figures {
  readonly algorithm: string;
  /** `joints` of an arm, the name of a `module`. */
  readonly [fact: string]: unknown;
  readonly seed: number;
  /** How many were done. */
  readonly evaluations: number;
  /** Of a noisy domain: what its elites are worth, evaluated ten times more. */
  readonly corrected?: Figures | undefined;
  readonly seconds: RunSeconds;
}

/** The numbers of a run. */
export function resultOf(
  { facts }: Pick<Subject, 'facts'>,
  { seed }: Pick<IlluminationPlan, 'seed'>,
  { algorithm, search, metrics, corrected, seconds }: Illumination,
): IlluminationResult {
  const done = { algorithm, ...facts, seed, evaluations: search.evaluations, ...figuresOf(metrics) };
  return corrected === undefined ? { ...done, seconds } : { ...done, corrected: figuresOf(corrected), seconds };
}

function figuresOf({ coverage, qdScore, normalizedQdScore, meanFitness, maxFitness }: Metrics): Figures {
  return { coverage, qdScore, normalizedQdScore, meanFitness, maxFitness };
}

/** What is written as JSON: one run as it is, several as `{ runs }`. */
export function asJson(results: readonly IlluminationResult[]): IlluminationResult | { runs: typeof results } {
  return results.length === 1 ? results[0]! : { runs: results };
}
