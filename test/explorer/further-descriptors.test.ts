import { expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { furtherDescriptors } from '../../src/explorer/further-descriptors.ts';

const box = (...upper: number[]) => ({ dimensions: upper.length, lower: 0, upper });

it('a map of two descriptors needs no words for others', () => {
  expect(furtherDescriptors(box(1, 1), { grid: [2, 2] }, ['a', 'b'])).toBe('');
});

it('of nested grids it is said where each further descriptor is, and from what to what', () => {
  expect(furtherDescriptors(box(1, 1, 50), { grid: [2, 2, 2] }, ['speed, m/s', 'mass, kg', 'price, €'])).toBe(
    'Within each block of the map, left to right: price, € (0 to 50).',
  );
  expect(furtherDescriptors(box(1, 1, 1, 2, 3, 4), { grid: [2, 2, 2, 2, 2, 2] })).toBe(
    'Within each block of the map, left to right: descriptor 3 (0 to 1). Bottom to top: descriptor 4 (0 to 2). ' +
      'Within each cell of that, left to right: descriptor 5 (0 to 3). Bottom to top: descriptor 6 (0 to 4).',
  );
  const names = [['x'], ['y'], ['red', 'green', 'blue']];
  expect(furtherDescriptors(box(1, 1, 3), { grid: [1, 1, 3], names }, ['a', 'b', 'colour'])).toBe(
    'Within each block of the map, left to right: colour (red to blue).',
  );
});

it('of centroids it is said that the others are not on the map', () => {
  const centroids = new Batch(1, 4, Float64Array.of(0, 0, 0, 0));
  expect(furtherDescriptors(box(1, 1, 1, 1), { centroids }, ['a', 'b', 'c'])).toBe(
    'Not on the map, but told of each elite: c; descriptor 4.',
  );
});
