import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { show } from '../core/index.ts';
import { CheckpointFile } from '../node/index.ts';
import { CliError } from './cli-error.ts';
import type { Command } from './command.ts';
import { flagOption, optionsHelp, parseWithWord } from './command-options.ts';
import { withFolderLock } from './folder-lock.ts';
import { runIlluminate } from './illuminate-run.ts';
import { checkStored } from './illumination.ts';
import { checkpointName, decodeIllumination, type IlluminationState } from './illumination-checkpoint.ts';
import { prepareFolder } from './out-folder.ts';

const owner = 'elites resume';
const options = { json: flagOption('print the results as JSON, on the last line') };

/** `elites resume`: goes on with an illumination that was stopped. */
export const resumeCommand: Command = {
  name: 'resume',
  summary: 'go on with an illumination that was stopped, or crashed',
  help: `Usage: ${owner} DIR [options]

Goes on with what elites illuminate began in DIR, from the last checkpoint, with
the options of then. What comes out is what an unbroken run would have written,
times apart.

Options:
${optionsHelp(options)}
`,
  run: runCommand,
};

async function runCommand(argv: readonly string[]): Promise<number> {
  const { word: folder, values } = parseWithWord(owner, 'DIR', options, argv);
  const { json } = values;
  const path = join(folder, checkpointName);
  if (!['', '.previous'].some((end) => existsSync(path + end))) {
    throw new CliError(owner, `${show(folder)} must hold a run that is not finished.`, 1);
  }
  await prepareFolder(owner, folder, 'DIR');
  return withFolderLock(owner, folder, async () => {
    const { plan, runs } = await lastState(folder);
    return runIlluminate({ owner, plan, folder, json, from: runs });
  });
}

/** @throws CliError if there is no good checkpoint. */
async function lastState(folder: string): Promise<IlluminationState> {
  const file = new CheckpointFile({ path: join(folder, checkpointName) });
  let state: IlluminationState | undefined;
  const found = await file
    .load((bytes) => {
      const found = decodeIllumination(bytes);
      // Here, where the checkpoint before is at hand: one that this version cannot go on from is not good.
      const { joints, evaluations, seed } = found.plan;
      for (const [i, run] of found.runs.entries()) {
        checkStored({ algorithm: found.plan.algorithm[i]!, joints, evaluations, seed }, run);
      }
      state = found;
    })
    .catch((error: Error) => {
      throw new CliError(owner, `there is no good checkpoint: ${error.message}`, 1);
    });
  if (state === undefined) throw new CliError(owner, `${show(folder)} must hold a run that is not finished.`, 1);
  if (found.error !== undefined) {
    process.stderr.write(`${owner}: goes on from the checkpoint before: ${found.error.message}\n`);
  }
  return state;
}
