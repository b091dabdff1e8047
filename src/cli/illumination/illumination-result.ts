import type { Metrics } from '../../core/index.ts';
import type { RunOutcome, RunSeconds } from '../../run/index.ts';
import type { EncodingFigures } from './finished-encoding.ts';
import type { CorrectedFigures, Illumination } from './illumination.ts';
import type { IlluminationPlan } from './run-checkpoint.ts';
import type { Subject } from './subject.ts';

/** The metrics in a result. */
type Figures = Pick<Metrics, 'coverage' | 'qdScore' | 'normalizedQdScore' | 'meanFitness' | 'maxFitness'>;

/** The results of one run, as in results.json and `--json`: fractions, fitness units and seconds; NaN is written as null. */
export interface IlluminationResult extends Figures {
  readonly algorithm: string;
  /** The subject's facts: `joints` of an arm, or the name of a `module`. */
  readonly [fact: string]: unknown;
  readonly seed: number;
  /** Number of evaluations done. */
  readonly evaluations: number;
  /**
   * Of a noisy domain: the metrics after ten more evaluations of each elite, how many of these were invalid, and how many elites had no
   * valid one and are left out; all NaN if that failed.
   */
  readonly corrected?: (Figures & Pick<CorrectedFigures, 'invalid' | 'leftOut'>) | undefined;
  /** Of a finished encoding. */
  readonly encoding?: EncodingFigures | undefined;
  readonly faults?: RunFaults | undefined;
  readonly seconds: RunSeconds;
}

/** Numbers of evaluations since the run was begun or resumed, and of those among them with which something was wrong, if any. */
interface RunFaults {
  readonly evaluations: number;
  readonly invalid: number;
  readonly reasons: RunOutcome['reasons'];
  /** With a descriptor outside its space. */
  readonly outsideDescriptor: number;
  readonly belowFloor: number;
}

/** The results of a run. */
export function resultOf(
  { facts }: Pick<Subject, 'facts'>,
  { seed }: Pick<IlluminationPlan, 'seed'>,
  { algorithm, search, metrics, corrected, finished, faults, seconds }: Illumination,
): IlluminationResult {
  const { figures: encoding } = finished;
  const { rows, invalid, reasons, outsideDescriptor, belowFloor } = faults;
  const isFaulty = invalid + outsideDescriptor + belowFloor > 0;
  return {
    algorithm,
    ...facts,
    seed,
    evaluations: search.evaluations,
    ...figuresOf(metrics),
    ...(corrected && {
      corrected: { ...figuresOf(corrected), invalid: corrected.invalid, leftOut: corrected.leftOut },
    }),
    ...(encoding && { encoding }),
    ...(isFaulty && { faults: { evaluations: rows, invalid, reasons, outsideDescriptor, belowFloor } }),
    seconds,
  };
}

function figuresOf({ coverage, qdScore, normalizedQdScore, meanFitness, maxFitness }: Metrics): Figures {
  return { coverage, qdScore, normalizedQdScore, meanFitness, maxFitness };
}

/** The content of results.json: one run as it is, several as `{ runs }`. */
export function asJson(results: readonly IlluminationResult[]): IlluminationResult | { runs: typeof results } {
  return results.length === 1 ? results[0]! : { runs: results };
}
