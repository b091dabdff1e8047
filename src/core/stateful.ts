/** A part whose state can be stored, and gone on from. Every seam may have these two methods. */
export interface Stateful {
  /** The state as it is now. Same state, same bytes. */
  snapshot(): Uint8Array;
  /**
   * Goes on from a snapshot of a part that is configured alike.
   * @throws SNAPSHOT if the bytes are damaged, or of another configuration. Nothing has changed then.
   */
  restore(bytes: Uint8Array): void;
}

/** An operator or a domain: it counts as stateful only if it has `snapshot`, or says so. */
export interface MaybeStateful extends Partial<Stateful> {
  /** Whether there is state that a snapshot of the algorithm must not lack (default: whether it has `snapshot`). */
  readonly stateful?: boolean | undefined;
}
