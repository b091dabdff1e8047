export type { FinishTraining, LearnerState } from './finish-learner.ts';
export { LearningEmitter, type LearningEmitterOptions } from './learning-emitter.ts';
export { operatorEmitter } from './operator-emitter.ts';
export { Reevaluation } from './reevaluation.ts';
export type { Training } from './training.ts';
