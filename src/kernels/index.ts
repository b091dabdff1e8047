export { cos, exp, log, sin, tanh } from './elementary.ts';
export { KernelInstance } from './instance.ts';
export { drawNormal, drawNormals } from './normals.ts';
export { evaluatePlanarArm } from './planar-arm.ts';
