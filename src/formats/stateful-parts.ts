import {
  argumentError,
  asBytes,
  isError,
  isThenable,
  type MaybeStateful,
  type Stateful,
  snapshotError,
  stateError,
} from '../core/index.ts';
import { bytes, type StateKind } from './state.ts';

/** Parts that have state, by name; what a part does in place of its contract is an error that names it. */
export type StatefulParts = ReadonlyMap<string, Stateful>;

/**
 * Picks, of the parts that something is made of, those that have state.
 * @param owner - Whom errors name.
 * @param always - Parts that count as stateful in any case.
 * @param perhaps - Parts that do with `stateful: true`, or a snapshot method.
 * @throws STATE if a part that has state lacks `snapshot` or `restore`.
 */
export function statefulParts(
  owner: string,
  always: Readonly<Record<string, MaybeStateful>>,
  perhaps: Readonly<Record<string, MaybeStateful | undefined>>,
): StatefulParts {
  const stateful = Object.entries(perhaps).filter(
    ([, part]) => part?.stateful === true || typeof part?.snapshot === 'function',
  );
  const parts = new Map<string, Stateful>();
  for (const [name, part] of [...Object.entries(always), ...stateful]) {
    if (typeof part?.snapshot !== 'function' || typeof part.restore !== 'function') {
      throw stateError(owner, `${name} has no snapshot() and restore(), and its state would be lost`);
    }
    if (parts.has(name)) throw new Error(`${owner}: two parts are named ${name}`);
    parts.set(name, held(owner, name, part as Stateful));
  }
  return parts;
}

/** The part, held to its contract. */
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
        // By name: the other of our module formats has another class.
        if ((error as Error | undefined)?.name === 'ElitesError') throw error;
        const why = isError(error) ? error.message : error;
        throw snapshotError(owner, `hold a state that ${name} can restore`, why, error);
      }
      if (!isThenable(answer)) return;
      // Nobody waits for it, so it must not end the process if it fails.
      Promise.resolve(answer).catch(() => undefined);
      throw argumentError(owner, `${name}.restore()`, 'be synchronous', answer);
    },
  };
}

/**
 * The state of parts: a snapshot of each. What is read is a function that restores all parts or none, and calls `check` when they are; it throws SNAPSHOT, or the
 * ElitesError of the part that refuses, and then those before it have gone back to where they were.
 */
export function partsKind(parts: StatefulParts): StateKind<StatefulParts, (check?: () => void) => void> {
  return {
    write(to, place) {
      for (const [name, part] of parts) bytes.write(to, `${place}.${name}`, part.snapshot());
    },
    read(from, place) {
      const stored = Array.from(parts, ([name, part]) => [part, bytes.read(from, `${place}.${name}`)] as const);
      return (check) => restoreAll(stored, check);
    },
  };
}

function restoreAll(stored: readonly (readonly [Stateful, Uint8Array])[], check?: () => void): void {
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
        // It refuses even its own state; the others shall have theirs, and the first error is the one to know of.
      }
    }
    throw error;
  }
}
