import { DataDrivenEncoding } from '../../../encodings/index.ts';
import {
  encodingSources,
  type IlluminationVariant,
  illuminationJobs,
  illuminationVariants,
  jobWeight,
  type PaperExperiment,
  type PaperJob,
  type PaperPlan,
  replicateKey,
  searchJobs,
} from '../../../paper/index.ts';
import { ReplicateProgress } from '../../replicates/replicate-progress.ts';
import { ReplicateStore } from '../../replicates/replicate-store.ts';
import { runReplicates } from '../../replicates/replicates.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { isPaperResult, type PaperResult, type PaperStore } from './paper-result.ts';

/** What to run, and in which folder. */
export interface PaperRun extends PaperPlan {
  readonly experiments: readonly PaperExperiment[];
  readonly out: string;
}

const owner = 'elites paper';

/**
 * Runs the illuminations, then the experiments that search the encodings learned there.
 * @returns results in the plan's order; undefined if the signal stopped it.
 */
export async function runPaper(plan: PaperRun, signal: AbortSignal): Promise<PaperResult[] | undefined> {
  const store: PaperStore = new ReplicateStore(owner, plan.out, isPaperResult);
  const progress = new ReplicateProgress(process.stderr, jobWeight);
  const shows = (name: PaperExperiment): boolean => plan.experiments.includes(name);
  const searches = (['recreation', 'targets'] as const).filter(shows);
  const perform = (jobs: readonly PaperJob[]): Promise<PaperResult[] | undefined> =>
    runReplicates(jobs, { owner, command: 'paper-job', out: plan.out, store, progress, signal });
  const first = illuminationJobs(plan, shows('illumination'));
  progress.expect(first);
  for (const name of searches) progress.expect(searchJobs(name, plan, new Map()));
  const illuminations = await perform(first);
  if (illuminations === undefined) return undefined;
  const sources = searches.length === 0 ? new Map<string, string>() : await bestSources(illuminations, store);
  const found = await perform(searches.flatMap((name) => searchJobs(name, plan, sources)));
  if (found === undefined) return undefined;
  return [...(shows('illumination') ? inOrder(illuminations) : []), ...found];
}

/**
 * The keys of the illuminations whose encodings are searched, by variant and joints: the replicates with the highest coverage, the first
 * of equal ones.
 * @throws CliError if one of them ended before learning, or its encoding is damaged.
 */
async function bestSources(results: readonly PaperResult[], store: PaperStore): Promise<Map<string, string>> {
  const ascending = [...results].sort(
    (a, b) => a.final.coverage! - b.final.coverage! || b.job.replicate - a.job.replicate,
  );
  // Of those with one name the last stays.
  const best = new Map(ascending.map((result) => [`${result.job.variant}-${result.job.joints}`, result]));
  for (const { job } of best.values()) {
    const encoding = job.variant === 'defaults' ? 'finished' : 'dde';
    if (encodingSources.get(encoding) !== job.variant) continue;
    const read = (bytes: Uint8Array): DataDrivenEncoding => DataDrivenEncoding.fromBytes(bytes);
    if ((await store.file(replicateKey(job), encoding, read)) !== undefined) continue;
    const message = `--evaluations must be larger than the first genomes of ${job.variant} with ${job.joints} joints, or nothing is learned; got ${job.evaluations}.`;
    throw new CliError(owner, message);
  }
  return new Map([...best].map(([name, { job }]) => [name, replicateKey(job)]));
}

/** In the paper's order: by joints, MAP-Elites first. */
function inOrder(results: readonly PaperResult[]): PaperResult[] {
  const place = ({ job }: PaperResult): number =>
    job.joints * 1e6 + illuminationVariants.indexOf(job.variant as IlluminationVariant) * 1e5 + job.replicate;
  return [...results].sort((a, b) => place(a) - place(b));
}
