export { type GenerationReport, type RunOptions, type RunOutcome, run } from './run.ts';
