import { type Archive, type Box, ElitesError } from '../core/index.ts';
import type { DataDrivenEncoding } from '../encodings/index.ts';
import { type PaperDdeElites, type PaperVariant, paperSettings } from '../presets/index.ts';
import { DdeElites, MapElites } from '../search/index.ts';
import { recordRun } from './record-run.ts';
import type { ReplicateOutcome } from './replicate.ts';

/** What an illumination gives. */
export interface IlluminationOutcome {
  readonly outcome: ReplicateOutcome;
  /** Files with the encodings 'dde' and 'pca' of DDE-Elites; empty if nothing was learned. */
  readonly encodings: ReadonlyMap<string, Uint8Array>;
}

/** Runs one replicate of the paper's illumination. [Gaier2020, §4] */
export async function illuminate(options: {
  readonly joints: number;
  readonly variant: PaperVariant;
  readonly evaluations: number;
  readonly seed: number;
}): Promise<IlluminationOutcome> {
  const { joints, variant, evaluations, seed } = options;
  const preset = paperSettings({ variant, joints });
  const learns = 'learner' in preset;
  const search = learns ? new DdeElites({ ...(preset as PaperDdeElites), seed }) : new MapElites({ ...preset, seed });
  const { spent, final, curve } = await recordRun(search, evaluations, ['coverage', 'meanFitness', 'qdScore']);
  const { archive } = preset;
  let deviation = 0;
  for (const { fitness } of archive) deviation += Math.sqrt(Math.max(0, -fitness)) / archive.size;
  const { qdScore: _, ...shown } = curve;
  const outcome = { spent, final: { ...final, deviation }, curve: shown };
  const dde = variant === 'dde-elites' ? learnedEncoding(search as DdeElites) : undefined;
  if (dde === undefined) return { outcome, encodings: new Map() };
  const pca = await linearEncoding(archive, preset.domain.genome, dde.genome.dimensions);
  return {
    outcome,
    encodings: new Map([
      ['dde', dde.toBytes({ seed })],
      ['pca', pca],
    ]),
  };
}

/** Undefined if the budget ended within the first genomes, before anything was learned. */
function learnedEncoding(search: DdeElites): Pick<DataDrivenEncoding, 'toBytes' | 'genome'> | undefined {
  try {
    return search.encoding() as unknown as DataDrivenEncoding;
  } catch (error) {
    if (error instanceof ElitesError && error.code === 'STATE') return undefined;
    throw error;
  }
}

async function linearEncoding(archive: Archive, space: Box, latent: number): Promise<Uint8Array> {
  // Loaded here: ml-matrix takes 70 ms.
  const { Pca } = await import('../pca/index.ts');
  const pca = new Pca({ components: Math.min(latent, space.dimensions) });
  pca.fit(archive.genomes() as Parameters<typeof pca.fit>[0], { space });
  return pca.encoding().toBytes();
}
