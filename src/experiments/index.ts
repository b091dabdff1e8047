export { runIlluminationJob } from './illumination-job.ts';
export {
  illuminationJobs,
  jobKey,
  jobWeight,
  type PaperExperiment,
  type PaperJob,
  type PaperPlan,
  searchJobs,
} from './paper-jobs.ts';
export type { PaperResult } from './paper-results.ts';
export { summarize, type VariantSummary } from './paper-summary.ts';
export type { Quartiles } from './quantiles.ts';
export { runJobs } from './run-jobs.ts';
export { runRecreationJob, runTargetsJob } from './search-jobs.ts';
export { untrainedEncoding } from './untrained-encoding.ts';
