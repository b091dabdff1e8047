import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointFile } from '../../node/index.ts';
import type { RunSeconds } from '../../run/index.ts';
import { checkpointName, encodeCheckpoint, type IlluminationPlan } from './run-checkpoint.ts';
import type { IlluminatedSearch } from './subject.ts';
import type { TimesFile } from './times-file.ts';

/** ms between lines of the times file. */
const timesEvery = 1000;

/** Writes checkpoints and times of a run. A write that fails is reported once, and the run continues. */
export class RunKeeper {
  readonly #owner: string;
  readonly #plan: IlluminationPlan;
  readonly #times: TimesFile;
  readonly #file: CheckpointFile;
  readonly #searches: Uint8Array[] = [];
  #told = Number.NEGATIVE_INFINITY;
  #failing = false;

  /**
   * @param owner - The command, as messages name it.
   * @param folder - The output folder.
   */
  constructor(owner: string, plan: IlluminationPlan, folder: string, times: TimesFile) {
    this.#owner = owner;
    this.#plan = plan;
    this.#times = times;
    this.#file = new CheckpointFile({ path: join(folder, checkpointName), every: plan.checkpoint });
  }

  /** Saves the state of search `i` if a checkpoint is due, or if `last`; earlier searches are finished. */
  async keep(i: number, search: IlluminatedSearch, spent: RunSeconds, last: boolean): Promise<void> {
    const error = await this.#write(i, search, spent, last).catch((reason: Error) => reason);
    if (error !== undefined && !this.#failing) {
      process.stderr.write(
        `\n${this.#owner}: checkpoint or times could not be written, the run continues: ${error.message}\n`,
      );
    }
    this.#failing = error !== undefined;
  }

  exists(): boolean {
    return existsSync(this.#file.path);
  }

  /** Deletes the checkpoint. Never throws: a finished run must not fail because of a leftover file. */
  remove(): Promise<void> {
    return this.#file.remove().catch(() => undefined);
  }

  async #write(i: number, search: IlluminatedSearch, spent: RunSeconds, last: boolean): Promise<Error | undefined> {
    let taken = last;
    const bytes = (): Uint8Array => {
      taken = true;
      this.#searches[i] = search.snapshot();
      return encodeCheckpoint({ plan: this.#plan, searches: this.#searches });
    };
    let error: Error | undefined;
    if (!last) error = await this.#file.offer(bytes);
    else if (isBegun(search)) await this.#file.save(bytes());
    if (!taken && performance.now() - this.#told < timesEvery) return error;
    this.#told = performance.now();
    await this.#times.append(this.#plan.algorithm[i]!, search.evaluations, spent);
    return error;
  }
}

/** Whether the search has any results. */
function isBegun(search: IlluminatedSearch): boolean {
  const { evaluations, pending = [] } = search;
  return evaluations > 0 || pending.some((batch) => (search.missing?.(batch).length ?? 0) < batch.rows);
}
