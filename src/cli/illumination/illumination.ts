import { type CellArchive, correctedMetrics } from '../../archives/index.ts';
import type { AddReport, Evaluator, Metrics, Problem } from '../../core/index.ts';
import { learnedEncoding } from '../../paper/index.ts';
import { type RunOutcome, type RunSeconds, run } from '../../run/index.ts';
import { archiveFigures, Progress, type ProgressStream } from '../terminal/progress.ts';
import type { IlluminatedSearch } from './subject.ts';

/** What came of one algorithm. */
export interface Illumination {
  readonly algorithm: string;
  readonly search: IlluminatedSearch;
  readonly metrics: Metrics;
  /** Of a noisy domain: those of its elites, evaluated again. */
  readonly corrected: Metrics | undefined;
  readonly curve: Curve;
  /** Of all sessions, if it was stopped. */
  readonly seconds: RunSeconds;
  /** The learned encoding as the bytes of a file, of algorithms that learn and came to it. */
  readonly encoding: Uint8Array | undefined;
  /** What of this session's evaluations went wrong. */
  readonly faults: Faults;
}

/** How an archive grew; `(points)` each. */
interface Curve {
  readonly evaluations: readonly number[];
  readonly coverage: readonly number[];
  readonly meanFitness: readonly number[];
}

/** What {@link illuminate} is given beside the search. */
export interface IlluminationContext {
  readonly algorithm: string;
  /** At which to end. */
  readonly evaluations: number;
  readonly seed: number;
  /** What was spent on the search before. */
  readonly spent: RunSeconds;
  readonly stream: ProgressStream;
  /** Stops it after the generation. */
  readonly signal: AbortSignal;
  /** Called after each generation with what was spent so far; with `last` at the end, and before an error is thrown. */
  readonly keep: (spent: RunSeconds, last: boolean) => Promise<void>;
}

/** Runs a search to its end, as it is or goes on, and shows its progress. @throws what the run throws. */
export async function illuminate(search: IlluminatedSearch, context: IlluminationContext): Promise<Illumination> {
  const { algorithm, evaluations: total, seed, spent, stream, signal, keep } = context;
  const progress = new Progress({ stream, name: algorithm, total });
  const figures = () => ({ done: search.evaluations, figures: archiveFigures(search.archive.metrics()) });
  const faults = new Faults();
  let latest = spent;
  const outcome: RunOutcome = await run(search, {
    evaluations: total,
    signal,
    async onGeneration({ evaluations, report, seconds }) {
      latest = sumSeconds(spent, seconds);
      faults.count(report);
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
  const corrected = outcome.stoppedBy === 'signal' ? undefined : await correctedOf(search, seed);
  const encoding = learnedEncoding(search, seed);
  return { algorithm, search, metrics, corrected, curve: curveOf(search, metrics), seconds, encoding, faults };
}

/** What of a run's evaluations went wrong. */
class Faults {
  rows = 0;
  invalid = 0;
  /** Why the first invalid one is. */
  reason: string | undefined;
  /** Valid ones with a descriptor outside its space. */
  outside = 0;
  /** Valid ones with a fitness below the domain's floor. */
  belowFloor = 0;

  count({ status, invalid, reasons, outsideDescriptor = 0, belowFloor = 0 }: AddReport): void {
    this.rows += status.length;
    this.invalid += invalid;
    this.outside += outsideDescriptor;
    this.belowFloor += belowFloor;
    this.reason ??= invalid === 0 ? undefined : reasons.find((reason) => reason !== undefined);
  }
}

/** What the archive of a noisy domain is worth, if that can be found out. */
async function correctedOf({ domain, archive }: IlluminatedSearch, seed: number): Promise<Metrics | undefined> {
  if (domain?.noisy !== true || !('evaluate' in domain && 'emptied' in archive)) return undefined;
  return correctedMetrics({
    archive: archive as unknown as CellArchive,
    domain: domain as Problem & Evaluator,
    seed,
  });
}

/** The search's history, up to its last evaluation. */
function curveOf({ history, evaluations }: IlluminatedSearch, { coverage, meanFitness }: Metrics): Curve {
  const at = Array.from(history.evaluations);
  const end = evaluations > 0 && at.at(-1) !== evaluations;
  return {
    evaluations: end ? [...at, evaluations] : at,
    coverage: [...history.metrics.coverage, ...(end ? [coverage] : [])],
    meanFitness: [...history.metrics.meanFitness, ...(end ? [meanFitness] : [])],
  };
}

function sumSeconds(a: RunSeconds, b: RunSeconds): RunSeconds {
  return {
    total: a.total + b.total,
    evaluation: a.evaluation + b.evaluation,
    learning: a.learning + b.learning,
    rest: a.rest + b.rest,
  };
}
