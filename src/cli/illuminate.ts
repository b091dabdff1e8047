import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { show } from '../core/index.ts';
import { armSubject } from './arms/arm-subject.ts';
import { type Command, command } from './command.ts';
import { withFolderLock } from './files/folder-lock.ts';
import { prepareResults } from './files/result-files.ts';
import { moduleSubject } from './illumination/module-subject.ts';
import { checkpointName, type IlluminationPlan, planRanges } from './illumination/run-checkpoint.ts';
import { runIlluminate } from './illumination/run-illuminate.ts';
import { liveOptions, livePort } from './live/live-options.ts';
import { errorOptions, onErrorsOf } from './modules/evaluation-errors.ts';
import { viewHelp } from './modules/module-view.ts';
import { loadSearchModule, moduleHelp } from './modules/search-module.ts';
import { CliError } from './terminal/cli-error.ts';
import {
  choicesOption,
  flagOption,
  integerOption,
  jsonOption,
  type OptionValues,
  readOption,
  seedOption,
  textOption,
  unreadOption,
} from './terminal/command-options.ts';
import { asCalled, shellWord } from './terminal/own-command.ts';

const owner = 'elites illuminate';
const options = {
  joints: integerOption({ ...planRanges.joints, help: 'joints of the arm (default 200)' }),
  algorithm: unreadOption({
    placeholder: 'NAME',
    help: "algorithm or variant; repeat it to compare several (default dde-elites, or MODULE's first)",
  }),
  evaluations: integerOption({
    ...planRanges.evaluations,
    default: 100_000,
    help: 'genomes that each algorithm evaluates',
  }),
  seed: seedOption,
  checkpoint: integerOption({
    ...planRanges.checkpoint,
    default: 30,
    help: 'seconds between checkpoints; 0: after each generation',
  }),
  ...errorOptions({ retries: '0', onEvaluationError: 'throw' }),
  finish: flagOption('train the encoding to its end, and measure it: some 10 s with 200 joints'),
  out: textOption({ placeholder: 'DIR', default: 'runs/illuminate', help: 'output folder' }),
  ...liveOptions,
  json: jsonOption,
};

/** `elites illuminate`: fills an archive of the planar arm or of a user's domain, compares algorithms, writes pictures and a report. */
export const illuminateCommand: Command = command({
  owner,
  summary: 'fill an archive of planar arms, or of your own domain, and compare algorithms',
  argument: '[MODULE]',
  options,
  about: `Fills an archive: of planar arms, with the settings of the paper (Gaier et al. 2020),
or of the domain that MODULE exports. Writes into DIR: report.html, results.json,
history.csv, times.csv, each archive (NAME.npy) and its picture (NAME.svg), curves
(coverage.svg, fitness.svg), and the encoding that was learned (dde.safetensors).`,
  more: `Algorithms without a MODULE:
  map-elites        isometric mutation
  me-line           iso+line mutation
  dde-xover         crossover of a parent with its reconstruction by an autoencoder
  dde-elites        this crossover, two-point crossover, small and wide line mutation
  paper-dde-elites  as in the paper: a bandit mixes this crossover, line and isometric mutation

${moduleHelp}

${viewHelp}

Ctrl-c stops after the current generation and writes the results so far; a second one
stops at once. After that or a crash, npx elites resume DIR continues from the
last checkpoint.`,
  run: runCommand,
});

async function runCommand(
  { json, live, port, algorithm: names, joints, ...values }: OptionValues<typeof options>,
  path: string | undefined,
): Promise<number> {
  if (path !== undefined && joints !== undefined)
    throw new CliError(owner, '--joints must be left out with a MODULE, which brings a domain of its own.');
  const served = livePort(owner, { live, port });
  const module = path === undefined ? undefined : await loadSearchModule(owner, path);
  const arms = joints ?? 200;
  const subject = module === undefined ? armSubject(arms) : moduleSubject(owner, module);
  const { algorithms } = subject;
  const option = choicesOption({ choices: algorithms, default: [algorithms[0]!], placeholder: 'NAME', help: '' });
  const algorithm = readOption(owner, 'algorithm', option, names);
  const what = module === undefined ? { module, joints: arms } : { module, joints: undefined };
  const { retries, 'on-evaluation-error': how, ...settings } = values;
  const plan: IlluminationPlan = { ...what, ...settings, ...onErrorsOf(values), algorithm };
  await prepareResults(owner, plan.out);
  return withFolderLock(owner, plan.out, async () => {
    const place = join(plan.out, checkpointName);
    if (existsSync(place) || existsSync(`${place}.previous`)) {
      const ways = `continue it with ${asCalled('elites resume')} ${shellWord(plan.out)}, or delete ${checkpointName} and ${checkpointName}.previous to start anew`;
      throw new CliError(owner, `${show(plan.out)} holds an unfinished run: ${ways}.`, 1);
    }
    return runIlluminate({ owner, plan, subject, folder: plan.out, json, port: served });
  });
}
