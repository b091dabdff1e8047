import {
  ascending,
  Batch,
  type Box,
  boxBounds,
  checkFlag,
  checkMethods,
  checkNumber,
  checkOptions,
  clip,
  copyRows,
  type Genomes,
  isBatch,
  type Learner,
  type Random,
  shapeError,
  shapeOf,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { moveGenomes } from '../../kernels/index.ts';
import { ConfiguredOperator } from '../configured-operator.ts';
import { pairsOf } from '../parent-rows.ts';

/** Options of a {@link LatentLineMutation}. */
export interface LatentLineMutationOptions {
  /** Must have been fitted before the operator is used, and its encoding must have `encode`. */
  readonly learner: Learner;
  /** Standard deviation of the factor that the difference of two latents is multiplied with; at least 0, no unit (default 0.5). */
  readonly lineSigma?: number | undefined;
  /** Standard deviation of the isometric step, in latent units; at least 0 (default 0.05). */
  readonly isoSigma?: number | undefined;
  /**
   * `true` (default): the change of the decoding is added to the parent, which keeps what the encoding cannot express. `false`: the child
   * lies halfway between the parent and the decoding.
   */
  readonly residual?: boolean | undefined;
}

/**
 * Iso+line mutation [Vassiliades2018b] of latents: z' = z + σ_line N(0, 1) (z − y) + σ_iso N(0, I), where z is the parent's latent, and y that
 * of a mate, which is drawn uniformly from the archive and may be the parent itself. The child is x + D(z') − D(z), or (x + D(z')) / 2
 * as in reconstructive crossover [Gaier2020], clipped to the space. Latents are not clipped. Uses a copy of what the learner has learned,
 * made anew at each call. Draws from the given stream: first the mates, then the line factors, then the isometric steps.
 */
export class LatentLineMutation extends ConfiguredOperator implements VariationOperator {
  readonly #learner: Learner;
  readonly #lineSigma: number;
  readonly #isoSigma: number;
  readonly #residual: boolean;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: LatentLineMutationOptions) {
    const owner = 'LatentLineMutation';
    checkOptions(owner, options, ['learner', 'lineSigma', 'isoSigma', 'residual']);
    const { learner, lineSigma = 0.5, isoSigma = 0.05, residual = true } = options;
    checkMethods(owner, 'learner', learner, 'encoding');
    // A factor must not overflow: Infinity times 0 is NaN.
    checkNumber(owner, 'lineSigma', lineSigma, 0, 1e100);
    checkNumber(owner, 'isoSigma', isoSigma, 0);
    checkFlag(owner, 'residual', residual);
    super(owner, { lineSigma, isoSigma, residual });
    this.#learner = learner;
    this.#lineSigma = lineSigma;
    this.#isoSigma = isoSigma;
    this.#residual = residual;
  }

  /** One child for each parent. @throws what the learner throws; ARGUMENT if its encoding has no `encode`, or answers with another shape. */
  vary(parents: Genomes<Float64Array>, context: VariationContext): Batch {
    const owner = 'LatentLineMutation.vary';
    const { dimensions: columns, lower, upper } = boxBounds(owner, 'space', context.space);
    const { children, mates } = pairsOf(owner, parents, context);
    const count = children.rows;
    const encoding = this.#learner.encoding();
    checkMethods(owner, "the learner's encoding", encoding, 'encode', 'decode');
    // The parents, then the mates: one call.
    const pairs = Batch.zeros(2 * count, columns);
    pairs.data.set(children.data);
    copyRows(mates.data, columns, mates.indices, 0, columns, pairs.data.subarray(children.data.length));
    const latents = checkShape(owner, 'latents', encoding.encode!(pairs), 2 * count);
    const moved = this.#moved(latents, context.random);
    const decoded = checkShape(owner, 'decodings', encoding.decode(moved), moved.rows, columns).data;
    const { data } = children;
    for (let i = 0, j = 0; i < data.length; i++) {
      const x = data[i]!;
      const child = this.#residual ? x + (decoded[i]! - decoded[i + data.length]!) : (x + decoded[i]!) / 2;
      data[i] = clip(child, lower[j]!, upper[j]!);
      if (++j === columns) j = 0;
    }
    return children;
  }

  /** The parents' latents moved; with `residual` followed by the latents as they are. @param latents - Of the parents, then of the mates. */
  #moved({ rows, columns, data }: Batch, random: Random): Batch {
    const count = rows / 2;
    const factors = new Float64Array(count);
    random.fillNormal(factors);
    for (let i = 0; i < count; i++) factors[i] = this.#lineSigma * factors[i]!;
    const indices = ascending(rows);
    const parents = { data, indices: indices.subarray(0, count) };
    const line = { factors, partners: { data, indices: indices.subarray(count) } };
    const out = Batch.zeros(this.#residual ? rows : count, columns);
    const half = count * columns;
    const moves = { columns, parents, line, sigmas: new Float64Array(columns).fill(this.#isoSigma) };
    moveGenomes(moves, random, out.data.subarray(0, half));
    if (this.#residual) out.data.set(data.subarray(0, half), half);
    return out;
  }

  /** @throws ARGUMENT if the learner cannot learn genomes of this space. */
  check(space: Box): void {
    boxBounds('LatentLineMutation.check', 'space', space);
    this.#learner.check?.(space);
  }
}

function checkShape(owner: string, what: string, batch: unknown, rows: number, columns?: number): Batch {
  if (isBatch(batch) && batch.rows === rows && (columns ?? batch.columns) === batch.columns) return batch;
  const [wanted, names] = columns === undefined ? ['any', 'latentDimensions'] : [columns, 'genomeDimensions'];
  throw shapeError(owner, `the learner's ${what}`, [rows, wanted], `rows, ${names}`, shapeOf(batch));
}
