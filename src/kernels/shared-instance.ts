import { type KernelExports, KernelInstance } from './instance.ts';

/** The kernels that keep nothing between calls, or only tables. */
export interface SharedExports extends KernelExports {
  exp(x: number): number;
  log(x: number): number;
  tanh(x: number): number;
  sin(x: number): number;
  cos(x: number): number;
  normal(state: number): number;
  fillNormals(state: number, out: number, count: number): void;
  finiteNumbers(numbers: number, count: number): number;
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
  planarArm(
    genomes: number,
    rows: number,
    joints: number,
    deviation: number,
    fitness: number,
    descriptors: number,
  ): void;
}

let instance: KernelInstance<SharedExports> | undefined;

/** The one instance that all stateless kernels share, made at the first use, with 1 MB: room for every {@link Area}. */
export function sharedInstance(): KernelInstance<SharedExports> {
  if (instance === undefined) {
    instance = new KernelInstance<SharedExports>();
    instance.exports.memory.grow(15);
  }
  return instance;
}
