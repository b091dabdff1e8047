import { describe, it } from 'vitest';
import type { Law } from '../../src/testing/index.ts';

/** One test for each law of a contract. */
export function checkLaws(name: string, laws: readonly Law[]): void {
  describe(name, () => {
    for (const law of laws) it(law.name, law.check);
  });
}
