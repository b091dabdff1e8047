import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { show } from '../core/index.ts';
import { CliError } from './cli-error.ts';
import type { Command } from './command.ts';
import { type OptionValues, optionsHelp, parseOptions } from './command-options.ts';
import { withFolderLock } from './folder-lock.ts';
import { illuminateOptions } from './illuminate-options.ts';
import { runIlluminate } from './illuminate-run.ts';
import { checkpointName } from './illumination-checkpoint.ts';
import { prepareFolder } from './out-folder.ts';
import { shellWord } from './summary-report.ts';

const owner = 'elites illuminate';
/** `elites illuminate`: runs the paper's algorithms on the planar arm, compares them, writes pictures and a report. */
export const illuminateCommand: Command = {
  name: 'illuminate',
  summary: 'fill an archive of planar arms, and compare algorithms',
  help: `Usage: ${owner} [options]

Fills an archive of planar arms with the settings of the paper (Gaier et al.
2020), and writes into DIR: report.html, results.json, history.csv, each archive
(NAME.npy) and its picture (NAME.svg), curves (coverage.svg, fitness.svg), and
what was learned (dde.safetensors).

Options:
${optionsHelp(illuminateOptions)}

Algorithms:
  map-elites  isometric mutation
  me-line     iso+line mutation
  dde-xover   crossover with what a variational autoencoder makes of a parent
  dde-elites  a bandit mixes crossover, line and isometric mutation

Ctrl-c stops after the generation and writes what there is; twice stops at once.
Either way, and after a crash, elites resume DIR goes on from the last checkpoint.
`,
  run: (argv) => runCommand(parseOptions(owner, illuminateOptions, argv)),
};

async function runCommand({ json, ...plan }: OptionValues<typeof illuminateOptions>): Promise<number> {
  await prepareFolder(owner, plan.out);
  return withFolderLock(owner, plan.out, async () => {
    const path = join(plan.out, checkpointName);
    if (existsSync(path) || existsSync(`${path}.previous`)) {
      const ways = `elites resume ${shellWord(plan.out)} goes on with it, and without ${checkpointName} and the one before it starts anew`;
      throw new CliError(owner, `${show(plan.out)} holds a run that is not finished: ${ways}.`, 1);
    }
    return runIlluminate({ owner, plan, folder: plan.out, json, from: [] });
  });
}
