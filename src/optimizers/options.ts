import {
  argumentError,
  type BoxBounds,
  boxBounds,
  checkChoice,
  checkFlag,
  checkInteger,
  checkNumber,
  checkOptions,
  checkRow,
  isRow,
} from '../core/index.ts';
import type { Boundary } from './bounds/bounds.ts';
import { defaultPopulationSize } from './cma/strategy-parameters.ts';

/** Restarts with a growing population. [Auger2005] */
export interface RestartOptions {
  /** The most restarts, at least 1. */
  readonly count: number;
  /** Factor of the population size at each restart, at least 1 (default 2). */
  readonly populationFactor?: number | undefined;
}

/** Options of {@link CmaEs} and {@link SepCmaEs}. */
export interface CmaEsOptions {
  /** `(dimensions)`: the initial mean, inside the box and [-1e60, 1e60]; copied. */
  readonly mean: ArrayLike<number>;
  /** The initial step size, in [1e-60, 1e60]; about a third of the expected distance to the minimum. */
  readonly sigma: number;
  /** Lower bounds, one number or one a dimension (default −∞). */
  readonly lower?: number | ArrayLike<number> | undefined;
  /** Upper bounds, above the lower ones (default ∞). */
  readonly upper?: number | ArrayLike<number> | undefined;
  /** How coordinates outside the box are treated (default 'penalty'). */
  readonly boundary?: Boundary | undefined;
  /** Candidates in a generation, in [2, 100000] (default 4 + ⌊3 ln n⌋). */
  readonly populationSize?: number | undefined;
  /** Whether bad candidates have negative weights in the update of C (default true). */
  readonly active?: boolean | undefined;
  /** Generations from one eigendecomposition to the next, at least 1 (default 1/(c1 + cmu)/n/10, rounded up). */
  readonly eigenInterval?: number | undefined;
  /** Whether the steps of told rows that were not asked are shortened to √n + 2n/(n + 2) standard deviations (default false). */
  readonly injectionClip?: boolean | undefined;
  /** Restarts after a reason to stop other than a maximum (default none). */
  readonly restarts?: RestartOptions | undefined;
  /** Stop below this standard deviation in every coordinate, at least 0 (default 1e-12 sigma). */
  readonly tolx?: number | undefined;
  /** Stop when the range of costs is no more than this, at least 0 (default 1e-12). */
  readonly tolfun?: number | undefined;
  /** Stop above this condition of C, at least 1 (default 1e14). */
  readonly maxCondition?: number | undefined;
  /** Stop when at least this many candidates were told, whole generations, over all restarts (default: no limit). */
  readonly maxEvaluations?: number | undefined;
  /** Stop when this many generations were told, over all restarts (default: no limit). */
  readonly maxIterations?: number | undefined;
  /** Any safe integer. Same seed and costs give the same candidates, bit for bit. */
  readonly seed: number;
}

/** The options that {@link CmaEs} and all strategies have, checked, with the defaults filled in. */
export interface StrategySettings<B extends Boundary = Exclude<Boundary, 'penalty'>> {
  readonly mean: Float64Array;
  readonly sigma: number;
  readonly bounds: BoxBounds;
  readonly boundary: B;
  readonly populationSize: number;
  readonly tolx: number;
}

/** {@link CmaEsOptions}, checked, with the defaults filled in. */
export interface CmaEsSettings extends StrategySettings<Boundary> {
  readonly active: boolean;
  readonly eigenInterval: number | undefined;
  readonly injectionClip: boolean;
  readonly restarts: { readonly count: number; readonly populationFactor: number };
  readonly tolfun: number;
  readonly maxCondition: number;
  readonly maxEvaluations: number;
  readonly maxIterations: number;
}

/** The largest absolute value of the initial mean, and the largest initial step size: their squares are far from overflow. */
export const FARTHEST_START = 1e60;

/** The most numbers in a generation: more do not fit into WebAssembly memory along with C. */
export const LARGEST_GENERATION: number = 2 ** 25;

/** The most dimensions of a full covariance: C and its eigenvectors must fit into WebAssembly memory. */
export const LARGEST_FULL = 8192;

/** The first of all options. */
const COMMON_KEYS = ['mean', 'sigma', 'lower', 'upper', 'boundary', 'populationSize'] as const;

/** Those of {@link CmaEs} besides. */
const KEYS: readonly (keyof CmaEsOptions)[] = [
  'active',
  'eigenInterval',
  'injectionClip',
  'restarts',
  'tolx',
  'tolfun',
  'maxCondition',
  'maxEvaluations',
  'maxIterations',
  'seed',
];

/**
 * @param separable - Whether C is diagonal: then there is no eigenInterval.
 * @throws ARGUMENT, in the name of `owner`, if an option is unknown, missing or out of its range. The seed is not checked.
 */
export function cmaEsSettings(owner: string, options: CmaEsOptions, separable: boolean): CmaEsSettings {
  const keys = [...COMMON_KEYS, ...KEYS];
  checkOptions(owner, options, separable ? keys.filter((key) => key !== 'eigenInterval') : keys);
  const { tolx, ...start } = startSettings(owner, options, ['penalty', 'clip', 'reflect']);
  const { active = true, injectionClip = false, eigenInterval } = options;
  checkFlag(owner, 'active', active);
  checkFlag(owner, 'injectionClip', injectionClip);
  if (eigenInterval !== undefined) checkInteger(owner, 'eigenInterval', eigenInterval, 1);
  const limit = (name: 'tolfun' | 'maxCondition' | 'maxEvaluations' | 'maxIterations', value: number): number =>
    checkLeast(owner, name, options[name] ?? value, name === 'maxCondition' ? 1 : 0);
  return {
    ...start,
    active,
    injectionClip,
    eigenInterval,
    restarts: checkRestarts(owner, options.restarts),
    tolx,
    tolfun: limit('tolfun', 1e-12),
    maxCondition: limit('maxCondition', 1e14),
    maxEvaluations: limit('maxEvaluations', Number.POSITIVE_INFINITY),
    maxIterations: limit('maxIterations', Number.POSITIVE_INFINITY),
  };
}

/** The options that {@link CmaEs} and all strategies have, besides `boundary`. */
type StartOptions = Pick<CmaEsOptions, 'mean' | 'sigma' | 'lower' | 'upper' | 'populationSize' | 'tolx'>;

/** Options that all strategies have. */
export interface StrategyOptions extends StartOptions {
  /**
   * What becomes of a coordinate that is drawn outside the box: it is set to the bound, or mirrored at it (default 'clip'). The strategy
   * learns from the rows that it is told, as they are.
   */
  readonly boundary?: Exclude<Boundary, 'penalty'> | undefined;
}

/**
 * Where an optimiser or a strategy starts, and how far it goes.
 * @param boundaries - The values of `boundary`, the default first.
 * @throws ARGUMENT, in the name of `owner`, if an option is missing or out of its range.
 */
function startSettings<B extends Boundary>(
  owner: string,
  options: StartOptions & { readonly boundary?: B | undefined },
  boundaries: readonly [B, ...B[]],
): StrategySettings<B> {
  const { sigma, boundary = boundaries[0] } = options;
  checkNumber(owner, 'sigma', sigma, 1e-60, FARTHEST_START);
  checkChoice(owner, 'boundary', boundary, boundaries);
  const bounds = checkBox(owner, options);
  const mean = checkStart(owner, options.mean, bounds);
  const { populationSize = defaultPopulationSize(mean.length) } = options;
  checkInteger(owner, 'populationSize', populationSize, 2, 100_000);
  if (populationSize * mean.length > LARGEST_GENERATION) {
    throw argumentError(owner, 'populationSize', `be at most ${LARGEST_GENERATION} / dimensions`, populationSize);
  }
  const tolx = checkLeast(owner, 'tolx', options.tolx ?? 1e-12 * sigma, 0);
  return { mean, sigma, bounds, boundary, populationSize, tolx };
}

/**
 * @param more - Keys of options that this strategy has besides.
 * @throws ARGUMENT, in the name of `owner`, if an option is unknown, missing or out of its range.
 */
export function strategySettings(owner: string, options: StrategyOptions, more: readonly string[]): StrategySettings {
  checkOptions(owner, options, [...COMMON_KEYS, 'tolx', ...more]);
  return startSettings(owner, options, ['clip', 'reflect']);
}

/** The box of the options, with as many dimensions as the mean. */
function checkBox(owner: string, options: StartOptions): BoxBounds {
  const { mean, lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = options;
  if (!isRow(mean, mean?.length) || mean.length === 0)
    throw argumentError(owner, 'mean', 'be a list of at least one number', mean);
  return boxBounds(owner, 'box', { dimensions: mean.length, lower, upper });
}

/** A copy of a mean to start from: inside the box and ±{@link FARTHEST_START}. */
export function checkStart(owner: string, mean: ArrayLike<number>, bounds: BoxBounds): Float64Array {
  checkRow(owner, 'mean', mean, bounds.dimensions);
  for (let i = 0; i < bounds.dimensions; i++) {
    const [low, high] = [Math.max(-FARTHEST_START, bounds.lower[i]!), Math.min(FARTHEST_START, bounds.upper[i]!)];
    checkNumber(owner, `mean[${i}]`, mean[i], low, high);
  }
  return Float64Array.from(mean);
}

/** A number of at least `low`; infinity is allowed. */
export function checkLeast(owner: string, name: string, value: number, low: number): number {
  if (typeof value === 'number' && value >= low) return value;
  throw argumentError(owner, name, `be a number of at least ${low}`, value);
}

function checkRestarts(owner: string, restarts: RestartOptions | undefined): CmaEsSettings['restarts'] {
  if (restarts === undefined) return { count: 0, populationFactor: 2 };
  checkOptions(owner, restarts, ['count', 'populationFactor'], 'restarts');
  const { count, populationFactor = 2 } = restarts;
  checkInteger(owner, 'restarts.count', count, 1, 1000);
  checkNumber(owner, 'restarts.populationFactor', populationFactor, 1, 1000);
  return { count, populationFactor };
}
