import type { Box, Geometry } from '../../src/core/index.ts';
import type { DrawnArchive, DrawnElite } from '../../src/plot/index.ts';

/** An archive as a picture sees it, with any elites. */
export function drawn(descriptor: Box, geometry: Geometry, elites: readonly DrawnElite[] = []): DrawnArchive {
  return { descriptor, geometry: () => geometry, [Symbol.iterator]: () => elites.values() };
}
