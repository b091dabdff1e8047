import { type KernelExports, KernelInstance, makeMemory, PAGE } from './instance.ts';

/** The kernels that keep nothing between calls, or only tables. */
export interface SharedExports extends KernelExports {
  exp(x: number): number;
  log(x: number): number;
  tanh(x: number): number;
  sin(x: number): number;
  cos(x: number): number;
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
  planarArm(
    genomes: number,
    rows: number,
    joints: number,
    deviation: number,
    fitness: number,
    descriptors: number,
  ): void;
}

/** Bytes of its memory that are for what is {@link Cached}, at first. */
export const CACHE_BYTES: number = 2 ** 24;

/** 1 MB, and the cache. */
const FIRST_PAGES = (2 ** 20 + CACHE_BYTES) / PAGE;

let instance: KernelInstance<SharedExports> | undefined;

/** The one instance that all stateless kernels share, made at the first use, with room for every {@link Area} and the cache. */
export function sharedInstance(): KernelInstance<SharedExports> {
  instance ??= new KernelInstance<SharedExports>(makeMemory({ initial: FIRST_PAGES }));
  return instance;
}
