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
import {
  choice,
  decodeSnapshot,
  encodeSnapshot,
  flag,
  float64,
  integer,
  list,
  optional,
  record,
} from '../../formats/index.ts';
import { type RandomStream, randomStream, streamState } from '../../random/index.ts';
import { BoundPenalty } from '../bounds/bound-penalty.ts';
import { insideBox } from '../bounds/bounds.ts';
import { numbersKind, type RunNumbers } from '../covariance/covariance.ts';
import { type BestCandidate, type Optimizer, type Restart, STOP_REASONS, type StopReason } from '../optimizer.ts';
import type { CmaEsSettings } from '../options.ts';
import { clipInjected, sameRows } from './injected-rows.ts';
import { checkRestarts, populationAfterRestart, restartMean } from './restarts.ts';
import { HUGE, pathNumbers, SearchDistribution, stepSize, tooFar } from './search-distribution.ts';
import { StopCriteria } from './stop-criteria.ts';
import { type CovarianceKind, strategyParameters } from './strategy-parameters.ts';

/** The largest absolute value of a drawn candidate: mean, σ and √C are at most {@link HUGE}. */
const FARTHEST_DRAWN = 1e210;

/** The parts that a restart replaces. */
interface StrategyRun {
  readonly distribution: SearchDistribution;
  readonly penalty: BoundPenalty;
  readonly criteria: StopCriteria;
}

/** Candidates that were asked for: as drawn, as given out, and the batch given. */
interface AskedCandidates {
  readonly drawn: Float64Array;
  readonly inside: Float64Array;
  readonly batch: Batch;
}

/**
 * The common loop of {@link CmaEs} and {@link SepCmaEs}: draws candidates inside the box, ranks those that are told, updates the
 * distribution, remembers the best, and restarts.
 */
export abstract class EvolutionStrategy implements Optimizer {
  readonly #owner: string;
  readonly #settings: CmaEsSettings;
  readonly #kind: CovarianceKind;
  readonly #random: RandomStream;
  #run: StrategyRun;
  #asked: AskedCandidates | undefined;
  #best: BestCandidate;
  #evaluations = 0;
  #generation = 0;
  #restarts: readonly Restart[] = [];

  /**
   * @internal
   * @throws ARGUMENT if the seed is not a safe integer.
   */
  protected constructor(owner: string, settings: CmaEsSettings, seed: number, kind: CovarianceKind) {
    this.#owner = owner;
    this.#settings = settings;
    this.#kind = kind;
    this.#random = randomStream(seed, owner);
    this.#best = { cost: Number.POSITIVE_INFINITY, genome: settings.mean.slice() };
    this.#run = this.#begin(settings.populationSize, settings.mean);
  }

  /** @internal */
  protected get distribution(): SearchDistribution {
    return this.#run.distribution;
  }

  get dimensions(): number {
    return this.#settings.mean.length;
  }

  get populationSize(): number {
    return this.distribution.parameters.populationSize;
  }

  get evaluations(): number {
    return this.#evaluations;
  }

  get generation(): number {
    return this.#generation;
  }

  /** The best candidate told so far, with its cost as told. The genome is a copy. */
  get best(): BestCandidate {
    const { cost, genome } = this.#best;
    return { cost, genome: genome.slice() };
  }

  get sigma(): number {
    return this.distribution.sigma;
  }

  /** `(dimensions)`, a copy. It may lie outside the box, unless `boundary` is 'clip'. */
  get mean(): Float64Array {
    return this.distribution.mean.slice();
  }

  /** The evolution paths of the step size and of the covariance, each `(dimensions)`, copies. */
  get paths(): { readonly ps: Float64Array; readonly pc: Float64Array } {
    const { ps, pc } = this.distribution;
    return { ps: ps.slice(), pc: pc.slice() };
  }

  get restarts(): readonly Restart[] {
    return this.#restarts;
  }

  /** `(populationSize, dimensions)` candidates inside the box, a copy; the same batch until it is told. */
  ask(): Batch {
    if (this.#asked === undefined) this.#asked = this.#offer(this.distribution.sample(this.#random));
    else if (isTransferred(this.#asked.batch)) this.#asked = this.#offer(this.#asked.drawn);
    return this.#asked.batch;
  }

  /**
   * Updates the distribution with candidates and their costs. These may be others than those that were asked, also outside the box. With
   * the boundaries 'penalty' and 'reflect', asked rows are recognised, in any order, and replaced by their drawn, unrepaired values.
   * Costs that are not finite rank worst; if none is finite, the distribution is unchanged.
   * @param candidates - `(populationSize, dimensions)`; not kept.
   * @param costs - `(populationSize)`, lower is better.
   * @throws ARGUMENT if the number of rows or columns is wrong, or a candidate is not finite; NUMERICAL if a row is so far
   *   away (beyond 1e100, or about 1e90 standard deviations) that numbers would overflow. Nothing has changed then.
   */
  tell(candidates: Genomes<ArrayLike<number>>, costs: ArrayLike<number>): void {
    const rows = this.#checked(candidates, costs);
    const { distribution, penalty, criteria } = this.#run;
    const { bounds, boundary, injectionClip } = this.#settings;
    const finite = Array.from(costs).some(Number.isFinite);
    if (finite) {
      const asked = this.#askedRows(rows);
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
      if (injectionClip) clipInjected(steps, order, asked, distribution.covariance);
      distribution.update(steps);
      criteria.remember(ranked);
    } else criteria.remember(new Float64Array(0));
    this.#evaluations = addCount(this.#evaluations, costs.length);
    this.#generation = addCount(this.#generation);
    this.#asked = undefined;
    this.#remember(rows, costs);
    this.#restart();
  }

  /**
   * The reasons to stop: tolx, tolfun, condition, stagnation, noeffectaxis, noeffectcoord, tolxup, nofinite, maxevaluations,
   * maxiterations; empty if there are none. While restarts are left, all but the two maxima lead to a restart instead, and are listed in
   * `restarts`.
   */
  stopReasons(): StopReason[] {
    const { maxEvaluations, maxIterations } = this.#settings;
    const found = this.#reasonsOfRun();
    if (this.evaluations >= maxEvaluations) found.push('maxevaluations');
    if (this.generation >= maxIterations) found.push('maxiterations');
    return found;
  }

  /** Options and state, including the batch that was asked. */
  snapshot(): Uint8Array {
    const { distribution, penalty, criteria } = this.#run;
    return encodeSnapshot(this.#snapshotOf(), {
      run: Object.fromEntries(runNumbers(this.#run).map(([name, numbers]) => [name, numbers])),
      sigma: Float64Array.of(distribution.sigma),
      generationOfRun: distribution.generation,
      penalised: penalty.started,
      ranges: Float64Array.from(penalty.ranges),
      bests: Float64Array.from(criteria.bests),
      medians: Float64Array.from(criteria.medians),
      range: Float64Array.of(criteria.range),
      withoutFinite: criteria.without,
      bestCost: Float64Array.of(this.#best.cost),
      bestGenome: this.#best.genome,
      asked: this.#asked?.drawn,
      evaluations: this.#evaluations,
      generation: this.#generation,
      restarts: this.#restarts,
      random: this.#random.getState(),
    });
  }

  /**
   * Restores a snapshot of an optimiser with the same options (the seed may differ); it continues bit for bit.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged, of another version, or of other options.
   *   Nothing has changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, fail } = decodeSnapshot(`${this.#owner}.restore`, bytes, this.#snapshotOf());
    const populationSize = checkRestarts(state.restarts, this.#settings, fail);
    const drawn = state.asked;
    if (drawn !== undefined && drawn.length !== populationSize * this.dimensions) {
      throw fail(`have ${populationSize} candidates`, drawn.length / this.dimensions);
    }
    const run = this.#begin(populationSize, this.#settings.mean);
    const { distribution, penalty, criteria } = run;
    for (const [name, numbers] of runNumbers(run)) numbers.set(state.run[name]!);
    const fault = distribution.covariance.fault?.();
    if (fault !== undefined) throw fail(fault, 'other numbers');
    const mostRanges = penalty.mostRanges(populationSize);
    if (state.ranges.length > mostRanges) throw fail(`have at most ${mostRanges} ranges`, state.ranges.length);
    distribution.sigma = state.sigma[0]!;
    distribution.generation = state.generationOfRun;
    penalty.ranges = [...state.ranges];
    penalty.started = state.penalised;
    criteria.bests = [...state.bests];
    criteria.medians = [...state.medians];
    criteria.range = state.range[0]!;
    criteria.without = state.withoutFinite;
    this.#random.setState(state.random);
    this.#run = run;
    this.#best = { cost: state.bestCost[0]!, genome: state.bestGenome };
    // tell checks whether these candidates are too far from the mean.
    this.#asked = drawn && this.#offer(drawn);
    this.#evaluations = state.evaluations;
    this.#generation = state.generation;
    this.#restarts = state.restarts;
  }

  #snapshotOf() {
    const { mean, restarts } = this.#settings;
    const reasons = list(choice(STOP_REASONS), STOP_REASONS.length);
    const state = {
      run: numbersKind(runNumbers(this.#run)),
      sigma: stepSize(),
      generationOfRun: integer(),
      penalised: flag,
      ranges: float64([undefined], Number.MIN_VALUE),
      bests: float64(['generations']),
      medians: float64(['generations']),
      range: float64([1], 0, Number.POSITIVE_INFINITY),
      withoutFinite: integer(),
      bestCost: float64([1], -Number.MAX_VALUE, Number.POSITIVE_INFINITY),
      bestGenome: float64([mean.length]),
      asked: optional(float64([undefined], -FARTHEST_DRAWN, FARTHEST_DRAWN)),
      evaluations: integer(),
      generation: integer(),
      restarts: list(record({ reasons, evaluations: integer(), populationSize: integer(2) }), restarts.count),
      random: streamState,
    };
    return { kind: this.#owner, configuration: this.#settings, state };
  }

  /** Starts a run from a mean, with the initial step size. */
  #begin(populationSize: number, mean: Float64Array): StrategyRun {
    const { sigma, bounds, active } = this.#settings;
    const { separable, make } = this.#kind;
    const parameters = strategyParameters(mean.length, populationSize, { active, separable });
    return {
      distribution: new SearchDistribution(mean, sigma, parameters, make(mean.length, parameters)),
      penalty: new BoundPenalty(bounds),
      criteria: new StopCriteria(this.#settings),
    };
  }

  /** Makes a batch of drawn candidates. */
  #offer(drawn: Float64Array): AskedCandidates {
    const { bounds, boundary } = this.#settings;
    const inside = insideBox(drawn, bounds, boundary);
    const { dimensions } = bounds;
    return { drawn, inside, batch: new Batch(drawn.length / dimensions, dimensions, inside.slice()) };
  }

  #checked(candidates: Genomes<ArrayLike<number>>, costs: ArrayLike<number>): Float64Array {
    const owner = `${this.#owner}.tell`;
    const rows = this.populationSize;
    const n = this.dimensions;
    if (typeof candidates !== 'object' || candidates === null || candidates.rows !== rows) {
      throw shapeError(owner, 'candidates', [rows, n], 'populationSize, genomeDimensions', [candidates?.rows]);
    }
    const asked = this.#asked;
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
    const at = this.distribution.findOverflow(rows, ascending(this.populationSize));
    if (at >= 0) throw tooFar(`${this.#owner}.tell`, rows[at]!, Math.floor(at / this.dimensions));
  }

  /** The rows; asked rows that penalty or reflection repaired are replaced by their drawn values. */
  #asDrawn(rows: Float64Array, asked: Int32Array): Float64Array {
    if (this.#settings.boundary === 'clip') return rows;
    const n = this.dimensions;
    const learned = rows.slice();
    for (const [k, from] of asked.entries()) {
      if (from >= 0) learned.set(this.#asked!.drawn.subarray(from * n, (from + 1) * n), k * n);
    }
    return learned;
  }

  /** `(populationSize)`: the index of the asked row that each row equals; −1 if none. */
  #askedRows(rows: Float64Array): Int32Array {
    const asked = this.#asked;
    if (asked === undefined) return new Int32Array(this.populationSize).fill(-1);
    return sameRows(rows, asked.inside, this.dimensions);
  }

  #remember(rows: Float64Array, costs: ArrayLike<number>): void {
    const n = this.dimensions;
    for (let k = 0; k < costs.length; k++) {
      const cost = costs[k]!;
      if (Number.isFinite(cost) && cost < this.#best.cost) {
        this.#best = { cost, genome: rows.slice(k * n, (k + 1) * n) };
      }
    }
  }

  #restart(): void {
    if (this.#restarts.length >= this.#settings.restarts.count) return;
    const reasons = this.#reasonsOfRun();
    if (reasons.length === 0) return;
    const populationSize = populationAfterRestart(this.populationSize, this.#settings);
    const mean = restartMean(this.#settings, this.#random);
    this.#restarts = [...this.#restarts, { reasons, evaluations: this.#evaluations, populationSize }];
    this.#run = this.#begin(populationSize, mean);
  }

  #reasonsOfRun(): StopReason[] {
    return this.#run.criteria.reasons(this.distribution);
  }
}

/** The arrays of a run's state that have a fixed length, with bounds that keep later draws from overflowing. */
function runNumbers({ distribution, penalty }: StrategyRun): RunNumbers[] {
  return [
    ...pathNumbers(distribution),
    ['penalty.weights', penalty.weights, 0, Number.MAX_VALUE],
    ...distribution.covariance.state(),
  ];
}

/** Row numbers by ascending cost; equal costs keep their order, and costs that are not finite come last. */
function ranking(costs: Float64Array): Int32Array {
  const keys = costs.map((cost) => (Number.isFinite(cost) ? cost : Number.POSITIVE_INFINITY));
  return Int32Array.from(costs, (_, i) => i).sort((a, b) => {
    if (keys[a]! < keys[b]!) return -1;
    return keys[a]! > keys[b]! ? 1 : a - b;
  });
}
