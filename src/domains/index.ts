export { rastriginProjection, sphereProjection } from './linear-projection.ts';
export { planarArm } from './planar-arm.ts';
export type { VectorDomain, VectorResults } from './vector-domain.ts';
