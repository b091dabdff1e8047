import type { Archive, Box } from '../../core/index.ts';
import { DdeElites } from '../../search/index.ts';
import { paperLatent } from '../paper-settings.ts';
import { recordRun } from '../replicates/record-run.ts';
import type { ReplicateOutcome } from '../replicates/replicate.ts';
import { learnedEncoding, type PaperSearchOptions, paperSearch } from './paper-search.ts';

/** The result of an illumination. */
export interface IlluminationOutcome {
  readonly outcome: ReplicateOutcome;
  /**
   * Files of encodings: 'dde' and 'pca' of the paper's DDE-Elites, 'finished' of the defaults; empty if nothing was learned. The
   * defaults' encoding is finished after the last point of the curve.
   */
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
  const learns = variant === 'dde-elites' || variant === 'defaults';
  const learned = learns ? learnedEncoding(search, seed) : undefined;
  if (learned === undefined) return { outcome, encodings: new Map() };
  if (search instanceof DdeElites && variant === 'defaults') {
    await search.finish();
    return { outcome, encodings: new Map([['finished', learnedEncoding(search, seed)!]]) };
  }
  const pca = await linearEncoding(archive, search.domain.genome as Box, paperLatent(joints));
  return { outcome, encodings: new Map([['dde', learned]]).set('pca', pca) };
}

async function linearEncoding(archive: Archive, space: Box, latent: number): Promise<Uint8Array> {
  // Imported only when needed: loading ml-matrix takes 70 ms.
  const { Pca } = await import('../../pca/index.ts');
  const pca = new Pca({ components: Math.min(latent, space.dimensions) });
  pca.fit(archive.genomes() as Parameters<typeof pca.fit>[0], { space });
  return pca.encoding().toBytes();
}
