import {
  choice,
  decodeSnapshot,
  encodeSnapshot,
  type Fail,
  flag,
  float64,
  integer,
  list,
  optional,
  record,
  type StateKind,
} from '../../formats/index.ts';
import { streamState } from '../../random/index.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import { type Restart, STOP_REASONS } from '../optimizer.ts';
import type { CmaEsSettings } from '../options.ts';
import { type EvolutionStrategy, populationAfterRestart, type StrategyRun } from './evolution-strategy.ts';
import { HUGE, type SearchDistribution } from './search-distribution.ts';

/** The largest absolute value of a drawn candidate: mean, σ and √C are at most {@link HUGE}. */
const FARTHEST_DRAWN = 1e210;

const INFINITE = Number.POSITIVE_INFINITY;

/** A step size. */
export const stepSize = (): StateKind<Float64Array> => float64([1], 1 / HUGE, HUGE);

function snapshotOf({ owner, settings, run }: EvolutionStrategy) {
  const n = settings.mean.length;
  const reasons = list(choice(STOP_REASONS), STOP_REASONS.length);
  const state = {
    run: numbersKind(runNumbers(run)),
    sigma: stepSize(),
    generationOfRun: integer(),
    penalised: flag,
    ranges: float64([undefined], Number.MIN_VALUE),
    bests: float64(['generations']),
    medians: float64(['generations']),
    range: float64([1], 0, INFINITE),
    withoutFinite: integer(),
    bestCost: float64([1], -Number.MAX_VALUE, INFINITE),
    bestGenome: float64([n]),
    asked: optional(float64([undefined], -FARTHEST_DRAWN, FARTHEST_DRAWN)),
    evaluations: integer(),
    generation: integer(),
    restarts: list(record({ reasons, evaluations: integer(), populationSize: integer(2) }), settings.restarts.count),
    random: streamState,
  };
  return { kind: owner, configuration: settings, state };
}

/** Options and state of an evolution strategy as a snapshot. Equal states give equal bytes. */
export function writeStrategy(strategy: EvolutionStrategy): Uint8Array {
  const { run, asked, best, evaluations, generation, restarts, random } = strategy;
  const { distribution, penalty, criteria } = run;
  return encodeSnapshot(snapshotOf(strategy), {
    run: Object.fromEntries(runNumbers(run).map(([name, numbers]) => [name, numbers])),
    sigma: Float64Array.of(distribution.sigma),
    generationOfRun: distribution.generation,
    penalised: penalty.started,
    ranges: Float64Array.from(penalty.ranges),
    bests: Float64Array.from(criteria.bests),
    medians: Float64Array.from(criteria.medians),
    range: Float64Array.of(criteria.range),
    withoutFinite: criteria.without,
    bestCost: Float64Array.of(best.cost),
    bestGenome: best.genome,
    asked: asked?.drawn,
    evaluations,
    generation,
    restarts,
    random: random.getState(),
  });
}

/** Restores a snapshot of {@link writeStrategy}. @throws SNAPSHOT if it is damaged or of other options; nothing has changed then. */
export function readStrategy(strategy: EvolutionStrategy, bytes: Uint8Array): void {
  const { owner, settings } = strategy;
  const { state, fail } = decodeSnapshot(`${owner}.restore`, bytes, snapshotOf(strategy));
  const populationSize = checkRestarts(state.restarts, settings, fail);
  const drawn = state.asked;
  if (drawn !== undefined && drawn.length !== populationSize * settings.mean.length) {
    throw fail(`have ${populationSize} candidates`, drawn.length / settings.mean.length);
  }
  const run = strategy.begin(populationSize, settings.mean);
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
  // tell checks whether these candidates are too far from the mean.
  const asked = drawn && strategy.offer(drawn);
  strategy.random.setState(state.random);
  const best = { cost: state.bestCost[0]!, genome: state.bestGenome };
  const { evaluations, generation, restarts } = state;
  Object.assign(strategy, { run, restarts, best, asked, evaluations, generation });
}

/** The arrays of a run's state that have a fixed length, with bounds that keep later draws from overflowing. */
function runNumbers({ distribution, penalty }: StrategyRun): RunNumbers[] {
  return [
    ...pathNumbers(distribution),
    ['penalty.weights', penalty.weights, 0, Number.MAX_VALUE],
    ...distribution.covariance.state(),
  ];
}

/** Mean and paths. */
export function pathNumbers({ mean, ps, pc }: SearchDistribution): RunNumbers[] {
  return [
    ['mean', mean, -HUGE, HUGE],
    ['ps', ps, -HUGE, HUGE],
    ['pc', pc, -HUGE, HUGE],
  ];
}

/** Arrays of a run's state, by name. */
type Numbers = Readonly<Record<string, Float64Array>>;

/** The kinds of a run's numbers. */
export function numbersKind(numbers: readonly RunNumbers[]): StateKind<Numbers> {
  const kinds = numbers.map(([name, { length }, least, most]) => [name, float64([length], least, most)]);
  return record(Object.fromEntries(kinds) as Record<string, StateKind<Float64Array>>);
}

/** @returns the population size after the restarts. @throws SNAPSHOT if it did not grow by the factor of the options. */
function checkRestarts(restarts: readonly Restart[], settings: CmaEsSettings, fail: Fail): number {
  let size = settings.populationSize;
  for (const { populationSize } of restarts) {
    size = populationAfterRestart(size, settings);
    if (populationSize !== size) throw fail(`have the population size ${size} after this restart`, populationSize);
  }
  return size;
}
