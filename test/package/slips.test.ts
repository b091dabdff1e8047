import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { compileStrictly } from './spawn-text.ts';

const consumer = inject('consumer');
const folder = join(consumer, 'slips');
mkdirSync(folder);

const space = 'genome: { dimensions: 2, lower: 0, upper: 1 }';
const descriptor = 'descriptor: { dimensions: 1, lower: 0, upper: 1 }';
const evaluate = 'evaluate: ([a, b]) => ({ fitness: a!, descriptor: [b!] })';
const domain = (...parts: string[]): string => `defineDomain({ name: 'd', ${parts.join(', ')} })`;

/** What is wrong, and the line of code in which it is. */
const slips: readonly (readonly [string, string])[] = [
  [
    'a tuple for a vector',
    domain(space, descriptor, 'evaluate: (x: [number, number]) => ({ fitness: x[0], descriptor: [x[1]] })'),
  ],
  ['a text for a bound', domain("genome: { dimensions: 2, lower: '0', upper: 1 }", descriptor, evaluate)],
  [
    'a bound that may be missing',
    domain('genome: { dimensions: 2, lower: [0, undefined], upper: 1 }', descriptor, evaluate),
  ],
  ['no upper bound', domain('genome: { dimensions: 2, lower: 0 }', descriptor, evaluate)],
  ['no descriptor of a genome', domain(space, descriptor, 'evaluate: ([a]) => ({ fitness: a! })')],
  ['a list as first genome', domain(space, descriptor, evaluate, 'initialGenome: () => [0, 1]')],
  ['a misspelt part', domain(space, 'descriptors: { dimensions: 1, lower: 0, upper: 1 }', evaluate)],
  [
    'a number for a word',
    domain('genome: words', descriptor, 'evaluate: (word: number) => ({ fitness: word, descriptor: [0] })'),
  ],
  [
    'an operator on tuples',
    'defineVariation({ dimensions: 2, lower: 0, upper: 1 }, (parent: [number, number]) => parent)',
  ],
  ['an operator on half a box', 'defineVariation({ dimensions: 2, lower: 0 }, (parent) => parent)'],
  ['an operator that gives a list', 'defineVariation({ dimensions: 2, lower: 0, upper: 1 }, () => [0, 1])'],
];

it.each([
  ['the oldest TypeScript', join(consumer, 'node_modules/typescript')],
  ['the newest', 'typescript'],
])('says once what is wrong with each part: %s', async (_, compiler) => {
  const lines = [
    "import { defineDomain, defineVariation, objectSpace } from 'elites';",
    "export const words = objectSpace<string>({ sample: () => 'a' });",
    ...slips.map(([, code], i) => `export const slip${i} = ${code};`),
  ];
  writeFileSync(join(folder, 'slips.mts'), lines.join('\n'));
  let said = '';
  try {
    await compileStrictly(['slips.mts'], folder, compiler, '--noEmit');
  } catch (error) {
    said = (error as Error).message;
  }
  const found = Array.from(said.matchAll(/\((\d+),\d+\): error/g), ([, line]) => slips[Number(line) - 3]?.[0]);
  expect(found).toEqual(slips.map(([name]) => name));
  expect(said).not.toContain('overload');
});
