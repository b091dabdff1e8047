import type { PairTest, ReplicateResult } from '../paper/index.ts';
import { type Command, command } from './command.ts';
import { type CompareJob, keptArchive } from './compare-job.ts';
import { asFileName } from './files/out-folder.ts';
import { prepareResults, printResults, writeResults } from './files/result-files.ts';
import { errorFlags, errorOptions, onErrorsOf } from './modules/evaluation-errors.ts';
import { loadSearchModule, moduleHelp, type SearchModule } from './modules/search-module.ts';
import { ReplicateProgress } from './replicates/replicate-progress.ts';
import { ReplicateStore } from './replicates/replicate-store.ts';
import { runReplicates } from './replicates/replicates.ts';
import { compareFiles } from './reports/compare-files.ts';
import type { SummaryJson } from './reports/summary-files.ts';
import { pairsSentence, pairsTable, quantityLabel, testSentence } from './reports/summary-report.ts';
import { flagOption, integerOption, jsonOption, type OptionValues, textOption } from './terminal/command-options.ts';
import { onInterrupt } from './terminal/interrupt.ts';
import { quantityText, significantText } from './terminal/number-text.ts';
import { asCalled, shellWord } from './terminal/own-command.ts';
import { textTable } from './terminal/text-table.ts';

const owner = 'elites compare';
const options = {
  replicates: integerOption({ low: 1, high: 1000, default: 5, help: 'replicates of each variant' }),
  evaluations: integerOption({ low: 1, high: 1e9, default: 10_000, help: 'genomes that each replicate evaluates' }),
  ...errorOptions({ retries: '0', onEvaluationError: 'throw' }),
  'keep-archives': flagOption('keep the archive of each replicate, in DIR/replicates'),
  out: textOption({ placeholder: 'DIR', default: 'runs/compare', help: 'output folder' }),
  json: jsonOption,
};

/** `elites compare`: variants of a user's own module, replicates side by side on all cores. */
export const compareCommand: Command = command({
  owner,
  summary: 'compare variants of a search on your own domain, with replicates and statistics',
  argument: 'MODULE',
  options,
  about: `Runs variants of a search on the domain of MODULE, replicates side by side on
all cores, and writes into DIR: report.html, results.json, replicates.csv,
curves.csv and the figures.

${moduleHelp}

Each other variant is compared with the first, and of three or more every pair.
Replicates have the seeds 1, 2, ….`,
  more: `Ctrl-c stops at once. Finished replicates are kept in DIR/replicates and never
run again: the same command continues. If MODULE changes, all are run again.`,
  run: runCommand,
});

type Values = OptionValues<typeof options>;

async function runCommand(values: Values, path: string): Promise<number> {
  const { replicates, evaluations, out, json: printed } = values;
  const module = await loadSearchModule(owner, path);
  await prepareResults(owner, out);
  const jobs = jobsOf(module, values);
  const files = values['keep-archives'] ? [keptArchive] : [];
  const store = new ReplicateStore<ReplicateResult<CompareJob>>(owner, out, isCompareResult, files);
  const progress = new ReplicateProgress(process.stderr, () => 1);
  progress.expect(jobs);
  const command = commandOf(path, values);
  const { signal, release } = onInterrupt(process.stderr, 'Stopping; finished replicates are kept.');
  const child = { owner, command: 'compare-job', out, store };
  const results = await runReplicates(jobs, { ...child, progress, signal }).finally(release);
  if (results === undefined) {
    process.stderr.write(`Finished replicates are kept. To continue:\n  ${command}\n`);
    return 130;
  }
  const { title } = module.view;
  const { files: written, json, warnings } = compareFiles({ title, replicates, evaluations, results, command });
  printResults(`\n${resultsTable(json)}\n`, out, printed ? json : undefined);
  for (const warning of warnings) process.stderr.write(`${owner}: ${warning}\n`);
  await writeResults({ owner, folder: out, files: written });
  return 0;
}

/** The replicates. Their names begin with the domain's, or with that of the module's file if no ASCII letter or digit is in it. */
function jobsOf(module: SearchModule, { replicates, evaluations, ...values }: Values): CompareJob[] {
  const { path, digest, variants } = module;
  const title = asFileName(module.view.title);
  const group = /[A-Za-z0-9]/.test(title) ? title : module.name;
  const onErrors = onErrorsOf(values);
  const kept = values['keep-archives'] ? { keepArchives: true as const } : {};
  return [...variants.keys()].flatMap((variant) =>
    Array.from({ length: replicates }, (_, i): CompareJob => {
      return { group, variant, replicate: i + 1, evaluations, digest, module: path, ...onErrors, ...kept };
    }),
  );
}

/** The command that makes the same numbers. */
function commandOf(path: string, { replicates, evaluations, out, ...values }: Values): string {
  const settings = [
    `--replicates ${replicates} --evaluations ${evaluations}`,
    ...errorFlags(onErrorsOf(values)),
    ...(values['keep-archives'] ? ['--keep-archives'] : []),
    `--out ${shellWord(out)}`,
  ];
  return `${asCalled(owner)} ${shellWord(path)} ${settings.join(' ')}`;
}

/** Whether each quantity has a curve. */
function isCompareResult({ final, curve, samples }: ReplicateResult): boolean {
  return samples === undefined && Object.keys(final).every((name) => Object.hasOwn(curve, name));
}

function resultsTable({ variants, pairs }: SummaryJson<CompareJob>): string {
  const names = Object.keys(variants[0]!.final);
  const rows = variants.flatMap(({ variant, final, against }) => [
    [variant, ...names.map((name) => quantityText(name, final[name]![1]))],
    ...(against === undefined ? [] : [['· p', ...names.map((name) => significantText(against[name]!.p))]]),
  ]);
  const table = textTable(['medians', ...names.map(quantityLabel)], rows);
  const { variant, replicates } = variants[0]!;
  if (variants.length === 1) return table;
  return `${table}\n${testSentence(variant, replicates)}${pairs === undefined ? '' : `\n\n${pairsText(pairs, replicates)}`}`;
}

/** The p of every pair; of more pairs than one reads, where they are. */
function pairsText(pairs: readonly PairTest[], replicates: number): string {
  if (pairs.length > 15) return `p of each of the ${pairs.length} pairs: report.html and results.json.`;
  const { columns, rows } = pairsTable(pairs, replicates);
  const lines = rows.map(({ name, cells }) => [
    name,
    ...cells.map((cell) => (typeof cell === 'string' ? cell : cell.text)),
  ]);
  return `${textTable(['p of every pair', ...columns], lines)}\n${pairsSentence(pairs.length, replicates)}`;
}
