import { KernelModule } from '../runtime/kernel-module.ts';
import { binary } from './binary.ts';

/** The kernels of linear algebra. */
export interface LinearExports {
  productTransposed(x: number, rows: number, matrix: number, dimensions: number, out: number): void;
  product(x: number, rows: number, matrix: number, dimensions: number, out: number): void;
  rankUpdate(matrix: number, n: number, decay: number, x: number, rows: number, weights: number): void;
  symmetricEigen(matrix: number, step: number, dimensions: number, values: number, room: number): number;
  symmetricEigenRoom(dimensions: number): number;
}

/** Their module. It keeps nothing between calls. */
export const linear: KernelModule<LinearExports> = /* @__PURE__ */ new KernelModule<LinearExports>(binary);
