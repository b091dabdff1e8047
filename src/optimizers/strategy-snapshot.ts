import { decodeSnapshot, encodeSnapshot, type Safetensor, type StoredSnapshot } from '../formats/index.ts';
import { readStreams, streamTensors } from '../random/index.ts';
import { SMALLEST_VARIANCE } from './covariance.ts';
import { type EvolutionStrategy, populationAfterRestart, type StrategyRun } from './evolution-strategy.ts';
import { type Restart, STOP_REASONS } from './optimizer.ts';
import type { CmaEsSettings } from './options.ts';
import { HUGE } from './search-distribution.ts';

/** Options and state of an evolution strategy as a snapshot. Same state, same bytes. */
export function writeStrategy(strategy: EvolutionStrategy): Uint8Array {
  const { owner, settings, run, asked, best, evaluations, generation, restarts, random } = strategy;
  const { distribution, penalty, criteria } = run;
  const arrays: Record<string, Float64Array> = {
    sigma: Float64Array.of(distribution.sigma),
    'best.cost': Float64Array.of(best.cost),
    'best.genome': best.genome,
    mean: distribution.mean,
    ps: distribution.ps,
    pc: distribution.pc,
    'penalty.weights': penalty.weights,
    'penalty.ranges': Float64Array.from(penalty.ranges),
    'criteria.bests': Float64Array.from(criteria.bests),
    'criteria.medians': Float64Array.from(criteria.medians),
    'criteria.range': Float64Array.of(criteria.range),
  };
  for (const [name, data] of Object.entries(distribution.covariance.state())) arrays[`covariance.${name}`] = data;
  if (asked !== undefined) arrays.asked = asked.drawn;
  const tensors = Object.entries(arrays).map(([name, data]): [string, Safetensor] => [
    name,
    { shape: [data.length], data },
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
  const n = settings.mean.length;
  const restarts = readRestarts(snapshot, settings);
  const populationSize = restarts.at(-1)?.populationSize ?? settings.populationSize;
  const run = readRun(strategy.begin(populationSize, settings.mean), snapshot);
  const asked = snapshot.has('asked') ? strategy.offer(readDrawn(snapshot, run)) : undefined;
  const [evaluations, generation] = [snapshot.integer('evaluations'), snapshot.integer('generation')];
  const [cost] = snapshot.float64('best.cost', [1], false) as unknown as [number];
  if (Number.isNaN(cost)) throw snapshot.fail('have a number as best.cost', cost);
  const best = { cost, genome: snapshot.float64('best.genome', [n]) };
  readStreams(snapshot, { random })();
  Object.assign(strategy, { run, restarts, best, asked, evaluations, generation });
}

function readRun(run: StrategyRun, snapshot: StoredSnapshot): StrategyRun {
  const { distribution, penalty, criteria } = run;
  const n = distribution.mean.length;
  distribution.generation = snapshot.integer('generationOfRun');
  distribution.mean.set(moderate(snapshot, 'mean', n));
  distribution.ps.set(moderate(snapshot, 'ps', n));
  distribution.pc.set(moderate(snapshot, 'pc', n));
  distribution.sigma = moderate(snapshot, 'sigma', 1)[0]!;
  if (!(distribution.sigma >= 1 / HUGE)) throw snapshot.fail('have a sigma above 0', distribution.sigma);
  const state: Record<string, Float64Array> = {};
  for (const [name, { length }] of Object.entries(distribution.covariance.state())) {
    const key = `covariance.${name}`;
    state[name] =
      name === 'counters' ? numbers(snapshot, key, length, true) : moderate(snapshot, key, length, HUGE * HUGE);
  }
  // 0.9: the sum of an eigenvalue and what it lacks may be rounded.
  const bad = (state.values ?? state.variances)!.find((value) => !(value >= 0.9 * SMALLEST_VARIANCE));
  if (bad !== undefined) throw snapshot.fail(`have eigenvalues of at least ${SMALLEST_VARIANCE}`, bad);
  distribution.covariance.setState(state);
  penalty.weights.set(snapshot.float64('penalty.weights', [n]));
  penalty.started = snapshot.flag('penalised');
  penalty.ranges = [...snapshot.float64('penalty.ranges', [snapshot.length('penalty.ranges')])];
  const remembered = snapshot.length('criteria.bests');
  criteria.bests = [...snapshot.float64('criteria.bests', [remembered])];
  criteria.medians = [...snapshot.float64('criteria.medians', [remembered])];
  criteria.without = snapshot.integer('withoutFinite');
  criteria.range = numbers(snapshot, 'criteria.range', 1, true)[0]!;
  return run;
}

/** Finite numbers, none so large that what is drawn next might overflow. */
function moderate(snapshot: StoredSnapshot, name: string, length: number, most: number = HUGE): Float64Array {
  const data = snapshot.float64(name, [length]);
  const bad = data.find((value) => Math.abs(value) > most);
  if (bad !== undefined) throw snapshot.fail(`have numbers of at most ${most} in ${name}`, bad);
  return data;
}

/** Numbers that may be infinite, if it is said, but never NaN. */
function numbers(snapshot: StoredSnapshot, name: string, length: number, infinite: boolean): Float64Array {
  const data = snapshot.float64(name, [length], !infinite);
  if (data.some(Number.isNaN)) throw snapshot.fail(`have numbers in ${name}`, Number.NaN);
  return data;
}

/** `(populationSize, n)`: candidates as they were drawn; tell looks whether they are too far from the mean. */
function readDrawn(snapshot: StoredSnapshot, { distribution }: StrategyRun): Float64Array {
  const rows = distribution.parameters.populationSize;
  return snapshot.float64('asked', [rows * distribution.mean.length]);
}

function readRestarts(snapshot: StoredSnapshot, settings: CmaEsSettings): readonly Restart[] {
  const list = snapshot.value('restarts');
  const most = settings.restarts.count;
  if (!Array.isArray(list) || list.length > most) throw snapshot.fail(`have a list of at most ${most} restarts`, list);
  let size = settings.populationSize;
  return list.map((value: Partial<Record<keyof Restart, unknown>> | null) => {
    const { reasons, evaluations, populationSize } = value ?? {};
    size = populationAfterRestart(size, settings);
    const known = Array.isArray(reasons) && reasons.every((reason) => STOP_REASONS.includes(reason));
    if (!known || !Number.isSafeInteger(evaluations) || populationSize !== size) {
      throw snapshot.fail(`have restarts of these options, the population growing to ${size}`, populationSize);
    }
    return { reasons, evaluations: evaluations as number, populationSize: size };
  });
}
