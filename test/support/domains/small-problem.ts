import type { Problem } from '../../../src/core/index.ts';

/** Three cells for the problem. */
export const centroids: number[][] = [
  [0.1, 0.2],
  [0.8, 0.3],
  [0.4, 0.9],
];

/** What an archive of a grid is made of in addition, to lie there, for `describe.each`. */
export const places: [string, { cells?: undefined; centroids?: number[][] }][] = [
  ['a grid', {}],
  ['centroids', { cells: undefined, centroids }],
];

/** A problem small enough that rows often share a cell. */
export const problem: Problem = {
  genome: { dimensions: 3, lower: -1, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fitnessFloor: -10,
};
