import type { CellArchive } from '../../archives/index.ts';
import { type ArchiveCells, archiveSvg, type ValueRange } from '../../plot/index.ts';
import { filledText } from '../reports/archive-pictures.ts';

/** An archive of planar arms as a picture: filled cells and mean fitness below its title. */
export function armArchiveSvg(options: {
  readonly archive: CellArchive<Float64Array>;
  readonly cells: ArchiveCells;
  readonly title: string;
  /** Fitness of the darkest and of the brightest colour (default: this archive's). */
  readonly range?: ValueRange | undefined;
  readonly fitnessLabel?: string | undefined;
}): string {
  const { archive } = options;
  return archiveSvg({
    ...options,
    descriptor: archive.descriptor,
    subtitle: filledText(archive.metrics()),
    xLabel: 'x of the end of the arm',
    yLabel: 'y of the end of the arm',
  });
}
