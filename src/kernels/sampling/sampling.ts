import { KernelModule } from '../runtime/kernel-module.ts';
import { binary } from './binary.ts';

/** The kernels by which genomes are drawn, moved and checked. */
interface SamplingExports {
  normal(state: number): number;
  fillNormals(state: number, out: number, count: number): void;
  insideInterval(numbers: number, count: number, lower: number, upper: number): number;
  insideBox(numbers: number, rows: number, columns: number, lower: number, upper: number): number;
  isoLine(
    genomes: number,
    others: number,
    factors: number,
    normals: number,
    rows: number,
    columns: number,
    sigma: number,
    lower: number,
    upper: number,
  ): void;
}

/** Their module. It keeps nothing between calls but tables. */
export const sampling: KernelModule<SamplingExports> = /* @__PURE__ */ new KernelModule<SamplingExports>(binary);
