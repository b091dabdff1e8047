import { stateError } from '../core/index.ts';

const claimed = new WeakSet<object>();

/**
 * Marks the stateful parts of an algorithm, by name, as belonging to it, all or none.
 * @throws STATE if one belongs to another algorithm: two would spoil each other's state.
 */
export function claim(owner: string, parts: Readonly<Record<string, object>>): void {
  for (const [name, part] of Object.entries(parts)) {
    if (claimed.has(part)) throw stateError(owner, `${name} already belongs to another algorithm; make one for each`);
  }
  for (const part of Object.values(parts)) claimed.add(part);
}
