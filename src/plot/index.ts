/**
 * Archives, curves and shares as SVG, and a report page.
 *
 * @module elites/plot
 */
export { archiveSvg } from './archive/archive-svg.ts';
export type { ArchiveSvgOptions, DrawnArchive } from './archive/archive-svg-options.ts';
export type { DrawnElite } from './archive/cell-elements.ts';
// What the explorer draws in the same way.
/** @internal */
export { hullOutline } from './archive/cell-outlines.ts';
export type { Overlay } from './archive/overlays.ts';
/** @internal */
export { armPoints } from './curves/arm-points.ts';
export { type Arm, type ArmsSvgOptions, armsSvg } from './curves/arms-svg.ts';
/** @internal */
export { axisNumbers, tickShares } from './curves/axis.ts';
export { type CurveAxis, type CurveSeries, type CurvesSvgOptions, curvesSvg } from './curves/curves-svg.ts';
export { type ParallelAxesSvgOptions, parallelAxesSvg } from './curves/parallel-axes-svg.ts';
export { type SharesPanel, type SharesSvgOptions, sharesSvg } from './curves/shares-svg.ts';
export { type SpreadsSvgOptions, spreadsSvg } from './curves/spreads-svg.ts';
/** @internal */
export { countText, formatNumber, linearTicks } from './curves/ticks.ts';
export {
  type ReportFigures,
  type ReportHtmlOptions,
  type ReportRow,
  type ReportSection,
  type ReportTable,
  reportHtml,
} from './report/report-html.ts';
/** @internal */
export { type Categories, categoriesOf } from './svg/category-colours.ts';
/** @internal */
export { colourBetween, hexColour, shadeColour, shadeCount, shadeOf } from './svg/colour-scale.ts';
/** @internal */
export { escapeText } from './svg/escape.ts';
/** @internal */
export { fitText } from './svg/text-width.ts';
export { type ValueRange, valueRange } from './svg/value-range.ts';
