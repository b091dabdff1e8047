/**
 * Quality-diversity optimisation: an algorithm asks for a batch of genomes, somebody evaluates it, the algorithm is told,
 * and the elites end up in an archive; a learner turns the archive into an encoding.
 *
 * @packageDocumentation
 */
export {
  DdeElites,
  type DdeElitesOptions,
  ddeMixtures,
  type Initial,
  type LoopHooks,
  type LoopOptions,
  MapElites,
  type MapElitesOptions,
  type Training,
} from './algorithms/index.ts';
export {
  type CellArchive,
  CvtArchive,
  type CvtArchiveOptions,
  type CvtCentroidsOptions,
  cvtCentroids,
  GridArchive,
  type GridArchiveOptions,
  ringCentroids,
} from './archives/index.ts';
export { SlidingWindowUcb, type SlidingWindowUcbOptions } from './bandits/index.ts';
export {
  type AddReport,
  type AddStatus,
  type Algorithm,
  type AnySpace,
  type Archive,
  type Bandit,
  Batch,
  type Box,
  type Domain,
  type Elite,
  ElitesError,
  type Encoding,
  type ErrorCode,
  type EvaluationContext,
  type Evaluator,
  type GenomeOf,
  type GenomeSpace,
  type Genomes,
  type Learner,
  type LearnerContext,
  ListBatch,
  type MaybeStateful,
  type Metrics,
  type ObjectSpace,
  objectSpace,
  type Problem,
  type Random,
  type Results,
  type Stateful,
  type VariationContext,
  type VariationOperator,
} from './core/index.ts';
export {
  type DomainSpec,
  defineDomain,
  type Evaluation,
  type LinearProjectionOptions,
  type NamedDomain,
  type OneContext,
  type PlanarArmOptions,
  planarArm,
  type ResultsOf,
  rastriginProjection,
  sphereProjection,
  type VectorDomain,
  type VectorResults,
  withEncoding,
} from './domains/index.ts';
export { DataDrivenEncoding, type DataDrivenEncodingOptions } from './encodings/index.ts';
export type { VaeTensorName, VaeTensors } from './kernels/index.ts';
export { Vae, type VaeFit, type VaeFitContext, type VaeOptions } from './learners/index.ts';
export {
  type BestCandidate,
  type Boundary,
  CmaEs,
  type CmaEsOptions,
  type Optimizer,
  type Restart,
  type RestartOptions,
  SepCmaEs,
  type SepCmaEsOptions,
  type StopReason,
} from './optimizers/index.ts';
export {
  type PaperDdeElites,
  type PaperMapElites,
  type PaperSettingsOptions,
  type PaperVariant,
  paperSettings,
} from './presets/index.ts';
export { RandomStream, randomStream } from './random/index.ts';
export { type GenerationReport, type RunOptions, type RunOutcome, run } from './run/index.ts';
export {
  defineVariation,
  GaussianMutation,
  type GaussianMutationOptions,
  IsoLineMutation,
  type IsoLineMutationOptions,
  OperatorMixture,
  type OperatorMixtureOptions,
  type OutOfBounds,
  type Ratios,
  ReconstructiveCrossover,
  type ReconstructiveCrossoverOptions,
  type Sigma,
  type VaryOne,
} from './variation/index.ts';
