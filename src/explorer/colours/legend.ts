import { formatNumber, hexColour, shadeColour, shadeCount } from '../../plot/index.ts';
import { numberText } from '../elite-card.ts';
import type { ColourKey, DifferenceKey } from './colouring.ts';
import { differenceStops, onlyColours } from './difference.ts';

const ramp = `linear-gradient(90deg,${Array.from({ length: 9 }, (_, i) => shadeColour(Math.round((i * (shadeCount - 1)) / 8))).join()})`;

/** Shows what the colours of a map mean: a ramp with its ends, or categories with their shares. */
export function fillLegend(legend: HTMLElement, key: ColourKey): void {
  if ('onlyA' in key) legend.replaceChildren(...differenceOf(key));
  else if ('counts' in key) legend.replaceChildren(...sharesOf(key));
  else {
    const [low, high] = endTexts(key);
    legend.replaceChildren(span(key.name), endsOf(low, ramp, high));
  }
}

/** What stands at the ends of a ramp. */
export function endTexts({
  range: [low, high],
  below,
  above,
}: Extract<ColourKey, { range: unknown }>): readonly [low: string, high: string] {
  return [`${numberText(low, 3)}${below ? ' or lower' : ''}`, `${numberText(high, 3)}${above ? ' or higher' : ''}`];
}

function endsOf(low: string, background: string, high: string): HTMLElement {
  const bar = span('', 'ramp');
  bar.style.background = background;
  const ends = span('', 'ends');
  ends.append(low, bar, high);
  return ends;
}

/** Cells of one archive alone with their numbers, and how much fitter one is in those of both. */
function differenceOf(key: DifferenceKey): HTMLElement[] {
  const [a, b] = key.names;
  const { onlyA, onlyB, both, fitterA, fitterB, most, beyond, fitnessLabel } = key;
  const count = (value: number): string => formatNumber(value, 0);
  const size = numberText(most, 3);
  return [
    marked(`only ${a}: ${count(onlyA)}`, onlyColours[0]),
    marked(`only ${b}: ${count(onlyB)}`, onlyColours[1]),
    span(`both: ${count(both)} (${a} fitter in ${count(fitterA)}, ${b} in ${count(fitterB)})`),
    endsOf(`${b} +${size}`, `linear-gradient(90deg,${differenceStops.map(hexColour).join()})`, `${a} +${size}`),
    span(`difference of ${fitnessLabel}${beyond ? '; larger ones have the colours of the ends' : ''}`),
  ];
}

function marked(text: string, colour: string): HTMLElement {
  const entry = span(text);
  const mark = document.createElement('i');
  mark.style.background = colour;
  entry.prepend(mark);
  return entry;
}

function sharesOf({ categories, counts }: Extract<ColourKey, { counts: unknown }>): HTMLElement[] {
  const sum = counts.reduce((a, b) => a + b, 0);
  return categories.shown.flatMap(({ name, colour }, i) => {
    if (counts[i] === 0) return [];
    return [marked(`${name} ${((100 * counts[i]!) / sum).toFixed(1)} %`, colour)];
  });
}

function span(text: string, name = ''): HTMLSpanElement {
  return Object.assign(document.createElement('span'), { textContent: text, className: name });
}
