export { type Admission, elitist } from './admissions/admission.ts';
export { Annealing, type AnnealingOptions } from './admissions/annealing.ts';
export { problemOfFile, type ReadArchiveOptions, type StoredElites, storedElites } from './archive-file.ts';
export type { ArchiveChanges, ArchiveColumns, CellArchiveOptions, CommonArchiveOptions } from './archive-options.ts';
export { CategoricalArchive, type CategoricalArchiveOptions } from './categorical-archive.ts';
export { CellArchive } from './cell-archive.ts';
export { type CvtCentroidsOptions, cvtCentroids } from './centroids/cvt-centroids.ts';
export { ringCentroids } from './centroids/ring-centroids.ts';
export { type CorrectedMetrics, type CorrectedMetricsOptions, correctedMetrics } from './corrected-metrics.ts';
export { CvtArchive, type CvtArchiveOptions } from './cvt-archive.ts';
export * from './discount/discount-archive.ts';
export { evaluateEach } from './evaluate-each.ts';
export { GridArchive, type GridArchiveOptions } from './grid-archive.ts';
export type { CellIndex } from './indices/cell-index.ts';
export { type CentroidIndexOptions, centroidIndex } from './indices/centroid-index.ts';
export { type GridIndexOptions, gridEdges, gridIndex } from './indices/grid-index.ts';
export type { PlacedCells } from './indices/placed-index.ts';
export { DeepGridArchive, type DeepGridArchiveOptions } from './keepers/deep-grid-archive.ts';
export { DnsArchive, type DnsArchiveOptions } from './keepers/dns-archive.ts';
export { MultiObjectiveArchive, type MultiObjectiveArchiveOptions } from './keepers/multi-objective-archive.ts';
export {
  SlidingBoundariesArchive,
  type SlidingBoundariesArchiveOptions,
} from './keepers/sliding-boundaries-archive.ts';
export * from './keepers/unstructured-archive.ts';
export { DescriptorDensity, type DescriptorDensityOptions } from './neighbours/descriptor-density.ts';
export { type ArchiveProfile, archiveProfile } from './scores/archive-profile.ts';
export { type CqdScoreOptions, cqdScore } from './scores/cqd-score.ts';
export { type DescriptorDistribution, descriptorDistributions } from './scores/descriptor-distribution.ts';
export { qdScore } from './scores/qd-score.ts';
export type { ScoredArchive } from './scores/scored-archive.ts';
export type { TableArchive } from './table-archive.ts';
