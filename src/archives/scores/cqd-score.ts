import {
  argumentError,
  asBatch,
  type Batch,
  type Box,
  type BoxBounds,
  checkChoice,
  checkInteger,
  checkNumber,
  checkObject,
  checkOptions,
  checkPositive,
  copyList,
  copyRowList,
  finiteBounds,
  type Genomes,
  isBatch,
  uniformRows,
} from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import { elitesOf, type ScoredArchive } from './scored-archive.ts';

/** How {@link cqdScore} measures. */
export interface CqdScoreOptions {
  /** The lowest and the highest fitness there is, by which fitness is scaled. */
  readonly fitnessRange: readonly [low: number, high: number];
  /** `(targets, descriptorDimensions)`: where elites are wanted (default: drawn uniformly in the descriptor box). */
  readonly targets?: Batch | ArrayLike<ArrayLike<number>> | undefined;
  /** Any safe integer, needed without `targets`: they are drawn from it. */
  readonly seed?: number | undefined;
  /** How many targets are drawn (default 1000). */
  readonly samples?: number | undefined;
  /** What an elite loses at the largest distance to a target; each at least 0 (default 0, 0.25, 0.5, 0.75 and 1). θ of the paper. */
  readonly penalties?: ArrayLike<number> | undefined;
  /** The norm of distances: Euclidean (2, the default), sum (1) or maximum (Infinity) over dimensions. */
  readonly norm?: 1 | 2 | typeof Number.POSITIVE_INFINITY | undefined;
  /** The largest distance, by which distances are scaled (default: from corner to corner of the descriptor box). */
  readonly largestDistance?: number | undefined;
  /** How fitness is scaled: `'range'` (default) (fitness − low) / (high − low); `'pyribs'` fitness / (high − low). */
  readonly scaling?: 'range' | 'pyribs' | undefined;
}

const known = ['fitnessRange', 'targets', 'seed', 'samples', 'penalties', 'norm', 'largestDistance', 'scaling'];

/**
 * Continuous quality diversity score, which does not depend on cells: the sum over targets and penalties of
 * max over the elites of (scaled fitness − penalty · scaled distance to the target). [Kent2022] At most
 * targets × penalties; an empty archive counts as one elite of the lowest fitness at the largest distance, the least that there can
 * be. pyribs' `cqd_score` does not subtract the lowest fitness: `scaling: 'pyribs'` gives its numbers, which differ where that is not 0.
 * Takes time proportional to elites × targets.
 * @throws ARGUMENT if an option breaks its contract, or the archive has no descriptor box of finite bounds.
 */
export function cqdScore(
  archive: ScoredArchive & { readonly descriptor?: Box | undefined },
  options: CqdScoreOptions,
): number {
  const owner = 'cqdScore';
  checkOptions(owner, options, known);
  const elites = elitesOf(owner, archive);
  const box = finiteBounds(owner, 'archive.descriptor', archive.descriptor!);
  const { norm = 2, scaling = 'range' } = options;
  if (norm !== 1 && norm !== 2 && norm !== Number.POSITIVE_INFINITY)
    throw argumentError(owner, 'norm', 'be 1, 2 or Infinity', norm);
  checkChoice(owner, 'scaling', scaling, ['range', 'pyribs']);
  const [low, width] = rangeOf(owner, options.fitnessRange);
  const penalties = copyList(owner, 'penalties', options.penalties ?? [0, 0.25, 0.5, 0.75, 1], undefined, 0);
  const targets = targetsOf(owner, options, box);
  const largest = options.largestDistance ?? distance(box.lower, box.upper, norm);
  checkPositive(owner, 'largestDistance', largest);
  const from = scaling === 'range' ? low : 0;
  const fitness = elites.map((elite) => (elite.fitness - from) / width);
  const distances = new Float64Array(elites.length);
  let sum = 0;
  for (let i = 0; i < targets.rows; i++) {
    const target = targets.row(i);
    for (const [k, { descriptor }] of elites.entries()) distances[k] = distance(descriptor, target, norm) / largest;
    for (const penalty of penalties) {
      let best = elites.length === 0 ? (low - from) / width - penalty : Number.NEGATIVE_INFINITY;
      for (let k = 0; k < elites.length; k++) best = Math.max(best, fitness[k]! - penalty * distances[k]!);
      sum += best;
    }
  }
  return sum;
}

function rangeOf(owner: string, range: CqdScoreOptions['fitnessRange']): readonly [low: number, width: number] {
  checkObject(owner, 'fitnessRange', range);
  const [low, high] = range;
  if (Number.isFinite(low) && Number.isFinite(high - low) && low < high) return [low, high - low];
  throw argumentError(owner, 'fitnessRange', 'be two finite numbers, ascending', range);
}

/** `(targets, descriptorDimensions)` */
function targetsOf(owner: string, { targets, seed, samples }: CqdScoreOptions, box: BoxBounds): Batch {
  const { dimensions } = box;
  if (targets !== undefined) {
    if (seed !== undefined || samples !== undefined)
      throw argumentError(owner, 'seed and samples', 'be left out with targets', seed ?? samples);
    const given: Genomes<ArrayLike<number>> = isBatch(targets)
      ? targets
      : copyRowList(owner, 'targets', targets, dimensions);
    const rows = asBatch(owner, given, dimensions, 'descriptor');
    for (const [i, value] of rows.data.entries()) checkNumber(owner, `targets[${Math.floor(i / dimensions)}]`, value);
    return rows;
  }
  if (seed === undefined) throw argumentError(owner, 'seed', 'be given, or targets', seed);
  checkInteger(owner, 'samples', samples ?? 1000, 1, 2 ** 24);
  return uniformRows(samples ?? 1000, box, randomStream(seed, owner));
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>, norm: number): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) {
    const gap = Math.abs(a[j]! - b[j]!);
    sum = norm === 2 ? sum + gap * gap : norm === 1 ? sum + gap : Math.max(sum, gap);
  }
  return norm === 2 ? Math.sqrt(sum) : sum;
}
