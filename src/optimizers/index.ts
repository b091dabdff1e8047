export type { Boundary } from './bounds/bounds.ts';
// What the gradient emitter weighs branches by.
/** @internal */
export { strategyParameters } from './cma/strategy-parameters.ts';
export { CmaEs } from './cma-es.ts';
export type { BestCandidate, Optimizer, Restart, StopReason } from './optimizer.ts';
export type { CmaEsOptions, RestartOptions, StrategyOptions } from './options.ts';
export { SepCmaEs, type SepCmaEsOptions } from './sep-cma-es.ts';
export { CmaEsStrategy, type CmaEsStrategyOptions } from './strategies/cma-es-strategy.ts';
export { LmMaEsStrategy, type LmMaEsStrategyOptions } from './strategies/lm-ma-es-strategy.ts';
export { OpenAiEsStrategy, type OpenAiEsStrategyOptions } from './strategies/open-ai-es-strategy.ts';
export { SepCmaEsStrategy, type SepCmaEsStrategyOptions } from './strategies/sep-cma-es-strategy.ts';
export type { Strategy } from './strategies/strategy.ts';
