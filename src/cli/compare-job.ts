import { type Algorithm, asBytes, show } from '../core/index.ts';
import { type ReplicateJob, recordRun } from '../paper/index.ts';
import type { Command } from './command.ts';
import { errorCure, type OnErrors } from './modules/evaluation-errors.ts';
import { loadSearchModule } from './modules/search-module.ts';
import { usersCode } from './modules/users-code.ts';
import { jobCommand } from './replicates/job-command.ts';
import { areQuantities, isQuantity } from './replicates/replicate-result.ts';
import { ReplicateStore } from './replicates/replicate-store.ts';
import { CliError } from './terminal/cli-error.ts';

/** A replicate of a variant of a user's module. */
export interface CompareJob extends ReplicateJob, OnErrors {
  /** Path of the module. */
  readonly module: string;
  /** Whether the archive is kept beside the result, as the file {@link keptArchive}. */
  readonly keepArchives?: true | undefined;
}

/** The name of the file of a replicate's archive, see {@link ReplicateStore}. */
export const keptArchive = 'archive';

const owner = 'elites compare-job';

/** `elites compare-job`: one replicate of `elites compare`. */
export const compareJobCommand: Command = jobCommand<CompareJob>('compare', async (job, out) => {
  const { variants } = await loadSearchModule(owner, job.module);
  await new ReplicateStore(owner, out).perform(job, async () => {
    const { module, retries, onEvaluationError } = job;
    const search = await usersCode(owner, module, async () => {
      const search = await variants.get(job.variant)!({ seed: job.replicate });
      const variant = `variants.${job.variant}`;
      if (typeof search?.ask !== 'function' || typeof search.tell !== 'function')
        throw fault(job, `${variant} must return a search, with ask() and tell()`, show(search));
      if (typeof search.archive?.metrics !== 'function')
        throw fault(
          job,
          `the archive of ${variant} must have metrics(), as those of this package`,
          show(search.archive),
        );
      return search;
    });
    // The first bytes are only to refuse an archive that cannot be kept, before anything is evaluated.
    if (job.keepArchives) await archiveBytes(job, search);
    const options = { retries, onEvaluationError };
    const run = () => recordRun(search, job.evaluations, undefined, options);
    const outcome = await usersCode(owner, module, run, errorCure(options));
    checkQuantities(job, Object.keys(outcome.final));
    if (!job.keepArchives) return { outcome };
    return { outcome, files: new Map([[keptArchive, await archiveBytes(job, search)]]) };
  });
});

/** The file of a search's archive. */
async function archiveBytes(job: CompareJob, search: Algorithm<unknown>): Promise<Uint8Array> {
  const { module, variant } = job;
  const archive = search.archive as { toBytes?: () => unknown } | undefined;
  if (typeof archive?.toBytes !== 'function') {
    const rule = 'must have toBytes(), as those of this package, for --keep-archives';
    throw fault(job, `the archive of variants.${variant} ${rule}`, 'none');
  }
  return usersCode(owner, module, async () =>
    asBytes(`variants.${variant}`, 'archive.toBytes()', await archive.toBytes!()),
  );
}

function fault({ module }: CompareJob, rule: string, got: string): CliError {
  return new CliError(owner, `${module}: ${rule}; got ${got}.`, 1);
}

function checkQuantities(job: CompareJob, names: readonly string[]): void {
  if (areQuantities(names)) return;
  const wrong = names.find((name) => !isQuantity(name));
  const rule = 'must have a finite number, by names of at most 100 letters, digits, dots, _, + and -, not evaluations';
  throw fault(job, `metrics() of a variant's archive ${rule}`, wrong === undefined ? 'none' : show(wrong));
}
