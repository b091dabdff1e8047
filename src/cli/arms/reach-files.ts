import type { TargetMatching } from '../../paper/index.ts';
import { armsSvg, curvesSvg, type ReportRow, reportHtml } from '../../plot/index.ts';
import { filesOf, type ListedFile, reportFooter } from '../reports/summary-report.ts';
import { integerText, significantText } from '../terminal/number-text.ts';
import type { Searched, SearchedResult } from './searched-encoding.ts';

/** The results of one search, as in results.json. */
export interface ReachResult extends SearchedResult {
  readonly distance: number;
  readonly targets: TargetMatching['targets'];
}

/**
 * All files of a search, by name.
 * @param command - The command that reproduces the numbers.
 */
export function reachFiles(
  searched: Searched,
  curve: TargetMatching['curve'],
  result: ReachResult,
  command: string,
): Map<string, string | Uint8Array> {
  const { joints, description } = searched;
  const arms = armsSvg({ arms: result.targets, title: `${description}, ${integerText(joints)} joints` });
  const distance = curvesSvg({
    title: 'Distance',
    x: { label: 'evaluations' },
    y: { label: 'median distance to the target', scale: 'log' },
    series: [{ name: description, x: curve.evaluations!, y: curve.distance! }],
  });
  const json = `${JSON.stringify(result, undefined, 2)}\n`;
  const listed = [
    { path: 'results.json', content: json, description: 'the numbers of the table, and the genes of each arm' },
    { path: 'arms.svg', content: arms, description: 'the arms' },
    { path: 'distance.svg', content: distance, description: 'distance over evaluations' },
  ];
  return filesOf(listed, reportOf(searched, result, [arms, distance], command, listed));
}

function reportOf(
  { encoding, joints, description }: Searched,
  result: ReachResult,
  [arms, distance]: readonly string[],
  command: string,
  files: readonly ListedFile[],
): string {
  const { targets } = result;
  const rows = targets.map((one): ReportRow => {
    const cells = [one.distance, one.deviation].map((value) => ({ text: significantText(value), value }));
    return {
      name: `(${one.target.join(', ')})`,
      cells: [...cells, { text: integerText(one.spent), value: one.spent }],
    };
  });
  return reportHtml({
    eyebrow: 'elites · target matching',
    title: `Arms of ${integerText(joints)} joints that reach for ${targets.length} targets`,
    summary: `CMA-ES searched ${description}. In the median over targets the end effector is ${significantText(result.distance)} away (the arm reaches 0.5 far), and joint angles deviate by ${significantText(result.deviation)} rad, which nobody asked for.`,
    figures: [
      {
        heading: 'Arms',
        figures: [
          { svg: arms!, caption: 'Rings: targets; dots: joints (up to 50) and end effectors.' },
          { svg: distance! },
        ],
      },
    ],
    sections: [
      {
        heading: 'Results',
        text: [],
        tables: [{ heading: 'Targets', columns: ['distance', 'deviation, rad', 'evaluations'], rows }],
      },
    ],
    settings: [
      ['Searched', description],
      ['Joints', integerText(joints)],
      ['Evaluations a target', integerText(result.evaluations)],
      ['Seed', String(result.seed)],
      ['Bounds', encoding === undefined ? '[−1, 1]' : '[−5, 5]'],
    ],
    command,
    files,
    footer: reportFooter(),
  });
}
