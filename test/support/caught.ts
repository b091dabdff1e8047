import { expect, it } from 'vitest';
import type { Law } from '../../src/testing/index.ts';

/** One test for each of the broken parts: it breaks laws, and of these alone that match, if it is said which. */
export function caught<T>(
  parts: Readonly<Record<string, T>>,
  laws: (part: T) => readonly Law[],
  expected: Readonly<Record<string, RegExp>> = {},
): void {
  it.each(Object.entries(parts))('that %s', async (name, part) => {
    const broken: string[] = [];
    for (const { name: law, check } of laws(part)) {
      await check().catch(() => broken.push(law));
      // Where any law will do, one is enough.
      if (broken.length > 0 && expected[name] === undefined) break;
    }
    expect(broken.length).toBeGreaterThan(0);
    for (const law of broken) expect(law).toMatch(expected[name] ?? /./);
  });
}

/** A part of which some members are others; its own methods don't see them. */
export function spoilt<T extends object>(good: T, others: object): T {
  return new Proxy(good, {
    get(target, name) {
      const member: unknown = (name in others ? others : target)[name as never];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
