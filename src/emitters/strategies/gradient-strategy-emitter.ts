import {
  type Archive,
  argumentError,
  Batch,
  type Box,
  type BoxBounds,
  boxBounds,
  checkFlag,
  checkFunction,
  checkObject,
  checkOptions,
  checkPositive,
  checkRow,
  clip,
  copyList,
  type Domain,
  type EmitterContext,
  type FieldKinds,
  FreshBatch,
  isThenable,
  type Stateful,
  type Told,
} from '../../core/index.ts';
import { checkGradients, gradientsAt } from '../../domains/index.ts';
import { decodeSnapshot, encodeSnapshot, float64, integer, list, record, serial } from '../../formats/index.ts';
import { type Strategy, strategyParameters } from '../../optimizers/index.ts';
import { Ascent } from './ascent.ts';
import { checkInside, GenerationEmitter, type GenerationOptions } from './generation-emitter.ts';
import { MOST_OUT } from './partly-told.ts';
import type { RankedRows } from './rankers.ts';

/** Options of a {@link GradientStrategyEmitter}; by default `twoStageImprovementRanker`, `'mu'` and `'noImprovement'`. */
export interface GradientStrategyEmitterOptions extends GenerationOptions {
  /** Gives the gradients. */
  readonly domain: Pick<Domain<Float64Array, FieldKinds>, 'gradients'>;
  /** Proposes coefficients, `1 + descriptorDimensions` of them: of the fitness, then of each descriptor. It belongs to this emitter. */
  readonly strategy: Strategy;
  /** `(genomeDimensions)`: where the search point starts, inside the space. */
  readonly mean: ArrayLike<number>;
  /** How far the search point moves to the mean of the parents, above 0 (default 1: all the way). With `adam`: Adam's step size. */
  readonly stepSize?: number | undefined;
  /** Whether Adam moves the search point [Kingma2015] (default false). */
  readonly adam?: boolean | undefined;
}

/**
 * Gradient arborescence: gives the search point θ, and branches θ + Σ c_j ∇_j for coefficients c of an evolution strategy, along the
 * gradients of fitness and descriptors at θ, each scaled to length 1. The branches are ranked; θ moves to the weighted mean of the best,
 * and the strategy learns their coefficients. When it begins anew, θ is a random elite. A gradient that is not finite counts as zeros;
 * where no branch leaves θ, it begins anew. CMA-MEGA with improvement ranking, CMA-MAEGA with a guide of soft thresholds.
 * [Fontaine2021, Alg. 1]
 *
 * A generation is one ask: θ, then the branches, clipped to the space. Its rows may be told in parts. Gradients are computed when it is
 * asked, and do not count as evaluations. Draws from the given stream as {@link StrategyEmitter}.
 */
export class GradientStrategyEmitter extends GenerationEmitter implements Stateful {
  readonly #domain: GradientStrategyEmitterOptions['domain'];
  readonly #mean: Float64Array;
  readonly #ascent: Ascent;
  /** The coefficients of branches that are out, by the number of their ask. */
  readonly #out = new Map<number, Float64Array>();

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: GradientStrategyEmitterOptions) {
    const owner = 'GradientStrategyEmitter';
    checkOptions(owner, options, ['domain', 'strategy', 'mean', 'stepSize', 'adam', 'ranker', 'selection', 'restart']);
    const { domain, mean, stepSize = 1, adam = false } = options;
    checkObject(owner, 'domain', domain);
    checkFunction(owner, 'domain.gradients', domain.gradients);
    checkPositive(owner, 'stepSize', stepSize);
    checkFlag(owner, 'adam', adam);
    const start = copyList(owner, 'mean', mean);
    super(owner, options, 'mu');
    this.#domain = domain;
    this.#mean = start;
    this.#ascent = new Ascent(start, stepSize, adam);
  }

  /** The search point and its branches. */
  get batchSize(): number {
    return this.strategy.populationSize + 1;
  }

  /** @throws ARGUMENT if mean or strategy has another number of dimensions, mean is outside the space, or the ranker does not fit the archive. */
  override check(archive: Archive<Float64Array, FieldKinds>, space: Box): void {
    const owner = 'GradientStrategyEmitter';
    const { dimensions } = boxBounds(owner, 'the genome space', space);
    checkGradients(owner, this.#domain, space);
    checkRow(owner, 'mean', this.#mean, dimensions);
    checkInside(owner, 'mean', this.#mean, space);
    const wanted = archive.descriptor && archive.descriptor.dimensions + 1;
    const given = this.strategy.dimensions;
    if (wanted !== undefined && given !== wanted)
      throw argumentError(owner, 'strategy.dimensions', `be ${wanted}, for fitness and descriptors`, given);
    super.check(archive, space);
  }

  /** The search point, then the branches. */
  override ask(_count: number, { ask, archive, random, space, signal }: EmitterContext): Batch | Promise<Batch> {
    if (this.begins(ask)) {
      this.#ascent.restart(this.elite(archive, random) ?? this.#mean);
      this.strategy.restart(new Float64Array(this.strategy.dimensions));
      this.start(archive, random);
      this.#out.clear();
    }
    const { data } = this.sample(random);
    this.#out.set(ask, data);
    const bounds = boxBounds('GradientStrategyEmitter.ask', 'the genome space', space);
    this.#ascent.clip(bounds);
    const point = this.#ascent.point.slice();
    const directions = gradientsAt('GradientStrategyEmitter.ask', this.#domain, new Batch(1, point.length, point), {
      parts: this.strategy.dimensions,
      unit: true,
      signal,
    });
    if (!isThenable(directions)) return this.#branches(point, data, directions, bounds);
    return directions.then((found) => this.#branches(point, data, found, bounds));
  }

  #branches(point: Float64Array, coefficients: Float64Array, gradients: Batch, { lower, upper }: BoxBounds): Batch {
    const { dimensions, populationSize } = this.strategy;
    const directions = gradients.data;
    const n = point.length;
    const batch = new FreshBatch(populationSize + 1, n, new Float64Array((populationSize + 1) * n));
    for (let i = 0; i <= populationSize; i++) {
      const branch = batch.row(i);
      branch.set(point);
      for (let j = 0; i > 0 && j < dimensions; j++) {
        const c = coefficients[(i - 1) * dimensions + j]!;
        for (let k = 0; k < n; k++) branch[k] = branch[k]! + c * directions[j * n + k]!;
      }
      for (let k = 0; k < n; k++) branch[k] = clip(branch[k]!, lower[k]!, upper[k]!);
    }
    return batch;
  }

  /** Moves the search point and lets the strategy learn, once all rows of a generation are known. @throws what strategy and ranker throw. */
  tell(told: Told): void {
    const generation = this.collect(told, this.batchSize);
    const coefficients = this.#out.get(told.ask);
    if (generation === undefined || coefficients === undefined) return;
    this.#out.delete(told.ask);
    const branches = branchesOf(generation);
    const ranked = this.rank(branches);
    if (ranked.parents > 0) this.#ascent.step(meanOfBest(branches.genomes, ranked.order, ranked.parents));
    const { dimensions, populationSize } = this.strategy;
    this.teach(new Batch(populationSize, dimensions, coefficients), ranked);
    if (isStuck(generation.genomes) || !this.#ascent.isFinite) {
      this.end();
      this.#ascent.restart(this.#mean);
    }
  }

  /** Options and state, with those of strategy and ranker. @throws STATE if the ranker has state without `snapshot` and `restore`. */
  snapshot(): Uint8Array {
    const out = Array.from(this.#out, ([ask, coefficients]) => ({ ask, coefficients }));
    return encodeSnapshot(this.#stored(), { generations: this.generations, out, ascent: this.#ascent });
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of other options; what a part throws. Nothing has changed then. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, restoreParts } = decodeSnapshot('GradientStrategyEmitter.restore', bytes, this.#stored());
    restoreParts();
    this.restoreGenerations(state.generations);
    this.#ascent.restore(state.ascent);
    this.#out.clear();
    for (const { ask, coefficients } of state.out) this.#out.set(ask, coefficients);
  }

  #stored() {
    const { dimensions, populationSize } = this.strategy;
    const n = this.#mean.length;
    const { stepSize, adam } = this.#ascent;
    const state = {
      out: list(record({ ask: serial, coefficients: float64([populationSize, dimensions]) }), MOST_OUT),
      ascent: record({ point: float64([n]), first: float64([n]), second: float64([n], 0), steps: integer() }),
    };
    return this.layout(n, { stepSize, adam }, state);
  }
}

/** Whether all branches equal the search point: then it can never move. */
function isStuck({ data, columns }: Batch): boolean {
  return data.every((x, at) => x === data[at % columns]);
}

/** The generation without its first row, the search point; views. */
function branchesOf({ rows, genomes, fitness, descriptors, report, archive }: RankedRows): RankedRows {
  const tail = ({ columns, data }: Batch): Batch => new Batch(rows - 1, columns, data.subarray(columns));
  const rest: RankedRows['report'] = {
    status: report.status.slice(1),
    improvement: report.improvement.subarray(1),
    cell: report.cell.subarray(1),
    novelty: report.novelty?.subarray(1),
  };
  return {
    rows: rows - 1,
    genomes: tail(genomes),
    fitness: fitness.subarray(1),
    descriptors: tail(descriptors),
    report: rest,
    archive,
  };
}

/** The mean of the parents with the weights of CMA-ES. */
function meanOfBest(genomes: Batch, order: Int32Array, parents: number): Float64Array {
  const mean = new Float64Array(genomes.columns);
  const { weights } = strategyParameters(mean.length, parents, { active: false, separable: false, parents });
  for (let i = 0; i < parents; i++) {
    const row = genomes.row(order[i]!);
    for (let k = 0; k < mean.length; k++) mean[k] = mean[k]! + weights[i]! * row[k]!;
  }
  return mean;
}
