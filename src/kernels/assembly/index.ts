// The kernels: AssemblyScript, compiled by scripts/build-kernels.mjs, never seen by tsc or biome.

/** Where free memory begins. */
export function heapBase(): usize {
  return __heap_base;
}

export { product, productTransposed, rankUpdate } from './covariance';
export { cos, exp, log, sin, tanh } from './elementary';
export { insideBox, insideInterval, isoLine } from './iso-line';
export { nearest, plant, treeRoom } from './nearest';
export { arrange, scan, scanRoom } from './nearest-scan';
export { fillNormals, normal } from './normals';
export { planarArm } from './planar-arm';
export { symmetricEigen, symmetricEigenRoom } from './symmetric-eigen';
export { allFinite, vaeDecode, vaeEncode, vaePhase } from './vae';
