import type { PaperVariant } from '../presets/index.ts';

/** The paper's three experiments. */
export type PaperExperiment = 'illumination' | 'recreation' | 'targets';

/** What is searched in recreation and target matching: latents of a learned, never trained or linear decoder, or angles. */
type PaperEncoding = 'dde' | 'untrained' | 'pca' | 'direct';

/** One replicate of one variant. */
export interface PaperJob {
  readonly experiment: PaperExperiment;
  readonly joints: number;
  readonly variant: PaperVariant | PaperEncoding;
  /** From 1; also the seed. */
  readonly replicate: number;
  readonly evaluations: number;
  /** Key of the illumination whose encodings are searched; undefined of jobs that need none. */
  readonly source?: string | undefined;
}

/** How much is to be run. */
export interface PaperPlan {
  readonly joints: readonly number[];
  readonly replicates: number;
  /** The budget of an illumination; those of the others follow from it. */
  readonly evaluations: number;
}

const variants: readonly PaperVariant[] = ['map-elites', 'me-line', 'dde-xover', 'dde-elites'];
const encodings: readonly PaperEncoding[] = ['dde', 'untrained', 'pca', 'direct'];

/** A job's name: equal for equal work, different for other budgets and sources. Fit for a file. */
export function jobKey({ experiment, joints, variant, replicate, evaluations, source }: PaperJob): string {
  const from = source === undefined ? '' : `-from-${source.split('-').at(-1)}-of-${source.split('-').at(-2)}`;
  return `${experiment}-${joints}-${variant}-${evaluations}-${replicate}${from}`;
}

/**
 * The illumination's jobs, the longest first within each number of joints.
 * @param all - False: only those that the other experiments need, of DDE-Elites.
 */
export function illuminationJobs({ joints, replicates, evaluations }: PaperPlan, all: boolean): PaperJob[] {
  const wanted = all ? variants : variants.slice(-1);
  const jobs = joints.flatMap((n) =>
    wanted.flatMap((variant) =>
      replicatesOf(replicates).map((replicate) => {
        return { experiment: 'illumination', joints: n, variant, replicate, evaluations } as const;
      }),
    ),
  );
  return jobs.sort((a, b) => jobWeight(b) - jobWeight(a));
}

/**
 * Jobs of recreation or target matching.
 * @param sources - Key of the illumination to search the encodings of, by joints.
 */
export function searchJobs(
  experiment: 'recreation' | 'targets',
  { joints, replicates, evaluations }: PaperPlan,
  sources: ReadonlyMap<number, string>,
): PaperJob[] {
  return joints.flatMap((n) =>
    encodings.flatMap((variant) =>
      replicatesOf(replicates).map((replicate) => {
        const share = experiment === 'targets' ? 200 : variant === 'direct' ? 10 : 100;
        const budget = Math.max(1, Math.round(evaluations / share));
        const learned = variant === 'dde' || variant === 'pca';
        const source = learned ? sources.get(n) : undefined;
        return { experiment, joints: n, variant, replicate, evaluations: budget, source };
      }),
    ),
  );
}

/** About how long a job takes, in no unit: for the time left, and to begin with the longest. */
export function jobWeight({ experiment, joints, variant, evaluations }: PaperJob): number {
  if (experiment === 'targets') return 18 * evaluations * (5 + joints * (variant === 'direct' ? joints / 200 : 0.1));
  const learns = variant === 'dde-elites' || variant === 'dde-xover';
  return evaluations * (2 + joints * (learns ? 1 : 0.05));
}

function replicatesOf(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}
