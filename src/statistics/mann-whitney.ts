import { argumentError, isList } from '../core/index.ts';
import { exp } from '../kernels/index.ts';

/** Outcome of a {@link mannWhitney} test. */
export interface MannWhitney {
  /** U of the first sample: pairs in which it is above the second, ties counted half; in [0, a.length · b.length]. */
  readonly u: number;
  /** Two-sided: how likely a difference at least as large is if both samples come from one distribution; in [0, 1]. 0 if it is
   * below the smallest float64, as of two samples of 3000 that do not overlap. */
  readonly p: number;
}

/** The largest number of pairs for which p is exact. */
const EXACT_PAIRS = 400;

/**
 * Two-sided Mann-Whitney U test [Mann1947]. Up to 400 pairs p is exact: twice the smaller tail of U's distribution over all ways to
 * divide the pooled midranks. Above, it is that of the normal approximation with tie and continuity correction.
 * @param a - At least one finite number.
 * @param b - At least one finite number.
 * @throws ARGUMENT if a sample is empty or has a number that is not finite.
 */
export function mannWhitney(a: ArrayLike<number>, b: ArrayLike<number>): MannWhitney {
  for (const [name, sample] of Object.entries({ a, b })) {
    if (!isList(sample) || sample.length === 0 || !Array.from(sample).every(Number.isFinite)) {
      throw argumentError('mannWhitney', name, 'be a list of at least one finite number', sample);
    }
  }
  const doubled = doubledMidranks([...Array.from(a), ...Array.from(b)]);
  const rankSum = sumOf(doubled.slice(0, a.length));
  const u = (rankSum - a.length * (a.length + 1)) / 2;
  const exact = a.length * b.length <= EXACT_PAIRS;
  return { u, p: exact ? exactP(doubled, a.length) : normalP(doubled, a.length, u) };
}

/** Twice the midrank of each value: an integer even with ties. */
function doubledMidranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((i, j) => values[i]! - values[j]!);
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to++;
    for (let k = from; k <= to; k++) ranks[order[k]!] = from + to + 2;
    from = to + 1;
  }
  return ranks;
}

/** p from the share of subsets of ranks whose sum is at most, or at least, the one observed. @param first - Length of the first sample. */
function exactP(ranks: readonly number[], first: number): number {
  // Of two unequal samples the smaller has fewer sums. Both give the same p.
  const smaller = 2 * first <= ranks.length ? ranks.slice(0, first) : ranks.slice(first);
  const size = smaller.length;
  const observed = sumOf(smaller);
  const most = sumOf([...ranks].sort((a, b) => b - a).slice(0, size));
  // ways[k * (most + 1) + s]: subsets of k ranks with sum s. There are at most 1.4e11 subsets, of 20 and 20 ranks: float64 is exact.
  const width = most + 1;
  const ways = new Float64Array((size + 1) * width);
  ways[0] = 1;
  for (const rank of ranks) {
    for (let k = size; k > 0; k--) {
      for (let s = most; s >= rank; s--) ways[k * width + s]! += ways[(k - 1) * width + s - rank]!;
    }
  }
  let [below, above, all] = [0, 0, 0];
  for (let s = 0; s <= most; s++) {
    const count = ways[size * width + s]!;
    all += count;
    if (s <= observed) below += count;
    if (s >= observed) above += count;
  }
  return Math.min(1, (2 * Math.min(below, above)) / all);
}

function sumOf(ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + rank, 0);
}

function normalP(ranks: readonly number[], size: number, u: number): number {
  const n = ranks.length;
  const pairs = size * (n - size);
  const counts = new Map<number, number>();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  let ties = 0;
  for (const t of counts.values()) ties += t ** 3 - t;
  const deviation = Math.sqrt((pairs / 12) * (n + 1 - ties / (n * (n - 1))));
  const distance = Math.max(0, Math.abs(u - pairs / 2) - 0.5);
  return deviation === 0 ? 1 : Math.min(1, complementaryError(distance / deviation / Math.SQRT2));
}

/** erfc of x ≥ 0: its series below 2, its continued fraction above; 1e-13 relative [Abramowitz1964, 7.1.6 and 7.1.14]. */
function complementaryError(x: number): number {
  const scale = exp(-x * x) / Math.sqrt(Math.PI);
  if (x < 2) {
    let term = x;
    let sum = x;
    for (let k = 1; term > 1e-17 * sum; k++) {
      term *= (2 * x * x) / (2 * k + 1);
      sum += term;
    }
    return 1 - 2 * scale * sum;
  }
  let fraction = x;
  for (let k = 80; k > 0; k--) fraction = x + k / 2 / fraction;
  return scale / fraction;
}
