import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shorten, show } from '../core/index.ts';
import { CheckpointFile } from '../node/index.ts';
import { armSubject } from './arms/arm-subject.ts';
import { type Command, command } from './command.ts';
import { withFolderLock } from './files/folder-lock.ts';
import { prepareFolder } from './files/out-folder.ts';
import { moduleSubject } from './illumination/module-subject.ts';
import { checkpointName, decodeCheckpoint, type IlluminationPlan } from './illumination/run-checkpoint.ts';
import { runIlluminate } from './illumination/run-illuminate.ts';
import type { IlluminatedSearch, Subject } from './illumination/subject.ts';
import { liveOptions, livePort } from './live/live-options.ts';
import { errorOptions, onErrorsOf } from './modules/evaluation-errors.ts';
import { loadSearchModule } from './modules/search-module.ts';
import { CliError } from './terminal/cli-error.ts';
import { jsonOption, type OptionValues } from './terminal/command-options.ts';

const owner = 'elites resume';
const options = {
  ...errorOptions({ retries: 'as begun', onEvaluationError: 'as begun' }),
  ...liveOptions,
  json: jsonOption,
};

/** `elites resume`: continues an illumination that was stopped. */
export const resumeCommand: Command = command({
  owner,
  summary: 'continue an illumination that was stopped or crashed',
  argument: 'DIR',
  options,
  about: `Continues the run of elites illuminate in DIR from the last checkpoint, with the
same options. The results are those of an uninterrupted run, except for times. A
MODULE is loaded again by its path: call this in the folder in which the run was begun.
If a failed evaluation ended the run, --retries or --on-evaluation-error invalid helps.`,
  run: runCommand,
});

/** A run that is resumed. */
interface BrokenOff {
  readonly plan: IlluminationPlan;
  readonly subject: Subject;
  readonly from: readonly IlluminatedSearch[];
}

async function runCommand(values: OptionValues<typeof options>, folder: string): Promise<number> {
  const { json } = values;
  const port = livePort(owner, values);
  const path = join(folder, checkpointName);
  if (!['', '.previous'].some((end) => existsSync(path + end))) throw noRun(folder);
  await prepareFolder(owner, folder, 'DIR');
  return withFolderLock(owner, folder, async () => {
    const { plan, subject, from } = await lastState(folder);
    const changed = { ...plan, ...onErrorsOf(values) };
    return runIlluminate({ owner, folder, json, port, plan: changed, subject, from });
  });
}

/** The error for a folder without a checkpoint. A run deletes its checkpoints when it ends. */
function noRun(folder: string): CliError {
  let why = 'it has no checkpoint and no results';
  if (!existsSync(folder)) why = 'there is no such folder';
  else if (existsSync(join(folder, 'results.json'))) why = 'it has results and no checkpoint, so its run is finished';
  return new CliError(owner, `DIR must be the folder of an unfinished run; got ${show(folder)}: ${why}.`, 1);
}

/** The state in the newest checkpoint that can be restored. @throws CliError if there is none. */
async function lastState(folder: string): Promise<BrokenOff> {
  const file = new CheckpointFile({ path: join(folder, checkpointName) });
  const changed = new Set<string>();
  let state: BrokenOff | undefined;
  const found = await file
    .load(async (bytes) => {
      // Restored here, so that the previous checkpoint is tried if the searches refuse this one.
      state = await restored(bytes, changed);
    })
    .catch((error: Error) => {
      if (error instanceof CliError) throw error;
      const [path] = changed;
      const cure = path && ` Bring back ${path} as it was, or begin a new run in another folder.`;
      throw new CliError(owner, `no checkpoint can be continued: ${reasonOf(error)}${cure ?? ''}`, 1);
    });
  if (state === undefined) throw noRun(folder);
  if (found.error !== undefined) {
    process.stderr.write(`${owner}: continues from the previous checkpoint: ${reasonOf(found.error)}\n`);
  }
  return state;
}

/** Why a checkpoint was not taken. Its path comes first; this command, whose name precedes it, is not named again. */
function reasonOf({ message }: Error): string {
  return message.replace(`: ${owner}: `, ': ');
}

/**
 * Restores a run.
 * @param changed - The paths of modules that were reported as changed; this one is added.
 * @throws SNAPSHOT if the checkpoint does not fit the searches; CliError if its module cannot be loaded, or lacks a variant.
 */
async function restored(bytes: Uint8Array, changed: Set<string>): Promise<BrokenOff> {
  const { plan, searches } = decodeCheckpoint(bytes);
  const subject = await subjectOf(plan, changed);
  const unknown = plan.algorithm.find((name) => !subject.algorithms.includes(name));
  if (unknown !== undefined) {
    const [place, what] = plan.module === undefined ? ['', 'algorithm'] : [`${plan.module.path}: `, 'variant'];
    const rule = `${place}there must be the ${what} ${shorten(unknown)}, which the run uses`;
    throw new CliError(owner, `${rule}; got ${subject.algorithms.join(', ')}.`, 1);
  }
  const from: IlluminatedSearch[] = [];
  for (const [i, snapshot] of searches.entries()) {
    const search = await subject.make(plan.algorithm[i]!, plan.seed);
    search.restore(snapshot);
    from.push(search);
  }
  return { plan, subject, from };
}

async function subjectOf({ module, joints }: IlluminationPlan, changed: Set<string>): Promise<Subject> {
  if (module === undefined) return armSubject(joints!);
  const now = await loadSearchModule(owner, module.path);
  if (now.digest !== module.digest && !changed.has(module.path)) {
    changed.add(module.path);
    process.stderr.write(`${owner}: ${module.path} has changed since the run began; the new version is used.\n`);
  }
  return moduleSubject(owner, now);
}
