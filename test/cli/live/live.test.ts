import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CvtArchive, GridArchive, UnstructuredArchive } from '../../../src/archives/index.ts';
import { armSubject } from '../../../src/cli/arms/arm-subject.ts';
import { moduleSubject } from '../../../src/cli/illumination/module-subject.ts';
import { encodeCheckpoint } from '../../../src/cli/illumination/run-checkpoint.ts';
import type { Subject } from '../../../src/cli/illumination/subject.ts';
import { LiveView } from '../../../src/cli/live/live-view.ts';
import { loadSearchModule } from '../../../src/cli/modules/search-module.ts';
import type { Archive } from '../../../src/core/index.ts';
import { defineDomain } from '../../../src/domains/index.ts';
import { type PackedRows, unpackRows } from '../../../src/explorer/page/packed.ts';
import type { PageRun } from '../../../src/explorer/page/page-data.ts';
import { CheckpointFile } from '../../../src/node/index.ts';
import { run } from '../../../src/run/index.ts';
import { MapElites } from '../../../src/search/index.ts';
import { GaussianMutation } from '../../../src/variation/index.ts';
import { elitesHere } from '../elites-here.ts';

const plain = defineDomain({
  name: 'plain',
  genome: { dimensions: 2, lower: 0, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  evaluate: (genome) => ({ fitness: genome[0]!, descriptor: genome }),
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-live-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A page that shows a run of 1000 evaluations. */
async function served(subject: Subject): Promise<LiveView> {
  const view = new LiveView(subject, 1000);
  await view.listen('test', 0);
  return view;
}

/** The events of a stream, as they are when it ends. */
async function eventsOf(response: Response): Promise<{ name: string; data: never }[]> {
  const blocks = (await response.text()).trimEnd().split('\n\n');
  return blocks.map((block) => {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block)!;
    return { name: name!, data: JSON.parse(data!) as never };
  });
}

it('serves a page, and to who opens it in the middle all elites, then what changes, and the end', async () => {
  const subject = armSubject(4);
  const search = await subject.make('me-line', 1);
  const view = await served(subject);
  const { address } = view;
  const page = await (await fetch(address)).text();
  expect(page).toContain('<elites-explorer files>');
  expect(page).not.toMatch(/(?:src|href)="https?:/);
  await run(search, { evaluations: 300 });
  view.show('me-line', search);
  const response = await fetch(`${address}events`);
  const before = search.archive.size;
  await run(search, { evaluations: 800 });
  view.tell(true);
  await view.close('Finished: here');
  const events = await eventsOf(response);
  const names = ['run', 'progress', 'history', 'rows', 'progress', 'history', 'end'];
  expect(events.map(({ name }) => name)).toEqual(names);
  const [first, progress, , next, , , end] = events.map(({ data }) => data as unknown);
  expect(unpackRows((first as PageRun).rows).cells.length).toBe(before);
  expect(progress).toMatchObject({ evaluations: 300, total: 1000 });
  const known = new Map<number, number>();
  for (const { cells, fitness } of [(first as PageRun).rows, next as PackedRows].map((rows) => unpackRows(rows)))
    for (let i = 0; i < cells.length; i++) known.set(cells[i]!, fitness[i]!);
  expect(known).toEqual(new Map(Array.from(search.archive, ({ cell, fitness }) => [cell, fitness])));
  expect(end).toEqual({ text: 'Finished: here' });
  await expect(fetch(address)).rejects.toThrow();
});

it('tells each page what has changed since it was opened, and no page anything twice', async () => {
  const subject = armSubject(4);
  const search = await subject.make('me-line', 1);
  const view = await served(subject);
  view.show('me-line', search);
  const pages: Response[] = [];
  for (const evaluations of [200, 400, 600]) {
    await run(search, { evaluations });
    pages.push(await fetch(`${view.address}events`));
    if (evaluations === 400) view.tell(true);
  }
  const archive = search.archive as CvtArchive;
  const { version } = archive.changes(0);
  await run(search, { evaluations: 800 });
  view.tell(true);
  const changed = archive.changes(version).cells.length;
  await view.close('');
  const told = await Promise.all(
    pages.map(async (page) => {
      const rows = (await eventsOf(page)).filter(({ name }) => name === 'rows');
      return rows.map(({ data }) => unpackRows(data).cells.length);
    }),
  );
  // The second was opened just before the first was told of the changes until then.
  expect(told.map((rows) => rows.length)).toEqual([2, 2, 1]);
  expect([told[1]![0], told[2]![0]]).toEqual([0, changed]);
});

it.each<[string, Archive, string]>([
  [
    'too many cells',
    new GridArchive({ domain: plain, cells: [500, 500] }),
    'the archive has 250,000 cells, more than a',
  ],
  [
    'no place',
    new UnstructuredArchive({ domain: plain, threshold: 0.1 }),
    'the cells of the archive have no place that',
  ],
])(
  'of an archive whose cells have %s it tells progress and curves, and why there is no map',
  async (_, archive, why) => {
    const variation = new GaussianMutation({ sigma: 0.1 });
    const search = new MapElites({ domain: plain, archive: archive as never, variation, seed: 1 });
    const view = await served(armSubject(4));
    view.show('own', search as never);
    const response = await fetch(`${view.address}events`);
    await run(search, { evaluations: 200 });
    view.tell(true);
    await view.close('Finished');
    const events = await eventsOf(response);
    expect(events.map(({ name }) => name)).toEqual(['run', 'progress', 'history', 'progress', 'history', 'end']);
    expect(events[0]!.data).toMatchObject({ name: 'own', why: expect.stringContaining(why) });
    expect(events[3]!.data).toMatchObject({ evaluations: 200, text: expect.stringContaining('coverage') });
  },
);

it('shows the name of what is searched as it is', async () => {
  const subject = armSubject(4);
  const words = { ...subject.words, title: `arms <fast> & "light"` };
  const view = await served({ ...subject, words });
  const page = await (await fetch(view.address)).text();
  expect(page).toContain('<title>elites: arms &lt;fast&gt; &amp; &quot;light&quot;</title>');
  expect(page).toContain('<h1>arms &lt;fast&gt; &amp; &quot;light&quot;</h1>');
  await view.close('');
});

it('answers nobody that calls it by another name than that of this machine, and nothing but the page and its events', async () => {
  const view = await served(armSubject(4));
  const status = (path: string, host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request(view.address + path, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      asked.on('error', reject).end();
    });
  expect(await status('', 'elites.example')).toBe(403);
  expect(await status('', 'localhost:80')).toBe(200);
  expect(await status('../package.json', '127.0.0.1')).toBe(404);
  await view.close('');
});

it('refuses ports that are none, are in use, or without a page', async () => {
  const options = ['illuminate', '--out', join(folder, 'refused')];
  const refused = async (...more: string[]): Promise<string> => {
    const { code, stderr } = await elitesHere([...options, ...more]);
    expect(code).toBeGreaterThan(0);
    return stderr;
  };
  expect(await refused('--live', '--port', '70000')).toContain("--port must be an integer in [0, 65535]; got '70000'.");
  expect(await refused('--port', '8000')).toContain('--port must be left out without --live.');
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  expect(await refused('--live', '--port', String(port))).toContain(`--port must be a port that is free; got ${port}`);
  taken.close();
});

it('elites resume --live serves the same page, of the searches that go on', async () => {
  const plan = { module: undefined, joints: 4, algorithm: ['me-line'], seed: 1, checkpoint: 30, finish: false };
  const out = join(folder, 'resumed');
  await mkdir(out);
  const search = await armSubject(4).make('me-line', 1);
  await run(search, { evaluations: 300 });
  const state = { plan: { ...plan, evaluations: 600, out }, searches: [search.snapshot()] };
  await new CheckpointFile({ path: join(out, 'checkpoint.safetensors') }).save(encodeCheckpoint(state));
  const refused = await elitesHere(['resume', out, '--port', '8000']);
  expect(refused).toMatchObject({ code: 2, stderr: 'elites resume: --port must be left out without --live.\n' });
  const { code, stderr } = await elitesHere(['resume', out, '--live']);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ shows the run\.\n/);
  expect(JSON.parse(await readFile(join(out, 'results.json'), 'utf8'))).toMatchObject({ evaluations: 600 });
});

it("sends a page the source of a module's renderer, and its names", async () => {
  const path = join(folder, 'own.mjs');
  await writeFile(
    path,
    `export const variants = { own: () => undefined };
     export const labels = ['x', 'y'];
     export const render = (context, genome, size) => context.fillRect(0, 0, genome[0] * size, size);`,
  );
  const arm = armSubject(4);
  const subject = { ...moduleSubject('test', await loadSearchModule('test', path)), make: arm.make };
  const view = await served(subject);
  view.show('own', await subject.make('me-line', 1));
  const response = await fetch(`${view.address}events`);
  await view.close('');
  const [first] = await eventsOf(response);
  expect(first).toMatchObject({
    name: 'run',
    data: {
      drawing: { source: '(context, genome, size) => context.fillRect(0, 0, genome[0] * size, size)' },
      space: { labels: ['x', 'y'] },
    },
  });
});

it('elites illuminate --live says where, and its report holds the archives of all runs and the encoding', async () => {
  const out = join(folder, 'live');
  const algorithms = ['--algorithm', 'dde-elites', '--algorithm', 'me-line'];
  const options = ['--joints', '6', '--evaluations', '400', '--out', out, ...algorithms];
  const { code, stderr } = await elitesHere(['illuminate', '--live', ...options]);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ shows the run\.\n/);
  const html = await readFile(join(out, 'report.html'), 'utf8');
  const [, json] = /<script type="application\/json" class="elites-data">(.*?)<\/script>/.exec(html)!;
  const { runs } = JSON.parse(json!) as { runs: { name: string; rows: never; encoding?: string }[] };
  expect(runs.map(({ name, encoding }) => [name, encoding !== undefined])).toEqual([
    ['dde-elites', true],
    ['me-line', false],
  ]);
  const results = JSON.parse(await readFile(join(out, 'results.json'), 'utf8'));
  expect(runs.map(({ rows }) => Math.max(...Array.from(unpackRows(rows).fitness)))).toEqual(
    results.runs.map(({ maxFitness }: { maxFitness: number }) => maxFitness),
  );
});
