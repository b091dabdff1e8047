import type { Archive, Box } from '../../core/index.ts';
import { paperLatent } from '../paper-settings.ts';
import { recordRun } from '../replicates/record-run.ts';
import type { ReplicateOutcome } from '../replicates/replicate.ts';
import { learnedEncoding, type PaperSearchOptions, paperSearch } from './paper-search.ts';

/** The result of an illumination. */
export interface IlluminationOutcome {
  readonly outcome: ReplicateOutcome;
  /** Files of the encodings 'dde' and 'pca' of DDE-Elites; empty if nothing was learned. */
  readonly encodings: ReadonlyMap<string, Uint8Array>;
}

/** Runs one replicate of the paper's illumination. [Gaier2020, §4] */
export async function illuminate(
  options: PaperSearchOptions & { readonly evaluations: number },
): Promise<IlluminationOutcome> {
  const { evaluations, ...settings } = options;
  const { joints, variant, seed } = settings;
  const search = paperSearch(settings);
  const { spent, final, curve } = await recordRun(search, evaluations, ['coverage', 'meanFitness', 'qdScore']);
  const { archive } = search;
  let deviation = 0;
  for (const { fitness } of archive) deviation += Math.sqrt(Math.max(0, -fitness)) / archive.size;
  const { qdScore: _, ...shown } = curve;
  const outcome = { spent, final: { ...final, deviation }, curve: shown };
  const dde = variant === 'dde-elites' ? learnedEncoding(search, seed) : undefined;
  if (dde === undefined) return { outcome, encodings: new Map() };
  const pca = await linearEncoding(archive, search.domain.genome as Box, paperLatent(joints));
  return {
    outcome,
    encodings: new Map([
      ['dde', dde],
      ['pca', pca],
    ]),
  };
}

async function linearEncoding(archive: Archive, space: Box, latent: number): Promise<Uint8Array> {
  // Imported only when needed: loading ml-matrix takes 70 ms.
  const { Pca } = await import('../../pca/index.ts');
  const pca = new Pca({ components: Math.min(latent, space.dimensions) });
  pca.fit(archive.genomes() as Parameters<typeof pca.fit>[0], { space });
  return pca.encoding().toBytes();
}
