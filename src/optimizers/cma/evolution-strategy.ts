import {
  addCount,
  argumentError,
  asBatch,
  ascending,
  Batch,
  type Genomes,
  isTransferred,
  notFinite,
  shapeError,
} from '../../core/index.ts';
import { type RandomStream, randomStream } from '../../random/index.ts';
import { BoundPenalty } from '../bounds/bound-penalty.ts';
import { insideBox } from '../bounds/bounds.ts';
import type { Covariance } from '../covariance/covariance.ts';
import type { BestCandidate, Restart, StopReason } from '../optimizer.ts';
import { type CmaEsSettings, FARTHEST_START, LARGEST_GENERATION } from '../options.ts';
import { clipInjected, sameRows } from './injected-rows.ts';
import { SearchDistribution, tooFar } from './search-distribution.ts';
import { StopCriteria } from './stop-criteria.ts';
import { type StrategyParameters, strategyParameters } from './strategy-parameters.ts';

/** The kind of covariance that an evolution strategy adapts. */
export interface CovarianceKind {
  /** Whether it is diagonal; if so, it learns faster. */
  readonly separable: boolean;
  /** The identity, for n dimensions. */
  make(dimensions: number, parameters: StrategyParameters): Covariance;
}

/** The parts that a restart replaces. */
export interface StrategyRun {
  readonly distribution: SearchDistribution;
  readonly penalty: BoundPenalty;
  readonly criteria: StopCriteria;
}

/** Candidates that were asked for: as drawn, as given out, and the batch given. */
export interface AskedCandidates {
  readonly drawn: Float64Array;
  readonly inside: Float64Array;
  readonly batch: Batch;
}

/**
 * The common loop of {@link CmaEs} and {@link SepCmaEs}: draws candidates inside the box, ranks those that are told, updates the
 * distribution, remembers the best, and restarts.
 */
export class EvolutionStrategy {
  readonly owner: string;
  readonly settings: CmaEsSettings;
  readonly random: RandomStream;
  readonly #kind: CovarianceKind;
  run: StrategyRun;
  asked: AskedCandidates | undefined;
  best: BestCandidate;
  evaluations = 0;
  generation = 0;
  restarts: readonly Restart[] = [];

  /** @throws ARGUMENT if the seed is not a safe integer. */
  constructor(owner: string, settings: CmaEsSettings, seed: number, kind: CovarianceKind) {
    this.owner = owner;
    this.settings = settings;
    this.#kind = kind;
    this.random = randomStream(seed, owner);
    this.best = { cost: Number.POSITIVE_INFINITY, genome: settings.mean.slice() };
    this.run = this.begin(settings.populationSize, settings.mean);
  }

  get populationSize(): number {
    return this.run.distribution.parameters.populationSize;
  }

  /** Starts a run from a mean, with the initial step size. */
  begin(populationSize: number, mean: Float64Array): StrategyRun {
    const { sigma, bounds, active } = this.settings;
    const { separable } = this.#kind;
    const parameters = strategyParameters(mean.length, populationSize, { active, separable });
    return {
      distribution: new SearchDistribution(mean, sigma, parameters, this.#kind.make(mean.length, parameters)),
      penalty: new BoundPenalty(bounds),
      criteria: new StopCriteria(this.settings),
    };
  }

  ask(): Batch {
    if (this.asked === undefined) this.asked = this.offer(this.run.distribution.sample(this.random));
    else if (isTransferred(this.asked.batch)) this.asked = this.offer(this.asked.drawn);
    return this.asked.batch;
  }

  /** Makes a batch of drawn candidates. */
  offer(drawn: Float64Array): AskedCandidates {
    const { bounds, boundary } = this.settings;
    const inside = insideBox(drawn, bounds, boundary);
    const { dimensions } = bounds;
    return { drawn, inside, batch: new Batch(drawn.length / dimensions, dimensions, inside.slice()) };
  }

  tell(candidates: Genomes<ArrayLike<number>>, costs: ArrayLike<number>): void {
    const rows = this.#checked(candidates, costs);
    const { distribution, penalty, criteria } = this.run;
    const { bounds, boundary } = this.settings;
    const finite = Array.from(costs).some(Number.isFinite);
    if (finite) {
      const asked = this.#asked(rows);
      const learned = this.#asDrawn(rows, asked);
      this.#refuseOverflow(learned);
      const ranked = Float64Array.from(costs);
      const inside = insideBox(learned, bounds, boundary);
      if (boundary === 'penalty') {
        penalty.update(costs, distribution);
        for (const [k, cost] of ranked.entries()) ranked[k] = cost + penalty.penalty(learned, inside, k);
      }
      const order = ranking(ranked);
      const steps = distribution.steps(learned, order);
      if (this.settings.injectionClip) clipInjected(steps, order, asked, distribution.covariance);
      distribution.update(steps);
      criteria.remember(ranked);
    } else criteria.remember(new Float64Array(0));
    this.evaluations = addCount(this.evaluations, costs.length);
    this.generation = addCount(this.generation);
    this.asked = undefined;
    this.#remember(rows, costs);
    this.#restart();
  }

  /** The reasons to stop now. If restarts are left, the run's own reasons lead to a restart instead, and are not among them. */
  stopReasons(): StopReason[] {
    const { maxEvaluations, maxIterations } = this.settings;
    const found = this.run.criteria.reasons(this.run.distribution);
    if (this.evaluations >= maxEvaluations) found.push('maxevaluations');
    if (this.generation >= maxIterations) found.push('maxiterations');
    return found;
  }

  #checked(candidates: Genomes<ArrayLike<number>>, costs: ArrayLike<number>): Float64Array {
    const owner = `${this.owner}.tell`;
    const rows = this.populationSize;
    const n = this.settings.mean.length;
    if (typeof candidates !== 'object' || candidates === null || candidates.rows !== rows) {
      throw shapeError(owner, 'candidates', [rows, n], 'populationSize, genomeDimensions', [candidates?.rows]);
    }
    const { asked } = this;
    // The asked batch is known even if its memory was transferred.
    const known = candidates === asked?.batch && isTransferred(candidates);
    const data = known ? asked.inside : asBatch(owner, candidates, n).data;
    if (typeof costs !== 'object' || costs === null || costs.length !== rows) {
      throw argumentError(owner, 'costs', `have ${rows} numbers, one for each row`, costs);
    }
    for (let k = 0; k < rows; k++) {
      if (typeof costs[k] !== 'number') throw argumentError(owner, `costs[${k}]`, 'be a number', costs[k]);
    }
    if (!data.every(Number.isFinite)) throw notFinite(owner, 'candidates', data, n);
    return data;
  }

  #refuseOverflow(rows: Float64Array): void {
    const at = this.run.distribution.findOverflow(rows, ascending(this.populationSize));
    if (at >= 0) throw tooFar(`${this.owner}.tell`, rows[at]!, Math.floor(at / this.settings.mean.length));
  }

  /** The rows; asked rows that penalty or reflection repaired are replaced by their drawn values. */
  #asDrawn(rows: Float64Array, asked: Int32Array): Float64Array {
    if (this.settings.boundary === 'clip') return rows;
    const n = this.settings.mean.length;
    const learned = rows.slice();
    for (const [k, from] of asked.entries()) {
      if (from >= 0) learned.set(this.asked!.drawn.subarray(from * n, (from + 1) * n), k * n);
    }
    return learned;
  }

  /** `(populationSize)`: the index of the asked row that each row equals; −1 if none. */
  #asked(rows: Float64Array): Int32Array {
    if (this.asked === undefined) return new Int32Array(this.populationSize).fill(-1);
    return sameRows(rows, this.asked.inside, this.settings.mean.length);
  }

  #remember(rows: Float64Array, costs: ArrayLike<number>): void {
    const n = this.settings.mean.length;
    for (let k = 0; k < costs.length; k++) {
      const cost = costs[k]!;
      if (Number.isFinite(cost) && cost < this.best.cost) {
        this.best = { cost, genome: rows.slice(k * n, (k + 1) * n) };
      }
    }
  }

  /** Restarts from a random point, uniform in the box within ±FARTHEST_START; from the first mean if the box is infinite. [Auger2005] */
  #restart(): void {
    const { restarts, mean, bounds } = this.settings;
    if (this.restarts.length >= restarts.count) return;
    const reasons = this.run.criteria.reasons(this.run.distribution);
    if (reasons.length === 0) return;
    const populationSize = populationAfterRestart(this.populationSize, this.settings);
    const { lower, upper, finite } = bounds;
    const from = finite
      ? mean.map((_, i) => {
          const low = Math.max(-FARTHEST_START, lower[i]!);
          return low + this.random.uniform() * (Math.min(FARTHEST_START, upper[i]!) - low);
        })
      : mean;
    this.restarts = [...this.restarts, { reasons, evaluations: this.evaluations, populationSize }];
    this.run = this.begin(populationSize, from);
  }
}

/** The population size after a restart of a run with `populationSize`. */
export function populationAfterRestart(populationSize: number, { mean, restarts }: CmaEsSettings): number {
  const most = Math.max(populationSize, Math.min(100_000, Math.floor(LARGEST_GENERATION / mean.length)));
  return Math.min(most, Math.ceil(populationSize * restarts.populationFactor));
}

/** Row numbers by ascending cost; equal costs keep their order, and costs that are not finite come last. */
function ranking(costs: Float64Array): Int32Array {
  const keys = costs.map((cost) => (Number.isFinite(cost) ? cost : Number.POSITIVE_INFINITY));
  return Int32Array.from(costs, (_, i) => i).sort((a, b) => {
    if (keys[a]! < keys[b]!) return -1;
    return keys[a]! > keys[b]! ? 1 : a - b;
  });
}
