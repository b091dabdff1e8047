export { BoxScaling } from './box-scaling.ts';
export { Cached } from './cached.ts';
export { CovarianceKernel } from './covariance.ts';
export { cos, exp, log, sin, tanh } from './elementary.ts';
export { insideBox, insideInterval } from './inside-box.ts';
export { type Line, type Moves, moveGenomes, type Rows } from './iso-line.ts';
export { NearestKernel } from './nearest.ts';
export { drawNormal, drawNormals } from './normals.ts';
export { evaluatePlanarArm } from './planar-arm.ts';
export { SymmetricEigenKernel } from './symmetric-eigen.ts';
export { VaeCrew, type VaeCrewShared } from './vae-crew.ts';
export { type VaeSizes, type VaeTensorName, type VaeTensors, vaeLayers, vaeShapes } from './vae-layout.ts';
export {
  type AdamState,
  type VaeCheckpoint,
  type VaeLoss,
  VaeNetwork,
} from './vae-network.ts';
