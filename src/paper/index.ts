export { illuminate } from './experiments/illumination.ts';
export {
  encodingSources,
  illuminationJobs,
  jobWeight,
  type PaperExperiment,
  type PaperJob,
  type PaperPlan,
  searchJobs,
} from './experiments/paper-jobs.ts';
export {
  type IlluminationVariant,
  illuminationVariants,
  learnedEncoding,
  paperSearch,
} from './experiments/paper-search.ts';
export { paperTargets } from './experiments/paper-targets.ts';
export { type Recreation, type RecreationOptions, recreate } from './experiments/recreation.ts';
export {
  matchTargets,
  type TargetMatching,
  type TargetMatchingOptions,
  type TargetResult,
} from './experiments/target-matching.ts';
export { untrainedEncoding } from './experiments/untrained-encoding.ts';
export {
  type PaperVariant,
  paperLatent,
  paperSettings,
} from './paper-settings.ts';
export { recordRun } from './replicates/record-run.ts';
export {
  type ReplicateJob,
  type ReplicateOutcome,
  type ReplicateResult,
  replicateKey,
} from './replicates/replicate.ts';
export { runJobs } from './replicates/run-jobs.ts';
export { type PairTest, summarize, testPairs, type VariantSummary } from './replicates/summary.ts';
