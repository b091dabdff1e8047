import { type MaybeStateful, type Stateful, stateError } from '../core/index.ts';
import type { Safetensor } from './safetensors.ts';
import type { StoredSnapshot } from './stored-snapshot.ts';

/** Parts that have state, by name. */
export type StatefulParts = Readonly<Record<string, Stateful>>;

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
  const parts: Record<string, Stateful> = {};
  for (const [name, part] of [...Object.entries(always), ...stateful]) {
    if (typeof part?.snapshot !== 'function' || typeof part.restore !== 'function') {
      throw stateError(owner, `${name} has no snapshot() and restore(), and its state would be lost`);
    }
    parts[name] = part as Stateful;
  }
  return parts;
}

/** The snapshots of parts as tensors of a snapshot. */
export function partTensors(parts: StatefulParts): [string, Safetensor][] {
  return Object.entries(parts).map(([name, part]) => {
    const data = part.snapshot();
    return [tensorOf(name), { shape: [data.length], data }];
  });
}

/**
 * Restores parts from what {@link partTensors} wrote, all of them or none.
 * @throws what the part throws that refuses; then those before it have gone back to where they were.
 */
export function restoreParts(snapshot: StoredSnapshot, parts: StatefulParts): void {
  const stored = Object.entries(parts).map(([name, part]) => ({
    part,
    bytes: snapshot.bytes(tensorOf(name)),
    before: part.snapshot(),
  }));
  let touched = 0;
  try {
    for (const { part, bytes } of stored) {
      touched++;
      part.restore(bytes);
    }
  } catch (error) {
    for (const { part, before } of stored.slice(0, touched)) part.restore(before);
    throw error;
  }
}

function tensorOf(name: string): string {
  return `parts.${name}`;
}
