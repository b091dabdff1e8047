import type { ReplicateJob } from '../replicates/replicate.ts';
import { type IlluminationVariant, illuminationVariants } from './paper-search.ts';

/** The paper's three experiments. */
export type PaperExperiment = 'illumination' | 'recreation' | 'targets';

/**
 * The search space of recreation and target matching: latents of the paper's learned decoder, of the defaults' finished one, of an untrained
 * or a linear one, or joint angles.
 */
type PaperEncoding = 'dde' | 'finished' | 'untrained' | 'pca' | 'direct';

/** The illumination that each learned encoding comes from. */
export const encodingSources: ReadonlyMap<string, IlluminationVariant> = new Map([
  ['dde', 'dde-elites'],
  ['finished', 'defaults'],
  ['pca', 'dde-elites'],
]);

/** One replicate of one variant. The group is experiment and joints; the source is the illumination whose encodings are searched. */
export interface PaperJob extends ReplicateJob {
  readonly experiment: PaperExperiment;
  readonly joints: number;
  readonly variant: IlluminationVariant | PaperEncoding;
}

/** The size of the experiments. */
export interface PaperPlan {
  readonly joints: readonly number[];
  /** Of each illumination. */
  readonly replicates: number;
  /** Of each recreation and target matching. */
  readonly searches: number;
  /** The budget of an illumination; the other budgets follow from it. */
  readonly evaluations: number;
}

const encodings: readonly PaperEncoding[] = ['dde', 'finished', 'untrained', 'pca', 'direct'];

/**
 * The illumination's jobs, the longest first within each number of joints.
 * @param all - False: only those that leave encodings, which the other experiments need.
 */
export function illuminationJobs({ joints, replicates, evaluations }: PaperPlan, all: boolean): PaperJob[] {
  const wanted = illuminationVariants.filter((variant) => all || [...encodingSources.values()].includes(variant));
  const jobs = joints.flatMap((n) =>
    wanted.flatMap((variant) =>
      replicatesOf(replicates).map((replicate) => {
        const experiment = 'illumination';
        return { group: `${experiment}-${n}`, experiment, joints: n, variant, replicate, evaluations } as const;
      }),
    ),
  );
  return jobs.sort((a, b) => jobWeight(b) - jobWeight(a));
}

/**
 * Jobs of recreation or target matching.
 * @param sources - By variant and joints, as `defaults-20`: the key of the illumination whose encodings are searched.
 */
export function searchJobs(
  experiment: 'recreation' | 'targets',
  { joints, searches, evaluations }: PaperPlan,
  sources: ReadonlyMap<string, string>,
): PaperJob[] {
  return joints.flatMap((n) =>
    encodings.flatMap((variant) =>
      replicatesOf(searches).map((replicate) => {
        const share = experiment === 'targets' ? 200 : variant === 'direct' ? 10 : 100;
        const budget = Math.max(1, Math.round(evaluations / share));
        const source = sources.get(`${encodingSources.get(variant)}-${n}`);
        return { group: `${experiment}-${n}`, experiment, joints: n, variant, replicate, evaluations: budget, source };
      }),
    ),
  );
}

/** Roughly how long a job takes, without a unit: for estimates of the time left, and to start with the longest. */
export function jobWeight({ experiment, joints, variant, evaluations }: PaperJob): number {
  if (experiment === 'targets') return 18 * evaluations * (5 + joints * (variant === 'direct' ? joints / 200 : 0.1));
  const learning: Readonly<Record<string, number>> = { 'dde-elites': 1, 'dde-xover': 0.6, defaults: 0.15 };
  return evaluations * (2 + joints * (learning[variant] ?? 0.05));
}

function replicatesOf(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}
