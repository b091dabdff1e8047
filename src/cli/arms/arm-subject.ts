import type { CvtArchive } from '../../archives/index.ts';
import { archiveToNpy } from '../../npy/index.ts';
import { type IlluminationVariant, paperSearch } from '../../paper/index.ts';
import type { FileOptions, IlluminatedSearch, SearchFile, Subject } from '../illumination/subject.ts';
import { byOperator, makerOf } from '../reports/operator-pictures.ts';
import { integerText } from '../terminal/number-text.ts';
import { armArchiveSvg } from './arm-archive-svg.ts';

/** DDE-Elites with its defaults, and the paper's four algorithms; the paper's DDE-Elites is `paper-dde-elites`. */
const ALGORITHMS: Readonly<Record<string, IlluminationVariant>> = {
  'dde-elites': 'defaults',
  'me-line': 'me-line',
  'map-elites': 'map-elites',
  'dde-xover': 'dde-xover',
  'paper-dde-elites': 'dde-elites',
};

/** The planar arm with the paper's settings, for `elites illuminate`. */
export function armSubject(joints: number): Subject {
  return {
    algorithms: Object.keys(ALGORITHMS),
    make: async (algorithm, seed) => paperSearch({ variant: ALGORITHMS[algorithm]!, joints, seed, lineage: true }),
    finish: {},
    guard: (call) => call(),
    facts: { joints },
    argument: `--joints ${joints}`,
    words: {
      title: `A planar arm with ${integerText(joints)} joints`,
      introduction:
        'Where can an arm reach, and how gracefully? Each cell of the archive keeps the arm that reaches it with the most even joint angles.',
      note: 'Fitness is minus the variance of the joint angles in rad², at most 0. QD score: the sum of fitness + (π/2)² over all elites.',
      meanFitness: 'mean fitness (rad²)',
      best: 0,
      settings: [[['Joints', integerText(joints)]], [['Fitness', 'minus variance']]],
      cells: ' in rings',
    },
    explorer: {
      outline: 'hull',
      labels: ['x of the end of the arm', 'y of the end of the arm'],
      fitnessLabel: 'fitness (rad²)',
      drawing: 'planar-arm',
    },
    files: (search, options) => armFiles(joints, search, options),
  };
}

function armFiles(joints: number, search: IlluminatedSearch, options: FileOptions): SearchFile[] {
  const { algorithm, range, operators } = options;
  const archive = search.archive as CvtArchive;
  const shown = { outline: 'hull', range } as const;
  const description = `the archive of ${algorithm}`;
  const colours = { category: makerOf, categories: operators };
  const byOperators = () => armArchiveSvg(archive, { ...shown, ...colours, title: `${algorithm}, by operator` });
  return [
    { ending: '.svg', content: armArchiveSvg(archive, { ...shown, title: algorithm }), description },
    ...(operators === undefined ? [] : [byOperator({ content: byOperators(), description })]),
    {
      ending: '.npy',
      content: archiveToNpy(archive, archive),
      description: `the elites for NumPy, one in each row: fitness, x, y, ${joints} genes`,
    },
  ];
}
