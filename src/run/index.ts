export { run } from './run.ts';
export type { GenerationReport, OrderRecord, RunOptions, RunOutcome, RunSeconds } from './run-options.ts';
