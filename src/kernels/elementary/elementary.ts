import { KernelModule } from '../runtime/kernel-module.ts';
import { binary } from './binary.ts';

interface ElementaryExports {
  exp(x: number): number;
  log(x: number): number;
  tanh(x: number): number;
  sin(x: number): number;
  cos(x: number): number;
}

const elementary: KernelModule<ElementaryExports> = /* @__PURE__ */ new KernelModule<ElementaryExports>(binary);

/** e^x, the same bits in every engine. Error below 1 ulp over the whole range, subnormal results included. [Sun1993] */
export function exp(x: number): number {
  return elementary.common.exp(x);
}

/** Natural logarithm, the same bits in every engine. NaN below 0, −∞ at ±0. Error below 1 ulp. [Sun1993] */
export function log(x: number): number {
  return elementary.common.log(x);
}

/** Hyperbolic tangent, the same bits in every engine. Error below 2.5 ulp; keeps the sign of 0. [Sun1993] */
export function tanh(x: number): number {
  return elementary.common.tanh(x);
}

/** Sine of `x` radians, the same bits in every engine. Error below 0.85 ulp for finite `x`; NaN at ±∞. [Sun1993, Payne1983] */
export function sin(x: number): number {
  return elementary.common.sin(x);
}

/** Cosine of `x` radians, the same bits in every engine. Error below 0.85 ulp for finite `x`; NaN at ±∞. [Sun1993, Payne1983] */
export function cos(x: number): number {
  return elementary.common.cos(x);
}
