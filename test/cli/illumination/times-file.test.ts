import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTimes } from '../../../src/cli/illumination/times-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-times-'));
});
afterAll(() => rm(folder, { recursive: true }));

const spent = (total: number) => ({ total, evaluation: total / 2, learning: total / 4, rest: total / 4 });

it('times are told at the evaluations of a checkpoint, and of nothing that a crash has lost', async () => {
  const path = join(folder, 'times.csv');
  const first = await openTimes(path, false);
  await first.append('me-line', 100, spent(1));
  await first.append('me-line', 200, spent(2));
  await first.append('dde-elites', 100, spent(8));
  const second = await openTimes(path, true);
  expect(second.at('me-line', 150)).toEqual(spent(1));
  expect(second.at('me-line', 200)).toEqual(spent(2));
  expect(second.at('me-line', 50)).toEqual(spent(0));
  expect(second.at('map-elites', 200)).toEqual(spent(0));
  await second.append('me-line', 200, spent(4));
  expect((await openTimes(path, true)).at('me-line', 200)).toEqual(spent(4));
});

it('a line that a crash has cut off is passed over, and the next begins anew', async () => {
  const path = join(folder, 'cut.csv');
  await (await openTimes(path, false)).append('me-line', 100, spent(1));
  await appendFile(path, 'me-line,200,2.0000');
  const times = await openTimes(path, true);
  expect(times.at('me-line', 200)).toEqual(spent(1));
  await times.append('me-line', 300, spent(3));
  expect((await readFile(path, 'utf8')).split('\n').at(-2)).toBe('me-line,300,3.000000,1.500000,0.750000,0.750000');
});

it('times of a run that begins replace those of a run before', async () => {
  const path = join(folder, 'new.csv');
  await (await openTimes(path, false)).append('me-line', 100, spent(1));
  expect((await openTimes(path, false)).at('me-line', 100)).toEqual(spent(0));
  expect(await readFile(path, 'utf8')).toBe('algorithm,evaluations,total,evaluation,learning,rest\n');
});
