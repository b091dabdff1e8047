import type { Frame } from '../curves/axis.ts';
import type { Categories } from './category-colours.ts';
import { px, svgText } from './svg-document.ts';
import { fitText, textWidth } from './text-width.ts';

const gap = 18;
const square = 12;
const textAt = gap + square + 6;
const mostText = 130;
/** px from one category to the next: with its share below its name, and without. */
const twoLines = 36;
const oneLine = 20;

/** A category in a legend. */
export interface LegendEntry {
  readonly name: string;
  readonly colour: string;
  /** Its share of all; '' if there is nothing. */
  readonly share: string;
}

/**
 * The categories that occur, with their shares in percent; all of them if there is nothing.
 * @param totals - `(shown)`: how much there is of each.
 */
export function legendEntries({ shown }: Categories, totals: ArrayLike<number>): readonly LegendEntry[] {
  const sum = Array.from(totals).reduce((a, b) => a + b, 0);
  if (!(sum > 0)) return shown.map((one) => ({ ...one, share: '' }));
  const all = shown.map((one, i) => ({ ...one, share: `${((100 * totals[i]!) / sum).toFixed(1)} %` }));
  return all.filter((_, i) => totals[i]! > 0);
}

/** The legend in words. */
export function legendText(entries: readonly LegendEntry[]): string {
  return entries.map(({ name, share }) => `${name} ${share}`.trim()).join(', ');
}

/** px that a legend needs right of a frame. */
export function categoryLegendWidth(entries: readonly LegendEntry[]): number {
  const texts = [...entries.map(({ name }) => fitText(name, mostText)), '100.0 %'];
  return textAt + Math.max(...texts.map((text) => textWidth(text))) + 4;
}

/** Colours, names and, if there is room, shares right of a frame, from its top down. */
export function categoryLegend(entries: readonly LegendEntry[], frame: Frame): string {
  const room = (frame.bottom - frame.top) / entries.length;
  const step = room >= twoLines ? twoLines : Math.min(oneLine, room);
  const [left, textLeft] = [frame.right + gap, frame.right + textAt];
  const drawn = entries.map(({ name, colour, share }, i) => {
    const top = frame.top + i * step;
    const mark = `<path fill="${colour}" d="M${px(left)} ${px(top)}h${square}v${px(Math.min(square, step - 2))}h-${square}z"/>`;
    const text = svgText(textLeft, top + 10, fitText(name, mostText), '', name);
    return mark + text + (step === twoLines && share !== '' ? svgText(textLeft, top + 26, share) : '');
  });
  return `<g class="legend">${drawn.join('')}</g>`;
}
