import { Batch, boxBounds, type Encoding, pause } from '../../core/index.ts';
import { planarArm, type VectorDomain, withEncoding } from '../../domains/index.ts';
import { CmaEs } from '../../optimizers/index.ts';
import { randomStream } from '../../random/index.ts';
import { quantile } from '../../statistics/index.ts';
import { LogSpaced } from '../replicates/log-spaced.ts';
import type { ReplicateOutcome } from '../replicates/replicate.ts';
import { paperTargets } from './paper-targets.ts';

/** The best arm for one target. */
export interface TargetResult {
  /** `(2)`: descriptor units. */
  readonly target: readonly number[];
  /** `(2)`: the end effector, in descriptor units. */
  readonly end: readonly number[];
  /** From the end effector to the target, in descriptor units. */
  readonly distance: number;
  /** Standard deviation of the joint angles in rad. */
  readonly deviation: number;
  /** Evaluations until the budget was reached, or until CMA-ES stopped. */
  readonly spent: number;
  /** `(joints)` genes. */
  readonly genome: readonly number[];
}

/** Options of {@link matchTargets}. */
export interface TargetMatchingOptions {
  readonly joints: number;
  /** The encoding to search; undefined: joint angles. */
  readonly encoding?: Encoding | undefined;
  /** The budget of each target. */
  readonly evaluations: number;
  readonly seed: number;
  /** In descriptor units (default: the paper's 18). */
  readonly targets?: readonly (readonly number[])[] | undefined;
  /** Ends a search after the current generation, with the best arm so far; targets that were not begun are left out. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the result of each target. */
  readonly onTarget?: ((result: TargetResult) => void) | undefined;
}

/** The result of target matching. */
export interface TargetMatching extends ReplicateOutcome {
  /** `(targets)`, in the order given. */
  readonly targets: readonly TargetResult[];
}

/**
 * Finds, with CMA-ES, an arm for each of the targets: the cost is only the end effector's distance. Starts at 0.3
 * times a standard normal, with σ 0.1. The curve is the median over targets of the best distance so far. [Gaier2020, §5.3]
 */
export async function matchTargets(options: TargetMatchingOptions): Promise<TargetMatching> {
  const searches: TargetSearch[] = [];
  for (const [i, target] of (options.targets ?? paperTargets).entries()) {
    if (i > 0 && options.signal?.aborted) break;
    const search = await matchTarget(options, target, i);
    searches.push(search);
    options.onTarget?.(search.result);
  }
  const reached = searches.map((one) => one.result);
  const samples = { distance: reached.map((one) => one.distance), deviation: reached.map((one) => one.deviation) };
  const evaluations = searches[0]!.evaluations;
  return {
    spent: median(reached.map((one) => one.spent)),
    final: { distance: median(samples.distance), deviation: median(samples.deviation) },
    samples,
    curve: { evaluations, distance: evaluations.map((_, k) => median(searches.map((one) => one.distance[k]!))) },
    targets: reached,
  };
}

/** The search of one target. */
interface TargetSearch {
  /** Where the curve was recorded, and the best distance so far. */
  readonly evaluations: readonly number[];
  readonly distance: readonly number[];
  readonly result: TargetResult;
}

/**
 * Searches one target, with the random stream of its place in the list. A search that converges or is stopped ends early; its curve
 * continues at the best distance. Yields to timers and signals every 20 ms.
 */
async function matchTarget(
  options: TargetMatchingOptions,
  target: readonly number[],
  place: number,
): Promise<TargetSearch> {
  const { joints, encoding, evaluations: total, signal } = options;
  const arm = planarArm({ joints, fitness: 'standard-deviation' });
  const domain = (encoding === undefined ? arm : withEncoding(arm, encoding)) as VectorDomain;
  const optimizer = optimizerOf(domain, 1000 * options.seed + place);
  const points = new LogSpaced(total);
  const [evaluations, distance]: [number[], number[]] = [[], []];
  for (let at = 0; at < total; ) {
    if (at === 0 || !(signal?.aborted || optimizer.stopReasons().length > 0)) {
      const batch = optimizer.ask();
      optimizer.tell(batch, distances(domain.evaluate(batch).descriptors, target));
      await pause();
    }
    at += optimizer.populationSize;
    if (!points.due(at)) continue;
    evaluations.push(at);
    distance.push(optimizer.best.cost);
  }
  const best = new Batch(1, domain.genome.dimensions, optimizer.best.genome);
  const phenotype = encoding === undefined ? best : encoding.decode(best);
  const { fitness, descriptors } = arm.evaluate(phenotype);
  const result = {
    target,
    end: Array.from(descriptors.row(0)),
    distance: distances(descriptors, target)[0]!,
    deviation: -fitness[0]!,
    spent: optimizer.evaluations,
    genome: Array.from(phenotype.data),
  };
  return { evaluations, distance, result };
}

function optimizerOf(domain: VectorDomain, seed: number): CmaEs {
  const { lower, upper, dimensions } = boxBounds('matchTargets', 'genome', domain.genome);
  const start = new Float64Array(dimensions);
  randomStream(seed).fillNormal(start);
  const mean = start.map((z, i) => Math.min(upper[i]!, Math.max(lower[i]!, 0.3 * z)));
  return new CmaEs({ mean, sigma: 0.1, lower, upper, seed });
}

function distances(ends: Batch, [x, y]: readonly number[]): Float64Array {
  // Not Math.hypot: engines differ in its last bit, which would change what CMA-ES does.
  return Float64Array.from({ length: ends.rows }, (_, i) => {
    const dx = ends.row(i)[0]! - x!;
    const dy = ends.row(i)[1]! - y!;
    return Math.sqrt(dx * dx + dy * dy);
  });
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
