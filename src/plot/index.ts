export { archiveSvg } from './archive-svg.ts';
export type { ArchiveSvgOptions, DrawnArchive } from './archive-svg-options.ts';
export { type Arm, type ArmsSvgOptions, armsSvg } from './arms-svg.ts';
export { type CurveAxis, type CurveSeries, type CurvesSvgOptions, curvesSvg } from './curves-svg.ts';
export type { Overlay } from './overlays.ts';
export {
  type ReportFigures,
  type ReportHtmlOptions,
  type ReportRow,
  type ReportSection,
  type ReportTable,
  reportHtml,
} from './report-html.ts';
export { type SpreadsSvgOptions, spreadsSvg } from './spreads-svg.ts';
export { type ValueRange, valueRange } from './value-range.ts';
