import {
  type AddReport,
  type Archive,
  type AskOptions,
  type Bandit,
  type Box,
  checkChoice,
  checkFlag,
  checkInteger,
  checkObject,
  checkSignal,
  type Emitter,
  type FieldKinds,
  isObjectSpace,
  type Problem,
} from '../core/index.ts';
import type { Initial } from './initial-genomes.ts';

/** The share of each emitter, by name: at least 0, not all 0, scaled to a sum of 1. A missing or undefined one is 0. */
export type Ratios = Readonly<Record<string, number | undefined>>;

/** The options that every loop of this package has. */
export interface LoopOptions<G = Float64Array, A extends Archive<G, FieldKinds> = Archive<G, FieldKinds>> {
  /** A domain, or only its problem part if the evaluation is elsewhere. */
  readonly domain: Problem<G, FieldKinds>;
  /** Empty, or with elites; then no first genomes are drawn. No other search may use it while a batch of this one is out. */
  readonly archive: A;
  /** Genomes per batch, at least 1 (default 100). */
  readonly batchSize?: number | undefined;
  /** The first genomes (default: at least 100 random ones, in whole batches). Checked but not used if the archive has elites. */
  readonly initial?: Initial<G> | undefined;
  /** Any safe integer. Same seed, version and evaluations in the same order give the same archive, bit for bit. */
  readonly seed: number;
}

/** Options of a {@link Search}. */
export interface SearchOptions<G = Float64Array, A extends Archive<G, FieldKinds> = Archive<G, FieldKinds>>
  extends LoopOptions<G, A> {
  /** The emitters, by name. */
  readonly emitters: Readonly<Record<string, Emitter<NoInfer<G>>>>;
  /**
   * The archive that judges rows, and that emitters select from (default: `archive`). Rows are added to both. Emitters, bandit and reward
   * get the reports of the guide; the caller of `tell` gets those of `archive`. For archives that lose good elites, or measure something
   * else than cells: soft thresholds, novelty. Not for noisy domains. With a guide that has elites of its own, children have no parents in
   * the lineage of `archive`.
   */
  readonly guide?: Archive<G, FieldKinds> | undefined;
  /**
   * The shares of the emitters in a batch. Several mixtures need a bandit that chooses among them (default: equal shares; with a
   * bandit, one mixture for each emitter alone). An emitter with a {@link Emitter.share} of its own gets that, unless a mixture names it.
   */
  readonly mixtures?: readonly Ratios[] | undefined;
  /** Chooses the mixture of each batch; or, if it has `shares`, how many rows of it each emitter gives. Then leave `mixtures` out. */
  readonly bandit?: Bandit | undefined;
  /**
   * The reward for rows, in [0, 1] (default: the share of rows that entered the archive). For a bandit with `shares` it is called for
   * the rows of each emitter, with the emitter's name; `belowFloor` and `outsideDescriptor` of such a report are NaN. For other bandits
   * it is called with the report on a whole batch, without a name.
   */
  readonly reward?: Reward | undefined;
  /** The owner in error messages and the kind of snapshots (default 'Search'). */
  readonly name?: string | undefined;
}

/** The reward for rows that were told, in [0, 1]; `emitter` is the name of the emitter that gave them, undefined for a whole batch. */
export type Reward = (report: AddReport, emitter?: string) => number;

/** Names of the options of a {@link Search}. */
export const OPTIONS: readonly string[] = [
  'domain',
  'archive',
  'emitters',
  'guide',
  'mixtures',
  'bandit',
  'reward',
  'batchSize',
  'initial',
  'seed',
];

/** Rows of a batch at most; an array has fewer than 2^31 numbers. */
export function mostRows(space: object): number {
  const columns = isObjectSpace(space) ? 1 : (space as Box).dimensions;
  return Math.min(2 ** 24, Math.floor((2 ** 31 - 1) / columns));
}

/** @throws ARGUMENT if an option breaks its contract. */
export function checkAskOptions(owner: string, options: AskOptions): void {
  checkObject(owner, 'options', options);
  const { retries, onError, view, signal } = options;
  checkSignal(owner, signal);
  if (retries !== undefined) checkInteger(owner, 'retries', retries, 0);
  if (onError !== undefined) checkChoice(owner, 'onError', onError, ['throw', 'invalid']);
  if (view !== undefined) checkFlag(owner, 'view', view);
}
