import {
  type Batch,
  type Box,
  boxBounds,
  checkNumber,
  checkOptions,
  clip,
  type Genomes,
  type Stateful,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot, type SnapshotOf } from '../formats/index.ts';
import { exp } from '../kernels/index.ts';
import { copiesOf, matesOf, rowsOf } from './parent-rows.ts';
import { power } from './power.ts';

/** Options of a {@link SbxCrossover}. */
export interface SbxCrossoverOptions {
  /** Distribution index, at least 0: the larger, the nearer is a child to its parent (default 15). */
  readonly eta?: number | undefined;
  /** Probability of each gene to be crossed, in [0, 1]; the others are the parent's (default 0.5). */
  readonly genes?: number | undefined;
}

/**
 * Simulated binary crossover [Deb1995]: gene = (x + y + β (x − y)) / 2, where x is the parent's gene and y that of a mate, which is drawn
 * uniformly from the archive and may be the parent itself. The density of β is (η + 1) β^η / 2 up to 1, and (η + 1) β^−(η + 2) / 2 above.
 * At a finite bound, β is limited to what stays inside, and its density scaled, as in the program of NSGA-II [Deb2002]. Of the two
 * children in the literature this is the one on the parent's side. Draws from the given stream: first the mates, then for each gene
 * whether it is crossed, and β.
 */
export class SbxCrossover implements VariationOperator, Stateful {
  readonly #genes: number;
  /** η + 1. */
  readonly #exponent: number;
  /** A bound at this β or above changes nothing: 2 − β^−(η + 1) is 2 in floating point. */
  readonly #far: number;
  readonly #stored: SnapshotOf<Record<string, never>>;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: SbxCrossoverOptions = {}) {
    checkOptions('SbxCrossover', options, ['eta', 'genes']);
    const { eta = 15, genes = 0.5 } = options;
    checkNumber('SbxCrossover', 'eta', eta, 0);
    checkNumber('SbxCrossover', 'genes', genes, 0, 1);
    this.#genes = genes;
    this.#exponent = eta + 1;
    this.#far = exp(37.5 / this.#exponent);
    this.#stored = { kind: 'SbxCrossover', configuration: { eta, genes }, state: {} };
  }

  /** One child for each parent. @throws STATE if the archive is empty. */
  vary(parents: Genomes<Float64Array>, context: VariationContext): Batch {
    const owner = 'SbxCrossover.vary';
    const { random, space } = context;
    const { dimensions: columns, lower, upper } = boxBounds(owner, 'space', space);
    const rows = rowsOf(owner, parents, columns);
    const mates = matesOf(owner, rows.indices.length, columns, context);
    const children = copiesOf(rows, columns);
    for (let i = 0, at = 0; i < children.rows; i++) {
      const mate = mates.indices[i]! * columns;
      for (let j = 0; j < columns; j++, at++) {
        if (random.uniform() >= this.#genes) continue;
        const x = children.data[at]!;
        // Halves: the difference itself may overflow.
        const half = x / 2 - mates.data[mate + j]! / 2;
        if (half === 0) continue;
        const room = Math.max(0, half < 0 ? x - lower[j]! : upper[j]! - x);
        const beta = this.#spread(random.uniform(), 1 + room / Math.abs(half));
        children.data[at] = clip(x + (beta - 1) * half, lower[j]!, upper[j]!);
      }
    }
    return children;
  }

  /** β from a uniform number. @param most - The β that reaches the bound, at least 1. */
  #spread(uniform: number, most: number): number {
    const v = uniform * (most >= this.#far ? 2 : 2 - power(most, -this.#exponent));
    return v <= 1 ? power(v, 1 / this.#exponent) : power(2 - v, -1 / this.#exponent);
  }

  /** @throws ARGUMENT if the space is not a box. */
  check(space: Box): void {
    boxBounds('SbxCrossover.check', 'space', space);
  }

  /** A snapshot of its options; it has no other state. */
  snapshot(): Uint8Array {
    return encodeSnapshot(this.#stored, {});
  }

  /** Checks that the bytes are a snapshot of an operator with the same options. @throws SNAPSHOT if they are not. */
  restore(bytes: Uint8Array): void {
    decodeSnapshot('SbxCrossover.restore', bytes, this.#stored);
  }
}
