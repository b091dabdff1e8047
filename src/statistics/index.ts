/**
 * Statistics of runs with several seeds: what `elites compare` tells of its replicates.
 *
 * @module elites/statistics
 */
export { type CurveQuartiles, curveQuartiles, type RecordedCurve } from './curve-quartiles.ts';
export { holm } from './holm.ts';
export { type MannWhitney, mannWhitney } from './mann-whitney.ts';
export { type Quartiles, quantile, quartiles } from './quantiles.ts';
