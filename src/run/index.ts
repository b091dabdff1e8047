export { run } from './run.ts';
export type { GenerationReport, InvalidRows, OrderRecord, RunOptions, RunOutcome, RunSeconds } from './run-options.ts';
