import { argumentError, isRow } from '../../core/index.ts';
import type { Categories } from '../svg/category-colours.ts';
import type { LegendEntry } from '../svg/category-legend.ts';
import { shadeColour, shadeCount, shadeOf } from '../svg/colour-scale.ts';
import { escapeText } from '../svg/escape.ts';
import type { ValueRange } from '../svg/value-range.ts';

/** What a picture needs of an elite. */
export interface DrawnElite {
  readonly cell: number;
  readonly fitness: number;
  /** `(descriptorDimensions)`: shown in tooltips; archives without cells are drawn from it. */
  readonly descriptor?: ArrayLike<number> | undefined;
}

/**
 * Checks that an elite can be drawn.
 * @param dimensions - Of its descriptor, if it is drawn from it.
 * @throws ARGUMENT if not.
 */
export function checkElite(owner: string, { fitness, descriptor }: DrawnElite, dimensions?: number): void {
  if (!Number.isFinite(fitness)) throw argumentError(owner, "an elite's fitness", 'be finite', fitness);
  if (dimensions === undefined || (isRow(descriptor, dimensions) && Array.from(descriptor).every(Number.isFinite)))
    return;
  throw argumentError(owner, "an elite's descriptor", `be ${dimensions} finite numbers`, descriptor);
}

/** The elites of a picture, and the fitness of the darkest and of the brightest colour; or their categories. */
export interface ShownElites {
  /** `(cells)`: undefined where a cell has no elite; in an archive without cells, one after the other. */
  readonly elites: readonly (DrawnElite | undefined)[];
  readonly range: ValueRange;
  readonly category: ShownCategory | undefined;
  /** `(descriptorDimensions)`: names of the cells at 0, 1, …, of dimensions that have some; they stand in tooltips for numbers. */
  readonly names?: readonly (readonly string[] | undefined)[] | undefined;
}

/** The categories of elites that give cells their colours. */
export interface ShownCategory {
  readonly categories: Categories;
  /** As `elites`: undefined where a cell has no elite. */
  readonly names: readonly (string | undefined)[];
  readonly legend: readonly LegendEntry[];
}

/** What stands for an elite: its cell, a dot at its descriptor, or a line. */
export type Mark = 'area' | 'dot' | 'line';

/** More elements than these have no tooltips: they would be most of the picture's bytes. */
const mostTooltips = 10_000;
/** Numbers of a descriptor in a tooltip. */
const mostNumbers = 8;

/**
 * Cells as elements that can be hovered and clicked: `data-cell` is the cell's number, and a tooltip has it with the category, if
 * there are any, and the fitness and the descriptor of its elite. Cells of one colour are in one group; of shades, the brightest is drawn last.
 * @param paths - As `elites`, in tenths of a px, closed if they are areas; '' where nothing is drawn.
 */
export function cellElements(paths: readonly string[], shown: ShownElites, mark: Mark = 'area'): string {
  const { elites, range, category, names } = shown;
  const colours = category?.categories.shown.map(({ colour }) => colour) ?? shades;
  const groups: string[] = new Array(colours.length + 1).fill('');
  const few = paths.length <= mostTooltips;
  for (const [i, path] of paths.entries()) {
    if (path === '') continue;
    const elite = elites[i];
    const name = category?.names[i];
    const colour = name === undefined ? shadeOf(elite?.fitness ?? 0, range) : category!.categories.indexOf(name);
    const cell = elite?.cell ?? i;
    const tooltip = few
      ? `<title>cell ${cell}${elite === undefined ? '' : `: ${eliteText(elite, name, names)}`}</title>`
      : '';
    groups[elite === undefined ? 0 : colour + 1] +=
      `<path data-cell="${cell}" d="${path}"${tooltip === '' ? '/>' : `>${tooltip}</path>`}`;
  }
  const drawn = groups.map((group, i) => {
    // Cells have a border of their own colour, so that the page does not show through between them.
    const paint = `fill="${mark === 'line' ? 'none' : colours[i - 1]}" stroke="${colours[i - 1]}"`;
    return group === '' ? '' : `<g ${i === 0 ? 'class="empty"' : paint}>${group}</g>`;
  });
  const many = few ? '' : `<title>more than ${mostTooltips} cells: too many for texts of their own</title>`;
  return `<g class="cells" transform="scale(.1)" ${strokeOf(mark, paths.length)}>${many}${drawn.join('')}</g>`;
}

const shades: readonly string[] = Array.from({ length: shadeCount }, (_, i) => shadeColour(i));

/** Width and shape of strokes: of a dot, the stroke is all there is. The more dots and lines, the thinner they are. */
function strokeOf(mark: Mark, count: number): string {
  if (mark === 'area') return 'stroke-width="8" stroke-linejoin="round"';
  const [few, some, many] = mark === 'dot' ? [90, 60, 40] : [14, 10, 6];
  const width = count <= 200 ? few : count <= 2000 ? some : many;
  return `stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;
}

/** Category, fitness and descriptor, in few letters; the names of cells where they have some. */
function eliteText(
  { fitness, descriptor }: DrawnElite,
  category: string | undefined,
  names: ShownElites['names'],
): string {
  const name = category === undefined ? '' : `${escapeText(category)}, `;
  const numbers = Array.from(descriptor ?? [], (x, j) => {
    const own = names?.[j]?.[Math.round(x)];
    return own === undefined ? shortNumber(x, 4) : escapeText(own);
  });
  const shownNumbers = numbers.length > mostNumbers ? [...numbers.slice(0, mostNumbers), '…'] : numbers;
  return `${name}${shortNumber(fitness, 6)}${numbers.length === 0 ? '' : ` at ${shownNumbers.join(', ')}`}`;
}

/** A number with at most so many significant digits. */
export function shortNumber(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits))).replaceAll('-', '−');
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

/** The path of a dot, at px. */
export function dotPath(x: number, y: number): string {
  return `M${Math.round(x * 10)} ${Math.round(y * 10)}h0`;
}
