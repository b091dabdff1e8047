import {
  addCount,
  checkFunction,
  type Emitter,
  type EmitterContext,
  type Proposal,
  type Stateful,
  type Told,
} from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot, float64Counts } from '../formats/index.ts';

const SNAPSHOT = {
  kind: 'Reevaluation',
  configuration: {},
  state: { out: float64Counts(['out']), asks: float64Counts(['out']) },
};

/**
 * Has elites of a noisy domain evaluated again, first those that the archive is least certain of, see `CellArchive.uncertain`. It gets
 * half of each batch, unless a mixture names it. Draws no random numbers.
 */
export class Reevaluation implements Emitter, Stateful {
  readonly share: number = 0.5;
  /** Ids of elites that are being evaluated, with the number of the ask that gave them. */
  readonly #out = new Map<number, number>();

  /**
   * Elites that are not being evaluated already. Gives fewer than `count` if there are no more.
   * @throws ARGUMENT if the archive has no `uncertain`.
   */
  ask<G>(count: number, { archive, ask: number }: EmitterContext<G>): Proposal<G> {
    const ask = addCount(number, 0);
    checkFunction('Reevaluation.ask', 'archive.uncertain', archive.uncertain);
    // An ask of the same number has failed elsewhere in its batch: its elites are not out.
    for (const [id, other] of this.#out) if (other === ask) this.#out.delete(id);
    const { ids, genomes } = archive.uncertain!(count, this.#out);
    for (const id of ids) this.#out.set(id, ask);
    return { genomes, revises: ids };
  }

  /** Records that elites have been evaluated. */
  tell({ revises }: Pick<Told, 'revises'>): void {
    for (const id of revises ?? []) this.#out.delete(id);
  }

  /** The ids of the elites that are being evaluated. */
  snapshot(): Uint8Array {
    return encodeSnapshot(SNAPSHOT, {
      out: Float64Array.from(this.#out.keys()),
      asks: Float64Array.from(this.#out.values()),
    });
  }

  /** Restores a snapshot. @throws SNAPSHOT if the bytes are damaged. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { out, asks } = decodeSnapshot('Reevaluation.restore', bytes, SNAPSHOT).state;
    this.#out.clear();
    for (let i = 0; i < out.length; i++) this.#out.set(out[i]!, asks[i]!);
  }
}
