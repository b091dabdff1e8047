export { allowListeners, CallSignals } from './call-signals.ts';
export {
  checkArray,
  checkChoice,
  checkFlag,
  checkFunction,
  checkInteger,
  checkLimit,
  checkMethods,
  checkNumber,
  checkObject,
  checkOptions,
  checkPositive,
  checkSafeInteger,
  checkSignal,
  checkSynchronous,
  checkText,
  isThenable,
  ownerOf,
} from './checks/checks.ts';
export {
  argumentError,
  ElitesError,
  type ErrorCode,
  isError,
  messageOf,
  notFinite,
  shapeError,
  shorten,
  show,
  snapshotError,
  stateError,
} from './checks/errors.ts';
export { plainJson } from './checks/plain-json.ts';
export { receivedError, type SentError, sentError } from './checks/sent-error.ts';
export { asBytes, isFloat32Array, isFloat64Array, typedArrayKind } from './checks/typed-array.ts';
export { gridBox } from './grid-box.ts';
export { inSlices, pause } from './pause.ts';
export { CollectedRows, type RowsListener } from './rows/collected-rows.ts';
export {
  checkFields,
  FIELD,
  type FieldKind,
  type FieldKinds,
  type FieldValues,
  type JsonKind,
  type NoFields,
} from './rows/fields.ts';
export {
  asBatch,
  Batch,
  checkGenomes,
  copyGenomes,
  copyRowList,
  FreshBatch,
  freshBatch,
  type Genomes,
  genomeData,
  isBatch,
  isTransferred,
  ListBatch,
  listOf,
  shapeOf,
} from './rows/genomes.ts';
export { frozenBox, LATENT_BOUND, latentBox, mapVectors, sampleLatent, type Vectors } from './rows/latents.ts';
export {
  addCount,
  areIds,
  ascending,
  checkRow,
  clip,
  copyList,
  copyNumbers,
  copyRow,
  copyRows,
  isAscending,
  isList,
  isRow,
  MOST_COUNTED,
  touchRows,
} from './rows/numbers.ts';
export { gatherReport, isStatus, ReportRows } from './rows/report-rows.ts';
export { CheckedResults, checkResults, fieldsOf, invalidResults, resultSchema } from './rows/results.ts';
export { gatherRows, Selection, selectElites } from './rows/selection.ts';
export {
  type Column,
  type ColumnKind,
  isCodec,
  isVector,
  type Schema,
  Table,
  type TextCodec,
  widthOf,
} from './rows/table.ts';
export { stretchTo, uniformRows } from './rows/uniform-rows.ts';
export type {
  AddReport,
  AddStatus,
  Archive,
  Elite,
  Geometry,
  GeometryOf,
  Metrics,
  Origin,
  Origins,
  Repeats,
} from './seams/archive.ts';
export {
  type Domain,
  type EvaluationContext,
  type Evaluator,
  evaluatesRows,
  type Gradients,
  type Problem,
  type Results,
  type RowEvaluator,
  type RowsContext,
} from './seams/problem.ts';
export type { Random } from './seams/random.ts';
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
} from './seams/seams.ts';
export { type MaybeStateful, type Stateful, stateMethodsOf } from './seams/stateful.ts';
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
  spaceDifference,
} from './space.ts';
export { version } from './version.ts';
