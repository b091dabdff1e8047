export { type ArchiveCells, type ArchiveSvgOptions, archiveSvg } from './archive-svg.ts';
export { type CurveAxis, type CurveSeries, type CurvesSvgOptions, curvesSvg } from './curves-svg.ts';
export {
  type ReportFigures,
  type ReportHtmlOptions,
  type ReportRow,
  type ReportTable,
  reportHtml,
} from './report-html.ts';
export { type ValueRange, valueRange } from './value-range.ts';
