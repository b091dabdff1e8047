import type { CvtArchive } from '../archives/index.ts';
import type { Algorithm, Box, ElitesError, Encoding, Metrics } from '../core/index.ts';
import { type PaperVariant, paperSettings } from '../presets/index.ts';
import { type RunOutcome, run } from '../run/index.ts';
import { DdeElites, MapElites } from '../search/index.ts';
import { breather } from './breather.ts';
import { History } from './history.ts';
import { archiveFigures, Progress, type ProgressStream } from './progress.ts';

/** What is to be run. */
export interface IlluminationSettings {
  readonly algorithm: PaperVariant;
  readonly joints: number;
  readonly evaluations: number;
  readonly seed: number;
}

/** What came of one algorithm. */
export interface Illumination {
  readonly settings: IlluminationSettings;
  readonly archive: CvtArchive;
  /** The descriptor space. */
  readonly descriptor: Box;
  readonly metrics: Metrics;
  readonly outcome: RunOutcome;
  readonly history: History;
  /** The learned encoding as the bytes of a file, of algorithms that learn and came to it. */
  readonly encoding: Uint8Array | undefined;
}

/** How far one algorithm is, as a checkpoint has it. */
export interface StoredRun {
  /** The search's snapshot. */
  readonly search: Uint8Array;
  /** `(3, points)`, see {@link History.columns}. */
  readonly history: Float64Array;
  readonly seconds: RunOutcome['seconds'];
}

/** What {@link illuminate} is given beside the settings. */
export interface IlluminationContext {
  readonly stream: ProgressStream;
  /** Stops it after the generation. */
  readonly signal: AbortSignal;
  /** Where to go on. */
  readonly from?: StoredRun | undefined;
  /** Called before the first generation, after each, and, with `last`, at the end. */
  readonly keep: (run: () => StoredRun, last: boolean) => Promise<void>;
}

/** @throws SNAPSHOT if a search of these settings, or its history, cannot go on from there. */
export function checkStored(settings: IlluminationSettings, { search, history }: StoredRun): void {
  makeSearch(settings).algorithm.restore(search);
  new History({ total: settings.evaluations, points: historyPoints }).restore(history);
}

interface Search {
  readonly algorithm: Algorithm & { snapshot(): Uint8Array; restore(bytes: Uint8Array): void };
  readonly archive: CvtArchive;
  readonly descriptor: Box;
  readonly encoding: () => Uint8Array | undefined;
}

const historyPoints = 1000;

/** Runs one algorithm with the paper's settings and shows its progress. */
export async function illuminate(
  settings: IlluminationSettings,
  { stream, signal, from, keep }: IlluminationContext,
): Promise<Illumination> {
  const { evaluations: total, algorithm: name } = settings;
  const { algorithm, archive, descriptor, encoding } = makeSearch(settings);
  const progress = new Progress({ stream, name, total });
  const history = new History({ total, points: historyPoints });
  if (from !== undefined) {
    algorithm.restore(from.search);
    history.restore(from.history);
  }
  const stored = (seconds: RunOutcome['seconds']): StoredRun => {
    return { search: algorithm.snapshot(), history: history.columns(), seconds: sum(seconds, from?.seconds) };
  };
  await keep(() => stored(noTime), false);
  const breathe = breather();
  const outcome = await run(algorithm, {
    evaluations: total,
    signal,
    async onGeneration({ evaluations, seconds }) {
      history.record(evaluations, () => archive.metrics(), evaluations >= total);
      progress.update(() => ({ done: evaluations, figures: archiveFigures(archive.metrics()) }), evaluations);
      await keep(() => stored(seconds), false);
      await breathe();
    },
  }).finally(() => progress.clear());
  await keep(() => stored(outcome.seconds), true);
  const metrics = archive.metrics();
  history.record(outcome.evaluations, () => metrics, outcome.evaluations > 0);
  progress.end({ done: outcome.evaluations, figures: archiveFigures(metrics) });
  const seconds = sum(outcome.seconds, from?.seconds);
  return { settings, archive, descriptor, metrics, outcome: { ...outcome, seconds }, history, encoding: encoding() };
}

const noTime: RunOutcome['seconds'] = { total: 0, evaluation: 0, learning: 0, rest: 0 };

function sum(a: RunOutcome['seconds'], b: RunOutcome['seconds'] = noTime): RunOutcome['seconds'] {
  return {
    total: a.total + b.total,
    evaluation: a.evaluation + b.evaluation,
    learning: a.learning + b.learning,
    rest: a.rest + b.rest,
  };
}

function makeSearch({ algorithm: variant, joints, seed }: IlluminationSettings): Search {
  if (variant === 'map-elites' || variant === 'me-line') {
    const preset = paperSettings({ variant, joints });
    const algorithm = new MapElites({ ...preset, seed });
    return { algorithm, archive: preset.archive, descriptor: preset.domain.descriptor, encoding: () => undefined };
  }
  const preset = paperSettings({ variant, joints });
  const algorithm = new DdeElites({ ...preset, seed });
  const encoding = (): Uint8Array | undefined => learned(algorithm)?.toBytes({ seed });
  return { algorithm, archive: preset.archive, descriptor: preset.domain.descriptor, encoding };
}

/** The encoding; undefined of a run that ended with its first arms, before anything was learned. */
function learned<E extends Encoding>(algorithm: DdeElites<E>): E | undefined {
  try {
    return algorithm.encoding();
  } catch (error) {
    if ((error as Partial<ElitesError>).code === 'STATE') return undefined;
    throw error;
  }
}
