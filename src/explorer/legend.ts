import { shadeColour, shadeCount } from '../plot/index.ts';
import type { ColourKey } from './colouring.ts';
import { numberText } from './elite-card.ts';

const ramp = `linear-gradient(90deg,${Array.from({ length: 9 }, (_, i) => shadeColour(Math.round((i * (shadeCount - 1)) / 8))).join()})`;

/** Shows what the colours of a map mean: a ramp with its ends, or categories with their shares. */
export function fillLegend(legend: HTMLElement, key: ColourKey): void {
  legend.replaceChildren(...('range' in key ? rampOf(key) : sharesOf(key)));
}

function rampOf({ name, range: [low, high], below }: Extract<ColourKey, { range: unknown }>): HTMLElement[] {
  const bar = span('', 'ramp');
  bar.style.background = ramp;
  const ends = document.createElement('span');
  ends.className = 'ends';
  ends.append(`${below ? '≤ ' : ''}${numberText(low, 3)}`, bar, numberText(high, 3));
  return [span(name), ends];
}

function sharesOf({ categories, counts }: Extract<ColourKey, { counts: unknown }>): HTMLElement[] {
  const sum = counts.reduce((a, b) => a + b, 0);
  return categories.shown.flatMap(({ name, colour }, i) => {
    if (counts[i] === 0) return [];
    const entry = span(`${name} ${((100 * counts[i]!) / sum).toFixed(1)} %`);
    const mark = document.createElement('i');
    mark.style.background = colour;
    entry.prepend(mark);
    return [entry];
  });
}

function span(text: string, name = ''): HTMLSpanElement {
  return Object.assign(document.createElement('span'), { textContent: text, className: name });
}
