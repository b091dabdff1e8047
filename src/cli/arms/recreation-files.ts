import { planarArm } from '../../domains/index.ts';
import { archiveToNpy } from '../../npy/index.ts';
import type { recreate } from '../../paper/index.ts';
import { curvesSvg, reportHtml } from '../../plot/index.ts';
import { reportFooter } from '../reports/summary-report.ts';
import { integerText, percentText, significantText } from '../terminal/number-text.ts';
import { armArchiveSvg } from './arm-archive-svg.ts';
import type { Searched } from './searched-encoding.ts';

/** The result of {@link recreate}. */
type Outcome = Awaited<ReturnType<typeof recreate>>;
/** The results of one recreation, as in results.json. */
export interface RecreationResult {
  readonly encoding: Searched['name'];
  readonly joints: number;
  readonly seed: number;
  readonly evaluations: number;
  readonly coverage: number;
  readonly deviation: number;
  readonly seconds: number;
}

/**
 * All files of a recreation, by name.
 * @param command - The command that reproduces the numbers.
 */
export function recreationFiles(
  searched: Searched,
  { archive, curve }: Outcome,
  result: RecreationResult,
  command: string,
): Map<string, string | Uint8Array> {
  const { encoding, joints, description } = searched;
  const title = `${description}, ${integerText(joints)} joints`;
  const picture = armArchiveSvg(archive, { outline: 'hull', title, fitnessLabel: 'fitness (rad)' });
  const coverage = curvesSvg({
    title: 'Coverage',
    x: { label: 'evaluations', scale: 'log' },
    y: { label: 'cells filled (%)', range: [0, 100] },
    series: [{ name: description, x: curve.evaluations!, y: curve.coverage!.map((share) => 100 * share) }],
  });
  const arms =
    encoding === undefined
      ? archive
      : Array.from(archive, (elite) => ({ ...elite, genome: encoding.decode(elite.genome) }));
  const report = reportOf(searched, result, archive.cells, [picture, coverage], command);
  return new Map<string, string | Uint8Array>([
    ['results.json', `${JSON.stringify(result, undefined, 2)}\n`],
    ['archive.npy', archiveToNpy(arms, planarArm({ joints }))],
    ['archive.svg', picture],
    ['coverage.svg', coverage],
    ['report.html', report],
  ]);
}

function reportOf(
  { encoding, joints, description }: Searched,
  result: RecreationResult,
  cells: number,
  pictures: readonly string[],
  command: string,
): string {
  const listed = [
    { path: 'results.json', description: 'the numbers of the table' },
    { path: 'archive.npy', description: `the elites for NumPy: fitness, x, y, ${joints} genes` },
    { path: 'archive.svg', description: 'the archive' },
    { path: 'coverage.svg', description: 'coverage over evaluations' },
  ];
  return reportHtml({
    eyebrow: 'elites · recreation',
    title: `An archive of ${integerText(joints)} joints, filled again with ${description}`,
    summary: `From nothing, ${integerText(result.evaluations)} evaluations have filled ${percentText(result.coverage)} of the ${integerText(cells)} cells; joint angles deviate by ${significantText(result.deviation)} rad in the mean of the archive.`,
    table: {
      heading: 'Results',
      columns: [description],
      rows: [
        { name: 'Evaluations', cells: [{ text: integerText(result.evaluations), value: result.evaluations }] },
        { name: 'Coverage', cells: [{ text: percentText(result.coverage), value: result.coverage }] },
        { name: 'Joint deviation, rad', cells: [{ text: significantText(result.deviation), value: result.deviation }] },
        { name: 'Time', cells: [{ text: `${result.seconds.toFixed(1)} s`, value: result.seconds }] },
      ],
    },
    figures: [{ heading: 'Archive', figures: pictures.map((svg) => ({ svg })) }],
    settings: [
      ['Searched', description],
      ['Joints', integerText(joints)],
      ['Seed', String(result.seed)],
      ['Mutation', encoding === undefined ? 'isometric, σ 0.006' : 'isometric, σ 0.15'],
      ['Fitness', 'minus standard deviation, rad'],
    ],
    command,
    files: listed,
    footer: reportFooter(),
  });
}
