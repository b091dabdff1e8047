import { type ReportRow, type ReportTable, reportHtml } from '../plot/index.ts';
import type { Illumination } from './illumination.ts';
import type { IlluminationPictures } from './illumination-pictures.ts';
import type { IlluminationResult } from './illumination-result.ts';
import { decimalText, integerText, percentText, significantText } from './number-text.ts';
import { reportFooter } from './summary-report.ts';

/** What the report shows. */
export interface IlluminationReport {
  readonly runs: readonly Illumination[];
  /** `(runs)`: the numbers of results.json. */
  readonly results: readonly IlluminationResult[];
  readonly pictures: IlluminationPictures;
  readonly command: string;
  readonly files: readonly { readonly path: string; readonly description: string }[];
}

/** The page that shows what came of the runs. */
export function illuminationReport({ runs, results, pictures, command, files }: IlluminationReport): string {
  const first = results[0]!;
  return reportHtml({
    eyebrow: 'elites · illumination',
    title: `A planar arm with ${integerText(first.joints)} joints`,
    summary: summaryOf(runs, results),
    table: tableOf(results),
    figures: [
      { heading: 'Archives', figures: pictures.archives.map((svg) => ({ svg })) },
      { heading: 'Over evaluations', figures: [{ svg: pictures.coverage }, { svg: pictures.fitness }] },
    ],
    settings: settingsOf(runs),
    command,
    files,
    footer: reportFooter(),
  });
}

function summaryOf(runs: readonly Illumination[], results: readonly IlluminationResult[]): string {
  const cells = integerText(runs[0]!.metrics.cells);
  const found = results.map(({ algorithm, evaluations, coverage, meanFitness }, i) => {
    const share = i === 0 ? `${percentText(coverage)} of the ${cells} cells` : percentText(coverage);
    const after = evaluations === results[i - 1]?.evaluations ? '' : `after ${integerText(evaluations)} evaluations `;
    return `${after}${algorithm} has filled ${share}, with a mean fitness of ${minus(significantText(meanFitness))}`;
  });
  const sentence = found.join('; ');
  const question = 'Where can an arm reach, and how gracefully?';
  const cell = 'Each cell of the archive keeps the arm that reaches it with the most even joint angles.';
  return `${question} ${cell} ${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`;
}

function tableOf(results: readonly IlluminationResult[]): ReportTable {
  const row = (
    name: string,
    read: (result: IlluminationResult) => number,
    write: (value: number) => string,
  ): ReportRow => {
    const cells = results.map((result) => ({ text: minus(write(read(result))), value: read(result) }));
    return { name, cells };
  };
  const fitness = (value: number): string => significantText(value);
  const seconds = (value: number): string => `${decimalText(value)} s`;
  return {
    heading: 'Results',
    columns: results.map((result) => result.algorithm),
    rows: [
      row('Evaluations', (result) => result.evaluations, integerText),
      stress(row('Coverage', (result) => result.coverage, percentText)),
      stress(row('Mean fitness', (result) => result.meanFitness, fitness)),
      stress(row('Best fitness', (result) => result.maxFitness, fitness)),
      stress(row('QD score', (result) => result.qdScore, decimalText)),
      stress(row('QD score per cell', (result) => result.normalizedQdScore, fitness)),
      row('Time', (result) => result.seconds.total, seconds),
      row('· evaluating', (result) => result.seconds.evaluation, seconds),
      row('· learning', (result) => result.seconds.learning, seconds),
      row('· everything else', (result) => result.seconds.rest, seconds),
    ],
    note: 'Fitness is minus the variance of the joint angles in rad², at most 0. QD score: the sum of fitness + (π/2)² over all elites.',
  };
}

/** The row with its highest numbers marked, where they differ. */
function stress(row: ReportRow): ReportRow {
  const values = row.cells.map((cell) => (typeof cell === 'string' ? Number.NaN : cell.value));
  const highest = Math.max(...values);
  const best = values.flatMap((value, i) => (value === highest ? [i] : []));
  return best.length === values.length ? row : { ...row, best };
}

function settingsOf(runs: readonly Illumination[]): [string, string][] {
  const { settings, metrics } = runs[0]!;
  return [
    ['Joints', integerText(settings.joints)],
    ['Evaluations', integerText(settings.evaluations)],
    ['Seed', String(settings.seed)],
    ['Genomes per generation', '100'],
    ['Cells', `${integerText(metrics.cells)} in rings`],
    ['Fitness', 'minus variance'],
  ];
}

function minus(text: string): string {
  return text.replace(/^-/, '−');
}
