import { axisBetween, axisNumbers, type Frame, lineHeight, numbersWidth, type Scale } from './axis.ts';
import { shadeColour, shadeCount } from './colour-scale.ts';
import { pictureWidth, px, svgText } from './svg-document.ts';
import { fitText, textWidth } from './text-width.ts';

const gap = 18;
const barWidth = 12;
const numbersAt = gap + barWidth + 5;
const labelRoom = 160;
/** A label up to this width may stand above the frame's upper corner. */
const shortLabel = 88;

/** px that a legend needs right of a frame, for its numbers and its label. */
export function legendWidth(scale: Scale): number {
  const label = textWidth(fitText(scale.label, labelRoom));
  return Math.max(numbersAt + numbersWidth(scale) + 2, label > shortLabel ? gap + label + 5 : 0);
}

/** An upright bar of all shades right of a frame, with numbers beside it and its label above. A label that is too wide is right-aligned. */
export function colourLegend(scale: Scale, frame: Frame): string {
  const left = frame.right + gap;
  const { bottom } = frame;
  const top = frame.top + 12;
  const axis = axisBetween(scale, bottom, top);
  const height = (bottom - top) / shadeCount;
  let bar = '';
  for (let shade = 0; shade < shadeCount; shade++) {
    const y = bottom - (shade + 1) * height;
    bar += `<path fill="${shadeColour(shade)}" d="M${px(left)} ${px(y)}h${barWidth}v${px(height + 0.6)}h-${barWidth}z"/>`;
  }
  const numbers = axisNumbers(axis, () => lineHeight).map(({ at, text }) =>
    svgText(frame.right + numbersAt, at + 4, text),
  );
  const label = fitText(scale.label, labelRoom);
  const name =
    textWidth(label) > pictureWidth - left - 4
      ? svgText(pictureWidth - 12, top - 8, label, 'text-anchor="end"')
      : svgText(left, top - 8, label);
  return `<g class="legend">${bar}${name}${numbers.join('')}</g>`;
}
