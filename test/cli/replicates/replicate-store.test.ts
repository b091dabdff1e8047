import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ReplicateStore } from '../../../src/cli/replicates/replicate-store.ts';
import { DataDrivenEncoding } from '../../../src/encodings/index.ts';
import { untrainedEncoding } from '../../../src/paper/index.ts';
import { errorOf } from '../../support/error-of.ts';

const job = { group: 'g', variant: 'v', replicate: 1, evaluations: 10 };
const outcome = { spent: 10, final: { coverage: 0.5 }, curve: { evaluations: [10], coverage: [0.5] } };
let folder: string;
let store: ReplicateStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-store-'));
  store = new ReplicateStore('elites test', folder);
});
afterEach(() => rm(folder, { recursive: true }));

it('keeps a result with the version that made it, and files beside it', async () => {
  expect(await store.find(job)).toBeUndefined();
  await store.perform(job, async () => ({ outcome, files: new Map([['dde', Uint8Array.of(1, 2)]]) }));
  const found = await store.find(job);
  expect(found).toMatchObject({ job, ...outcome, version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  expect(await store.file('g-v-10-1', 'dde', (bytes) => bytes)).toEqual(Uint8Array.of(1, 2));
  expect(await store.file('g-v-10-1', 'pca', (bytes) => bytes)).toBeUndefined();
  expect((await readdir(join(folder, 'replicates'))).sort()).toEqual(['g-v-10-1.dde.safetensors', 'g-v-10-1.json']);
});

it('is not finished without the files that are asked for, and is another job with other code', async () => {
  const coded = { ...job, digest: 'abc' };
  await store.perform(coded, async () => ({ outcome }));
  expect(await readdir(join(folder, 'replicates'))).toEqual(['g-v-10-1-abc.json']);
  expect(await store.find(coded)).toMatchObject({ job: coded });
  expect(await store.find(job)).toBeUndefined();
  const asking = new ReplicateStore('elites test', folder, () => true, ['archive']);
  expect(await asking.find(coded)).toBeUndefined();
  await asking.perform(coded, async () => ({ outcome, files: new Map([['archive', Uint8Array.of(1)]]) }));
  expect(await asking.find(coded)).toMatchObject({ job: coded });
});

it('refuses a result of another version, also where the files that are asked for are missing', async () => {
  await store.perform(job, async () => ({ outcome }));
  const asking = new ReplicateStore('elites test', folder, () => true, ['archive']);
  expect(await asking.find(job)).toBeUndefined();
  const path = join(folder, 'replicates', 'g-v-10-1.json');
  await writeFile(path, JSON.stringify({ job, ...outcome, version: '0.0.1' }));
  await expect(asking.find(job)).rejects.toThrow('is of version 0.0.1, this is');
  await writeFile(path, '{"job":');
  await expect(asking.find(job)).rejects.toThrow('must be a result as JSON');
});

it('lets several processes do one job: each finds a whole result', async () => {
  const stores = Array.from({ length: 5 }, () => new ReplicateStore('elites test', folder));
  await Promise.all(
    stores.map(async (one) => {
      for (let i = 0; i < 5; i++) {
        await one.perform(job, async () => ({ outcome }));
        expect(await one.find(job)).toMatchObject(outcome);
      }
    }),
  );
  expect(await readdir(join(folder, 'replicates'))).toEqual(['g-v-10-1.json']);
});

it('keeps nothing of a job that fails', async () => {
  await expect(store.perform(job, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await store.find(job)).toBeUndefined();
});

it('refuses a result that is damaged, and one of another version', async () => {
  await store.perform(job, async () => ({ outcome }));
  const path = join(folder, 'replicates', 'g-v-10-1.json');
  await writeFile(path, '{"job":');
  await expect(store.find(job)).rejects.toThrow(`elites test: ${path} must be a result as JSON: delete it`);
  await writeFile(path, JSON.stringify({ job, ...outcome, version: '0.0.1' }));
  await expect(store.find(job)).rejects.toThrow('is of version 0.0.1, this is');
});

it.each([
  { final: {} },
  { final: { '../../evil': 0.5 } },
  { final: { 'a,b': 0.5 } },
  { final: { evaluations: 0.5 } },
  { final: null },
  { final: { coverage: '0.5' } },
  { curve: 5 },
  { curve: { coverage: [0.5] } },
  { curve: { evaluations: [10], coverage: [0.5, 0.6] } },
  { curve: { evaluations: [], coverage: [] } },
  { spent: null },
  { samples: { coverage: 0.5 } },
  { version: 1 },
  { job: undefined },
  { job: { ...job, variant: 'other' } },
  { job: { ...job, group: 'g-v', variant: 10, evaluations: 1, replicate: undefined } },
  { job: { ...job, source: 5 } },
])('refuses a result with %j, and names its file', async (damage) => {
  await store.perform(job, async () => ({ outcome }));
  const path = join(folder, 'replicates', 'g-v-10-1.json');
  const whole = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...whole, curve: { evaluations: [10], coverage: [null] } }));
  expect(await store.find(job)).toBeDefined();
  await writeFile(path, JSON.stringify({ ...whole, ...damage }));
  await expect(store.find(job)).rejects.toThrow(`elites test: ${path} must be a result as JSON: delete it`);
});

it('names a damaged file of what was learned', async () => {
  const files = new Map([['dde', untrainedEncoding(4, 2, 1).toBytes().slice(0, -9)]]);
  await store.perform(job, async () => ({ outcome, files }));
  const path = join(folder, 'replicates', 'g-v-10-1.dde.safetensors');
  const read = store.file('g-v-10-1', 'dde', (bytes) => DataDrivenEncoding.fromBytes(bytes));
  await expect(read).rejects.toThrow(`elites test: ${path} is damaged, `);
  await expect(read).rejects.toThrow('delete it and g-v-10-1.json beside it, and both are made again.');
});

it('removes what killed processes left half-written ten minutes ago, and nothing else', async () => {
  await store.clear();
  await store.perform(job, async () => ({ outcome }));
  const old = new Date(Date.now() - 700_000);
  for (const name of ['a.json.0123abcd.tmp', 'b.json.89ab4567.tmp', 'c.json']) {
    await writeFile(join(folder, 'replicates', name), '');
    if (name !== 'b.json.89ab4567.tmp') await utimes(join(folder, 'replicates', name), old, old);
  }
  await store.clear();
  expect((await readdir(join(folder, 'replicates'))).sort()).toEqual([
    'b.json.89ab4567.tmp',
    'c.json',
    'g-v-10-1.json',
  ]);
});

it('refuses a result that cannot be read, instead of making it again', async () => {
  await mkdir(join(folder, 'replicates', 'g-v-10-1.json'), { recursive: true });
  await expect(store.find(job)).rejects.toThrow(
    /^elites test: '.*g-v-10-1\.json' must be a file that can be read \(EISDIR\)\.$/,
  );
});

it('answers with the job that was asked for, and asks whether the command can show the result', async () => {
  await store.perform({ ...job, module: '../there' } as typeof job, async () => ({ outcome }));
  expect((await store.find(job))!.job).toEqual(job);
  const picky = new ReplicateStore('elites test', folder, ({ final }) => 'distance' in final);
  await expect(picky.find(job)).rejects.toThrow('must be a result as JSON: delete it');
});

it('says in one line that a result cannot be written', async () => {
  const work = async () => ({ outcome });
  await store.perform(job, work);
  const [name] = (await readdir(join(folder, 'replicates'))).filter((one) => one.endsWith('.json'));
  await rm(join(folder, 'replicates', name!));
  await mkdir(join(folder, 'replicates', name!));
  expect(await errorOf(() => store.perform(job, work))).toMatch(/must be a file that can be written \(E\w+\)\.$/);
});
