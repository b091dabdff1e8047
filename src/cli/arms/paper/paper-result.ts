import type { PaperExperiment, PaperJob, ReplicateResult, TargetResult } from '../../../paper/index.ts';
import type { ReplicateStore } from '../../replicates/replicate-store.ts';

/** A replicate of the paper's experiments. */
export interface PaperResult extends ReplicateResult<PaperJob> {
  /** Of replicate 1 of target matching, which the pictures show: the result for each target. */
  readonly targets?: readonly TargetResult[] | undefined;
}

/** The replicates of `elites paper`. */
export type PaperStore = ReplicateStore<PaperResult>;

/** The quantities that figures and tables show: at the end, and over evaluations. */
const shown: Readonly<Record<PaperExperiment, { final: readonly string[]; curve: readonly string[] }>> = {
  illumination: { final: ['coverage', 'meanFitness', 'qdScore', 'deviation'], curve: ['coverage', 'meanFitness'] },
  recreation: { final: ['coverage', 'deviation'], curve: ['coverage', 'meanFitness'] },
  targets: { final: ['distance', 'deviation'], curve: ['distance'] },
};

/** Whether a result has exactly the quantities of its experiment. */
export function isPaperResult({ job, final, curve, samples, targets }: PaperResult): boolean {
  const expected = shown[job.experiment];
  const matching = job.experiment === 'targets';
  const columns = [...Object.values(curve), ...Object.values(samples ?? {})];
  return (
    sameNames(final, expected.final) &&
    sameNames(curve, ['evaluations', ...expected.curve]) &&
    sameNames(samples ?? {}, matching ? expected.final : []) &&
    [Object.values(final), ...columns].every((numbers) => numbers.every(Number.isFinite)) &&
    (matching && job.replicate === 1
      ? Array.isArray(targets) && targets.every((one) => isVector(one?.target, 2) && isVector(one?.genome, job.joints))
      : targets === undefined)
  );
}

function sameNames(record: object, names: readonly string[]): boolean {
  return Object.keys(record).sort().join() === [...names].sort().join();
}

function isVector(value: unknown, length: number): boolean {
  return Array.isArray(value) && value.length === length && value.every(Number.isFinite);
}
