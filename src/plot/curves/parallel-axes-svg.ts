import {
  type Box,
  type BoxBounds,
  boxBounds,
  checkInteger,
  checkObject,
  checkOptions,
  type Geometry,
  gridBox,
} from '../../core/index.ts';
import { cellElements, checkElite, type DrawnElite, shortNumber } from '../archive/cell-elements.ts';
import { descriptorLabels } from '../archive/descriptor-labels.ts';
import { colourLegend, legendSize } from '../svg/colour-legend.ts';
import { checkTexts, pictureWidth, px, svgDocument, svgText, svgTitle } from '../svg/svg-document.ts';
import { fitText, textWidth } from '../svg/text-width.ts';
import { checkRange, fractionOf, isValueRange, type ValueRange, valueRange } from '../svg/value-range.ts';
import { axisBetween, axisNumbers, type Frame, linearScale, lineHeight } from './axis.ts';

/** Options of {@link parallelAxesSvg}. */
export interface ParallelAxesSvgOptions {
  /** An archive of this package, or any list of elites with a `descriptor` space; a `geometry()` may name the cells of its dimensions. */
  readonly archive: Iterable<DrawnElite> & { readonly descriptor?: Box | undefined; geometry?(): Geometry | undefined };
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
/** px of a name beside its axis at most, and of those that are shortened at least; px that a label of an axis has at least. */
const [widestName, shortestNames, shortestLabel] = [90, 44, 30];
/** px from the bottom of a label to the top of the axes, and between two labels. */
const [labelAbove, between] = [20, 8];

/**
 * Draws elites of any number of descriptors up to 64 as lines over parallel axes: one for each descriptor, from the lower to the upper
 * bound of its space, or with the names of its categories, and one for fitness, which is the scale of the colours as well. The fittest
 * are drawn on top. [Inselberg1985]
 *
 * A complete SVG of 474 px width, light or dark as its reader's screen. Each line is a `<path>` with the number of its cell as
 * `data-cell`, and a tooltip with number, fitness and descriptor, with the names of categories; above 10,000 elites there are no tooltips. Where numbers and labels
 * have no room beside each other, only every second axis has them, and so on.
 * @throws ARGUMENT if the archive has no descriptor space of at most 64 dimensions, an elite's descriptor or fitness is not finite,
 *   there are not as many labels as descriptors, or `range` is not two ascending finite numbers.
 */
export function parallelAxesSvg(options: ParallelAxesSvgOptions): string {
  checkOptions(owner, options, known);
  checkTexts(owner, options);
  const { archive, fitnessLabel = 'fitness', title, subtitle } = options;
  checkObject(owner, 'archive', archive);
  const box = boxBounds(owner, 'archive.descriptor', archive.descriptor!);
  const { dimensions } = box;
  checkInteger(owner, 'archive.descriptor.dimensions', dimensions, 1, 64);
  const labels = descriptorLabels(owner, options.labels, dimensions, (j) => `d${j + 1}`);
  // The fittest are drawn last; the sort is stable.
  const elites = [...archive].sort((a, b) => a.fitness - b.fitness);
  for (const elite of elites) checkElite(owner, elite, dimensions);
  const range = options.range ?? valueRange(elites.map(({ fitness }) => fitness));
  checkRange(owner, 'range', range);
  const legend = linearScale(fitnessLabel, range);
  const size = legendSize(legend);
  const top = size.above + (subtitle !== undefined ? 84 : title !== undefined ? 68 : 40);
  const axes = axesOf(labels, archive.geometry?.(), box, elites);
  const left = Math.max(52, 4 + numbersWidth(axes[0]!) / 2, 10 + namesWidth(axes[0]!));
  const right = pictureWidth - size.width;
  const frame: Frame = { left, right, top, bottom: top + height };
  const fitness = axisBetween(legend, frame.bottom, top);
  const spacing = (right - left) / dimensions;
  const paths = elites.map((elite) => {
    const points = axes.map(({ range: own }, j) => {
      const share = Math.min(1, Math.max(0, fractionOf(elite.descriptor![j]!, own)));
      return [left + j * spacing, frame.bottom - share * height] as const;
    });
    const end = Math.min(frame.bottom, Math.max(top, fitness.at(elite.fitness)));
    return `M${[...points, [right, end]].map((point) => point.map((value) => Math.round(value * 10)).join(' ')).join('L')}`;
  });
  const lines = cellElements(
    paths,
    { elites, range, category: undefined, names: axes.map(({ names }) => names) },
    'line',
  );
  // The bar of colours is the last axis. A label with a line of its own is above those of the other axes.
  const bar = colourLegend(legend, frame, top - labelAbove - size.above);
  const body = svgTitle(title, subtitle) + lines + axesSvg(axes, spacing, frame) + bar;
  const label = `${title ?? 'Archive'}: ${elites.length} ${elites.length === 1 ? 'elite' : 'elites'} over ${dimensions} descriptors`;
  return svgDocument({ height: frame.bottom + 34, label, body });
}

/** An axis of a descriptor. */
interface DescriptorAxis {
  readonly label: string;
  readonly range: ValueRange;
  /** Names at 0, 1, …, in place of the ends of the range. */
  readonly names: readonly string[] | undefined;
}

/** An axis for each descriptor: of the bounds of its space, or of what occurs if these are infinite; or of its categories. */
function axesOf(
  labels: readonly string[],
  geometry: Geometry | undefined,
  space: BoxBounds,
  elites: readonly DrawnElite[],
): DescriptorAxis[] {
  const grid = geometry !== undefined && 'grid' in geometry ? geometry : undefined;
  const { lower, upper } = grid === undefined ? space : gridBox(grid, space);
  return labels.map((label, j) => {
    const bounds = [lower[j]!, upper[j]!] as const;
    return {
      label,
      names: grid?.names?.[j],
      range: isValueRange(bounds) ? bounds : valueRange(elites.map(({ descriptor }) => descriptor![j]!)),
    };
  });
}

/** Width in px of the wider number at an axis. */
function numbersWidth({ range, names }: DescriptorAxis): number {
  return names === undefined ? Math.max(...range.map((end) => textWidth(shortNumber(end, 3)))) : 0;
}

/** Width in px of the widest name beside an axis, as it is shown where there is room. */
function namesWidth({ names = [] }: DescriptorAxis): number {
  return Math.max(0, ...names.map((name) => textWidth(fitText(name, widestName))));
}

/** The names of an axis, left of it; those that would touch are left out. */
function namesSvg({ range, names = [] }: DescriptorAxis, at: number, room: number, { top, bottom }: Frame): string {
  const ticks = { values: Array.from(names, (_, k) => k), format: (k: number) => fitText(names[k]!, room) };
  const placed = axisNumbers({ ticks, at: (k) => bottom - fractionOf(k, range) * (bottom - top) }, () => lineHeight);
  return placed.map((one) => svgText(at - 6, one.at + 4, one.text, 'text-anchor="end" class="over"')).join('');
}

/** Axes with their labels above, and the ends of their ranges; where there is no room, only some of them have texts. */
function axesSvg(axes: readonly DescriptorAxis[], spacing: number, frame: Frame): string {
  const { left, right, top, bottom } = frame;
  const places = axes.map((_, j) => left + j * spacing);
  const lines = [...places, right].map((at) => `M${px(at)} ${px(top)}V${px(bottom)}`);
  const shortest = Math.min(shortestLabel, Math.max(...axes.map(({ label }) => textWidth(label))));
  const names = Math.min(shortestNames, Math.max(...axes.map(namesWidth)));
  const every = Math.max(1, Math.ceil((Math.max(shortest, names, ...axes.map(numbersWidth)) + 8) / spacing));
  // The numbers of the last may not touch the label of the legend.
  const shown = axes.flatMap((axis, j) => {
    const at = places[j]!;
    return j % every === 0 && at + numbersWidth(axis) / 2 <= right + between ? [{ ...axis, at }] : [];
  });
  const labels = placedLabels(shown);
  const texts = shown.map((axis, k) => {
    const [low, high] = axis.range.map((end) => shortNumber(end, 3)) as [string, string];
    const ticks =
      axis.names === undefined
        ? svgText(axis.at, top - 5, high) + svgText(axis.at, bottom + 16, low)
        : namesSvg(axis, axis.at, Math.min(widestName, k === 0 ? left - 10 : every * spacing - 12), frame);
    return svgText(labels[k]!.middle, top - labelAbove, labels[k]!.text, '', axis.label) + ticks;
  });
  return `<path class="axis" d="${lines.join('')}"/><g text-anchor="middle">${texts.join('')}</g>`;
}

/** A label where it is wanted. */
interface AxisLabel {
  readonly label: string;
  readonly at: number;
}

/** Labels over their axes: with their middles there, or moved to where they have room. If they have none, those that are longest are shortened. */
function placedLabels(axes: readonly AxisLabel[]): readonly { readonly text: string; readonly middle: number }[] {
  const widths = axes.map(({ label }) => textWidth(label));
  for (let most = Math.max(...widths); ; most -= 2) {
    const cut = widths.map((width) => Math.min(width, most));
    const begins = beginsOf(axes, cut);
    if (begins === undefined) continue;
    return axes.map(({ label }, k) => ({ text: fitText(label, most), middle: begins[k]! + cut[k]! / 2 }));
  }
}

/** px at which labels of some widths begin; undefined if one would leave the picture, or not be over its axis. */
function beginsOf(axes: readonly AxisLabel[], widths: readonly number[]): readonly number[] | undefined {
  const begins: number[] = [];
  let free = 4;
  for (const [k, { at }] of axes.entries()) {
    begins.push(Math.max(free, at - widths[k]! / 2));
    free = begins[k]! + widths[k]! + between;
  }
  let end = pictureWidth - 4;
  for (let k = axes.length - 1; k >= 0; k--) {
    begins[k] = Math.min(begins[k]!, end - widths[k]!);
    end = begins[k]! - between;
  }
  const haveRoom = begins.every((begin, k) => begin >= 4 && begin <= axes[k]!.at && axes[k]!.at <= begin + widths[k]!);
  return haveRoom ? begins : undefined;
}
