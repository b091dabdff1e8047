import { setImmediate } from 'node:timers/promises';
import { DdeElites, MapElites } from '../algorithms/index.ts';
import type { CvtArchive } from '../archives/index.ts';
import type { Algorithm, Box, ElitesError, Encoding, Metrics } from '../core/index.ts';
import { type PaperVariant, paperSettings } from '../presets/index.ts';
import { type RunOutcome, run } from '../run/index.ts';
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

interface Search {
  readonly algorithm: Algorithm;
  readonly archive: CvtArchive;
  readonly descriptor: Box;
  readonly encoding: () => Uint8Array | undefined;
}

const historyPoints = 1000;
const breatheEvery = 50;

/** Runs one algorithm with the paper's settings and shows its progress. The signal stops it after the generation. */
export async function illuminate(
  settings: IlluminationSettings,
  stream: ProgressStream,
  signal: AbortSignal,
): Promise<Illumination> {
  const { evaluations: total, algorithm: name } = settings;
  const { algorithm, archive, descriptor, encoding } = makeSearch(settings);
  const progress = new Progress({ stream, name, total });
  const history = new History({ total, points: historyPoints });
  let breathed = performance.now();
  const outcome = await run(algorithm, {
    evaluations: total,
    signal,
    async onGeneration({ evaluations }) {
      history.record(evaluations, () => archive.metrics(), evaluations >= total);
      progress.update(() => ({ done: evaluations, figures: archiveFigures(archive.metrics()) }), evaluations);
      if (performance.now() - breathed < breatheEvery) return;
      // Nothing else in a run waits for the outer world: here signals, such as ctrl-c, come in.
      await setImmediate();
      breathed = performance.now();
    },
  }).finally(() => progress.clear());
  const metrics = archive.metrics();
  history.record(outcome.evaluations, () => metrics, outcome.evaluations > 0);
  progress.end({ done: outcome.evaluations, figures: archiveFigures(metrics) });
  return { settings, archive, descriptor, metrics, outcome, history, encoding: encoding() };
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
