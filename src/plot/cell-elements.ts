import { shadeColour, shadeCount, shadeOf } from './colour-scale.ts';
import type { ValueRange } from './value-range.ts';

/** The fitness of each cell, and that of the darkest and of the brightest colour. */
export interface ShownFitness {
  /** `(cells)`: NaN where a cell has no elite. */
  readonly fitness: Float64Array;
  readonly range: ValueRange;
}

/**
 * Cells as elements that can be hovered and clicked: `data-cell` is the cell's number, and a tooltip has it with the fitness of its
 * elite. Cells of one colour are in one group.
 * @param paths - `(cells)`: closed, in tenths of a px; '' where a cell is not drawn.
 */
export function cellElements(paths: readonly string[], { fitness, range }: ShownFitness): string {
  const groups: string[] = new Array(shadeCount + 1).fill('');
  for (const [cell, path] of paths.entries()) {
    if (path === '') continue;
    const value = fitness[cell]!;
    const [shade, text] = Number.isNaN(value) ? [-1, ''] : [shadeOf(value, range), `: ${titleNumber(value)}`];
    groups[shade + 1] += `<path data-cell="${cell}" d="${path}"><title>cell ${cell}${text}</title></path>`;
  }
  const drawn = groups.map((group, i) => {
    return group === '' ? '' : `<g ${i === 0 ? 'class="empty"' : paint(shadeColour(i - 1))}>${group}</g>`;
  });
  return `<g class="cells" transform="scale(.1)" stroke-width="8" stroke-linejoin="round">${drawn.join('')}</g>`;
}

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
