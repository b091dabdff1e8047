import {
  type Archive,
  argumentError,
  asBatch,
  Batch,
  type Box,
  boxBounds,
  checkChoice,
  checkFunction,
  checkInteger,
  checkMethods,
  checkOptions,
  checkSynchronous,
  copyGenomes,
  type Emitter,
  type EmitterContext,
  type FieldKinds,
  firstOutside,
  type LearnContext,
  type Learner,
  type LearnerContext,
  ownerOf,
  pause,
  type Stateful,
  stateError,
  type VariationOperator,
} from '../core/index.ts';
import { anyFloat64, decodeSnapshot, encodeSnapshot, type Fail, integer, optional, record } from '../formats/index.ts';
import { rewinding } from '../random/index.ts';
import { type FinishedLearner, type FinishTraining, finishLearner } from './finish-learner.ts';
import { operatorEmitter } from './operator-emitter.ts';

/**
 * When a learner is fitted: after `every` generations (Infinity: once only), or `'adaptive'`: when there are 1.5 times as many elites
 * as at the last fit, or three times as many children entered since then as there are elites.
 */
export type Training = { readonly every: number } | 'adaptive';

/** Counts of a search. */
interface Progress {
  /** Number of batches whose rows were all told. */
  readonly generations: number;
  /** Number of children that entered the archive, into an empty cell or in place of another elite. */
  readonly entered: number;
  /** Number of elites in the archive. */
  readonly elites: number;
}

/** Options of a {@link LearningEmitter}. */
export interface LearningEmitterOptions {
  /** The operator that uses the learner. */
  readonly operator: VariationOperator;
  /** Fitted on the archive's genomes. */
  readonly learner: Learner;
  /** When the learner is fitted (default `'adaptive'`). */
  readonly training?: Training | undefined;
  /**
   * `'sequential'` (default): children use what was learned from the archive of the last generation. `'overlapped'`: they use what was
   * learned from the generation before that, so that a learner with `fitAside` can fit while the next batch is evaluated. Both are
   * deterministic, and the bits do not depend on whether the learner has `fitAside`.
   */
  readonly learning?: 'sequential' | 'overlapped' | undefined;
  /** The owner in error messages (default 'LearningEmitter'). */
  readonly name?: string | undefined;
}

/** An emitter of an operator that uses a learner. It fits the learner on the archive between two asks. */
export class LearningEmitter implements Emitter, Stateful {
  readonly retries: boolean = true;
  readonly parts: readonly object[];
  readonly #emitter: Emitter;
  readonly #options: {
    readonly operator: VariationOperator;
    readonly learner: Learner;
    readonly training: Training;
    readonly learning: string;
  };
  /** `(elites, genomeDimensions)`: the genomes of the overlapped fit under way. */
  #batch: Batch | undefined;
  /** That fit, if the learner has `fitAside`, and the signal that may abort it. */
  #aside: { readonly effect: Promise<() => void>; readonly signal: AbortSignal | undefined } | undefined;
  /** Counts of the search at the last fit; undefined before the first. */
  #fitted: Progress | undefined;
  #learning = false;
  /** The genome space of the search; undefined before `check` was called. */
  #space: Box | undefined;
  /** The learner's state when this was made; undefined if it could not be stored. */
  readonly #nothing: Uint8Array | undefined;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: LearningEmitterOptions) {
    const owner = ownerOf('LearningEmitter', options, ['operator', 'learner', 'training', 'learning']);
    const { operator, learner, training = 'adaptive', learning = 'sequential' } = options;
    checkMethods(owner, 'learner', learner, 'fit', 'reconstruct', 'encoding');
    if (learner.normalize !== undefined) checkFunction(owner, 'learner.normalize', learner.normalize);
    checkTraining(owner, training);
    checkChoice(owner, 'learning', learning, ['sequential', 'overlapped']);
    this.#emitter = operatorEmitter(operator);
    this.#options = { operator, learner, training, learning };
    this.parts = [learner];
    this.#nothing = stateOf(learner);
  }

  /** @throws ARGUMENT if the learner or the operator does not fit the space. */
  check(_archive: Archive<Float64Array, FieldKinds>, space: Box): void {
    this.#space = space;
    const { learner, operator } = this.#options;
    for (const part of [learner, operator]) checkSynchronous('LearningEmitter', 'check()', part.check?.(space));
  }

  /** Children made by the operator. */
  ask(count: number, context: EmitterContext): ReturnType<Emitter['ask']> {
    return this.#emitter.ask(count, context);
  }

  /**
   * Fits the learner on a copy of the elites, if `training` says that a fit is due. Overlapped: finishes the fit that was started
   * before, and starts the next.
   * @throws what the learner throws; the next call then tries again.
   */
  learn(context: LearnContext): void | Promise<void> {
    const { generations, entered, archive } = context;
    const fitted = this.#fitted;
    const now = { generations, entered, elites: archive.size };
    const due = fitted === undefined || isFitDue(this.#options.training, now, fitted);
    const ends = this.#batch !== undefined && fitted !== undefined && generations > fitted.generations;
    if (due || ends) return this.#learn(context, due);
  }

  /**
   * Ends the overlapped fit under way, if any, and trains the learner on the elites until a tenth of them, which is held out, is no longer
   * reconstructed better; see DdeElites.finish. When the next fit is due does not change.
   * @throws what the learner throws; the signal's reason. The stream is then rewound, and a learner with `snapshot` and `restore` is as
   *   it was before.
   * @internal
   */
  async finish(
    { archive, space, random, signal }: Omit<LearnContext, 'generations' | 'entered'>,
    options: FinishTraining,
  ): Promise<FinishedLearner> {
    const context: LearnerContext = { space, random, signal, pause };
    const { learner } = this.#options;
    const ended = this.#batch;
    const before = ended && { learner: stateOf(learner), random: random.getState?.() };
    this.#learning = true;
    try {
      await rewinding(random, () => this.#endFit(context));
      const genomes = asBatch('LearningEmitter.finish', archive.genomes(), space.dimensions);
      return await rewinding(random, () =>
        finishLearner(learner, genomes, context, { ...options, nothing: this.#nothing }),
      );
    } catch (error) {
      // The overlapped fit was put into effect: it is taken back, and then due again.
      if (this.#batch !== ended && before?.learner !== undefined && before.random !== undefined) {
        learner.restore!(before.learner);
        random.setState!(before.random);
        this.#batch = ended;
      }
      throw error;
    } finally {
      this.#learning = false;
    }
  }

  async #learn({ archive, generations, entered, space, random, signal }: LearnContext, due: boolean): Promise<void> {
    const context: LearnerContext = { space: space as Box, random, signal, pause };
    this.#learning = true;
    try {
      await this.#endFit(context);
      if (!due) return;
      const genomes = asBatch('LearningEmitter.learn', archive.genomes(), space.dimensions);
      const batch = copyGenomes(genomes) as Batch;
      // The first fit takes effect at once, because the operator needs one.
      if (this.#options.learning === 'sequential' || this.#fitted === undefined) {
        await this.#options.learner.fit(batch, context);
      } else {
        this.#batch = batch;
        this.#fitAside(batch, context);
      }
      this.#fitted = { generations, entered, elites: genomes.rows };
    } finally {
      this.#learning = false;
    }
  }

  /** Puts the overlapped fit into effect, if there is one. @throws what the learner throws; the call may then be repeated. */
  async #endFit(context: LearnerContext): Promise<void> {
    const batch = this.#batch;
    if (batch === undefined) return;
    // One that was aborted with an earlier run is made again.
    if (this.#aside === undefined || this.#aside.signal?.aborted) this.#fitAside(batch, context);
    const aside = this.#aside;
    this.#aside = undefined;
    if (aside === undefined) await this.#options.learner.fit(copyGenomes(batch) as Batch, context);
    else {
      const effect: unknown = await aside.effect;
      checkFunction('LearningEmitter', 'the answer of learner.fitAside()', effect);
      await (effect as () => void)();
    }
    this.#batch = undefined;
  }

  /** Starts the fit, if the learner has `fitAside`. It gets a copy, because a snapshot needs the batch itself. */
  #fitAside(batch: Batch, context: LearnerContext): void {
    const { learner } = this.#options;
    if (typeof learner.fitAside !== 'function') return;
    const effect = (async () => learner.fitAside!(copyGenomes(batch) as Batch, context))();
    this.#aside = { effect, signal: context.signal };
    // `#endFit` reports a failure; without this handler it would be an unhandled rejection until then.
    effect.catch(() => undefined);
  }

  /** The learner, the batch of a fit under way, and the operator if it has state. @throws STATE during a fit, or if a part cannot be stored. */
  snapshot(): Uint8Array {
    const batch = this.#batch;
    return encodeSnapshot(this.#stored('snapshot'), {
      fitted: this.#fitted,
      columns: batch?.columns ?? 0,
      batch: batch?.data,
    });
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of another configuration; what a part throws. The state is then unchanged. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, fail, restoreParts } = decodeSnapshot('LearningEmitter.restore', bytes, this.#stored('restore'));
    const { fitted, columns, batch } = state;
    const rows = batch === undefined ? 0 : batch.length / columns;
    if (batch !== undefined && !(Number.isInteger(rows) && rows > 0))
      throw fail('have whole genomes in batch', batch.length);
    if (batch !== undefined) this.#checkGenes(batch, columns, fail);
    restoreParts(() => this.#checkLearner(fitted !== undefined, fail));
    this.#batch = batch && new Batch(rows, columns, batch);
    this.#aside = undefined;
    this.#fitted = fitted;
  }

  /** @throws SNAPSHOT if a gene of the fit's batch lies outside its box. */
  #checkGenes(batch: Float64Array, columns: number, fail: Fail): void {
    if (this.#space === undefined) return;
    const bounds = boxBounds('LearningEmitter', 'space', this.#space);
    const outside = bounds.dimensions === columns ? firstOutside(bounds, batch) : 0;
    if (outside >= 0) throw fail('have genomes inside their box in batch', batch[outside]);
  }

  /** @throws SNAPSHOT if the restored learner is of another space, or has not learned although it should have. */
  #checkLearner(fitted: boolean, fail: Fail): void {
    const { learner } = this.#options;
    try {
      if (this.#space !== undefined) learner.check?.(this.#space);
      if (fitted) learner.encoding();
    } catch (cause) {
      throw fail('hold a learner that has learned genomes of this space', (cause as Error)?.message, cause);
    }
  }

  #stored(method: string) {
    if (this.#learning) throw stateError(`LearningEmitter.${method}`, 'learn() is under way');
    const { learner, operator, training, learning } = this.#options;
    const state = {
      fitted: optional(record({ generations: integer(), entered: integer(), elites: integer() })),
      columns: integer(0, 2 ** 24),
      batch: optional(anyFloat64([undefined])),
    };
    return {
      kind: 'LearningEmitter',
      configuration: { training, learning },
      state,
      parts: { learner },
      maybeParts: { operator },
    };
  }
}

/** The state of a learner that has one; undefined if it cannot be stored now. */
function stateOf(learner: Learner): Uint8Array | undefined {
  try {
    return learner.restore === undefined ? undefined : learner.snapshot?.().slice();
  } catch {
    return undefined;
  }
}

/** @throws ARGUMENT, in the name of `owner`, if it is not a {@link Training}. */
function checkTraining(owner: string, training: Training): void {
  if (training === 'adaptive') return;
  if (typeof training !== 'object' || training === null)
    throw argumentError(owner, 'training', "be 'adaptive' or { every }", training);
  checkOptions(owner, training, ['every'], 'training');
  if (training.every !== Number.POSITIVE_INFINITY) checkInteger(owner, 'training.every', training.every, 1);
}

/** Whether a fit is due. @param fitted - The counts at the last fit. */
function isFitDue(training: Training, now: Progress, fitted: Progress): boolean {
  if (training !== 'adaptive') return now.generations - fitted.generations >= training.every;
  return now.elites >= 1.5 * fitted.elites || now.entered - fitted.entered >= 3 * now.elites;
}
