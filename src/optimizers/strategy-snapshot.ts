import { Batch, type ElitesError, snapshotError } from '../core/index.ts';
import { decodeSafetensors, encodeSafetensors, type Safetensor, type SafetensorsFile } from '../formats/index.ts';
import { RandomStream } from '../random/index.ts';
import type { AskedCandidates, EvolutionStrategy, StrategyRun } from './evolution-strategy.ts';
import type { Restart } from './optimizer.ts';
import type { CmaEsSettings } from './options.ts';

const FORMAT = 'elites.evolution-strategy';
const VERSION = '1';

/** Options and state of an evolution strategy as a safetensors file. Same state, same bytes. */
export function writeStrategy(strategy: EvolutionStrategy): Uint8Array {
  const { owner, settings, run, asked, best, evaluations, generation, restarts, random } = strategy;
  const { distribution, penalty, criteria } = run;
  const metadata = new Map([
    ['format', FORMAT],
    ['version', VERSION],
    ['kind', owner],
    ['settings', settingsText(settings)],
    ['restarts', JSON.stringify(restarts)],
  ]);
  const arrays: Record<string, Float64Array> = {
    counters: Float64Array.of(strategy.populationSize, evaluations, generation, distribution.generation),
    sigma: Float64Array.of(distribution.sigma),
    'best.cost': Float64Array.of(best.cost),
    'best.genome': best.genome,
    mean: distribution.mean,
    ps: distribution.ps,
    pc: distribution.pc,
    'penalty.weights': penalty.weights,
    'penalty.started': Float64Array.of(penalty.started ? 1 : 0),
    'penalty.ranges': Float64Array.from(penalty.ranges),
    'criteria.bests': Float64Array.from(criteria.bests),
    'criteria.medians': Float64Array.from(criteria.medians),
    'criteria.range': Float64Array.of(criteria.range),
  };
  for (const [name, data] of Object.entries(distribution.covariance.state())) arrays[`covariance.${name}`] = data;
  if (asked !== undefined) {
    arrays['asked.drawn'] = asked.drawn;
    arrays['asked.inside'] = asked.inside;
    arrays['asked.batch'] = asked.batch.data;
  }
  const tensors = new Map<string, Safetensor>([['random', { shape: [4], data: random.getState() }]]);
  for (const [name, data] of Object.entries(arrays)) tensors.set(name, { shape: [data.length], data });
  return encodeSafetensors({ tensors, metadata });
}

/** Reads what {@link writeStrategy} wrote. @throws SNAPSHOT if it is damaged or of other options; nothing has changed then. */
export function readStrategy(strategy: EvolutionStrategy, bytes: Uint8Array): void {
  const owner = `${strategy.owner}.restore`;
  const file = decodeSafetensors(bytes, owner);
  const fail = (rule: string, value: unknown): ElitesError => snapshotError(owner, rule, value);
  const expected = { format: FORMAT, version: VERSION, kind: strategy.owner };
  for (const [key, value] of Object.entries(expected)) {
    if (file.metadata.get(key) !== value) throw fail(`have ${key} ${value}`, file.metadata.get(key));
  }
  if (file.metadata.get('settings') !== settingsText(strategy.settings)) {
    throw fail('be of an optimiser with the same options', 'others');
  }
  const numbers = reader(file, fail);
  const n = strategy.settings.mean.length;
  const [populationSize, evaluations, generation, generationOfRun] = [...numbers('counters', 4)] as Counters;
  checkCounters([populationSize, evaluations, generation, generationOfRun], strategy.settings, fail);
  const run = readRun(strategy.begin(populationSize, strategy.settings.mean), numbers, fail);
  run.distribution.generation = generationOfRun;
  const restarts = readRestarts(file.metadata.get('restarts'), fail);
  const best = { cost: numbers('best.cost', 1, true)[0]!, genome: numbers('best.genome', n) };
  const asked = file.tensors.has('asked.drawn') ? readAsked(numbers, populationSize, n) : undefined;
  const random = file.tensors.get('random');
  if (!(random?.data instanceof Int32Array) || random.data.length !== 4)
    throw fail('have a random state', random?.shape);
  // Refused by a stream of its own first.
  strategy.random.setState(new RandomStream(random.data).getState());
  Object.assign(strategy, { run, restarts, best, asked, evaluations, generation });
}

type Counters = [number, number, number, number];
type Fail = (rule: string, value: unknown) => ElitesError;
/** Numbers by name, of a length if one is given, finite unless said otherwise. */
type Numbers = (name: string, length?: number, infinite?: boolean) => Float64Array;

function reader({ tensors }: SafetensorsFile, fail: Fail): Numbers {
  return (name, length, infinite = false) => {
    const tensor = tensors.get(name);
    if (!(tensor?.data instanceof Float64Array) || (length !== undefined && tensor.data.length !== length)) {
      throw fail(`have ${length ?? 'float64'} numbers in ${name}`, tensor?.shape);
    }
    const bad = tensor.data.find((value) => (infinite ? Number.isNaN(value) : !Number.isFinite(value)));
    if (bad !== undefined) throw fail(`have finite numbers in ${name}`, bad);
    return tensor.data;
  };
}

function checkCounters(counters: Counters, settings: CmaEsSettings, fail: Fail): void {
  const [populationSize] = counters;
  const whole = counters.every((value) => Number.isSafeInteger(value) && value >= 0);
  const largest = settings.restarts.count > 0 ? 100_000 : settings.populationSize;
  if (!whole || populationSize < settings.populationSize || populationSize > largest) {
    throw fail('have counters of these options', counters);
  }
}

function readRun(run: StrategyRun, numbers: Numbers, fail: Fail): StrategyRun {
  const { distribution, penalty, criteria } = run;
  const n = distribution.mean.length;
  distribution.mean.set(numbers('mean', n));
  distribution.ps.set(numbers('ps', n));
  distribution.pc.set(numbers('pc', n));
  distribution.sigma = numbers('sigma', 1)[0]!;
  if (!(distribution.sigma > 0)) throw fail('have a sigma above 0', distribution.sigma);
  const state: Record<string, Float64Array> = {};
  for (const [name, { length }] of Object.entries(distribution.covariance.state())) {
    state[name] = numbers(`covariance.${name}`, length, name === 'counters');
  }
  const bad = (state.values ?? state.variances)!.find((value) => !(value > 0));
  if (bad !== undefined) throw fail('have eigenvalues above 0', bad);
  distribution.covariance.setState(state);
  penalty.weights.set(numbers('penalty.weights', n));
  penalty.started = numbers('penalty.started', 1)[0] === 1;
  penalty.ranges = [...numbers('penalty.ranges')];
  criteria.bests = [...numbers('criteria.bests')];
  criteria.medians = [...numbers('criteria.medians', criteria.bests.length)];
  criteria.range = numbers('criteria.range', 1, true)[0]!;
  return run;
}

function readAsked(numbers: Numbers, rows: number, n: number): AskedCandidates {
  const drawn = numbers('asked.drawn', rows * n);
  const inside = numbers('asked.inside', rows * n);
  return { drawn, inside, batch: new Batch(rows, n, numbers('asked.batch', rows * n)) };
}

function readRestarts(text: string | undefined, fail: Fail): readonly Restart[] {
  try {
    const restarts: unknown = JSON.parse(text ?? '');
    if (Array.isArray(restarts)) return restarts as Restart[];
  } catch {
    // Refused below.
  }
  throw fail('have a list of restarts', text);
}

/** Settings as text; infinite numbers stay themselves. */
function settingsText(settings: CmaEsSettings): string {
  return JSON.stringify(settings, (_, value: unknown) => {
    if (value instanceof Float64Array) return Array.from(value, String);
    return typeof value === 'number' ? String(value) : value;
  });
}
