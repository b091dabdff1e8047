import { argumentError, type Batch, checkOptions, isBatch, isRow } from '../../core/index.ts';
import { type Axis, clipped, type Frame } from '../curves/axis.ts';
import { escapeText } from '../svg/escape.ts';
import { px } from '../svg/svg-document.ts';

/** `(points, 2)` */
type Points = Batch | ArrayLike<ArrayLike<number>>;

/** A shape that is drawn over a picture, in the units of its axes; what lies outside the frame is cut off. */
export type Overlay = (
  | {
      /** `(points, 2)`: the corners of a closed outline, such as an obstacle. */
      readonly polygon: Points;
    }
  | {
      /** `(points, 2)`: the points of a line, such as a wall or a path. */
      readonly line: Points;
    }
  | {
      /** `(points, 2)`: dots, such as targets. */
      readonly points: Points;
    }
) & {
  /** Text of its tooltip. */
  readonly title?: string | undefined;
};

/** Whom errors name. */
const OWNER = 'archiveSvg';

const kinds = ['polygon', 'line', 'points'] as const;

/**
 * Overlays in the colour of text, edged in that of the background, so that they stand out from cells of any colour.
 * @throws ARGUMENT if one has none or several of `polygon`, `line` and `points`, or rows that are not two finite numbers.
 */
export function overlaysSvg(given: readonly Overlay[] | undefined, x: Axis, y: Axis, frame: Frame): string {
  const overlays = given ?? [];
  if (!Array.isArray(overlays)) throw argumentError(OWNER, 'overlays', 'be a list', overlays);
  if (overlays.length === 0) return '';
  return clipped(overlays.map((overlay, i) => overlaySvg(`overlays[${i}]`, overlay, x, y)).join(''), frame);
}

function overlaySvg(name: string, overlay: Overlay, x: Axis, y: Axis): string {
  checkOptions(OWNER, overlay, [...kinds, 'title'], name);
  const given = overlay as Partial<Record<(typeof kinds)[number], Points>>;
  const [kind, ...more] = kinds.filter((one) => given[one] !== undefined);
  if (kind === undefined || more.length > 0) {
    throw argumentError(OWNER, name, `have one of ${kinds.join(', ')}`, overlay);
  }
  const places = rowsOf(`${name}.${kind}`, given[kind]!).map((row) => `${at(x, row[0]!)} ${at(y, row[1]!)}`);
  const path = kind === 'points' ? places.map((place) => `M${place}h0`).join('') : `M${places.join('L')}`;
  const d = kind === 'polygon' ? `${path}z` : path;
  const title = overlay.title === undefined ? '' : `<title>${escapeText(overlay.title)}</title>`;
  // Without a tooltip of its own it leaves the pointer to the cells below.
  const events = title === '' ? ' pointer-events="none"' : '';
  return places.length === 0
    ? ''
    : `<g class="overlay ${kind}"${events}>${title}<path class="edge" d="${d}"/><path d="${d}"/></g>`;
}

function rowsOf(name: string, points: Points): ArrayLike<number>[] {
  const batch = isBatch(points);
  const length: unknown = batch ? points.rows : points?.length;
  if (!Number.isInteger(length)) throw argumentError(OWNER, name, 'have rows of two finite numbers', points);
  return Array.from({ length: length as number }, (_, i) => {
    const row = batch ? points.row(i) : points[i];
    if (isRow(row, 2) && Array.from(row).every(Number.isFinite)) return row as ArrayLike<number>;
    throw argumentError(OWNER, `${name}[${i}]`, 'be two finite numbers', row);
  });
}

/** px of a value, as SVG takes it; limited to a million px, which is outside every picture. */
function at(axis: Axis, value: number): string {
  return px(Math.min(1e6, Math.max(-1e6, axis.at(value))));
}
