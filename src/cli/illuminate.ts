import { join } from 'node:path';
import type { PaperVariant } from '../presets/index.ts';
import type { Command } from './command.ts';
import {
  choicesOption,
  flagOption,
  integerOption,
  type OptionValues,
  optionsHelp,
  parseOptions,
  textOption,
} from './command-options.ts';
import { type Illumination, illuminate } from './illumination.ts';
import { illuminationFiles } from './illumination-files.ts';
import { asJson, type IlluminationResult, resultOf } from './illumination-result.ts';
import { onInterrupt } from './interrupt.ts';
import { decimalText, integerText, percentText, significantText } from './number-text.ts';
import { prepareFolder, writeFiles } from './out-folder.ts';
import { commandLines, shellWord } from './summary-report.ts';
import { textTable } from './text-table.ts';

const owner = 'elites illuminate';
const algorithms: readonly PaperVariant[] = ['map-elites', 'me-line', 'dde-xover', 'dde-elites'];
const options = {
  joints: integerOption({ low: 2, high: 100_000, default: 200, help: 'joints of the arm' }),
  algorithm: choicesOption<PaperVariant>({
    choices: algorithms,
    default: ['dde-elites'],
    placeholder: 'NAME',
    help: 'which one; give it again to compare',
  }),
  evaluations: integerOption({ low: 1, high: 1e9, default: 100_000, help: 'arms to evaluate with each' }),
  seed: integerOption({ low: 0, high: Number.MAX_SAFE_INTEGER, default: 1, help: 'where random numbers start' }),
  out: textOption({ placeholder: 'DIR', default: 'runs/illuminate', help: 'folder for what comes out' }),
  json: flagOption('print the results as JSON, on the last line'),
};

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
${optionsHelp(options)}

Algorithms:
  map-elites  isometric mutation
  me-line     iso+line mutation
  dde-xover   crossover with what a variational autoencoder makes of a parent
  dde-elites  a bandit mixes crossover, line and isometric mutation

Ctrl-c stops after the generation and writes what there is; twice stops at once.
`,
  run: (argv) => runIlluminate(parseOptions(owner, options, argv)),
};

async function runIlluminate(values: OptionValues<typeof options>): Promise<number> {
  await prepareFolder(owner, values.out);
  const { signal, release } = onInterrupt(process.stderr);
  const runs: Illumination[] = [];
  for (const algorithm of values.algorithm) {
    if (signal.aborted) break;
    const { joints, evaluations, seed } = values;
    runs.push(await illuminate({ algorithm, joints, evaluations, seed }, process.stderr, signal));
  }
  release();
  const results = runs.map(resultOf);
  await writeFiles(owner, values.out, illuminationFiles(runs, results, commandLine(values)));
  process.stdout.write(`\n${resultsTable(results)}\n\n${join(values.out, 'report.html')}\n`);
  if (values.json) process.stdout.write(`${JSON.stringify(asJson(results))}\n`);
  return signal.aborted ? 130 : 0;
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
function commandLine({ joints, algorithm, evaluations, seed, out }: OptionValues<typeof options>): string {
  const names = algorithm.map((name) => `--algorithm ${name}`);
  const settings = [
    `--joints ${joints}`,
    ...names,
    `--evaluations ${evaluations}`,
    `--seed ${seed}`,
    `--out ${shellWord(out)}`,
  ];
  return commandLines(owner, settings);
}
