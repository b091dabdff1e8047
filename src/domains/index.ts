export {
  type DomainSpec,
  defineDomain,
  type FieldAnswers,
  type FieldsOf,
  type ResultsOf,
} from './define-domain.ts';
export {
  type EncodingQuality,
  type EncodingQualityOptions,
  encodingQuality,
  MOST_SAMPLES,
  reconstructionError,
} from './encoding-quality.ts';
export { checkGradients, gradientsAt } from './gradients.ts';
export { type LinearProjectionOptions, rastriginProjection, sphereProjection } from './linear-projection.ts';
export { type PlanarArmOptions, planarArm } from './planar-arm.ts';
export type { Evaluation, Infeasible, OneContext } from './row-evaluation.ts';
export type { DifferentiableDomain, NamedDomain, VectorDomain, VectorResults } from './vector-domain.ts';
export { withEncoding } from './with-encoding.ts';
