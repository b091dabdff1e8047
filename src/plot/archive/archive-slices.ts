import {
  axisBetween,
  bottomLabel,
  bottomLine,
  bottomNumbers,
  type Frame,
  leftLabel,
  leftNumbers,
  leftOf,
  sidesOf,
} from '../curves/axis.ts';
import { pictureWidth, svgText } from '../svg/svg-document.ts';
import { fitText, textWidth } from '../svg/text-width.ts';
import { frameOf, legendOf, mostRight } from './archive-map.ts';
import type { PlainOptions } from './archive-svg-options.ts';
import { cellElements, outlinePath, type ShownElites, shortNumber } from './cell-elements.ts';
import { type CellOutlines, edgeOutlines } from './cell-outlines.ts';
import { type CellPlaces, type DrawnCells, scaleAlong } from './drawn-cells.ts';
import { overlaysSvg } from './overlays.ts';

/** px between two slices, and above each for its heading. */
const [between, heading] = [10, 20];
/** px by which a legend's label may reach over the frame; it is beside the line above the slices. */
const overhang = 30;
/** Slices side by side, and where there are many. */
const [some, many] = [4, 6];

/**
 * Draws an archive of three descriptor dimensions, whose cells are a grid: a map of the first two for each cell along the third, row by
 * row, under its range or its name. @returns the picture's elements, and the px at which the last row ends.
 */
export function drawSlices(
  options: PlainOptions,
  { places, box }: DrawnCells,
  shown: ShownElites,
  top: number,
): { body: string; bottom: number } {
  const { edges } = places as Extract<CellPlaces, { edges: unknown }>;
  const [xs, ys, zs] = edges as [Float64Array, Float64Array, Float64Array];
  const { cells, extent } = edgeOutlines([xs, ys], box);
  const xScale = scaleAlong(0, options.xLabel ?? 'descriptor 1', extent.x, places);
  const yScale = scaleAlong(1, options.yLabel ?? 'descriptor 2', extent.y, places);
  const legend = legendOf(options, shown);
  const sides = sidesOf(xScale, leftOf(yScale), Math.min(mostRight, pictureWidth - legend.width));
  const first = top + heading;
  const { frames, columns, width } = framesOf(zs.length - 1, sides, extent, first + heading);
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
    const below = begins && frame.bottom === bottom ? `<g text-anchor="middle">${bottomNumbers(x, frame)}</g>` : '';
    const name = svgText(frame.left, frame.top - 6, fitText(names[k]!, width));
    const overlays = overlaysSvg(options.overlays, x, y, frame);
    return name + cellElements(paths, shown) + overlays + bottomLine(x, frame) + left + below;
  });
  const whole: Frame = { ...sides, top: first + heading, bottom };
  const room = sides.right - sides.left - overhang;
  const what = fitText(`slices along ${options.zLabel ?? 'descriptor 3'}${from}`, room);
  const axes = `<g text-anchor="middle">${bottomLabel(xScale, whole)}</g>${leftLabel(yScale, whole)}`;
  const body = svgText(sides.left, first - 8, what) + maps.join('') + axes + legend.draw({ ...whole, top: first - 12 });
  return { body, bottom };
}

/** `(slices)`: the frame of each, row by row, the first beginning at the px `top`. */
function framesOf(
  count: number,
  { left, right }: Pick<Frame, 'left' | 'right'>,
  extent: CellOutlines['extent'],
  top: number,
): { frames: readonly Frame[]; columns: number; width: number } {
  const columns = Math.min(count, count > some * some ? many : some);
  const width = (right - left + between) / columns - between;
  const frames = Array.from({ length: count }, (_, k): Frame => {
    const from = left + (k % columns) * (width + between);
    const sides = { left: from, right: from + width };
    const { bottom: height } = frameOf(sides, extent, 0);
    const start = top + Math.floor(k / columns) * (height + heading + between);
    return { ...sides, top: start, bottom: start + height };
  });
  return { frames, columns, width };
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
  return ranges.every((range) => textWidth(range) <= width)
    ? { names: ranges, from: '' }
    : { names: ends.slice(0, -1), from: ', from' };
}
