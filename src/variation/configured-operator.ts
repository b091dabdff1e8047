import type { Stateful } from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot, type SnapshotLayout } from '../formats/index.ts';

/** The part of an operator that stores its options: it has no other state. */
export abstract class ConfiguredOperator implements Stateful {
  readonly #stored: SnapshotLayout<Record<string, never>>;

  /** @param kind - Name of the class. @param configuration - Its options. */
  constructor(kind: string, configuration: object) {
    this.#stored = { kind, configuration, state: {} };
  }

  /** A snapshot of its options; it has no other state. */
  snapshot(): Uint8Array {
    return encodeSnapshot(this.#stored, {});
  }

  /** Checks that the bytes are a snapshot of an operator with the same options. @throws SNAPSHOT if they are not. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    decodeSnapshot(`${this.#stored.kind}.restore`, bytes, this.#stored);
  }
}
