import { axisBetween, axisNumbers, type Frame, lineHeight, numbersWidth, type Scale } from '../curves/axis.ts';
import { shadeColour, shadeCount } from './colour-scale.ts';
import { pictureWidth, px, svgText } from './svg-document.ts';
import { fitText, textWidth } from './text-width.ts';

const gap = 18;
const barWidth = 12;
const numbersAt = gap + barWidth + 5;
/** px that a legend takes at least, so that frames end at the same place in most pictures. */
export const leastLegend = 78;
/** px from the label of a legend down to its bar. */
const labelAbove = 8;
/** px of a label that has a line of its own, at most; and of that line. */
const [labelRoom, line] = [400, 16];

/** px that a legend takes right of a frame, and above it: a label that is wider than the legend has a line of its own. */
export interface LegendSize {
  readonly width: number;
  readonly above: number;
}

/** The room that a legend needs for its numbers and its label. */
export function legendSize(scale: Scale): LegendSize {
  const width = Math.max(leastLegend, numbersAt + numbersWidth(scale) + 2);
  return { width, above: textWidth(scale.label) > width - gap - 4 ? line : 0 };
}

/**
 * An upright bar of all shades from the top of a frame to its bottom, right of it, with numbers beside it and its label above.
 * @param labelAt - px at which a label stands that has a line of its own; default: as far above the bar as other labels.
 */
export function colourLegend(scale: Scale, { right, top, bottom }: Frame, labelAt: number = top - labelAbove): string {
  const left = right + gap;
  const axis = axisBetween(scale, bottom, top);
  const height = (bottom - top) / shadeCount;
  let bar = '';
  for (let shade = 0; shade < shadeCount; shade++) {
    const y = bottom - (shade + 1) * height;
    bar += `<path fill="${shadeColour(shade)}" d="M${px(left)} ${px(y)}h${barWidth}v${px(height + 0.6)}h-${barWidth}z"/>`;
  }
  const numbers = axisNumbers(axis, () => lineHeight).map(({ at, text }) => svgText(right + numbersAt, at + 4, text));
  const name =
    legendSize(scale).above > 0
      ? svgText(pictureWidth - 12, labelAt, fitText(scale.label, labelRoom), 'text-anchor="end"', scale.label)
      : svgText(left, top - labelAbove, scale.label);
  return `<g class="legend">${bar}${name}${numbers.join('')}</g>`;
}
