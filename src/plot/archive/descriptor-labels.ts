import { argumentError, isRow } from '../../core/index.ts';

/**
 * `(descriptorDimensions)`: what the descriptors are called.
 * @param nameOf - The name of descriptor j, where the caller gave none.
 * @throws ARGUMENT if there are not as many as descriptors, or one is no text.
 */
export function descriptorLabels(
  owner: string,
  labels: readonly string[] | undefined,
  dimensions: number,
  nameOf: (j: number) => string,
): readonly string[] {
  if (labels === undefined) return Array.from({ length: dimensions }, (_, j) => nameOf(j));
  if (isRow(labels, dimensions) && Array.from(labels).every((label) => typeof label === 'string')) return labels;
  throw argumentError(
    owner,
    'labels',
    `be ${dimensions} ${dimensions === 1 ? 'text' : 'texts'}, one a descriptor`,
    labels,
  );
}
