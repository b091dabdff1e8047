import { type Recreation, type RecreationOptions, recreate } from '../../paper/index.ts';
import { type Command, command } from '../command.ts';
import { prepareResults, printResults, writeResults } from '../files/result-files.ts';
import { integerOption, jsonOption, type OptionValues, seedOption, textOption } from '../terminal/command-options.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { integerText, percentText, significantText } from '../terminal/number-text.ts';
import { commandLines, shellWord } from '../terminal/own-command.ts';
import { archiveFigures, Progress } from '../terminal/progress.ts';
import { recreationFiles } from './recreation-files.ts';
import { readSearched, searchedOptions } from './searched-encoding.ts';

const owner = 'elites recreate';
const options = {
  ...searchedOptions,
  evaluations: integerOption({ low: 1, high: 1e8, help: 'arms to evaluate (default 10000, with --direct 100000)' }),
  seed: seedOption,
  out: textOption({ placeholder: 'DIR', default: 'runs/recreate', help: 'output folder' }),
  json: jsonOption,
};

/** `elites recreate`: fills an archive again from nothing, in the latent space of a learned encoding. */
export const recreateCommand: Command = command({
  owner,
  summary: 'fill an empty archive again, with a learned encoding',
  usage: '--dde FILE | --direct',
  options,
  about: `Fills an archive of planar arms from nothing: MAP-Elites with isometric mutation
searches the latents of an encoding, or the joint angles, with the settings of the
paper (Gaier et al. 2020). Writes into DIR: report.html, results.json, the archive
(archive.npy, archive.svg) and its coverage over evaluations (coverage.svg).
Fitness is minus the standard deviation of the joint angles.`,
  more: `Ctrl-c stops after the current generation and writes the results so far; a second one
stops at once.`,
  run: runRecreate,
});

async function runRecreate(values: OptionValues<typeof options>): Promise<number> {
  const searched = await readSearched(owner, values);
  const { seed, out } = values;
  const evaluations = values.evaluations ?? (searched.encoding === undefined ? 100_000 : 10_000);
  await prepareResults(owner, out);
  const { signal, release } = onInterrupt(process.stderr);
  const start = performance.now();
  const { joints, encoding } = searched;
  const outcome = await recreateWatched({ joints, encoding, evaluations, seed, signal }).finally(release);
  const result = {
    encoding: searched.name,
    joints,
    seed,
    evaluations: outcome.spent,
    coverage: outcome.final.coverage!,
    deviation: outcome.final.deviation!,
    seconds: (performance.now() - start) / 1000,
  };
  const budget = [`--evaluations ${evaluations}`, `--seed ${seed}`, `--out ${shellWord(out)}`];
  const command = commandLines(owner, [searched.command, ...budget]);
  const text = `${searched.description}, ${integerText(result.evaluations)} evaluations: coverage ${percentText(result.coverage)}, mean joint deviation ${significantText(result.deviation)} rad, ${result.seconds.toFixed(1)} s`;
  printResults(text, out, values.json ? result : undefined);
  const files = recreationFiles(searched, outcome, result, command);
  await writeResults({ owner, folder: out, files, stopped: signal.aborted });
  return signal.aborted ? 130 : 0;
}

/** Runs it and shows progress. */
async function recreateWatched(options: RecreationOptions): Promise<Recreation> {
  const progress = new Progress({ stream: process.stderr, name: 'recreate', total: options.evaluations });
  const outcome = await recreate({
    ...options,
    onGeneration({ evaluations, search }) {
      progress.update(() => ({ done: evaluations, figures: archiveFigures(search.archive.metrics()) }), evaluations);
    },
  }).finally(() => progress.clear());
  progress.end({ done: outcome.spent, figures: archiveFigures(outcome.archive.metrics()) });
  return outcome;
}
