import { expect, it } from 'vitest';
import { eliteSentence, fieldText, parentWords } from '../../src/explorer/elite-card.ts';

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

it('numbers of fields are rounded for readers, also inside of objects and lists', () => {
  expect(fieldText(0.1 + 0.2)).toBe('0.30000');
  expect(fieldText({ share: 0.1 + 0.2, steps: 12345678, path: [0.7 + 0.1] })).toBe(
    '{"share":0.3,"steps":12345678,"path":[0.8]}',
  );
  expect(fieldText([0.1 + 0.2, 'a', Uint8Array.of(1, 2)])).toBe('[0.3,"a",[1,2]]');
});

it('descriptors are told by the names of their categories, and by rounded numbers where there are none', () => {
  const elite = {
    cell: 3,
    fitness: 1,
    descriptor: Float64Array.of(0.1 + 0.2, 1),
    genome: 0,
    origin: undefined,
    fields: {},
  };
  const words = { fitnessLabel: 'fitness', labels: ['width', 'biome'], names: [undefined, ['cave', 'crypt']] };
  expect(eliteSentence(3, elite, words)).toBe('Cell 3: fitness 1, width: 0.30000; biome: crypt.');
});
