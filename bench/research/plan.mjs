// Which runs docs/research.md compares.

export const CHECKPOINTS = [10_000, 30_000, 100_000, 1_000_000];

const compared = ['default', 'no wide steps', 'line', 'wide', 'twoPoint', 'paper'];
const firstGenomes = ['20 first genomes', '1000 first genomes', '3000 first genomes'];
const variants = [
  ...firstGenomes,
  'not mutated',
  'fixed shares',
  'probability matching',
  'adaptive pursuit',
  'discounted UCB',
  'Thompson sampling',
  '5 components',
  '32 components',
  '2 latents',
  '10 latents',
  '100 latents',
  '64 hidden units',
  'β 0',
  'β 1',
];
const arms = ['arm-20', 'arm-200', 'arm-1000'];
const projections = ['sphere-20', 'sphere-100', 'rastrigin-20', 'rastrigin-100'];

/** Runs of every problem with every strategy, `seeds` of each, from seed 301 on. */
function runs(problems, strategies, evaluations, seeds = 11) {
  return problems.flatMap((problem) =>
    strategies.flatMap((strategy) =>
      Array.from({ length: seeds }, (_, i) => ({ problem, strategy, seed: 301 + i, evaluations })),
    ),
  );
}

const wanted = [
  ...runs(arms, [...compared, 'xover'], 1_000_000, 5),
  ...runs(arms, [...compared, 'xover', 'other seeds'], 100_000),
  ...runs(['arm-20', 'arm-200'], ['halves'], 100_000),
  ...runs(['arm-20', 'arm-200'], variants, 30_000),
  ...runs(projections, [...compared, 'xover', 'halves', 'other seeds'], 100_000),
  ...runs(projections, ['default σ', 'default σ without wide steps'], 30_000),
  ...runs(['sphere-20', 'maze-90'], firstGenomes, 30_000),
  ...runs(['filter-64', 'maze-90'], [...compared, 'other seeds'], 30_000),
];

/** Each run once, with the most evaluations that are wanted of it: a longer run has the checkpoints of the shorter ones. */
export const plan = wanted.filter(
  (run) => !wanted.some((other) => isSame(run, other) && other.evaluations > run.evaluations),
);

/** Whether two runs have the same problem, strategy and seed. */
export function isSame(a, b) {
  return a.problem === b.problem && a.strategy === b.strategy && a.seed === b.seed;
}
