export { evaluatePlanarArm } from './arm/planar-arm.ts';
export { cos, exp, log, sin, tanh } from './elementary/elementary.ts';
export { CovarianceKernel } from './linear/covariance.ts';
export { SymmetricEigenKernel } from './linear/symmetric-eigen.ts';
export { NearestKernel } from './nearest/nearest.ts';
export { Cached } from './runtime/cached.ts';
export { insideBox, insideInterval } from './sampling/inside-box.ts';
export { type Line, type Moves, moveGenomes, type Rows } from './sampling/iso-line.ts';
export { drawNormal, drawNormals } from './sampling/normals.ts';
export { BoxScaling } from './vae/box-scaling.ts';
export {
  RegressionNetwork,
  type RegressionState,
  type RegressionTensors,
  regressionShapes,
} from './vae/regression-network.ts';
export { VaeCrew, type VaeCrewShared } from './vae/vae-crew.ts';
export { type VaeSizes, type VaeTensorName, type VaeTensors, vaeLayers, vaeShapes } from './vae/vae-layout.ts';
export type { VaeLoss } from './vae/vae-memory.ts';
export { type AdamState, type VaeCheckpoint, VaeNetwork } from './vae/vae-network.ts';
