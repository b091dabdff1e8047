export type {
  AddReport,
  AddStatus,
  Archive,
  Elite,
  Geometry,
  Metrics,
  Origin,
  Origins,
  Repeats,
} from './archive.ts';
export { allowListeners, CallSignals } from './call-signals.ts';
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
  checkFields,
  FIELD,
  type FieldKind,
  type FieldKinds,
  type FieldValues,
  type JsonKind,
  type NoFields,
} from './fields.ts';
export {
  asBatch,
  Batch,
  checkGenomes,
  collectRows,
  copyGenomes,
  FreshBatch,
  type Genomes,
  isBatch,
  isTransferred,
  ListBatch,
} from './genomes.ts';
export { checkPhenotypes, frozenBox, LATENT_BOUND, latentBox, latentRows, sampleLatent } from './latents.ts';
export {
  addCount,
  ascending,
  checkRow,
  clip,
  copyNumbers,
  copyRow,
  copyRows,
  isAscending,
  isRow,
  lengthOf,
  MOST_COUNTED,
  touchRows,
} from './numbers.ts';
export { inSlices, pause } from './pause.ts';
export { plainJson } from './plain-json.ts';
export {
  type Domain,
  type EvaluationContext,
  type Evaluator,
  evaluatesRows,
  type Problem,
  type Results,
  type RowEvaluator,
  type RowsContext,
} from './problem.ts';
export type { Random } from './random.ts';
export { ReportRows } from './report-rows.ts';
export { CheckedResults, checkResultRows, checkResults, fieldsOf, resultSchema } from './results.ts';
export type {
  Algorithm,
  AskedBatch,
  AskOptions,
  Bandit,
  Emitter,
  EmitterContext,
  Encoding,
  LearnContext,
  Learner,
  LearnerContext,
  Proposal,
  TellOptions,
  Told,
  VariationContext,
  VariationOperator,
} from './seams.ts';
export { gatherRows, Selection, selectElites } from './selection.ts';
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
  genomeKind,
  infiniteBounds,
  isObjectSpace,
  type ObjectSpace,
  objectSpace,
  sameSpace,
  scalableBounds,
} from './space.ts';
export type { MaybeStateful, Stateful } from './stateful.ts';
export { type Column, type ColumnKind, type Schema, Table, type TextCodec, widthOf } from './table.ts';
export { asBytes, isFloat32Array, isFloat64Array, typedArrayKind } from './typed-array.ts';
export { version } from './version.ts';
