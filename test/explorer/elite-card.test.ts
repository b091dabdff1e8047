import { expect, it } from 'vitest';
import { parentWords } from '../../src/explorer/elite-card.ts';

it('of parents it is said which cells they are in, and how many are replaced', () => {
  const words = (...cells: (number | undefined)[]): string =>
    parentWords(cells.map((cell, id) => ({ id, cell }))).join('');
  expect(words(631)).toBe('cell 631');
  expect(words(631, 660)).toBe('cells 631, 660');
  expect(words(631, undefined, 660)).toBe('cells 631, 660; 1 replaced');
  expect(words(undefined, 0, undefined)).toBe('cell 0; 2 replaced');
  expect(words(undefined)).toBe('replaced');
  expect(words(undefined, undefined)).toBe('replaced');
});
