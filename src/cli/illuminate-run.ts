import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointFile } from '../node/index.ts';
import { type Illumination, illuminate, type StoredRun } from './illumination.ts';
import { checkpointName, encodeIllumination, type IlluminationPlan } from './illumination-checkpoint.ts';
import { illuminationFiles } from './illumination-files.ts';
import { asJson, type IlluminationResult, resultOf } from './illumination-result.ts';
import { onInterrupt } from './interrupt.ts';
import { decimalText, integerText, percentText, significantText } from './number-text.ts';
import { writeFiles } from './out-folder.ts';
import { commandLines, shellWord } from './summary-report.ts';
import { textTable } from './text-table.ts';

/** How a plan is carried out. */
export interface IlluminateRun {
  /** The command, as messages name it. */
  readonly owner: string;
  readonly plan: IlluminationPlan;
  /** The folder for what comes out, which can be written to. */
  readonly folder: string;
  /** Whether results are printed as JSON. */
  readonly json: boolean;
  /** How far each algorithm is, up to the one to go on with. */
  readonly from: readonly StoredRun[];
}

/** Carries a plan out, from where it is, and writes everything. @returns the exit code. */
export async function runIlluminate({ owner, plan, folder, json, from }: IlluminateRun): Promise<number> {
  const { signal, release } = onInterrupt(process.stderr);
  const checkpoint = new Checkpoint(owner, plan, join(folder, checkpointName));
  const runs: Illumination[] = [];
  for (const [i, algorithm] of plan.algorithm.entries()) {
    if (signal.aborted) break;
    const { joints, evaluations, seed } = plan;
    const keep = (run: () => StoredRun, last: boolean): Promise<void> => checkpoint.keep(i, run, last);
    runs.push(
      await illuminate(
        { algorithm, joints, evaluations, seed },
        { stream: process.stderr, signal, from: from[i], keep },
      ),
    );
  }
  release();
  const results = runs.map(resultOf);
  // First: whatever becomes of the folder, the numbers are not lost.
  process.stdout.write(`\n${resultsTable(results)}\n\n${join(folder, 'report.html')}\n`);
  if (json) process.stdout.write(`${JSON.stringify(asJson(results))}\n`);
  let finished = false;
  try {
    await writeFiles(owner, folder, illuminationFiles(runs, results, commandLine(plan)));
    finished = !signal.aborted;
  } finally {
    if (finished) await checkpoint.remove();
    else if (checkpoint.exists()) process.stderr.write(`elites resume ${shellWord(folder)} goes on with it.\n`);
  }
  return finished ? 0 : 130;
}

/** The checkpoints of a plan. One that cannot be written is told of, and the run goes on. */
class Checkpoint {
  readonly #owner: string;
  readonly #plan: IlluminationPlan;
  readonly #file: CheckpointFile;
  readonly #finished: StoredRun[] = [];
  #failing = false;

  constructor(owner: string, plan: IlluminationPlan, path: string) {
    this.#owner = owner;
    this.#plan = plan;
    this.#file = new CheckpointFile({ path, every: plan.checkpoint });
  }

  /** Writes a checkpoint, if it is time or `last`, while algorithm `i` runs; all before it are finished. */
  async keep(i: number, run: () => StoredRun, last: boolean): Promise<void> {
    const bytes = (): Uint8Array => {
      this.#finished[i] = run();
      return encodeIllumination({ plan: this.#plan, runs: this.#finished });
    };
    const error = last ? await this.#file.save(bytes()).catch((error: Error) => error) : await this.#file.offer(bytes);
    if (error instanceof Error && !this.#failing) {
      process.stderr.write(`\n${this.#owner}: no checkpoint could be written, the run goes on: ${error.message}\n`);
    }
    this.#failing = error instanceof Error;
  }

  exists(): boolean {
    return existsSync(this.#file.path);
  }

  /** @throws nothing: files that stay are no reason to fail a run that is done. */
  remove(): Promise<void> {
    return this.#file.remove().catch(() => undefined);
  }
}

function resultsTable(results: readonly IlluminationResult[]): string {
  const head = ['', 'evaluations', 'coverage', 'mean fitness', 'best fitness', 'QD score', 'seconds'];
  const rows = results.map((result) => [
    result.algorithm,
    integerText(result.evaluations),
    percentText(result.coverage),
    significantText(result.meanFitness),
    significantText(result.maxFitness),
    decimalText(result.qdScore),
    decimalText(result.seconds.total),
  ]);
  return textTable(head, rows);
}

/** The command that makes these results again, an option a line. */
function commandLine({ joints, algorithm, evaluations, seed, out }: IlluminationPlan): string {
  const names = algorithm.map((name) => `--algorithm ${name}`);
  const settings = [
    `--joints ${joints}`,
    ...names,
    `--evaluations ${evaluations}`,
    `--seed ${seed}`,
    `--out ${shellWord(out)}`,
  ];
  return commandLines('elites illuminate', settings);
}
