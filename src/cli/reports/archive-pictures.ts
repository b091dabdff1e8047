import { type Archive, type Box, boxBounds, type FieldKinds, type Metrics } from '../../core/index.ts';
import { archiveSvg, type ValueRange } from '../../plot/index.ts';
import type { SearchFile } from '../illumination/subject.ts';
import { integerText, significantText } from '../terminal/number-text.ts';

/** What is drawn. */
export interface ArchivePictures {
  readonly archive: Archive<Float64Array, FieldKinds>;
  /** The descriptor space, if it is known. */
  readonly descriptor: Box | undefined;
  readonly title: string;
  readonly metrics: Metrics;
  /** Of the fitness of all archives that are compared. */
  readonly range: ValueRange;
}

/** The most cells that are drawn one by one, and the most pictures of an archive. */
const mostCells = 20_000;
const mostPictures = 12;
/** Cells of a picture along each axis, where they are not the archive's own: of one descriptor, and of two. */
const fine = [200, 40];

/**
 * Pictures of any archive. With one or two descriptors its cells, unless it has very many, or does not tell where they lie; else the
 * elites over a descriptor and the next (behind the last, the first), of those that fall together the fittest.
 */
export function archivePictures({ archive, descriptor, title, metrics, range }: ArchivePictures): SearchFile[] {
  if (descriptor === undefined) return [];
  const { dimensions } = descriptor;
  const shown = { title, subtitle: filledText(metrics), range };
  const cells = archive.geometry?.();
  if (dimensions <= 2 && cells !== undefined && archive.cells <= mostCells) {
    const content = archiveSvg({ ...shown, archive, descriptor, cells });
    return [{ ending: '.svg', content, description: `the archive of ${title}` }];
  }
  const elites = Array.from(archive, (elite) => ({ fitness: elite.fitness, descriptor: elite.descriptor }));
  const count = dimensions <= 2 ? 1 : Math.min(dimensions, mostPictures);
  return Array.from({ length: count }, (_, i) => {
    const axes = dimensions === 1 ? [0] : [i, (i + 1) % dimensions];
    const names = axes.map((axis) => axis + 1);
    const content = archiveSvg({ ...shown, ...projected(elites, descriptor, axes), ...labels(names) });
    const ending = count === 1 ? '.svg' : `-${names.join('-')}.svg`;
    return { ending, content, description: `the elites of ${title} over descriptors ${names.join(' and ')}` };
  });
}

/** How many cells an archive has filled, and how fit its elites are. */
export function filledText({ size, cells, meanFitness }: Metrics): string {
  const mean = size === 0 ? '' : `, mean fitness ${significantText(meanFitness).replace('-', '−')}`;
  return `${integerText(size)} of ${integerText(cells)} cells filled${mean}`;
}

function labels([x, y]: readonly number[]): { xLabel: string; yLabel: string } {
  return { xLabel: `descriptor ${x}`, yLabel: `descriptor ${y}` };
}

/** Elites in a grid over some of their descriptors. */
function projected(
  elites: readonly { readonly fitness: number; readonly descriptor: Float64Array }[],
  descriptor: Box,
  axes: readonly number[],
): Pick<Parameters<typeof archiveSvg>[0], 'archive' | 'cells' | 'descriptor'> {
  const bounds = boxBounds('archivePictures', 'descriptor', descriptor);
  const [lower, upper] = [bounds.lower, bounds.upper].map((ends) => axes.map((axis) => ends[axis]!));
  const along = fine[axes.length - 1]!;
  const best = new Map<number, { cell: number; fitness: number }>();
  for (const elite of elites) {
    const cell = axes.reduce((number, axis, k) => {
      const share = (elite.descriptor[axis]! - lower![k]!) / (upper![k]! - lower![k]!);
      return number * along + Math.min(along - 1, Math.max(0, Math.floor(share * along)));
    }, 0);
    if (!(elite.fitness <= (best.get(cell)?.fitness ?? Number.NEGATIVE_INFINITY)))
      best.set(cell, { cell, fitness: elite.fitness });
  }
  return {
    archive: best.values(),
    cells: { grid: axes.map(() => along) },
    descriptor: { dimensions: axes.length, lower: lower!, upper: upper! },
  };
}
