import { type Batch, copyGenomes, type Genomes, isBatch, isTransferred } from '../core/index.ts';

/** A batch that waits to be told. */
export interface AskedBatch<G> {
  /** The search's own. */
  readonly genomes: Genomes<G>;
  /** `(rows)`, the search's own. */
  readonly seeds: Uint32Array;
  /** What ask gave: a copy, or the search's own if it was lent. */
  readonly given: Genomes<G>;
  /** Whether it was asked for more than once: whoever asked first may keep it. */
  readonly shared: boolean;
}

/** The batch as it is given again: with its genes, whatever was done to what was given before. @param lent - As before and now. */
export function givenAgain<G>(asked: AskedBatch<G>, lent: boolean): AskedBatch<G> {
  const { genomes, given } = asked;
  const again = { ...asked, shared: true };
  // Until now nobody has changed it.
  if (genomes === given) return lent ? again : { ...again, genomes: copyGenomes(genomes) };
  if (isTransferred(given)) return { ...again, given: copyGenomes(genomes) };
  if (isBatch(genomes)) (given as unknown as Batch).data.set(genomes.data);
  return again;
}

/**
 * Memory of the batch told last that the next one may be written to: the search's own, and what was given out.
 * @param into - What whoever asks does not need any more.
 */
export function spareMemory<G>(
  spent: AskedBatch<G> | undefined,
  into: Genomes<G> | undefined,
): { readonly own?: Genomes<G>; readonly given?: Genomes<G> } {
  if (spent === undefined) return {};
  const { genomes, given, shared } = spent;
  const back = into === given && !shared;
  if (genomes === given) return back ? { own: genomes } : {};
  return back ? { own: genomes, given } : { own: genomes };
}
