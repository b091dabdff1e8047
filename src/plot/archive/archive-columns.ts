import { axisBetween, bottomAxis, type Frame, leftAxis, leftOf, linearScale, sidesOf } from '../curves/axis.ts';
import { categoryLegend, categoryLegendWidth } from '../svg/category-legend.ts';
import { pictureWidth } from '../svg/svg-document.ts';
import type { DrawnCells, PlainOptions } from './archive-svg-options.ts';
import { cellElements, outlinePath, type ShownElites } from './cell-elements.ts';
import { type CellIntervals, gridIntervals, nearestIntervals } from './cell-intervals.ts';
import { overlaysSvg } from './overlays.ts';

const height = 190;
/** Height in px of the column of the lowest fitness, so that it can be seen. */
const lowest = 4;

/** Draws an archive of one descriptor dimension. @returns the picture's elements, and the px at which the frame ends. */
export function drawColumns(
  options: PlainOptions,
  drawn: DrawnCells,
  shown: ShownElites,
  top: number,
): { body: string; bottom: number } {
  const { cells, extent } = intervalsOf(drawn);
  const xScale = linearScale(options.xLabel ?? 'descriptor', extent);
  const yScale = linearScale(options.fitnessLabel ?? 'fitness', shown.range);
  const { category } = shown;
  const right = pictureWidth - (category === undefined ? 22 : categoryLegendWidth(category.legend));
  const frame: Frame = { ...sidesOf(xScale, leftOf(yScale), right), top, bottom: top + height };
  const x = axisBetween(xScale, frame.left, frame.right);
  const y = axisBetween(yScale, frame.bottom - lowest, top);
  const paths = cells.map((cell, i) => {
    if (cell === undefined) return '';
    const fitness = shown.fitness[i]!;
    const [left, right] = cell.map(x.at) as [number, number];
    const peak = Number.isNaN(fitness) ? top : Math.min(frame.bottom - lowest, Math.max(top, y.at(fitness)));
    return outlinePath([
      [left, frame.bottom],
      [right, frame.bottom],
      [right, peak],
      [left, peak],
    ]);
  });
  const overlays = overlaysSvg('archiveSvg', options.overlays ?? [], x, y, frame);
  const legend = category === undefined ? '' : categoryLegend(category.legend, frame);
  const body = cellElements(paths, shown) + overlays + bottomAxis(x, frame) + leftAxis(y, frame, false) + legend;
  return { body, bottom: frame.bottom };
}

function intervalsOf({ geometry, outline, box }: DrawnCells): CellIntervals {
  return 'grid' in geometry
    ? gridIntervals(geometry.grid[0]!, box)
    : nearestIntervals(geometry.centroids.data, box, outline);
}
