import {
  axisBetween,
  type Frame,
  isEven,
  leftAxis,
  leftOf,
  linearScale,
  tickCount,
  tickShares,
} from '../curves/axis.ts';
import { categoryLegend, categoryLegendWidth } from '../svg/category-legend.ts';
import { colourLegend, type LegendSize, leastLegend, legendSize } from '../svg/colour-legend.ts';
import { pictureWidth } from '../svg/svg-document.ts';
import type { PlainOptions } from './archive-svg-options.ts';
import { cellAxis, cellSides, type DrawnAxis, depthBelow, scaleAlong } from './cell-axis.ts';
import { cellElements, dotPath, outlinePath, type ShownElites } from './cell-elements.ts';
import { type CellOutlines, edgeOutlines, extentOf, voronoiOutlines } from './cell-outlines.ts';
import type { Drawing, DrawnCells, DrawnPicture } from './drawn-cells.ts';
import { overlaysSvg } from './overlays.ts';

/** px from the top of a frame down to the bar of its legend, if the label is short: it stands between them. */
const barBelow = 12;

/** Draws an archive of two descriptor dimensions. */
export function drawMap({ options, shown, top, ...drawn }: Drawing): DrawnPicture {
  const { cells, extent } = outlinesOf(drawn, shown);
  const legend = legendOf(options, shown);
  const right = pictureWidth - legend.width;
  const [xAxis, yAxis] = axesOf(options, extent);
  const yScale = scaleAlong(drawn.places, 1, yAxis);
  const left = leftOf(yScale);
  const xScale = scaleAlong(drawn.places, 0, { ...xAxis, length: right - left });
  const sides = cellSides(xScale, left, right);
  const frame = frameOf(sides, extent, top + legend.above);
  const x = axisBetween(xScale, frame.left, frame.right);
  const y = axisBetween(yScale, frame.bottom, frame.top);
  const dots = 'points' in drawn.places;
  const paths = dots
    ? shown.elites.map((elite) => dotPath(x.at(elite!.descriptor![0]!), y.at(elite!.descriptor![1]!)))
    : cells.map((cell) => outlinePath((cell ?? []).map((point) => [x.at(point[0]), y.at(point[1])])));
  const overlays = overlaysSvg(options.overlays, x, y, frame);
  const axes = cellAxis(x, frame) + leftAxis(y, frame, false);
  const body = cellElements(paths, shown, dots ? 'dot' : 'area') + overlays + axes + legend.draw(frame);
  return { body, bottom: frame.bottom + depthBelow(xScale) };
}

/** The legend right of a frame, and the room that it needs. `draw`: in a frame that begins `above` lower than it would without. */
export function legendOf(
  { fitnessLabel = 'fitness' }: PlainOptions,
  { range, category }: ShownElites,
): LegendSize & { draw(frame: Frame): string } {
  if (category !== undefined) {
    const { legend } = category;
    const width = Math.max(leastLegend, categoryLegendWidth(legend));
    return { width, above: 0, draw: (frame) => categoryLegend(legend, frame) };
  }
  const colours = linearScale(fitnessLabel, range);
  const size = legendSize(colours);
  const below = size.above > 0 ? 0 : barBelow;
  return { ...size, draw: (frame) => colourLegend(colours, { ...frame, top: frame.top + below }) };
}

function outlinesOf({ places, outline, box }: DrawnCells, { elites }: ShownElites): CellOutlines {
  if ('edges' in places) return edgeOutlines([places.edges[0]!, places.edges[1]!], box);
  if ('centroids' in places) return voronoiOutlines(places.centroids, box, outline);
  const reached = elites.map((elite) => elite!.descriptor!);
  return { cells: [], extent: extentOf(box, reached) };
}

/** The axes of a map. */
export function axesOf({ labels }: PlainOptions, extent: CellOutlines['extent']): [x: DrawnAxis, y: DrawnAxis] {
  const [forX, forY] = tickShares(ratioOf(extent));
  return [
    { label: labels[0]!, range: extent.x, count: tickCount * forX },
    { label: labels[1]!, range: extent.y, count: tickCount * forY },
  ];
}

function ratioOf({ x, y }: CellOutlines['extent']): number {
  return (y[1] - y[0]) / (x[1] - x[0]);
}

/** A frame with the descriptor space's ratio of height to width; a square if that is not in [0.5, 2]. */
export function frameOf(sides: Pick<Frame, 'left' | 'right'>, extent: CellOutlines['extent'], top: number): Frame {
  const ratio = ratioOf(extent);
  const height = (sides.right - sides.left) * (isEven(ratio) ? ratio : 1);
  return { ...sides, top, bottom: Math.round(top + height) };
}
