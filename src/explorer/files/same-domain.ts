import { type AnySpace, type Box, boxBounds, firstOutside, isObjectSpace, sameSpace } from '../../core/index.ts';
import type { ExplorerArchive } from '../explorer-rows.ts';
import type { ExplorerSpace } from '../explorer-space.ts';

/**
 * Whether an archive of a file is of the domain that is shown, as far as spaces say so. Of a table, which says nothing of its genomes,
 * they must be as long, and all elites inside both spaces.
 */
export function isOfDomain(archive: ExplorerArchive, shown: ExplorerSpace): boolean {
  const { descriptor } = shown;
  if (descriptor === undefined || !sameSpace(archive.descriptor!, descriptor)) return false;
  const [own, genome] = [boxOf(archive.genome), boxOf(shown.genome)];
  if (own === undefined || genome === undefined) return own === genome;
  if (sameSpace(own, genome)) return true;
  if (own.dimensions !== genome.dimensions || own.lower !== Number.NEGATIVE_INFINITY) return false;
  const [genes, place] = [boxBounds('', '', genome), boxBounds('', '', descriptor)];
  for (const elite of archive)
    if (firstOutside(genes, elite.genome as Float64Array) >= 0 || firstOutside(place, elite.descriptor) >= 0)
      return false;
  return true;
}

function boxOf(space: AnySpace | undefined): Box | undefined {
  return space === undefined || isObjectSpace(space) ? undefined : space;
}
