import type { Illumination } from './illumination.ts';

/** The numbers of one run, as results.json and `--json` have them: fractions, fitness units and s; NaN becomes null. */
export interface IlluminationResult {
  readonly algorithm: string;
  readonly joints: number;
  readonly seed: number;
  /** How many were done. */
  readonly evaluations: number;
  readonly coverage: number;
  readonly qdScore: number;
  readonly normalizedQdScore: number;
  readonly meanFitness: number;
  readonly maxFitness: number;
  readonly seconds: Illumination['outcome']['seconds'];
}

/** The numbers of a run. */
export function resultOf({ settings, metrics, outcome }: Illumination): IlluminationResult {
  const { algorithm, joints, seed } = settings;
  const { coverage, qdScore, normalizedQdScore, meanFitness, maxFitness } = metrics;
  const { evaluations, seconds } = outcome;
  const figures = { coverage, qdScore, normalizedQdScore, meanFitness, maxFitness };
  return { algorithm, joints, seed, evaluations, ...figures, seconds };
}

/** What is written as JSON: one run as it is, several as `{ runs }`. */
export function asJson(results: readonly IlluminationResult[]): IlluminationResult | { runs: typeof results } {
  return results.length === 1 ? results[0]! : { runs: results };
}
