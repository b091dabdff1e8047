export type { Boundary } from './bounds/bounds.ts';
export { CmaEs } from './cma-es.ts';
export type { BestCandidate, Optimizer, Restart, StopReason } from './optimizer.ts';
export type { CmaEsOptions, RestartOptions } from './options.ts';
export { SepCmaEs, type SepCmaEsOptions } from './sep-cma-es.ts';
