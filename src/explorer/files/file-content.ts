import type { Encoding } from '../../core/index.ts';
import { formatNumber } from '../../plot/index.ts';
import type { ExplorerArchive } from '../explorer-rows.ts';

/** What a file holds: an archive, or an encoding. */
export type FileContent =
  | { readonly name: string; readonly archive: ExplorerArchive }
  | { readonly name: string; readonly encoding: Encoding };

/** What was found, in a sentence. */
export function contentSentence(content: FileContent): string {
  if ('archive' in content) {
    const count = formatNumber([...content.archive].length, 0);
    return `${content.name}: ${count} elites.`;
  }
  const { genome, phenotype } = content.encoding;
  return `${content.name}: an encoding of ${phenotype.dimensions} genes in ${genome.dimensions} latents.`;
}
