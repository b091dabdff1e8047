/**
 * Contracts of the seams: laws that a part of your own must keep, for any test runner.
 *
 * @module elites/testing
 */
export { type AdmissionContractOptions, admissionContract } from './admission-contract.ts';
export { type AlgorithmContractOptions, algorithmContract } from './algorithm-contract.ts';
export { type ArchiveContractOptions, archiveContract } from './archive-contract.ts';
export { type BanditContractOptions, banditContract } from './bandit-contract.ts';
export { type DomainContractOptions, domainContract } from './domain-contract.ts';
export { type EmitterContractOptions, emitterContract } from './emitter-contract.ts';
export { type EncodingContractOptions, encodingContract } from './encoding-contract.ts';
export { type EvaluatorContractOptions, evaluatorContract } from './evaluator-contract.ts';
export { type IndexContractOptions, indexContract } from './index-contract.ts';
export type { Law, Make } from './laws/law.ts';
export { type LearnerContractOptions, learnerContract } from './learner-contract.ts';
export { type OperatorContractOptions, operatorContract } from './operator-contract.ts';
export { type StrategyContractOptions, strategyContract } from './strategy-contract.ts';
