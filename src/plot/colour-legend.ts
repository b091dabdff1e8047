import { type Frame, linearAxis } from './axis.ts';
import { shadeColour, shadeCount } from './colour-scale.ts';
import { px, svgText } from './svg-document.ts';
import type { ValueRange } from './value-range.ts';

const barWidth = 12;

/** An upright bar of all shades at the frame's left side, numbers beside it, its label above (a long one ends at the right). */
export function colourLegend(label: string, range: ValueRange, frame: Frame): string {
  const { left, right, bottom } = frame;
  const top = frame.top + 12;
  const axis = linearAxis(label, range, bottom, top, 5);
  const height = (bottom - top) / shadeCount;
  let bar = '';
  for (let shade = 0; shade < shadeCount; shade++) {
    const y = bottom - (shade + 1) * height;
    bar += `<path fill="${shadeColour(shade)}" d="M${px(left)} ${px(y)}h${barWidth}v${px(height + 0.6)}h-${barWidth}z"/>`;
  }
  const numbers = axis.ticks.values.map((value) =>
    svgText(left + barWidth + 5, axis.at(value) + 4, axis.ticks.format(value)),
  );
  const name = label.length > 9 ? svgText(right, top - 8, label, 'text-anchor="end"') : svgText(left, top - 8, label);
  return `<g class="legend">${bar}${name}${numbers.join('')}</g>`;
}
