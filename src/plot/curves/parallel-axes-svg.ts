import {
  argumentError,
  type Box,
  type BoxBounds,
  boxBounds,
  checkInteger,
  checkObject,
  checkOptions,
  isRow,
} from '../../core/index.ts';
import { cellElements, checkElite, type DrawnElite, shortNumber } from '../archive/cell-elements.ts';
import { colourLegend, legendWidth } from '../svg/colour-legend.ts';
import { pictureWidth, px, svgDocument, svgText, svgTitle } from '../svg/svg-document.ts';
import { fitText, textWidth } from '../svg/text-width.ts';
import { fractionOf, isValueRange, type ValueRange, valueRange } from '../svg/value-range.ts';
import { axisBetween, type Frame, linearScale } from './axis.ts';

/** Options of {@link parallelAxesSvg}. */
export interface ParallelAxesSvgOptions {
  /** An archive of this package, or any list of elites with a `descriptor` space. */
  readonly archive: Iterable<DrawnElite> & { readonly descriptor?: Box | undefined };
  /** `(descriptorDimensions)`: what the descriptors are (default: d1, d2, …). */
  readonly labels?: readonly string[] | undefined;
  /** What the colours and the last axis show (default: 'fitness'). */
  readonly fitnessLabel?: string | undefined;
  /** Fitness of the darkest and of the brightest colour (default: the lowest and the highest of this archive). */
  readonly range?: ValueRange | undefined;
  /** Heading in the picture. */
  readonly title?: string | undefined;
  /** A second line in grey. */
  readonly subtitle?: string | undefined;
}

const owner = 'parallelAxesSvg';
const known = ['archive', 'labels', 'fitnessLabel', 'range', 'title', 'subtitle'];
const height = 230;
/** px by which the label of the legend may reach over the axes. */
const overhang = 26;

/**
 * Draws elites of any number of descriptors up to 64 as lines over parallel axes: one for each descriptor, from the lower to the upper
 * bound of its space, and one for fitness, which is the scale of the colours as well. The fittest are drawn on top. [Inselberg1985]
 *
 * A complete SVG of 474 px width, light or dark as its reader's screen. Each line is a `<path>` with the number of its cell as
 * `data-cell`, and a tooltip with number, fitness and descriptor; above 10,000 elites there are no tooltips. Where numbers and labels
 * have no room beside each other, only every second axis has them, and so on.
 * @throws ARGUMENT if the archive has no descriptor space of at most 64 dimensions, an elite's descriptor or fitness is not finite,
 *   there are not as many labels as descriptors, or `range` is not two ascending finite numbers.
 */
export function parallelAxesSvg(options: ParallelAxesSvgOptions): string {
  checkOptions(owner, options, known);
  const { archive, fitnessLabel = 'fitness', title, subtitle } = options;
  checkObject(owner, 'archive', archive);
  const box = boxBounds(owner, 'archive.descriptor', archive.descriptor!);
  const { dimensions } = box;
  checkInteger(owner, 'archive.descriptor.dimensions', dimensions, 1, 64);
  const labels = options.labels ?? Array.from({ length: dimensions }, (_, j) => `d${j + 1}`);
  if (!isRow(labels, dimensions)) throw argumentError(owner, 'labels', `be ${dimensions}, one a descriptor`, labels);
  // The fittest are drawn last; the sort is stable.
  const elites = [...archive].sort((a, b) => a.fitness - b.fitness);
  for (const elite of elites) checkElite(owner, elite, dimensions);
  const range = options.range ?? valueRange(elites.map(({ fitness }) => fitness));
  if (!isValueRange(range)) throw argumentError(owner, 'range', 'be two finite numbers, ascending', range);
  const legend = linearScale(fitnessLabel, range);
  const top = subtitle !== undefined ? 84 : title !== undefined ? 68 : 40;
  const axes = axesOf(labels, box, elites);
  const left = Math.max(52, 4 + numbersWidth(axes[0]!) / 2);
  const right = Math.min(396, pictureWidth - legendWidth(legend));
  const frame: Frame = { left, right, top, bottom: top + height };
  const fitness = axisBetween(legend, frame.bottom, top);
  const spacing = (right - left) / dimensions;
  const paths = elites.map((elite) => {
    const points = axes.map(({ range: own }, j) => {
      const share = Math.min(1, Math.max(0, fractionOf(elite.descriptor![j]!, own)));
      return [left + j * spacing, frame.bottom - share * height] as const;
    });
    const end = Math.min(frame.bottom, Math.max(top, fitness.at(elite.fitness)));
    return openPath([...points, [right, end]]);
  });
  const lines = cellElements(paths, { elites, range, category: undefined }, 'line');
  // The bar of colours is the last axis; it begins 12 px below the top of the frame that it is given.
  const bar = colourLegend(legend, { ...frame, top: top - 12 });
  const body = svgTitle(title, subtitle) + lines + axesSvg(axes, spacing, frame) + bar;
  const label = `${title ?? 'Archive'}: ${elites.length} ${elites.length === 1 ? 'elite' : 'elites'} over ${dimensions} descriptors`;
  return svgDocument({ height: frame.bottom + 34, label, body });
}

/** An axis of a descriptor. */
interface DescriptorAxis {
  readonly label: string;
  readonly range: ValueRange;
}

/** An axis for each descriptor: of the bounds of its space, or of what occurs if these are infinite. */
function axesOf(
  labels: readonly string[],
  { lower, upper }: BoxBounds,
  elites: readonly DrawnElite[],
): DescriptorAxis[] {
  return labels.map((label, j) => {
    const bounds = [lower[j]!, upper[j]!] as const;
    return {
      label,
      range: isValueRange(bounds) ? bounds : valueRange(elites.map(({ descriptor }) => descriptor![j]!)),
    };
  });
}

/** Width in px of the wider number at an axis. */
function numbersWidth({ range }: DescriptorAxis): number {
  return Math.max(...range.map((end) => textWidth(shortNumber(end, 3))));
}

/** Axes with their labels above, and the ends of their ranges; where there is no room, only some of them have texts. */
function axesSvg(axes: readonly DescriptorAxis[], spacing: number, { left, right, top, bottom }: Frame): string {
  const places = axes.map((_, j) => left + j * spacing);
  const lines = [...places, right].map((at) => `M${px(at)} ${px(top)}V${px(bottom)}`);
  const shortest = Math.min(30, Math.max(...axes.map(({ label }) => textWidth(label))));
  const every = Math.max(1, Math.ceil((Math.max(shortest, ...axes.map(numbersWidth)) + 8) / spacing));
  const texts = axes.map(({ label, range: [low, high] }, j) => {
    if (j % every !== 0) return '';
    const at = places[j]!;
    // The first label may not leave the picture.
    const room = Math.min(every * spacing - 8, j === 0 ? 2 * left - 4 : Number.POSITIVE_INFINITY);
    const name = fitText(label, room);
    // The label of the legend may reach over the upper right corner.
    const ends = at + numbersWidth(axes[j]!) / 2 > right - overhang;
    if (ends || at + textWidth(name) / 2 > pictureWidth - 4) return '';
    return (
      svgText(at, top - 20, name) +
      svgText(at, top - 5, shortNumber(high, 3)) +
      svgText(at, bottom + 16, shortNumber(low, 3))
    );
  });
  return `<path class="axis" d="${lines.join('')}"/><g text-anchor="middle">${texts.join('')}</g>`;
}

function openPath(points: readonly (readonly [x: number, y: number])[]): string {
  return `M${points.map((point) => point.map((value) => Math.round(value * 10)).join(' ')).join('L')}`;
}
