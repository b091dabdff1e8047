import {
  type AddReport,
  type Archive,
  type AskOptions,
  argumentError,
  type Bandit,
  type Box,
  checkChoice,
  checkInteger,
  type Emitter,
  type FieldKinds,
  isObjectSpace,
  type Problem,
} from '../core/index.ts';
import type { Initial } from './initial-genomes.ts';
import type { Ratios } from './shares.ts';

/** What every loop of this package takes. */
export interface LoopOptions<G = Float64Array, A extends Archive<G, FieldKinds> = Archive<G, FieldKinds>> {
  /** A domain, or just its problem part if others evaluate. */
  readonly domain: Problem<G, FieldKinds>;
  /** Empty, or with elites, which then count as first genomes. No other search may use it while a batch of this one is out. */
  readonly archive: A;
  /** Genomes per batch, at least 1 (default 100). */
  readonly batchSize?: number | undefined;
  /** The first genomes (default: one batch). Not used, though checked, if the archive has elites. */
  readonly initial?: Initial<G> | undefined;
  /** Any safe integer. Same seed, same version, same evaluations in the same order: the same archive, bit for bit. */
  readonly seed: number;
}

/** What a {@link Search} is made of. */
export interface SearchOptions<G = Float64Array, A extends Archive<G, FieldKinds> = Archive<G, FieldKinds>>
  extends LoopOptions<G, A> {
  /** What proposes genomes, by name. */
  readonly emitters: Readonly<Record<string, Emitter<G>>>;
  /**
   * How the rows of a batch are shared by the emitters; several, to be chosen among by a bandit (default: equal shares; with a
   * bandit, each batch is of one emitter).
   */
  readonly mixtures?: readonly Ratios[] | undefined;
  /** Chooses the mixture of each batch. */
  readonly bandit?: Bandit | undefined;
  /** What a mixture earned with a batch, in [0, 1] (default: the share of rows that entered the archive). */
  readonly reward?: ((report: AddReport) => number) | undefined;
  /** Whom errors name, and whose state a snapshot says that it is (default 'Search'). */
  readonly name?: string | undefined;
}

/** Names of the options of a {@link Search}. */
export const OPTIONS: readonly string[] = [
  'domain',
  'archive',
  'emitters',
  'mixtures',
  'bandit',
  'reward',
  'batchSize',
  'initial',
  'seed',
  'name',
];

/** Rows of a batch at most; an array has fewer than 2^31 numbers. */
export function mostRows(space: object): number {
  const columns = isObjectSpace(space) ? 1 : (space as Box).dimensions;
  return Math.min(2 ** 24, Math.floor((2 ** 31 - 1) / columns));
}

/** The share of rows that entered the archive. */
export function shareEntered(report: AddReport): number {
  return (report.new + report.improved) / report.status.length;
}

/** @throws ARGUMENT if an option breaks its contract. */
export function checkAskOptions(owner: string, options: AskOptions): void {
  const { retries, onError, view } = options;
  if (retries !== undefined) checkInteger(owner, 'retries', retries, 0);
  if (onError !== undefined) checkChoice(owner, 'onError', onError, ['throw', 'invalid']);
  if (view !== undefined && typeof view !== 'boolean') throw argumentError(owner, 'view', 'be true or false', view);
}
