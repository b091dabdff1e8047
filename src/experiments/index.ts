export { illuminate } from './illumination.ts';
export {
  illuminationJobs,
  jobWeight,
  type PaperExperiment,
  type PaperJob,
  type PaperPlan,
  searchJobs,
} from './paper-jobs.ts';
export { paperTargets } from './paper-targets.ts';
export type { Quartiles } from './quantiles.ts';
export { recordRun } from './record-run.ts';
export { recreate } from './recreation.ts';
export { type ReplicateJob, type ReplicateOutcome, type ReplicateResult, replicateKey } from './replicate.ts';
export { runJobs } from './run-jobs.ts';
export { summarize, type VariantSummary } from './summary.ts';
export {
  collectTargets,
  matchTarget,
  matchTargets,
  type TargetMatching,
  type TargetResult,
  type TargetSearch,
} from './target-matching.ts';
export { untrainedEncoding } from './untrained-encoding.ts';
