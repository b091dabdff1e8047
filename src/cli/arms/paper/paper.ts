import { show } from '../../../core/index.ts';
import type { PaperExperiment } from '../../../paper/index.ts';
import { type Command, commandHelp } from '../../command.ts';
import { prepareResults, printResults, writeResults } from '../../files/result-files.ts';
import { CliError } from '../../terminal/cli-error.ts';
import {
  integerListOption,
  integerOption,
  jsonOption,
  parseOptions,
  textOption,
} from '../../terminal/command-options.ts';
import { onInterrupt } from '../../terminal/interrupt.ts';
import { quantityText } from '../../terminal/number-text.ts';
import { textTable } from '../../terminal/text-table.ts';
import { type PaperJson, paperCommandLine, paperFiles } from './paper-report.ts';
import { runPaper } from './paper-run.ts';

const owner = 'elites paper';
const experiments: readonly PaperExperiment[] = ['illumination', 'recreation', 'targets'];
const options = {
  joints: integerListOption({ low: 2, high: 100_000, default: [20, 200, 1000], help: 'joints of the arm' }),
  replicates: integerOption({ low: 1, high: 1000, default: 5, help: 'replicates of each illumination' }),
  searches: integerOption({ low: 1, high: 1000, help: 'replicates of recreation and targets (default: --replicates)' }),
  evaluations: integerOption({ low: 200, high: 1e9, default: 100_000, help: 'arms that an illumination evaluates' }),
  out: textOption({ placeholder: 'DIR', default: 'runs/paper', help: 'output folder' }),
  json: jsonOption,
};

/** `elites paper`: the paper's experiments, on all cores. After a stop, the same command continues. */
export const paperCommand: Command = {
  name: 'paper',
  summary: "repeat the paper's experiments: illumination, recreation, targets, or all",
  help: commandHelp({
    owner,
    usage: 'illumination|recreation|targets|all',
    options,
    about: `Runs the experiments of the paper (Gaier et al. 2020), replicates side by side
on all cores, and writes into DIR: report.html, results.json, replicates.csv,
curves.csv and the figures. A recreation evaluates a hundredth of the arms of an
illumination, without an encoding a tenth; the search for a target a two-hundredth.`,
    more: `Ctrl-c stops at once. Finished replicates are kept in DIR/replicates and never
run again: the same command continues.`,
  }),
  run: runCommand,
};

async function runCommand([what, ...argv]: readonly string[]): Promise<number> {
  const chosen = what === 'all' ? experiments : experiments.filter((name) => name === what);
  if (chosen.length === 0) {
    const got = what === undefined ? 'nothing' : show(what);
    throw new CliError(owner, `the experiment must be one of ${experiments.join(', ')}, all; got ${got}.`);
  }
  const { values } = parseOptions(owner, options, argv);
  await prepareResults(owner, values.out);
  const plan = { ...values, searches: values.searches ?? values.replicates, experiments: chosen };
  const { signal, release } = onInterrupt(process.stderr, 'Stopping; finished replicates are kept.');
  const results = await runPaper(plan, signal).finally(release);
  if (results === undefined) {
    process.stderr.write(`Finished replicates are kept. To continue:\n  ${paperCommandLine(plan, values.out)}\n`);
    return 130;
  }
  const { files, json } = paperFiles(plan, results);
  printResults(`\n${resultsTable(json)}\n`, values.out, values.json ? json : undefined);
  await writeResults({ owner, folder: values.out, files });
  return 0;
}

function resultsTable({ variants }: PaperJson): string {
  const rows = variants.map(({ experiment, joints, variant, final }) => {
    const read = (name: string): string => quantityText(name, final[name]?.[1] ?? Number.NaN);
    return [`${experiment} ${joints} ${variant}`, read('coverage'), read('deviation'), read('distance')];
  });
  return textTable(['medians', 'coverage', 'deviation', 'distance'], rows);
}
