import type { Problem } from '../../../src/core/index.ts';

/** A problem small enough that rows often share a cell. */
export const problem: Problem = {
  genome: { dimensions: 3, lower: -1, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fitnessFloor: -10,
};
