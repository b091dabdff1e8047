import type { CvtArchive } from '../../archives/index.ts';
import type { DataDrivenEncoding } from '../../encodings/index.ts';
import { Vae } from '../../learners/index.ts';
import { archiveToNpy } from '../../npy/index.ts';
import { type PaperVariant, paperSearch, paperSettings } from '../../paper/index.ts';
import { DdeElites, type Search } from '../../search/index.ts';
import type { FileOptions, IlluminatedSearch, SearchFile, Subject } from '../illumination/subject.ts';
import { byOperator, makerOf } from '../reports/operator-pictures.ts';
import { integerText } from '../terminal/number-text.ts';
import { armArchiveSvg } from './arm-archive-svg.ts';

/** DDE-Elites with its defaults, and the paper's four algorithms; the paper's DDE-Elites is `paper-dde-elites`. */
const ALGORITHMS: Readonly<Record<string, (joints: number, seed: number) => Search<Float64Array, CvtArchive>>> = {
  'dde-elites': ddeElites,
  'me-line': paper('me-line'),
  'map-elites': paper('map-elites'),
  'dde-xover': paper('dde-xover'),
  'paper-dde-elites': paper('dde-elites'),
};

function paper(variant: PaperVariant): (typeof ALGORITHMS)[string] {
  return (joints, seed) => paperSearch({ variant, joints, seed, lineage: true });
}

/** DDE-Elites with its default operators and schedule, on the paper's archive from the paper's first genomes. */
function ddeElites(joints: number, seed: number): DdeElites<DataDrivenEncoding, CvtArchive> {
  const { domain, archive, initial } = paperSettings({ variant: 'me-line', joints, lineage: true });
  const learner = new Vae({ inputs: joints });
  return new DdeElites<DataDrivenEncoding, CvtArchive>({ domain, archive, initial, learner, seed });
}

/** The planar arm with the paper's settings, for `elites illuminate`. */
export function armSubject(joints: number): Subject {
  return {
    algorithms: Object.keys(ALGORITHMS),
    first: 'dde-elites',
    make: async (algorithm, seed) => ALGORITHMS[algorithm]!(joints, seed),
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
    files: (search, options) => armFiles(joints, search, options),
  };
}

function armFiles(
  joints: number,
  search: IlluminatedSearch,
  { algorithm, range, operators }: FileOptions,
): SearchFile[] {
  const archive = search.archive as CvtArchive;
  const shown = { outline: 'hull', range } as const;
  const description = `the archive of ${algorithm}`;
  const colours = { category: makerOf, categories: operators };
  const byOperators = () => armArchiveSvg(archive, { ...shown, ...colours, title: `${algorithm}, by operator` });
  return [
    {
      ending: '.svg',
      content: armArchiveSvg(archive, { ...shown, title: algorithm }),
      description,
    },
    ...(operators === undefined ? [] : [byOperator({ content: byOperators(), description })]),
    {
      ending: '.npy',
      content: archiveToNpy(archive, archive),
      description: `its elites for NumPy: fitness, x, y, ${joints} genes`,
    },
  ];
}
