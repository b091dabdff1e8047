import { stateError } from '../core/index.ts';

const claimed = new WeakSet<object>();

/** The stateful parts of an algorithm by name. */
export type Parts = Readonly<Record<string, object>>;

/** @throws STATE if a part belongs to another algorithm: two would spoil each other's state. */
export function refuseClaimed(owner: string, parts: Parts): void {
  for (const [name, part] of Object.entries(parts)) {
    if (claimed.has(part)) throw stateError(owner, `${name} already belongs to another algorithm; make one for each`);
  }
}

/** Marks parts as belonging to an algorithm, all or none. @throws STATE if one belongs to another. */
export function claim(owner: string, parts: Parts): void {
  refuseClaimed(owner, parts);
  for (const part of Object.values(parts)) claimed.add(part);
}
