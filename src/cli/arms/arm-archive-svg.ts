import type { CellArchive } from '../../archives/index.ts';
import type { Elite } from '../../core/index.ts';
import { type ArchiveSvgOptions, archiveSvg } from '../../plot/index.ts';
import { filledText } from '../reports/archive-pictures.ts';

/** An archive of planar arms as a picture: filled cells and mean fitness below its title. */
export function armArchiveSvg(
  archive: CellArchive,
  options: Pick<ArchiveSvgOptions<Elite>, 'outline' | 'range' | 'title' | 'fitnessLabel' | 'category' | 'categories'>,
): string {
  return archiveSvg({
    ...options,
    archive,
    subtitle: filledText(archive.metrics()),
    labels: ['x of the end of the arm', 'y of the end of the arm'],
  });
}
