import type { CvtArchive } from '../../archives/index.ts';
import { archiveToNpy } from '../../npy/index.ts';
import { type PaperVariant, paperSearch, paperVariants } from '../../paper/index.ts';
import type { FileOptions, IlluminatedSearch, SearchFile, Subject } from '../illumination/subject.ts';
import { integerText } from '../terminal/number-text.ts';
import { armArchiveSvg } from './arm-archive-svg.ts';

/** The planar arm with the paper's settings, for `elites illuminate`. */
export function armSubject(joints: number): Subject {
  return {
    algorithms: paperVariants,
    first: 'dde-elites',
    make: async (variant, seed) => paperSearch({ variant: variant as PaperVariant, joints, seed }),
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

function armFiles(joints: number, search: IlluminatedSearch, { algorithm, range }: FileOptions): SearchFile[] {
  const archive = search.archive as CvtArchive;
  return [
    {
      ending: '.svg',
      content: armArchiveSvg(archive, { outline: 'hull', range, title: algorithm }),
      description: `the archive of ${algorithm}`,
    },
    {
      ending: '.npy',
      content: archiveToNpy(archive, archive),
      description: `its elites for NumPy: fitness, x, y, ${joints} genes`,
    },
  ];
}
