import {
  axisBetween,
  bottomLabel,
  bottomLine,
  type Frame,
  leftLabel,
  leftNumbers,
  leftOf,
  lineHeight,
} from '../curves/axis.ts';
import { pictureWidth, svgText } from '../svg/svg-document.ts';
import { fitText, textWidth } from '../svg/text-width.ts';
import { axesOf, frameOf, legendOf } from './archive-map.ts';
import { cellSides, cellTexts, depthBelow, scaleAlong } from './cell-axis.ts';
import { cellElements, outlinePath, shortNumber } from './cell-elements.ts';
import { type CellOutlines, edgeOutlines } from './cell-outlines.ts';
import type { CellPlaces, Drawing, DrawnPicture } from './drawn-cells.ts';
import { overlaysSvg } from './overlays.ts';

/** px between two slices, and above each for its heading. */
const [between, heading] = [10, 20];
/** Slices side by side at most, and px of their height together, unless there are very many. */
const [mostColumns, mostHeight] = [6, 500];

/**
 * Draws an archive of three descriptor dimensions, whose cells are a grid: a map of the first two for each cell along the third, row by
 * row, under its range or its name.
 */
export function drawSlices({ options, shown, top, places, box }: Drawing): DrawnPicture {
  const grid = places as Extract<CellPlaces, { edges: unknown }>;
  const [xs, ys, zs] = grid.edges as [Float64Array, Float64Array, Float64Array];
  const { cells, extent } = edgeOutlines([xs, ys], box);
  const legend = legendOf(options, shown);
  const right = pictureWidth - legend.width;
  const [xAxis, yAxis] = axesOf(options, extent);
  const yScale = scaleAlong(places, 1, yAxis);
  const left = leftOf(yScale);
  const sides = cellSides(scaleAlong(places, 0, { ...xAxis, length: right - left }), left, right);
  // A line of the legend stands above that which names the third descriptor.
  const lines = legend.above > 0 ? 17 : 12;
  const first = top + legend.above + heading + lines - 12;
  const { frames, columns, width } = framesOf(zs.length - 1, sides, extent, first + heading, grid);
  const xScale = scaleAlong(places, 0, { ...xAxis, length: width });
  const { names, from } = sliceNames(places, zs, width);
  const { bottom } = frames.at(-1)!;
  const maps = frames.map((frame, k) => {
    const [x, y] = [axisBetween(xScale, frame.left, frame.right), axisBetween(yScale, frame.bottom, frame.top)];
    const paths = shown.elites.map((_, i) => {
      const corners = i % frames.length === k ? (cells[Math.floor(i / frames.length)] ?? []) : [];
      return outlinePath(corners.map((point) => [x.at(point[0]), y.at(point[1])]));
    });
    const begins = k % columns === 0;
    const left = begins ? leftNumbers(y, frame) : '';
    // The others have no room for numbers below them, and ticks without numbers say nothing.
    const below =
      begins && frame.bottom === bottom
        ? `${bottomLine(x, frame)}<g text-anchor="middle">${cellTexts(x, frame)}</g>`
        : bottomLine({ ...x, ticks: { ...x.ticks, values: [] } }, frame);
    const name = svgText(frame.left, frame.top - 6, fitText(names[k]!, width), '', names[k]);
    const overlays = overlaysSvg(options.overlays, x, y, frame);
    return name + cellElements(paths, shown) + overlays + left + below;
  });
  const whole: Frame = { ...sides, top: first + heading, bottom };
  const end = bottom + depthBelow(xScale);
  const what = `slices along ${options.labels[2]}${from}`;
  const axes = `<g text-anchor="middle">${bottomLabel(xScale, { ...whole, bottom: end })}</g>${leftLabel(yScale, whole)}`;
  const body =
    svgText(sides.left, first - 8, fitText(what, sides.right - sides.left), '', what) +
    maps.join('') +
    axes +
    legend.draw({ ...whole, top: first - lines });
  return { body, bottom: end };
}

/** `(slices)`: the frame of each, row by row, the first beginning at the px `top`; about as large as they can be within the height of all. */
function framesOf(
  count: number,
  { left, right }: Pick<Frame, 'left' | 'right'>,
  extent: CellOutlines['extent'],
  top: number,
  { names }: Extract<CellPlaces, { edges: unknown }>,
): { frames: readonly Frame[]; columns: number; width: number } {
  const widthOf = (columns: number): number => (right - left + between) / columns - between;
  const heightOf = (width: number): number => frameOf({ left: 0, right: width }, extent, 0).bottom;
  const step = (columns: number): number => heightOf(widthOf(columns)) + heading + between;
  const most = Math.min(count, mostColumns);
  let fewest = 1;
  while (fewest < most && Math.ceil(count / fewest) * step(fewest) > mostHeight) fewest++;
  const isLegible = (columns: number): boolean =>
    [widthOf(columns), heightOf(widthOf(columns))].every(
      (size, axis) => size >= lineHeight * (names[axis]?.length ?? 0),
    );
  // Up to half as many more columns, where the last row is fuller then, and the names of cells still have room.
  let columns = fewest;
  for (let more = fewest + 1; more <= Math.min(most, 1.5 * fewest) && isLegible(more); more++) {
    if (emptyPlaces(count, more) < emptyPlaces(count, columns)) columns = more;
  }
  const width = widthOf(columns);
  const height = heightOf(width);
  const frames = Array.from({ length: count }, (_, k): Frame => {
    const from = left + (k % columns) * (width + between);
    const sides = { left: from, right: from + width };
    const start = top + Math.floor(k / columns) * step(columns);
    return { ...sides, top: start, bottom: start + height };
  });
  return { frames, columns, width };
}

/** How many places of the last row are empty. */
function emptyPlaces(count: number, columns: number): number {
  return Math.ceil(count / columns) * columns - count;
}

/** The names of slices, or their ranges; if these are too wide, where they begin, and what the line above adds to say so. */
function sliceNames(
  places: CellPlaces,
  edges: Float64Array,
  width: number,
): { names: readonly string[]; from: string } {
  const given = 'edges' in places ? places.names[2] : undefined;
  if (given !== undefined) return { names: given, from: '' };
  const ends = Array.from(edges, (edge) => shortNumber(edge, 3));
  const ranges = ends.slice(1).map((high, k) => `${ends[k]} to ${high}`);
  const allFit = (names: readonly string[]): boolean => names.every((name) => textWidth(name) <= width);
  if (allFit(ranges)) return { names: ranges, from: '' };
  const begins = ends.slice(0, -1);
  if (allFit(begins)) return { names: begins, from: ', from' };
  // One digit of a slice's thickness.
  const unit = 10 ** Math.floor(Math.log10((edges.at(-1)! - edges[0]!) / begins.length));
  return { names: begins.map((_, k) => shortNumber(Math.round(edges[k]! / unit) * unit, 3)), from: ', from' };
}
