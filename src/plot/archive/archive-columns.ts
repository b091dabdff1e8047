import { axisBetween, type Frame, leftAxis, leftOf, linearScale } from '../curves/axis.ts';
import { categoryLegend, categoryLegendWidth } from '../svg/category-legend.ts';
import { pictureWidth } from '../svg/svg-document.ts';
import { cellAxis, cellSides, depthBelow, scaleAlong } from './cell-axis.ts';
import { cellElements, dotPath, outlinePath, type ShownElites } from './cell-elements.ts';
import { type CellIntervals, edgeIntervals, nearestIntervals } from './cell-intervals.ts';
import { type Drawing, type DrawnCells, type DrawnPicture, extentAlong } from './drawn-cells.ts';
import { overlaysSvg } from './overlays.ts';
import { rectangle } from './polygon.ts';

const height = 190;
/** Height in px of the column of the lowest fitness, so that it can be seen. */
const lowest = 4;

/** Draws an archive of one descriptor dimension. */
export function drawColumns({ options, shown, top, ...drawn }: Drawing): DrawnPicture {
  const { cells, extent } = intervalsOf(drawn, shown);
  const yScale = linearScale(options.fitnessLabel ?? 'fitness', shown.range);
  const { category } = shown;
  const right = pictureWidth - (category === undefined ? 22 : categoryLegendWidth(category.legend));
  const left = leftOf(yScale);
  const xScale = scaleAlong(drawn.places, 0, { label: options.labels[0]!, range: extent, length: right - left });
  const frame: Frame = { ...cellSides(xScale, left, right), top, bottom: top + height };
  const x = axisBetween(xScale, frame.left, frame.right);
  const y = axisBetween(yScale, frame.bottom - lowest, top);
  const dots = 'points' in drawn.places;
  const paths = dots
    ? shown.elites.map((elite) => dotPath(x.at(elite!.descriptor![0]!), within(y.at(elite!.fitness), frame)))
    : cells.map((cell, i) => {
        const elite = shown.elites[i];
        // An empty cell is drawn up to the top.
        const peak = elite === undefined ? top : within(y.at(elite.fitness), frame);
        return cell === undefined ? '' : outlinePath(rectangle([x.at(cell[0]), x.at(cell[1])], [frame.bottom, peak]));
      });
  const overlays = overlaysSvg(options.overlays, x, y, frame);
  const legend = category === undefined ? '' : categoryLegend(category.legend, frame);
  const body =
    cellElements(paths, shown, dots ? 'dot' : 'area') +
    overlays +
    cellAxis(x, frame) +
    leftAxis(y, frame, false) +
    legend;
  return { body, bottom: frame.bottom + depthBelow(xScale) };
}

function within(height: number, { top, bottom }: Frame): number {
  return Math.min(bottom - lowest, Math.max(top, height));
}

function intervalsOf({ places, outline, box }: DrawnCells, { elites }: ShownElites): CellIntervals {
  if ('edges' in places) return edgeIntervals(places.edges[0]!, box);
  if ('centroids' in places) return nearestIntervals(places.centroids.data, box, outline);
  const reached = elites.map((elite) => elite!.descriptor![0]!);
  return { cells: [], extent: extentAlong(0, box, reached) };
}
