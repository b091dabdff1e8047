import { type CellArchive, type CorrectedMetrics, correctedMetrics } from '../../archives/index.ts';
import { type Evaluator, type Metrics, messageOf, type Problem } from '../../core/index.ts';
import { learnedEncoding } from '../../paper/index.ts';
import { type RunOutcome, type RunSeconds, run } from '../../run/index.ts';
import type { FinishOptions } from '../../search/index.ts';
import type { OnErrors } from '../modules/evaluation-errors.ts';
import { archiveFigures, Progress, type ProgressStream } from '../terminal/progress.ts';
import { type Finished, finishEncoding } from './finished-encoding.ts';
import type { IlluminatedSearch } from './subject.ts';
import { sumSeconds } from './times-file.ts';

/** The result of one algorithm. */
export interface Illumination {
  readonly algorithm: string;
  readonly search: IlluminatedSearch;
  readonly metrics: Metrics;
  /** Of a noisy domain: the metrics after its elites were evaluated again; all NaN if that failed. */
  readonly corrected: CorrectedFigures | undefined;
  /** Why the metrics could not be corrected. */
  readonly uncorrected: string | undefined;
  readonly curve: Curve;
  /** Summed over sessions if the run was stopped and resumed. */
  readonly seconds: RunSeconds;
  /** The learned encoding as the bytes of a file; undefined if none was learned. */
  readonly encoding: Uint8Array | undefined;
  readonly finished: Finished;
  /** Number of rows of this session, and what was wrong with some. */
  readonly faults: { readonly rows: number } & Pick<
    RunOutcome,
    'invalid' | 'reasons' | 'outsideDescriptor' | 'belowFloor'
  >;
}

/** Metrics over evaluations; `(points)` each. */
interface Curve {
  readonly evaluations: readonly number[];
  readonly coverage: readonly number[];
  readonly meanFitness: readonly number[];
}

/** What {@link illuminate} needs besides the search. */
export interface IlluminationContext extends OnErrors {
  readonly algorithm: string;
  /** The budget. */
  readonly evaluations: number;
  readonly seed: number;
  /** The time spent in earlier sessions. */
  readonly spent: RunSeconds;
  readonly stream: ProgressStream;
  /** Stops the run after the current generation. */
  readonly signal: AbortSignal;
  /** How the encoding is finished, if one is learned (default: not). */
  readonly finish?: FinishOptions | undefined;
  /** Called with the time spent after each generation, and with `last` at the end, also before an error is thrown. */
  readonly keep: (spent: RunSeconds, last: boolean) => Promise<void>;
}

/** Runs a new or resumed search to its budget and shows progress. @throws what {@link run} throws. */
export async function illuminate(search: IlluminatedSearch, context: IlluminationContext): Promise<Illumination> {
  const { algorithm, evaluations: total, seed, spent, stream, signal, keep, retries, onEvaluationError } = context;
  const figures = () => ({ done: search.evaluations, figures: archiveFigures(search.archive.metrics()) });
  const before = search.evaluations;
  const progress = new Progress({ stream, name: algorithm, total, before });
  let latest = spent;
  const outcome: RunOutcome = await run(search, {
    evaluations: total,
    retries,
    onEvaluationError,
    signal,
    async onGeneration({ evaluations, seconds }) {
      latest = sumSeconds(spent, seconds);
      progress.update(figures, evaluations);
      await keep(latest, false);
    },
  })
    .catch(async (error) => {
      await keep(latest, true);
      throw error;
    })
    .finally(() => progress.clear());
  const seconds = sumSeconds(spent, outcome.seconds);
  await keep(seconds, true);
  progress.end(figures());
  const metrics = search.archive.metrics();
  const stopped = outcome.stoppedBy === 'signal';
  const { corrected, uncorrected } = stopped ? {} : await correct(search, seed, signal);
  const finished = stopped || !context.finish ? {} : await finishEncoding(search, { ...context.finish, signal });
  const encoding = learnedEncoding(search, seed);
  const curve = curveOf(search, metrics);
  const faults = { ...outcome, rows: outcome.evaluations - before };
  return { algorithm, search, metrics, corrected, uncorrected, curve, seconds, encoding, finished, faults };
}

/** Corrected metrics, without the elites. */
export type CorrectedFigures = Omit<CorrectedMetrics, 'archive'>;
type Correction = Partial<Pick<Illumination, 'corrected' | 'uncorrected'>>;

/** The corrected metrics of a noisy domain's archive, if both support it. A failure must not cost the report. */
async function correct({ domain, archive }: IlluminatedSearch, seed: number, signal: AbortSignal): Promise<Correction> {
  if (domain?.noisy !== true || !('evaluate' in domain && 'emptied' in archive)) return {};
  const of = { archive: archive as unknown as CellArchive, domain: domain as Problem & Evaluator };
  try {
    const { archive: _, ...corrected } = await correctedMetrics({ ...of, seed, signal });
    return { corrected };
  } catch (error) {
    if (signal.aborted) return {};
    const nan = Number.NaN;
    const figures = { coverage: nan, qdScore: nan, normalizedQdScore: nan, meanFitness: nan, maxFitness: nan };
    const { size, cells } = archive;
    const corrected = { size, cells, ...figures, invalid: nan, leftOut: nan };
    return { corrected, uncorrected: messageOf(error) };
  }
}

/** The history of the search, with a point for the last evaluation. */
function curveOf({ history, evaluations }: IlluminatedSearch, { coverage, meanFitness }: Metrics): Curve {
  const at = Array.from(history.evaluations);
  const end = evaluations > 0 && at.at(-1) !== evaluations;
  return {
    evaluations: end ? [...at, evaluations] : at,
    coverage: [...history.metrics.coverage, ...(end ? [coverage] : [])],
    meanFitness: [...history.metrics.meanFitness, ...(end ? [meanFitness] : [])],
  };
}
