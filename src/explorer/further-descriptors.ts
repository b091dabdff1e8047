import { type Box, finiteBounds } from '../core/index.ts';
import { descriptorName, numberText } from './elite-card.ts';
import type { DrawnGeometry } from './explorer-space.ts';

/**
 * Says where the third and further descriptors are seen; '' if there are two at most.
 * @param labels - Names of the descriptors, as far as they have any.
 */
export function furtherDescriptors(descriptor: Box, geometry: DrawnGeometry, labels: readonly string[] = []): string {
  const { dimensions } = descriptor;
  if (dimensions <= 2) return '';
  const nameOf = (j: number): string => descriptorName(labels, j);
  const further = Array.from({ length: dimensions - 2 }, (_, i) => i + 2);
  if (!('grid' in geometry)) return `Not on the map, but told of each elite: ${further.map(nameOf).join('; ')}.`;
  const { lower, upper } = finiteBounds('furtherDescriptors', 'descriptor', descriptor);
  const rangeOf = (j: number): string => {
    const names = geometry.names?.[j];
    const ends = names ? [names[0], names.at(-1)] : [numberText(lower[j]!), numberText(upper[j]!)];
    return ends.join(' to ');
  };
  const placeOf = (j: number): string => {
    if (j % 2 === 1) return 'Bottom to top';
    return j === 2 ? 'Within each block of the map, left to right' : 'Within each cell of that, left to right';
  };
  return further.map((j) => `${placeOf(j)}: ${nameOf(j)} (${rangeOf(j)}).`).join(' ');
}
