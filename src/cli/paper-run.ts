import { availableParallelism } from 'node:os';
import {
  illuminationJobs,
  jobKey,
  type PaperExperiment,
  type PaperJob,
  type PaperPlan,
  type PaperResult,
  runJobs,
  searchJobs,
} from '../experiments/index.ts';
import { performInChild } from './paper-child.ts';
import { PaperProgress } from './paper-progress.ts';
import { PaperStore } from './paper-store.ts';
import type { ProgressStream } from './progress.ts';

/** What is to be run where. */
export interface PaperRun extends PaperPlan {
  readonly experiments: readonly PaperExperiment[];
  readonly out: string;
}

/**
 * Runs the experiments, a replicate a process, as many at a time as there are cores; what was finished before is read.
 * @returns results in the plan's order; undefined if the signal stopped it.
 */
export async function runPaper(
  plan: PaperRun,
  stream: ProgressStream,
  signal: AbortSignal,
): Promise<PaperResult[] | undefined> {
  const store = new PaperStore(plan.out);
  const progress = new PaperProgress(stream);
  const shows = (name: PaperExperiment): boolean => plan.experiments.includes(name);
  const searches = (['recreation', 'targets'] as const).filter(shows);
  const perform = async (jobs: readonly PaperJob[]): Promise<PaperResult[] | undefined> => {
    const whole = await runJobs(jobs, {
      lanes: availableParallelism(),
      finished: (job) => store.finished(job),
      execute: (job, stop) => performInChild(job, plan.out, stop),
      onFinished: (job, ran) => progress.finished(job, ran),
      signal,
    });
    return whole ? Promise.all(jobs.map((job) => store.read(job))) : undefined;
  };
  const first = illuminationJobs(plan, shows('illumination'));
  progress.expect(first);
  for (const name of searches) progress.expect(searchJobs(name, plan, new Map()));
  const illuminations = await perform(first);
  if (illuminations === undefined) return undefined;
  const sources = bestSources(illuminations);
  const found = await perform(searches.flatMap((name) => searchJobs(name, plan, sources)));
  if (found === undefined) return undefined;
  return [...(shows('illumination') ? inOrder(illuminations) : []), ...found];
}

/** By joints, the key of the DDE-Elites replicate with the highest coverage; of equals the first. */
function bestSources(results: readonly PaperResult[]): Map<number, string> {
  const best = new Map<number, PaperResult>();
  for (const result of results) {
    const { variant, joints, replicate } = result.job;
    if (variant !== 'dde-elites') continue;
    const now = best.get(joints);
    const better = now === undefined || result.final.coverage! > now.final.coverage!;
    const tie = now !== undefined && result.final.coverage === now.final.coverage && replicate < now.job.replicate;
    if (better || tie) best.set(joints, result);
  }
  return new Map([...best].map(([joints, { job }]) => [joints, jobKey(job)]));
}

/** As the paper has them: by joints, and MAP-Elites first. */
function inOrder(results: readonly PaperResult[]): PaperResult[] {
  const variants = ['map-elites', 'me-line', 'dde-xover', 'dde-elites'];
  const place = ({ job }: PaperResult): number =>
    job.joints * 1e6 + variants.indexOf(job.variant) * 1e5 + job.replicate;
  return [...results].sort((a, b) => place(a) - place(b));
}
