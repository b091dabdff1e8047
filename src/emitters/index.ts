export type { FinishTraining, LearnerState } from './finish-learner.ts';
export { LearningEmitter, type LearningEmitterOptions, type Training } from './learning-emitter.ts';
export { operatorEmitter } from './operator-emitter.ts';
export { Reevaluation } from './reevaluation.ts';
export { retried } from './retried.ts';
export type { GenerationOptions, RestartRule } from './strategies/generation-emitter.ts';
export * from './strategies/gradient-strategy-emitter.ts';
export * from './strategies/rankers.ts';
export { StrategyEmitter, type StrategyEmitterOptions } from './strategies/strategy-emitter.ts';
