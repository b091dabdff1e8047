import type { Categories } from '../svg/category-colours.ts';
import type { legendEntries } from '../svg/category-legend.ts';
import { shadeColour, shadeCount, shadeOf } from '../svg/colour-scale.ts';
import { escapeText } from '../svg/escape.ts';
import type { ValueRange } from '../svg/value-range.ts';

/** The fitness of each cell, and that of the darkest and of the brightest colour; or the category of each cell. */
export interface ShownElites {
  /** `(cells)`: NaN where a cell has no elite. */
  readonly fitness: Float64Array;
  readonly range: ValueRange;
  readonly category: ShownCategory | undefined;
}

/** The categories of elites that give cells their colours. */
export interface ShownCategory {
  readonly categories: Categories;
  /** `(cells)`: undefined where a cell has no elite. */
  readonly names: readonly (string | undefined)[];
  readonly legend: ReturnType<typeof legendEntries>;
}

/**
 * Cells as elements that can be hovered and clicked: `data-cell` is the cell's number, and a tooltip has it with the category, if
 * there are any, and the fitness of its elite. Cells of one colour are in one group.
 * @param paths - `(cells)`: closed, in tenths of a px; '' where a cell is not drawn.
 */
export function cellElements(paths: readonly string[], { fitness, range, category }: ShownElites): string {
  const colours = category?.categories.shown.map(({ colour }) => colour) ?? shades;
  const groups: string[] = new Array(colours.length + 1).fill('');
  for (const [cell, path] of paths.entries()) {
    if (path === '') continue;
    const value = fitness[cell]!;
    const name = category?.names[cell];
    const title = name === undefined ? titleNumber(value) : `${escapeText(name)}, ${titleNumber(value)}`;
    const colour = name === undefined ? shadeOf(value, range) : category!.categories.indexOf(name);
    const [group, text] = Number.isNaN(value) ? [0, ''] : [colour + 1, `: ${title}`];
    groups[group] += `<path data-cell="${cell}" d="${path}"><title>cell ${cell}${text}</title></path>`;
  }
  const drawn = groups.map((group, i) => {
    return group === '' ? '' : `<g ${i === 0 ? 'class="empty"' : paint(colours[i - 1]!)}>${group}</g>`;
  });
  return `<g class="cells" transform="scale(.1)" stroke-width="8" stroke-linejoin="round">${drawn.join('')}</g>`;
}

const shades: readonly string[] = Array.from({ length: shadeCount }, (_, i) => shadeColour(i));

/** Cells have a border of their own colour, so that the page does not show through between them. */
function paint(colour: string): string {
  return `fill="${colour}" stroke="${colour}"`;
}

function titleNumber(value: number): string {
  return String(Number(value.toPrecision(6))).replaceAll('-', '−');
}

/**
 * The path of an outline.
 * @param corners - Of a polygon, in px; they are rounded to tenths, so that cells that share a corner round it alike.
 * @returns '' where nothing is left of it.
 */
export function outlinePath(corners: readonly (readonly [x: number, y: number])[]): string {
  let [lastX, lastY] = [0, 0];
  let path = '';
  let command = '';
  for (const [i, [x, y]] of corners.entries()) {
    const [nextX, nextY] = [Math.round(x * 10), Math.round(y * 10)];
    const [stepX, stepY] = [nextX - lastX, nextY - lastY];
    [lastX, lastY] = [nextX, nextY];
    if (i === 0) path += `M${nextX} ${nextY}`;
    else if (stepX === 0 && stepY === 0) continue;
    else if (stepY === 0) path += `h${stepX}`;
    else if (stepX === 0) path += `v${stepY}`;
    else path += `${command === 'l' ? (stepX < 0 ? '' : ' ') : 'l'}${stepX}${stepY < 0 ? '' : ' '}${stepY}`;
    command = i > 0 && stepX !== 0 && stepY !== 0 ? 'l' : '';
  }
  return /[hvl]/.test(path) ? `${path}z` : '';
}
