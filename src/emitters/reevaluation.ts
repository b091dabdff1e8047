import {
  checkFunction,
  type Emitter,
  type EmitterContext,
  type Proposal,
  type Stateful,
  type Told,
} from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot, float64 } from '../formats/index.ts';

const SNAPSHOT = { kind: 'Reevaluation', configuration: {}, state: { out: float64([undefined], 0) } };

/**
 * Has elites of a noisy domain evaluated again, first those that the archive is least certain of, see `CellArchive.uncertain`. Draws
 * no random numbers.
 */
export class Reevaluation<G = Float64Array> implements Emitter<G>, Stateful {
  /** Ids of elites that are being evaluated. */
  readonly #out = new Set<number>();

  /**
   * Elites that are not being evaluated already. Gives fewer than `count` if there are no more.
   * @throws ARGUMENT if the archive has no `uncertain`.
   */
  ask(count: number, { archive }: EmitterContext<G>): Proposal<G> {
    checkFunction('Reevaluation.ask', 'archive.uncertain', archive.uncertain);
    const { ids, genomes } = archive.uncertain!(count, this.#out);
    for (const id of ids) this.#out.add(id);
    return { genomes, revises: ids };
  }

  /** Records that elites have been evaluated. */
  tell({ revises }: Told<G>): void {
    for (const id of revises ?? []) this.#out.delete(id);
  }

  /** The ids of the elites that are being evaluated. */
  snapshot(): Uint8Array {
    return encodeSnapshot(SNAPSHOT, { out: Float64Array.from(this.#out) });
  }

  /** Restores a snapshot. @throws SNAPSHOT if the bytes are damaged. */
  restore(bytes: Uint8Array): void {
    const { out } = decodeSnapshot('Reevaluation.restore', bytes, SNAPSHOT).state;
    this.#out.clear();
    for (const id of out) this.#out.add(id);
  }
}
