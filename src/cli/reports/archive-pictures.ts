import { type Archive, type Box, type BoxBounds, boxBounds, type FieldKinds, type Metrics } from '../../core/index.ts';
import { archiveSvg, type DrawnArchive, type ValueRange } from '../../plot/index.ts';
import type { SearchFile } from '../illumination/subject.ts';
import { integerText, significantText } from '../terminal/number-text.ts';
import { makerOf } from './operator-pictures.ts';

/** Options of {@link archivePictures}. */
export interface ArchivePictures {
  readonly archive: Pick<Archive<Float64Array, FieldKinds>, 'cells' | 'geometry' | typeof Symbol.iterator>;
  /** The descriptor space. If it is unknown or has infinite bounds, or there is no elite, nothing is drawn. */
  readonly descriptor: Box | undefined;
  readonly title: string;
  readonly metrics: Metrics;
  /** The range of fitness over all archives that are compared. */
  readonly range: ValueRange;
  /** `(descriptorDimensions)`: names of the descriptors (default: their numbers). */
  readonly labels?: readonly string[] | undefined;
  readonly fitnessLabel?: string | undefined;
  /** Cells are coloured by the operator that made their elite, one of these, in place of fitness. */
  readonly operators?: readonly string[] | undefined;
}

/** Limits on the cells drawn one by one, and on the pictures of an archive. */
const mostCells = 20_000;
const mostPictures = 12;
/** Cells along each axis of a picture with one descriptor, and with two, where the archive's own cells are not drawn. */
const fine = [200, 40];

/**
 * Pictures of any archive. With one or two descriptors, its cells. With more descriptors, with very many cells, or without a geometry,
 * the elites over each descriptor and the next; of elites at the same place, the fittest.
 */
export function archivePictures(options: ArchivePictures): SearchFile[] {
  const { archive, descriptor, title, metrics, range, operators, labels, fitnessLabel } = options;
  if (descriptor === undefined || metrics.size === 0) return [];
  const box = boxBounds('archivePictures', 'descriptor', descriptor);
  if (!box.finite) return [];
  const { dimensions } = box;
  const colours = operators && { category: ({ maker }: ShownElite) => maker, categories: operators };
  const heading = operators === undefined ? title : `${title}, by operator`;
  const shown = { title: heading, subtitle: filledText(metrics), range, fitnessLabel, ...colours };
  const elites = Array.from(archive, (elite): ShownElite => {
    const { cell, fitness, descriptor: at } = elite;
    return { cell, fitness, descriptor: at, maker: makerOf(elite) };
  });
  const geometry = archive.geometry?.();
  if (dimensions <= 2 && geometry !== undefined && archive.cells <= mostCells) {
    const drawn = { descriptor, geometry: () => geometry, [Symbol.iterator]: () => elites.values() };
    const content = archiveSvg({ ...shown, archive: drawn, xLabel: labels?.[0], yLabel: labels?.[1] });
    return [{ ending: '.svg', content, description: `the archive of ${title}` }];
  }
  const count = dimensions <= 2 ? 1 : Math.min(dimensions, mostPictures);
  return Array.from({ length: count }, (_, i) => {
    const axes = dimensions === 1 ? [0] : [i, (i + 1) % dimensions];
    const numbers = axes.map((axis) => axis + 1);
    const [xLabel, yLabel] = axes.map((axis) => labels?.[axis] ?? `descriptor ${axis + 1}`);
    const names = axes.map((axis) => `${axis + 1}${labels?.[axis] === undefined ? '' : ` (${labels[axis]})`}`);
    const content = archiveSvg({ ...shown, archive: projected(elites, box, axes), xLabel, yLabel });
    const ending = count === 1 ? '.svg' : `-${numbers.join('-')}.svg`;
    const over = axes.length === 1 ? 'the descriptor' : `descriptors ${names.join(' and ')}`;
    const caption = `Over ${over}: of several elites at the same place, the fittest is shown.`;
    return { ending, content, description: `the elites of ${title} over ${over}`, caption };
  });
}

/** The number of filled cells and the mean fitness, in words. */
export function filledText({ size, cells, meanFitness }: Metrics): string {
  const mean = size === 0 ? '' : `, mean fitness ${significantText(meanFitness).replace('-', '−')}`;
  return `${integerText(size)} of ${integerText(cells)} cells filled${mean}`;
}

interface ShownElite {
  readonly cell: number;
  readonly fitness: number;
  readonly descriptor: Float64Array;
  readonly maker: string;
}

/** Elites in a grid over some of the descriptors. */
function projected(elites: readonly ShownElite[], box: BoxBounds, axes: readonly number[]): DrawnArchive<ShownElite> {
  const lower = axes.map((axis) => box.lower[axis]!);
  const upper = axes.map((axis) => box.upper[axis]!);
  const along = fine[axes.length - 1]!;
  const best = new Map<number, ShownElite>();
  for (const elite of elites) {
    const { fitness, descriptor } = elite;
    const cell = axes.reduce((number, axis, k) => {
      const share = (descriptor[axis]! - lower[k]!) / (upper[k]! - lower[k]!);
      return number * along + Math.min(along - 1, Math.max(0, Math.floor(share * along)));
    }, 0);
    const before = best.get(cell)?.fitness ?? Number.NEGATIVE_INFINITY;
    if (fitness > before) best.set(cell, { ...elite, cell });
  }
  return {
    descriptor: { dimensions: axes.length, lower, upper },
    geometry: () => ({ grid: axes.map(() => along) }),
    [Symbol.iterator]: () => best.values(),
  };
}
