import type { Encoding } from '../../../core/index.ts';
import { DataDrivenEncoding } from '../../../encodings/index.ts';
import {
  type IlluminationVariant,
  illuminate,
  matchTargets,
  type PaperJob,
  paperLatent,
  type ReplicateOutcome,
  recreate,
  untrainedEncoding,
} from '../../../paper/index.ts';
import type { Command } from '../../command.ts';
import { jobCommand } from '../../replicates/job-command.ts';
import { ReplicateStore } from '../../replicates/replicate-store.ts';
import { CliError } from '../../terminal/cli-error.ts';
import type { PaperResult, PaperStore } from './paper-result.ts';

const owner = 'elites paper-job';

/** `elites paper-job`: one replicate of `elites paper`. */
export const paperJobCommand: Command = jobCommand<PaperJob>('paper', async (job, out) => {
  const store: PaperStore = new ReplicateStore(owner, out);
  await store.perform(job, () => perform(job, store));
});

/** What a replicate leaves. */
interface Left {
  readonly outcome: ReplicateOutcome & Pick<PaperResult, 'targets'>;
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

async function perform(job: PaperJob, store: PaperStore): Promise<Left> {
  const { experiment, joints, evaluations, replicate: seed } = job;
  if (experiment === 'illumination') {
    const variant = job.variant as IlluminationVariant;
    const { outcome, encodings } = await illuminate({ joints, variant, evaluations, seed });
    return { outcome, files: encodings };
  }
  const encoding = await encodingOf(job, store);
  if (experiment === 'targets') {
    const outcome = await matchTargets({ joints, encoding, evaluations, seed });
    // The pictures show replicate 1, for which four digits are enough. Arms of 1000 joints would be most of a replicate's file.
    const rounded = outcome.targets.map((one) => {
      return { ...one, genome: one.genome.map((gene) => Math.round(gene * 1e4) / 1e4) };
    });
    const targets = job.replicate === 1 ? rounded : undefined;
    return { outcome: { ...outcome, targets } };
  }
  const { archive: _, ...outcome } = await recreate({ joints, encoding, evaluations, seed });
  return { outcome };
}

async function encodingOf(job: PaperJob, store: PaperStore): Promise<Encoding | undefined> {
  const { variant, joints, replicate, source } = job;
  if (variant === 'direct') return undefined;
  if (variant === 'untrained') return untrainedEncoding(joints, paperLatent(joints), replicate);
  // Imported only when needed: loading ml-matrix takes 70 ms.
  const { fromBytes } = variant === 'pca' ? (await import('../../../pca/index.ts')).LinearEncoding : DataDrivenEncoding;
  const encoding = await store.file<Encoding>(source!, variant, (bytes) => fromBytes(bytes));
  if (encoding === undefined) throw new CliError(owner, `${source} left no encoding ${variant}.`, 1);
  return encoding;
}
