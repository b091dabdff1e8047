import { DdeElites, MapElites } from '../algorithms/index.ts';
import type { Algorithm, Archive, Box } from '../core/index.ts';
import { type PaperDdeElites, type PaperVariant, paperSettings } from '../presets/index.ts';
import { run } from '../run/index.ts';
import { LogSpaced } from './log-spaced.ts';
import type { PaperJob } from './paper-jobs.ts';
import type { Curve, PaperResult } from './paper-results.ts';

/** What an illumination gives: its result and, of DDE-Elites, the encodings as bytes of files. */
export interface IlluminationOutcome {
  readonly result: Omit<PaperResult, 'seconds'>;
  /** 'dde' and 'pca'; empty if nothing was learned. */
  readonly encodings: ReadonlyMap<string, Uint8Array>;
}

/** Runs one replicate of the paper's illumination. [Gaier2020, §4] */
export async function runIlluminationJob(job: PaperJob): Promise<IlluminationOutcome> {
  const { joints, replicate: seed, evaluations } = job;
  const preset = paperSettings({ variant: job.variant as PaperVariant, joints });
  const learns = 'learner' in preset;
  const search = learns ? new DdeElites({ ...(preset as PaperDdeElites), seed }) : new MapElites({ ...preset, seed });
  const curve = await recordRun(search, preset.archive, evaluations);
  const { coverage, meanFitness, qdScore } = preset.archive.metrics();
  let deviation = 0;
  for (const { fitness } of preset.archive) deviation += Math.sqrt(Math.max(0, -fitness)) / preset.archive.size;
  const result = { job, final: { coverage, meanFitness, deviation, qdScore }, curve };
  if (!(search instanceof DdeElites) || job.variant !== 'dde-elites') return { result, encodings: new Map() };
  const dde = search.encoding() as { toBytes(): Uint8Array; genome: Box };
  const pca = await linearEncoding(preset.archive, preset.domain.genome, dde.genome.dimensions);
  return {
    result,
    encodings: new Map([
      ['dde', dde.toBytes()],
      ['pca', pca],
    ]),
  };
}

/** Runs a search to its budget; coverage and mean fitness at log-spaced evaluations. */
export async function recordRun(search: Algorithm, archive: Archive, total: number): Promise<Curve> {
  const curve = { evaluations: [] as number[], coverage: [] as number[], meanFitness: [] as number[] };
  const points = new LogSpaced(total);
  await run(search, {
    evaluations: total,
    onGeneration({ evaluations }) {
      if (!points.due(evaluations)) return;
      const metrics = archive.metrics() as unknown as Record<'coverage' | 'meanFitness', number>;
      curve.evaluations.push(evaluations);
      curve.coverage.push(metrics.coverage);
      curve.meanFitness.push(metrics.meanFitness);
    },
  });
  return curve;
}

async function linearEncoding(archive: Archive, space: Box, latent: number): Promise<Uint8Array> {
  // Loaded here: ml-matrix takes 70 ms.
  const { Pca } = await import('../pca/index.ts');
  const pca = new Pca({ components: Math.min(latent, space.dimensions) });
  pca.fit(archive.genomes() as Parameters<typeof pca.fit>[0], { space });
  return pca.encoding().toBytes();
}
