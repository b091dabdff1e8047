import { sharedInstance } from './shared-instance.ts';

/** e^x, the same bits in every engine. Error below 0.52 ulp over the whole range, subnormal results included. [musl] */
export function exp(x: number): number {
  return sharedInstance().exports.exp(x);
}

/** Natural logarithm, the same bits in every engine. NaN below 0, −∞ at ±0. Error below 0.52 ulp. [musl] */
export function log(x: number): number {
  return sharedInstance().exports.log(x);
}

/** Hyperbolic tangent, the same bits in every engine. Error below 2 ulp; keeps the sign of 0. [musl] */
export function tanh(x: number): number {
  return sharedInstance().exports.tanh(x);
}

/** Sine of `x` radians, the same bits in every engine. Error below 0.8 ulp for every finite `x`; NaN at ±∞. [musl; Payne1983] */
export function sin(x: number): number {
  return sharedInstance().exports.sin(x);
}

/** Cosine of `x` radians, the same bits in every engine. Error below 0.8 ulp for every finite `x`; NaN at ±∞. [musl; Payne1983] */
export function cos(x: number): number {
  return sharedInstance().exports.cos(x);
}
