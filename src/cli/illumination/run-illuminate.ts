import { join } from 'node:path';
import { printResults, writeResults } from '../files/result-files.ts';
import { LiveView } from '../live/live-view.ts';
import { errorCure, errorFlags } from '../modules/evaluation-errors.ts';
import { illuminationFiles } from '../reports/illumination-files.ts';
import { whyNoScore } from '../reports/illumination-report.ts';
import { faultSentences } from '../reports/run-faults.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { decimalText, integerText, percentText, significantText } from '../terminal/number-text.ts';
import { asCalled, commandLines, shellWord } from '../terminal/own-command.ts';
import { textTable } from '../terminal/text-table.ts';
import { encodingText } from './finished-encoding.ts';
import { type Illumination, illuminate } from './illumination.ts';
import { asJson, type IlluminationResult, resultOf } from './illumination-result.ts';
import type { IlluminationPlan } from './run-checkpoint.ts';
import { RunKeeper } from './run-keeper.ts';
import type { IlluminatedSearch, Subject } from './subject.ts';
import { openTimes, timesName } from './times-file.ts';

/** What {@link runIlluminate} needs. */
export interface IlluminateRun {
  /** The command, as messages name it. */
  readonly owner: string;
  readonly plan: IlluminationPlan;
  readonly subject: Subject;
  /** The output folder; it exists and is writable. */
  readonly folder: string;
  /** Whether results are printed as JSON. */
  readonly json: boolean;
  /** The searches of a run that is resumed, up to the one that was interrupted. */
  readonly from?: readonly IlluminatedSearch[] | undefined;
  /** Serves a page that shows the run, at this port; 0: any that is free (default: none). */
  readonly port?: number | undefined;
}

/** Runs or resumes a plan and writes all files. @returns the exit code. */
export async function runIlluminate(options: IlluminateRun): Promise<number> {
  const { owner, plan, subject, folder, json, from, port } = options;
  const live = port === undefined ? undefined : new LiveView(subject, plan.evaluations);
  await live?.listen(owner, port!);
  if (live !== undefined) process.stderr.write(`${live.address} shows the run.\n`);
  const { signal, release } = onInterrupt(process.stderr);
  const times = await openTimes(join(folder, timesName), from !== undefined);
  const keeper = new RunKeeper(owner, plan, folder, times);
  const warn = warner(owner);
  let finished = false;
  try {
    const runs: Illumination[] = [];
    for (const [i, algorithm] of plan.algorithm.entries()) {
      if (signal.aborted && i > 0) break;
      const search = from?.[i] ?? (await subject.make(algorithm, plan.seed));
      warn(subject.reading?.(search.archive.genome)?.warning);
      const finish = plan.finish ? subject.finish : undefined;
      const spent = times.at(algorithm, search.evaluations);
      const context = { algorithm, stream: process.stderr, signal, spent, finish };
      live?.show(algorithm, search);
      const keep = (spent: Illumination['seconds'], last: boolean) => {
        live?.tell(last);
        return keeper.keep(i, search, spent, last);
      };
      runs.push(await subject.guard(() => illuminate(search, { ...plan, ...context, keep }), errorCure(plan)));
      faultSentences(runs.at(-1)!).forEach(warn);
      warn(signal.aborted ? undefined : await subject.drawingWarning?.(search));
    }
    release();
    const results = runs.map((run) => resultOf(subject, plan, run));
    printResults(`\n${resultsTable(results)}\n${encodingLines(results)}`, folder, json ? asJson(results) : undefined);
    const files = await subject.guard(async () =>
      illuminationFiles({ subject, plan, runs, results, command: commandOf(subject, plan) }),
    );
    const stopped = signal.aborted;
    await writeResults({ owner, command: 'elites illuminate', folder, files, others: [timesName], stopped });
    finished = !stopped;
  } finally {
    release();
    // A run must not fail because of a page.
    await live?.close(finished ? `Finished: ${join(folder, 'report.html')}` : 'Stopped.').catch(() => undefined);
    if (finished) await keeper.remove();
    else if (keeper.exists()) process.stderr.write(`To continue: ${asCalled('elites resume')} ${shellWord(folder)}\n`);
  }
  return finished ? 0 : 130;
}

/** Writes each warning once. */
function warner(owner: string): (text: string | undefined) => void {
  const written = new Set<string | undefined>([undefined]);
  return (text) => {
    if (!written.has(text)) process.stderr.write(`${owner}: ${text}\n`);
    written.add(text);
  };
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
  const why = whyNoScore(results);
  return textTable(head, rows) + (why === undefined ? '' : `\n${why}`);
}

/** A line for each finished encoding. */
function encodingLines(results: readonly IlluminationResult[]): string {
  const lines = results.flatMap(({ algorithm, encoding }) =>
    encoding === undefined
      ? []
      : [`encoding of ${algorithm}: ${encodingText(encoding)} (${decimalText(encoding.seconds!)} s)\n`],
  );
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

/** The command that reproduces the results, one option per line. */
function commandOf({ argument }: Subject, plan: IlluminationPlan): string {
  const { algorithm, evaluations, seed, finish, out } = plan;
  const names = algorithm.map((name) => `--algorithm ${name}`);
  const settings = [
    `--evaluations ${evaluations}`,
    `--seed ${seed}`,
    ...(finish ? ['--finish'] : []),
    ...errorFlags(plan),
    `--out ${shellWord(out)}`,
  ];
  return commandLines('elites illuminate', [argument, ...names, ...settings]);
}
