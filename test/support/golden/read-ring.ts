import { readFileSync } from 'node:fs';
import { Batch } from '../../../src/core/index.ts';

/** The paper's 1950 centroids as released, rounded to 5 digits. */
export function readRing(): Batch {
  const text = readFileSync(new URL('../../fixtures/released/ring-1950.dat', import.meta.url), 'utf8');
  return Batch.from(
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number)),
  );
}
