import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTargets } from '../../../src/cli/arms/target-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-targets-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string): Promise<[number, number][]> {
  const path = join(folder, 'targets.csv');
  await writeFile(path, text);
  return readTargets('elites test', path);
}

const two = [
  [0.7, 0.6],
  [0.5, 1],
];

it.each([
  ['R without row names', '"x","y"\n0.7,0.6\n0.5,1\n'],
  ['R with row names', '"","x","y"\n"1",0.7,0.6\n"2",5e-01,1\n'],
  ['R with names of its own', '"","end.x","end y"\n"arm, long",0.7,0.6\n"the ""other""",0.5,1\n'],
  ['R of text', '"x","y"\n"0.7","0.6"\n"0.5","1"\n'],
  ['a spreadsheet', '\ufeffx,y\r\n0.7,0.6\r\n0.5,1\r\n'],
  ['numbers alone', '.7, .6\n 0.5 ,\t1\n'],
])('reads targets as they are written by %s', async (_, text) => {
  expect(await read(text)).toEqual(two);
});

it.each([
  ['"","x","y"\n0.7,0.6\n', ":2: there must be two columns, x and y; got '0.7,0.6'."],
  ['"x","y"\n"1",0.7,0.6\n', ":2: there must be two columns, x and y; got '1,0.7,0.6'."],
  ['"x","y"\n"0.7,0.6\n', ": text must have a closing quote; got '\"0.7,0.6' in line 2, column 1."],
  ['"",0.7,0.6\n', ":1: there must be two columns, x and y; got ',0.7,0.6'."],
  [
    '"x","y"\n0.7"2",0.6\n',
    ': text must have quotes only around a whole value, and doubled within it; got \'"2",0.6\' in line 2, column 4.',
  ],
  ['NA,NA\n', ":1: x and y must be numbers; got 'NA'."],
  ['"NaN","inf"\n', ":1: x and y must be numbers; got 'NaN'."],
  ['"x","y"\n"x","y"\n', ":2: x and y must be numbers; got 'x'."],
  ['0.7;0.6\n', ":1: there must be two columns, x and y; got '0.7;0.6'."],
])('names file and line of what is no target: %j', async (text, message) => {
  await expect(read(text)).rejects.toThrow(`elites test: ${join(folder, 'targets.csv')}${message}`);
});

it('takes no longer than its lines are long', async () => {
  const start = performance.now();
  const filler = `${' '.repeat(200_000)}"${'""'.repeat(100_000)}`;
  await expect(read(`${filler}x,0.5\n`)).rejects.toThrow('in line 1, column 200001');
  expect(performance.now() - start).toBeLessThan(2000);
});
