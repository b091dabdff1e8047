import { ProbabilityMatching, SlidingWindowUcb } from '../../bandits/index.ts';
import {
  type AddReport,
  type Archive,
  argumentError,
  type Bandit,
  type BoxBounds,
  boxBounds,
  checkInteger,
  checkMethods,
  checkObject,
  checkOptions,
  checkPositive,
  checkSignal,
  type Encoding,
  type FieldKinds,
  type Learner,
  stateError,
  type VariationOperator,
} from '../../core/index.ts';
import {
  type EncodingQuality,
  type EncodingQualityOptions,
  encodingQuality,
  MOST_SAMPLES,
} from '../../domains/index.ts';
import {
  type FinishTraining,
  type LearnerState,
  LearningEmitter,
  type LearningEmitterOptions,
  operatorEmitter,
  Reevaluation,
  type Training,
} from '../../emitters/index.ts';
import {
  chainOperators,
  GaussianMutation,
  IsoLineMutation,
  ReconstructiveCrossover,
  TwoPointCrossover,
} from '../../variation/index.ts';
import { Search } from '../search.ts';
import type { LoopOptions, Ratios, SearchOptions } from '../search-options.ts';

/** Options of {@link DdeElites}. */
export interface DdeElitesOptions<
  E extends Encoding = Encoding,
  A extends Archive<Float64Array, FieldKinds> = Archive<Float64Array, FieldKinds>,
> extends LoopOptions<Float64Array, A>,
    Pick<LearningEmitterOptions, 'learning'> {
  /** When the learner is fitted (default `'adaptive'`). */
  readonly training?: Training | undefined;
  /** Learns the encoding from the archive. No other search may use it while a batch of this one is out. */
  readonly learner: Learner<E>;
  /**
   * Chooses among the mixtures, or, without mixtures, gives the operators their shares (default: {@link SlidingWindowUcb} for two or more
   * mixtures; without mixtures {@link ProbabilityMatching}, which starts from the shares crossover 1, line 3, twoPoint 2, wide 1, other operators 1).
   */
  readonly bandit?: Bandit | undefined;
  /**
   * The reward, as {@link SearchOptions.reward} (default without a bandit and mixtures: the share of rows that filled an empty cell; else
   * the share that entered the archive).
   */
  readonly reward?: SearchOptions['reward'];
  /**
   * Shares of the operators in a batch, by name: `crossover`, `line`, `twoPoint`, `iso` (Gaussian mutation), and those of `operators`. With
   * mixtures, as in the paper, line mutation does not vary the children of crossovers, and there is no `wide`.
   */
  readonly mixtures?: readonly Ratios[] | undefined;
  /**
   * Further operators by name. One named like a default operator replaces it: `crossover`, `line`, `twoPoint`, `wide`; with mixtures `iso`,
   * not `wide`.
   */
  readonly operators?: Readonly<Record<string, VariationOperator>> | undefined;
}

/** Options of {@link DdeElites.finish}. */
export interface FinishOptions extends FinishTraining, Pick<EncodingQualityOptions, 'samples' | 'step' | 'signal'> {}

/** What {@link DdeElites.finish} gives: how good the encoding is, and how it came about. A plain object. */
export interface FinishedEncoding extends EncodingQuality {
  /** Of the elites that were held out: root mean square over genes, each in units of its range. By the learner's `reconstruct`. */
  readonly error: number;
  /** The same before; undefined if the learner had learned nothing. */
  readonly errorBefore: number | undefined;
  /** Number of fits. */
  readonly fits: number;
  /** `'fits'` if a training ended at the limit `fits`: with a higher one the encoding may become better. */
  readonly stoppedBy: 'patience' | 'fits';
  /** Whether the encoding comes from the training that began with the learner's first state. */
  readonly anew: boolean;
}

/** The paper's nine mixtures of reconstructive crossover, line and isometric mutation [Gaier2020, supplement]. */
export const ddeMixtures: readonly Readonly<Record<string, number>>[] = /* @__PURE__ */ (() => {
  const ratios = [
    [0, 1, 0],
    [0.25, 0.75, 0],
    [0.5, 0.5, 0],
    [0.75, 0.25, 0],
    [1, 0, 0],
    [0.75, 0, 0.25],
    [0.5, 0, 0.5],
    [0.25, 0, 0.75],
    [0, 0, 1],
  ] as const;
  return Object.freeze(ratios.map(([crossover, line, iso]) => Object.freeze({ crossover, line, iso })));
})();

/**
 * DDE-Elites [Gaier2020]: MAP-Elites with reconstructive crossover, line mutation, two-point crossover, and line mutation with wide steps (a
 * tenth of a gene's range; left out where a bound is infinite). As in a genetic algorithm, line mutation, the one with small steps, also
 * varies the children of both crossovers. How many rows of a batch each operator gives follows the cells that its children
 * filled. The learner is fitted on the archive between tell and ask.
 *
 * Deviation: the paper's algorithm has isometric mutation instead of two-point crossover and wide steps, does not mutate after crossover,
 * has a bandit that chooses among {@link ddeMixtures}, and fits the learner after every generation; {@link paperSettings} has these
 * settings. The defaults differ because reconstruction makes elites alike, and two-point crossover recombines what still differs;
 * docs/research.md has the comparison. `learning` `'overlapped'` uses an encoding that is one generation older than the paper's, because
 * learning can then run while the batch is evaluated. On a noisy domain half of each batch evaluates elites again, see
 * {@link Reevaluation}.
 */
export class DdeElites<
  E extends Encoding = Encoding,
  A extends Archive<Float64Array, FieldKinds> = Archive<Float64Array, FieldKinds>,
> extends Search<Float64Array, A> {
  readonly #learner: Learner<E>;
  readonly #learning: LearningEmitter;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: DdeElitesOptions<E, A>) {
    const name = 'DdeElites';
    checkOptions(name, options, OPTIONS);
    const { learner, operators, mixtures, training = 'adaptive', learning, bandit, reward, ...loop } = options;
    if (operators !== undefined) checkObject(name, 'operators', operators);
    const noisy = loop.domain?.noisy === true;
    if (noisy && operators !== undefined && 'reevaluation' in operators)
      throw argumentError(name, 'operators', "have no 'reevaluation' on a noisy domain", operators);
    const bounds = boxBounds(name, 'domain.genome', loop.domain?.genome);
    checkMethods(name, 'learner', learner, 'fit', 'reconstruct', 'encoding');
    const { crossover, ...others } = operatorsOf(learner, bounds, mixtures !== undefined, operators);
    const learns = new LearningEmitter({ operator: crossover, learner, training, learning, name });
    super({
      ...loop,
      name,
      mixtures,
      ...(bandit === undefined ? chosenBy(mixtures, Object.keys(others)) : { bandit }),
      ...(reward !== undefined && { reward }),
      emitters: {
        crossover: learns,
        ...Object.fromEntries(Object.entries(others).map(([key, operator]) => [key, operatorEmitter(operator)])),
        ...(noisy && { reevaluation: new Reevaluation() }),
      },
    });
    this.#learner = learner;
    this.#learning = learns;
  }

  /** A frozen copy of the encoding in effect. @throws what the learner throws if it was never fitted. */
  encoding(): E {
    return this.#learner.encoding();
  }

  /**
   * Finishes the encoding: trains the learner on the elites, from the state that it had when this search was made, until a tenth of them,
   * which is held out, is no longer reconstructed better. If the error is then more than a tenth larger than before, it also trains the
   * state before further. The latents of the states found are normalized over the elites that are not held out, see
   * {@link Learner.normalize}. Of the state before and the best state of each training, those whose error is more than a tenth larger than before are
   * left out: the state before may have learned from the elites that are held out. The learner gets the one whose random latents fill most
   * cells or, where that cannot be measured, the one with the least error, where that of the state before counts as a tenth larger. See
   * {@link encodingQuality} for the figures.
   *
   * A learner without `snapshot` and `restore` cannot go back: it is trained from its state alone, and ends in its last one, up to
   * `patience` fits after its best. The search may go on: with what was learned here, from its stream as it is then, and with the next fit
   * when it was due anyway. It takes other ways then than a search that was not finished. A snapshot stores all of this, except the state
   * from when the search was made.
   *
   * Draws from the learning stream of `crossover`: equal states give equal bits. Evaluates 2 × `samples` phenotypes for each of up to three
   * states, which are not counted among the evaluations. Yields to the event loop every 20 ms, between two calls of the learner, which gets
   * `pause` and `signal`.
   * @throws ARGUMENT if an option breaks its contract; STATE if there are no elites, while ask, tell or learn is under way, or if another
   *   search has a batch out with a part of this one; what the learner throws, the signal's reason: learner and stream are then as
   *   before, if the learner has `snapshot` and `restore`. If only measuring fails or is stopped, the encoding is finished.
   */
  async finish(options: FinishOptions = {}): Promise<FinishedEncoding> {
    const owner = 'DdeElites.finish';
    checkOptions(owner, options, ['patience', 'fits', 'samples', 'step', 'signal']);
    const { patience, fits, samples, step, signal } = options;
    checkSignal(owner, signal);
    for (const [name, limit] of Object.entries({ patience, fits }))
      if (limit !== undefined) checkInteger(owner, name, limit, 1);
    if (samples !== undefined) checkInteger(owner, 'samples', samples, 0, MOST_SAMPLES);
    if (step !== undefined) checkPositive(owner, 'step', step);
    if (this.archive.size === 0) throw stateError(owner, 'there are no elites to learn from');
    return this.learnApart('finish', this.#learning, async (random) => {
      const { archive, domain } = this;
      signal?.throwIfAborted();
      const context = { archive, space: domain.genome, random, signal };
      const { states, heldOut, before, error, ...training } = await this.#learning.finish(context, { patience, fits });
      const seed = random.integer(0, 2 ** 32 - 1);
      const measured = { archive, heldOut, domain, samples, step, seed, signal };
      const { state, quality } = await this.#choose(states, measured);
      const errorBefore = Number.isFinite(before) ? before : undefined;
      return {
        ...quality,
        ...training,
        error: state?.error ?? error,
        errorBefore,
        anew: state?.anew ?? errorBefore === undefined,
      };
    });
  }

  /** Measures states of the learner and leaves it in the one whose random latents fill most cells; the first, if that is not known. */
  async #choose(
    states: readonly LearnerState[],
    measured: EncodingQualityOptions,
  ): Promise<{ readonly state: LearnerState | undefined; readonly quality: EncodingQuality }> {
    let best = { state: states[0], quality: await encodingQuality(this.encoding(), measured) };
    const { randomCoverage } = best.quality;
    if (randomCoverage === undefined) return best;
    try {
      for (const state of states.slice(1)) {
        this.#learner.restore!(state.bytes);
        const quality = await encodingQuality(this.encoding(), measured);
        if (quality.randomCoverage! > best.quality.randomCoverage!) best = { state, quality };
      }
    } finally {
      if (best.state !== undefined) this.#learner.restore!(best.state.bytes);
    }
    return best;
  }
}

type Operators = Readonly<Record<string, VariationOperator>>;

/** All operators by name; `given` ones replace the default ones. */
function operatorsOf(
  learner: Learner,
  bounds: BoxBounds,
  mixed: boolean,
  given: Operators = {},
): Operators & { readonly crossover: VariationOperator } {
  const line = given.line ?? new IsoLineMutation();
  const crossover = new ReconstructiveCrossover({ learner });
  const twoPoint = new TwoPointCrossover();
  // The paper's operators, of which a mixture is made, do not mutate after crossover.
  if (mixed) return { crossover, line, twoPoint, iso: new GaussianMutation(), ...given };
  return {
    crossover: chainOperators(crossover, line),
    line,
    twoPoint: chainOperators(twoPoint, line),
    ...(bounds.finite && { wide: new IsoLineMutation({ isoSigma: wideSigma(bounds) }) }),
    ...given,
  };
}

/** A tenth of each gene's range, for domains where the default steps of line mutation are too small. One number if all ranges are equal. */
function wideSigma({ lower, upper }: BoxBounds): number | Float64Array {
  // A tenth of a denormal range rounds to 0, which is no sigma.
  const sigmas = lower.map((low, j) => Math.max(Number.MIN_VALUE, 0.1 * (upper[j]! - low)));
  return sigmas.every((sigma) => sigma === sigmas[0]) ? sigmas[0]! : sigmas;
}

/** Shares of the operators beside one of crossover, before anything was earned. Found by `npm run research`, see docs/research.md. */
const SHARES: ReadonlyMap<string, number> = new Map([
  ['line', 3],
  ['twoPoint', 2],
]);

/** The default bandit and reward. @param others - Names of the operators after `crossover`, in their order. */
function chosenBy(
  mixtures: readonly Ratios[] | undefined,
  others: readonly string[],
): { readonly bandit?: Bandit; readonly reward?: SearchOptions['reward'] } {
  if (mixtures !== undefined) {
    const several = Array.isArray(mixtures) && mixtures.length > 1;
    return several ? { bandit: new SlidingWindowUcb({ arms: mixtures.length }) } : {};
  }
  const prior = [1, ...others.map((name) => SHARES.get(name) ?? 1)];
  const arms = prior.length;
  const rule = { prior, priorRewards: 10, exponent: 4, halfLife: 10, floor: Math.min(0.02, 0.5 / arms) };
  return { bandit: new ProbabilityMatching({ arms, ...rule }), reward: newCells };
}

/** The share of rows that filled an empty cell. */
function newCells(report: AddReport): number {
  return report.new / report.status.length;
}

const OPTIONS = [
  'domain',
  'archive',
  'batchSize',
  'initial',
  'seed',
  'learner',
  'bandit',
  'mixtures',
  'operators',
  'reward',
  'learning',
  'training',
];
