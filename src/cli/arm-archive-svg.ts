import type { CellArchive } from '../archives/index.ts';
import { type ArchiveSvgOptions, archiveSvg } from '../plot/index.ts';
import { integerText, significantText } from './number-text.ts';

/** An archive of planar arms as a picture: filled cells and mean fitness below its title. */
export function armArchiveSvg(
  archive: CellArchive,
  options: Pick<ArchiveSvgOptions, 'outline' | 'range' | 'title' | 'fitnessLabel'>,
): string {
  const { size, cells, meanFitness } = archive.metrics();
  const filled = `${integerText(size)} of ${integerText(cells)} cells filled`;
  const mean = size === 0 ? '' : `, mean fitness ${significantText(meanFitness).replace('-', '−')}`;
  return archiveSvg({
    ...options,
    archive,
    subtitle: filled + mean,
    xLabel: 'x of the end of the arm',
    yLabel: 'y of the end of the arm',
  });
}
