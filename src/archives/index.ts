export type { CellArchive } from './cell-archive.ts';
export { CvtArchive, type CvtArchiveOptions } from './cvt-archive.ts';
export { type CvtCentroidsOptions, cvtCentroids } from './cvt-centroids.ts';
export { GridArchive, type GridArchiveOptions } from './grid-archive.ts';
export { ringCentroids } from './ring-centroids.ts';
