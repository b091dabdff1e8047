import {
  matchTargets,
  paperTargets,
  type TargetMatching,
  type TargetMatchingOptions,
  type TargetResult,
} from '../../paper/index.ts';
import { type Command, command } from '../command.ts';
import { prepareResults, printResults, writeResults } from '../files/result-files.ts';
import { integerOption, jsonOption, type OptionValues, textOption } from '../terminal/command-options.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { significantText } from '../terminal/number-text.ts';
import { commandLines, shellWord } from '../terminal/own-command.ts';
import { Progress } from '../terminal/progress.ts';
import { reachFiles } from './reach-files.ts';
import { readSearched, searchedOptions } from './searched-encoding.ts';
import { readTargets } from './target-file.ts';

const owner = 'elites reach';
const options = {
  ...searchedOptions,
  targets: textOption({ placeholder: 'FILE', help: "CSV file, x and y in a line (default: the paper's 18 targets)" }),
  evaluations: integerOption({ low: 1, high: 1e8, default: 5000, help: 'arms to evaluate for each target' }),
  seed: integerOption({ low: 0, high: 2 ** 40, default: 1, help: 'seed of all random numbers' }),
  out: textOption({ placeholder: 'DIR', default: 'runs/reach', help: 'output folder' }),
  json: jsonOption,
};

/** `elites reach`: CMA-ES finds an arm for each target. */
export const reachCommand: Command = command({
  owner,
  summary: 'find arms that reach targets, with a learned encoding',
  usage: '--dde FILE | --direct',
  options,
  about: `Finds an arm for each target: CMA-ES searches the latents of an encoding, or the
joint angles, with the settings of the paper (Gaier et al. 2020). The cost of an arm
is how far its end is from the target. Targets are in descriptor units: the base of
the arm is at (0.5, 0.5), and it reaches 0.5 far. Writes into DIR: report.html,
results.json, the arms (arms.svg) and the distance over evaluations (distance.svg).`,
  more: `Ctrl-c stops after the current generation and writes the results so far; a second one
stops at once.`,
  run: runReach,
});

async function runReach(values: OptionValues<typeof options>): Promise<number> {
  const searched = await readSearched(owner, values);
  const targets = values.targets === undefined ? paperTargets : await readTargets(owner, values.targets);
  const { evaluations, seed, out } = values;
  await prepareResults(owner, out);
  const { signal, release } = onInterrupt(process.stderr);
  const start = performance.now();
  const { joints, encoding } = searched;
  const found = await searchWatched({ joints, encoding, evaluations, seed, targets, signal }).finally(release);
  const result = {
    encoding: searched.name,
    joints,
    seed,
    evaluations,
    distance: found.final.distance!,
    deviation: found.final.deviation!,
    seconds: (performance.now() - start) / 1000,
    targets: found.targets,
  };
  const given = values.targets === undefined ? [] : [`--targets ${shellWord(values.targets)}`];
  const budget = [`--evaluations ${evaluations}`, `--seed ${seed}`, `--out ${shellWord(out)}`];
  const command = commandLines(owner, [searched.command, ...given, ...budget]);
  const text = `${searched.description}, ${found.targets.length} targets: median distance ${significantText(result.distance)}, median joint deviation ${significantText(result.deviation)} rad, ${result.seconds.toFixed(1)} s`;
  printResults(text, out, values.json ? result : undefined);
  const files = reachFiles(searched, found.curve, result, command);
  await writeResults({ owner, folder: out, files, stopped: signal.aborted });
  return signal.aborted ? 130 : 0;
}

/** Searches and shows progress. */
async function searchWatched(options: TargetMatchingOptions): Promise<TargetMatching> {
  const total = options.targets!.length;
  const progress = new Progress({ stream: process.stderr, name: 'reach', total, unit: 'targets' });
  let [done, farthest] = [0, 0];
  const state = () => ({ done, figures: [{ name: 'farthest', text: significantText(farthest) }] });
  const onTarget = ({ distance }: TargetResult): void => {
    done++;
    farthest = Math.max(farthest, distance);
    progress.update(state, done);
  };
  const found = await matchTargets({ ...options, onTarget });
  progress.end(state());
  return found;
}
