import {
  asBatch,
  Batch,
  type Box,
  type CheckedResults,
  checkGenomes,
  type Genomes,
  isObjectSpace,
  type ObjectSpace,
} from '../core/index.ts';
import type { Request, SliceResults } from './messages.ts';

/** Some rows of a batch, one after the other. */
export interface Slice {
  readonly start: number;
  readonly rows: number;
}

/** The same rows in so many slices, as even as can be: who has the largest one ends last. */
export function divided({ start, rows }: Slice, count: number): Slice[] {
  const border = (i: number): number => Math.ceil((i * rows) / count);
  return Array.from({ length: count }, (_, i) => ({ start: start + border(i), rows: border(i + 1) - border(i) }));
}

/** A batch that is evaluated in slices, and what they found. */
export class Slices<G> {
  /** In the order of the genomes. */
  readonly results: CheckedResults & { readonly reasons: (string | undefined)[] };
  readonly #rows: number;
  readonly #vectors: Batch | undefined;
  readonly #texts: readonly string[] | undefined;
  readonly #seeds: Uint32Array | undefined;

  /**
   * Copies genomes and seeds: the caller may write over them, or transfer them, before the last row is sent.
   * @throws ARGUMENT, in the name of `owner`, if the genomes are not of the space.
   */
  constructor(
    owner: string,
    genomes: Genomes<G>,
    seeds: ArrayLike<number> | undefined,
    space: unknown,
    descriptorDimensions: number,
  ) {
    checkGenomes(`${owner}.evaluate`, 'genomes', genomes);
    const { rows } = genomes;
    this.#rows = rows;
    this.#seeds = seeds && new Uint32Array(seeds);
    if (isObjectSpace(space)) {
      const { serialize } = space as ObjectSpace<unknown>;
      this.#texts = Array.from({ length: rows }, (_, i) => serialize(genomes.row(i)));
    } else {
      const { columns, data } = asBatch(`${owner}.evaluate`, genomes as never, (space as Box).dimensions);
      this.#vectors = new Batch(rows, columns, data.slice());
    }
    this.results = {
      fitness: new Float64Array(rows).fill(Number.NaN),
      descriptors: new Batch(
        rows,
        descriptorDimensions,
        new Float64Array(rows * descriptorDimensions).fill(Number.NaN),
      ),
      reasons: new Array(rows).fill(undefined),
    };
  }

  /** All rows, in slices of at most `size`. */
  split(size: number): Slice[] {
    return divided({ start: 0, rows: this.#rows }, Math.ceil(this.#rows / size));
  }

  /** What a worker is sent of a slice: copies, which are handed over. */
  request({ start, rows }: Slice): { request: Request; transfer: object[] } {
    const seeds = this.#seeds?.slice(start, start + rows);
    const transfer: object[] = seeds === undefined ? [] : [seeds.buffer];
    if (this.#vectors === undefined) {
      const texts = this.#texts!.slice(start, start + rows);
      return { request: { kind: 'evaluate', genomes: { texts }, seeds }, transfer };
    }
    const { columns } = this.#vectors;
    const data = this.#vectors.data.slice(start * columns, (start + rows) * columns);
    transfer.push(data.buffer);
    return { request: { kind: 'evaluate', genomes: { rows, columns, data }, seeds }, transfer };
  }

  /** Keeps what a worker found. */
  keep({ start }: Slice, { fitness, descriptors, reasons }: SliceResults): void {
    this.results.fitness.set(fitness, start);
    this.results.descriptors.data.set(descriptors, start * this.results.descriptors.columns);
    for (const [i, reason] of (reasons ?? []).entries()) this.results.reasons[start + i] = reason;
  }

  /** Gives a row up. */
  fail(row: number, reason: string): void {
    this.results.reasons[row] = reason;
  }
}
