import { MOST_COUNTED } from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot, type Safetensor, type StoredSnapshot } from '../formats/index.ts';
import { readStreams, streamTensors } from '../random/index.ts';
import type { RunNumbers } from './covariance.ts';
import { type EvolutionStrategy, populationAfterRestart, type StrategyRun } from './evolution-strategy.ts';
import { type Restart, STOP_REASONS } from './optimizer.ts';
import type { CmaEsSettings } from './options.ts';
import { HUGE } from './search-distribution.ts';

/** Farther from 0 no candidate is drawn: mean, σ and √C are {@link HUGE} at most. */
const FARTHEST_DRAWN = 1e210;

/** Options and state of an evolution strategy as a snapshot. Same state, same bytes. */
export function writeStrategy(strategy: EvolutionStrategy): Uint8Array {
  const { owner, settings, run, asked, best, evaluations, generation, restarts, random } = strategy;
  const { distribution, penalty, criteria } = run;
  const arrays: [string, ArrayLike<number>][] = [
    ...runNumbers(run).map(([name, numbers]): [string, Float64Array] => [name, numbers]),
    ['sigma', [distribution.sigma]],
    ['best.cost', [best.cost]],
    ['best.genome', best.genome],
    ['penalty.ranges', penalty.ranges],
    ['criteria.bests', criteria.bests],
    ['criteria.medians', criteria.medians],
    ['criteria.range', [criteria.range]],
  ];
  if (asked !== undefined) arrays.push(['asked', asked.drawn]);
  const tensors = arrays.map(([name, numbers]): [string, Safetensor] => [
    name,
    { shape: [numbers.length], data: new Float64Array(numbers) },
  ]);
  const counters = {
    evaluations,
    generation,
    generationOfRun: distribution.generation,
    withoutFinite: criteria.without,
  };
  return encodeSnapshot({
    kind: owner,
    configuration: settings,
    state: { ...counters, restarts, penalised: penalty.started },
    tensors: [...streamTensors({ random }), ...tensors],
  });
}

/** Reads what {@link writeStrategy} wrote. @throws SNAPSHOT if it is damaged or of other options; nothing has changed then. */
export function readStrategy(strategy: EvolutionStrategy, bytes: Uint8Array): void {
  const { owner, settings, random } = strategy;
  const snapshot = decodeSnapshot(`${owner}.restore`, bytes, { kind: owner, configuration: settings });
  const restarts = readRestarts(snapshot, settings);
  const populationSize = restarts.at(-1)?.populationSize ?? settings.populationSize;
  const run = strategy.begin(populationSize, settings.mean);
  const { distribution, penalty, criteria } = run;
  for (const [name, numbers, least, most] of runNumbers(run)) {
    numbers.set(snapshot.float64(name, [numbers.length], least, most));
  }
  const fault = distribution.covariance.fault();
  if (fault !== undefined) throw snapshot.fail(fault, 'another C');
  const one = (name: string, least: number, most: number): number => snapshot.float64(name, [1], least, most)[0]!;
  distribution.sigma = one('sigma', 1 / HUGE, HUGE);
  distribution.generation = snapshot.integer('generationOfRun');
  const ranges = Math.min(penalty.mostRanges(populationSize), snapshot.length('penalty.ranges'));
  penalty.ranges = [...snapshot.float64('penalty.ranges', [ranges], Number.MIN_VALUE)];
  penalty.started = snapshot.flag('penalised');
  criteria.bests = [...snapshot.float64('criteria.bests', [snapshot.length('criteria.bests')])];
  criteria.medians = [...snapshot.float64('criteria.medians', [criteria.bests.length])];
  criteria.range = one('criteria.range', 0, Number.POSITIVE_INFINITY);
  criteria.without = snapshot.integer('withoutFinite');
  const best = {
    cost: one('best.cost', -Number.MAX_VALUE, Number.POSITIVE_INFINITY),
    genome: snapshot.float64('best.genome', [settings.mean.length]),
  };
  // Candidates as they were drawn; tell looks whether they are too far from the mean.
  const asked = snapshot.has('asked')
    ? strategy.offer(
        snapshot.float64('asked', [populationSize * settings.mean.length], -FARTHEST_DRAWN, FARTHEST_DRAWN),
      )
    : undefined;
  const [evaluations, generation] = [snapshot.integer('evaluations'), snapshot.integer('generation')];
  readStreams(snapshot, { random })();
  Object.assign(strategy, { run, restarts, best, asked, evaluations, generation });
}

/** What is remembered in arrays of one length; none so large that what is drawn next might overflow. */
function runNumbers({ distribution, penalty }: StrategyRun): RunNumbers[] {
  const { mean, ps, pc, covariance } = distribution;
  return [
    ['mean', mean, -HUGE, HUGE],
    ['ps', ps, -HUGE, HUGE],
    ['pc', pc, -HUGE, HUGE],
    ['penalty.weights', penalty.weights, 0, Number.MAX_VALUE],
    ...covariance.state(),
  ];
}

function readRestarts(snapshot: StoredSnapshot, settings: CmaEsSettings): readonly Restart[] {
  const list = snapshot.value('restarts');
  const most = settings.restarts.count;
  if (!Array.isArray(list) || list.length > most) throw snapshot.fail(`have a list of at most ${most} restarts`, list);
  let size = settings.populationSize;
  return list.map((value: Partial<Record<keyof Restart, unknown>> | null) => {
    const { reasons, evaluations, populationSize } = value ?? {};
    size = populationAfterRestart(size, settings);
    const known = Array.isArray(reasons) && reasons.length > 0 && reasons.every((r) => STOP_REASONS.includes(r));
    if (!known || !isCount(evaluations) || populationSize !== size) {
      throw snapshot.fail(`have restarts of these options, the population growing to ${size}`, populationSize);
    }
    return { reasons, evaluations: evaluations as number, populationSize: size };
  });
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_COUNTED;
}
