import { type ReportFigures, type ReportRow, type ReportTable, reportHtml } from '../../plot/index.ts';
import { encodingText } from '../illumination/finished-encoding.ts';
import type { Illumination } from '../illumination/illumination.ts';
import type { IlluminationResult } from '../illumination/illumination-result.ts';
import type { IlluminationPlan } from '../illumination/run-checkpoint.ts';
import type { Subject, SubjectWords } from '../illumination/subject.ts';
import { decimalText, integerText, percentText, significantText, withMinus } from '../terminal/number-text.ts';
import { operatorSettings } from './operator-settings.ts';
import { faultSentences } from './run-faults.ts';
import { reportFooter } from './summary-report.ts';

/** The result of a plan. */
export interface IlluminationOutcome {
  readonly subject: Subject;
  readonly plan: IlluminationPlan;
  readonly runs: readonly Illumination[];
  /** `(runs)`: as in results.json. */
  readonly results: readonly IlluminationResult[];
  /** The command that reproduces the numbers. */
  readonly command: string;
}

/** A picture as SVG. */
export interface ReportPicture {
  readonly content: string;
  readonly caption?: string | undefined;
}

/** The content of a report. */
export interface IlluminationReport extends IlluminationOutcome {
  /** Pictures of the archives. */
  readonly archives: readonly ReportPicture[];
  /** Pictures of what the operators made. */
  readonly operators: readonly ReportPicture[];
  readonly curves: readonly ReportPicture[];
  /** The archives in an explorer, as HTML, if it can show them. */
  readonly explorer: string | undefined;
  readonly files: readonly { readonly path: string; readonly description: string }[];
}

/** The report as an HTML page. */
export function illuminationReport(report: IlluminationReport): string {
  const { subject, results, archives, operators, curves, explorer, command, files } = report;
  return reportHtml({
    eyebrow: 'elites · illumination',
    title: subject.words.title,
    summary: summaryOf(report),
    table: tableOf(subject.words, results),
    insert: explorer === undefined ? undefined : { heading: 'Explore the archives', html: explorer },
    figures: [
      { heading: 'Archives', figures: figuresOf(archives), noScript: explorer !== undefined },
      { heading: 'Over evaluations', figures: figuresOf(curves) },
      { heading: 'Which operator made the elites', figures: figuresOf(operators) },
    ].filter((group) => group.figures.length > 0),
    settings: settingsOf(report),
    command,
    files,
    footer: reportFooter(),
  });
}

function figuresOf(pictures: readonly ReportPicture[]): ReportFigures['figures'] {
  return pictures.map(({ content, caption }) => ({ svg: content, caption }));
}

function summaryOf({ subject, runs, results }: IlluminationReport): string {
  const cells = integerText(runs[0]!.metrics.cells);
  const found = results.map(({ algorithm, evaluations, coverage, meanFitness }, i) => {
    const { search } = runs[i]!;
    const share = i === 0 ? `${percentText(coverage)} of the ${cells} cells` : percentText(coverage);
    const after = evaluations === results[i - 1]?.evaluations ? '' : `after ${integerText(evaluations)} evaluations `;
    const mean = `with a mean fitness of ${withMinus(significantText(meanFitness))}`;
    return `${after}${algorithm} has filled ${share}, ${search.archive.size === 0 ? 'and found no elite' : mean}`;
  });
  const sentence = found.join('; ');
  const faults = runs.flatMap(faultSentences);
  return [subject.words.introduction, `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`, ...faults].join(' ');
}

/** A row of the table. */
type Measure = readonly [name: string, read: (result: IlluminationResult) => number, write: (value: number) => string];

function tableOf({ note }: SubjectWords, results: readonly IlluminationResult[]): ReportTable {
  const measures: readonly Measure[] = [
    ['Coverage', (result) => result.coverage, percentText],
    ['Mean fitness', (result) => result.meanFitness, significantText],
    ['Best fitness', (result) => result.maxFitness, significantText],
    ['QD score', (result) => result.qdScore, decimalText],
    ['QD score per cell', (result) => result.normalizedQdScore, significantText],
    ['Corrected coverage', ({ corrected }) => corrected?.coverage ?? Number.NaN, percentText],
    ['Corrected mean fitness', ({ corrected }) => corrected?.meanFitness ?? Number.NaN, significantText],
    ['Corrected QD score', ({ corrected }) => corrected?.qdScore ?? Number.NaN, decimalText],
  ];
  // Mean and best fitness are shown even without elites; QD scores are left out without a floor.
  const known = measures.filter(([name, read]) => {
    return ['Mean fitness', 'Best fitness'].includes(name) || results.some((one) => Number.isFinite(read(one)));
  });
  // Exactly 0: the run has no such work.
  const secondsText = (value: number): string => (value === 0 ? '–' : `${decimalText(value)} s`);
  const seconds = (name: string, part: keyof IlluminationResult['seconds']): Measure => [
    name,
    (result) => result.seconds[part],
    secondsText,
  ];
  const row = ([name, read, write]: Measure): ReportRow => {
    return { name, cells: results.map((one) => ({ text: withMinus(write(read(one))), value: read(one) })) };
  };
  const learns = results.some((result) => result.seconds.learning > 0);
  return {
    heading: 'Results',
    columns: results.map((result) => result.algorithm),
    rows: [
      row(['Evaluations', (result) => result.evaluations, integerText]),
      ...known.map((one) => stress(row(one))),
      row(seconds('Time', 'total')),
      row(seconds('· evaluating', 'evaluation')),
      ...(learns ? [row(seconds('· learning', 'learning'))] : []),
      row(seconds('· everything else', 'rest')),
    ],
    note: noteOf(note, results),
  };
}

/** Why a QD score is missing; undefined if none is. */
export function whyNoScore(results: readonly IlluminationResult[]): string | undefined {
  return results.some(({ qdScore }) => Number.isNaN(qdScore))
    ? 'A QD score is known only for a domain with a fitnessFloor.'
    : undefined;
}

/** The note below the table. */
function noteOf(note: string | undefined, results: readonly IlluminationResult[]): string | undefined {
  const corrected = results.filter((result) => result.corrected !== undefined);
  const encoded = results.filter((result) => result.encoding !== undefined);
  const failed = corrected.filter((result) => Number.isNaN(result.corrected!.coverage));
  const notes = [note, whyNoScore(results), failed.length < corrected.length ? correctedNote : ''];
  for (const { algorithm, encoding } of encoded)
    notes.push(`The encoding of ${algorithm}: ${encodingText(encoding!)}.`);
  return notes.filter(Boolean).join(' ') || undefined;
}

const correctedNote =
  'Corrected: each elite was evaluated ten more times, and put into the cell of its mean descriptor with its mean fitness.';

/** Marks the highest numbers of a row, unless all are equal. */
function stress(row: ReportRow): ReportRow {
  const values = row.cells.map((cell) => (typeof cell === 'string' ? Number.NaN : cell.value));
  const highest = Math.max(...values);
  const best = values.flatMap((value, i) => (value === highest ? [i] : []));
  return best.length === values.length ? row : { ...row, best };
}

function settingsOf({ subject, plan, runs }: IlluminationReport): (readonly [string, string])[] {
  const { search, metrics } = runs[0]!;
  const { words } = subject;
  const [before, after] = words.settings;
  const { batchSize } = search as { batchSize?: number };
  return [
    ...before,
    ['Evaluations', integerText(plan.evaluations)],
    ['Seed', String(plan.seed)],
    ...(batchSize === undefined ? [] : [['Genomes per generation', integerText(batchSize)] as const]),
    ['Cells', `${integerText(metrics.cells)}${words.cells ?? ''}`],
    ...after,
    ...runs.flatMap(operatorSettings),
  ];
}
