/** A part whose state can be stored and restored. Every seam may have these two methods. */
export interface Stateful {
  /** The current state. Equal states give equal bytes. */
  snapshot(): Uint8Array;
  /**
   * Restores the state from a snapshot of a part with the same configuration.
   * @throws SNAPSHOT if the bytes are damaged, or of another configuration. The state is then unchanged.
   */
  restore(bytes: Uint8Array): void;
}

/** An operator, emitter or domain. It is stateful if it has `snapshot`, or `stateful: true`. */
export interface MaybeStateful extends Partial<Stateful> {
  /** Whether it has state that a snapshot of the algorithm must contain (default: whether it has `snapshot`). */
  readonly stateful?: boolean | undefined;
}

/** State methods for a part that wraps another one. If that lacks one, so do they, and the search reports it when it is stored. */
export function stateMethodsOf(part: MaybeStateful): MaybeStateful {
  const { stateful, snapshot, restore } = part;
  return {
    ...(stateful !== undefined && { stateful }),
    ...(snapshot && { snapshot: () => part.snapshot!() }),
    ...(restore && { restore: (bytes: Uint8Array) => part.restore!(bytes) }),
  };
}
