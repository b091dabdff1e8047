import { planarArm } from '../../domains/index.ts';
import { archiveToNpy } from '../../npy/index.ts';
import type { Recreation } from '../../paper/index.ts';
import { curvesSvg, reportHtml } from '../../plot/index.ts';
import { filesOf, type ListedFile, reportFooter } from '../reports/summary-report.ts';
import { integerText, percentText, significantText } from '../terminal/number-text.ts';
import { armArchiveSvg } from './arm-archive-svg.ts';
import type { Searched, SearchedResult } from './searched-encoding.ts';

/** The results of one recreation, as in results.json. */
export interface RecreationResult extends SearchedResult {
  readonly coverage: number;
}

/**
 * All files of a recreation, by name.
 * @param command - The command that reproduces the numbers.
 */
export function recreationFiles(
  searched: Searched,
  { archive, curve }: Recreation,
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
  const elites = `the elites for NumPy: fitness, x, y, ${joints} genes`;
  const json = `${JSON.stringify(result, undefined, 2)}\n`;
  const listed = [
    { path: 'results.json', content: json, description: 'the numbers of the table' },
    { path: 'archive.npy', content: archiveToNpy(arms, planarArm({ joints })), description: elites },
    { path: 'archive.svg', content: picture, description: 'the archive' },
    { path: 'coverage.svg', content: coverage, description: 'coverage over evaluations' },
  ];
  return filesOf(listed, reportOf(searched, result, archive.cells, [picture, coverage], command, listed));
}

function reportOf(
  { encoding, joints, description }: Searched,
  result: RecreationResult,
  cells: number,
  pictures: readonly string[],
  command: string,
  files: readonly ListedFile[],
): string {
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
    files,
    footer: reportFooter(),
  });
}
