import {
  asBytes,
  checkSynchronous,
  isError,
  type MaybeStateful,
  type Stateful,
  snapshotError,
  stateError,
} from '../core/index.ts';

/** Parts by name. */
export type NamedParts = Readonly<Record<string, MaybeStateful | undefined>>;

/** Parts with state, by name. Each is wrapped so that errors name it. */
export type StatefulParts = ReadonlyMap<string, Stateful>;

/**
 * Selects the parts that have state.
 * @param owner - The owner in error messages.
 * @param always - Parts that are always stateful.
 * @param maybe - Parts that are stateful if they have `stateful: true`, or a snapshot method.
 * @throws STATE if a part that has state lacks `snapshot` or `restore`.
 */
export function statefulParts(owner: string, always: NamedParts = {}, maybe: NamedParts = {}): StatefulParts {
  const stateful = Object.entries(maybe).filter(
    ([, part]) => part?.stateful === true || typeof part?.snapshot === 'function',
  );
  const parts = new Map<string, Stateful>();
  for (const [name, part] of [...Object.entries(always), ...stateful]) {
    if (typeof part?.snapshot !== 'function' || typeof part.restore !== 'function') {
      throw stateError(owner, `${name} has no snapshot() and restore(), and its state would be lost`);
    }
    parts.set(name, held(owner, name, part as Stateful));
  }
  return parts;
}

/** Wraps a part: checks what its methods return, and gives its errors a code and a name. */
function held(owner: string, name: string, part: Stateful): Stateful {
  return {
    snapshot() {
      return asBytes(owner, `${name}.snapshot()`, part.snapshot());
    },
    restore(bytes) {
      let answer: unknown;
      try {
        answer = part.restore(bytes);
      } catch (error) {
        // Compared by name: the package's other module format has another class.
        if ((error as Error | undefined)?.name === 'ElitesError') throw error;
        const why = isError(error) ? error.message : error;
        throw snapshotError(owner, `hold a state that ${name} can restore`, why, error);
      }
      checkSynchronous(owner, `${name}.restore()`, answer);
    },
  };
}

/** Restores parts, then calls `check`. If that throws, they get their old state back. */
export function restoreParts(stored: readonly (readonly [Stateful, Uint8Array])[], check?: () => void): void {
  const before = stored.map(([part]) => part.snapshot());
  let touched = 0;
  try {
    for (const [part, state] of stored) {
      touched++;
      part.restore(state);
    }
    check?.();
  } catch (error) {
    for (const [i, [part]] of stored.slice(0, touched).entries()) {
      try {
        part.restore(before[i]!);
      } catch {
        // The part refuses its own state. Restore the others, and throw the first error.
      }
    }
    throw error;
  }
}
