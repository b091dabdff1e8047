export type { AddReport, AddStatus, Archive, Elite, Metrics } from './archive.ts';
export { borrowing, isBorrowing } from './borrowing.ts';
export { CallSignals } from './call-signals.ts';
export { type CheckedResults, checkResults } from './checked-results.ts';
export {
  checkChoice,
  checkFunction,
  checkInteger,
  checkLimit,
  checkMethods,
  checkNumber,
  checkObject,
  checkOptions,
  checkPositive,
  checkSafeInteger,
  isThenable,
} from './checks.ts';
export {
  argumentError,
  ElitesError,
  type ErrorCode,
  isError,
  notFinite,
  shapeError,
  shorten,
  show,
  snapshotError,
  stateError,
} from './errors.ts';
export {
  asBatch,
  Batch,
  batchFor,
  checkGenomes,
  collectRows,
  copyGenomes,
  type Genomes,
  isBatch,
  isTransferred,
  ListBatch,
} from './genomes.ts';
export { checkPhenotypes, frozenBox, LATENT_BOUND, latentBox, latentRows, sampleLatent } from './latents.ts';
export {
  addCount,
  checkRow,
  clip,
  copyNumbers,
  copyRow,
  copyRows,
  isRow,
  lengthOf,
  MOST_COUNTED,
  touchRows,
} from './numbers.ts';
export type { Domain, EvaluationContext, Evaluator, Problem, Results } from './problem.ts';
export type { Random } from './random.ts';
export { checkResultRows } from './results.ts';
export type {
  Algorithm,
  Bandit,
  Encoding,
  Learner,
  LearnerContext,
  VariationContext,
  VariationOperator,
} from './seams.ts';
export { receivedError, type SentError, sentError } from './sent-error.ts';
export {
  type AnySpace,
  type Box,
  type BoxBounds,
  boxBounds,
  finiteBounds,
  firstOutside,
  type GenomeOf,
  type GenomeSpace,
  infiniteBounds,
  isObjectSpace,
  type ObjectSpace,
  objectSpace,
  sameSpace,
  scalableBounds,
} from './space.ts';
export type { MaybeStateful, Stateful } from './stateful.ts';
export { asBytes, isFloat32Array, isFloat64Array, typedArrayKind } from './typed-array.ts';
export { version } from './version.ts';
