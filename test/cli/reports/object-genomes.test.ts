import { describe, expect, it } from 'vitest';
import { CategoricalArchive } from '../../../src/archives/index.ts';
import { illuminate } from '../../../src/cli/illumination/illumination.ts';
import { resultOf } from '../../../src/cli/illumination/illumination-result.ts';
import { moduleSubject } from '../../../src/cli/illumination/module-subject.ts';
import { packedChanges } from '../../../src/cli/reports/explorer-insert.ts';
import { illuminationFiles } from '../../../src/cli/reports/illumination-files.ts';
import { type ObjectSpace, objectSpace } from '../../../src/core/index.ts';
import { defineDomain } from '../../../src/domains/index.ts';
import { readFile } from '../../../src/explorer/files/read-file.ts';
import type { PageRun } from '../../../src/explorer/index.ts';
import { shownRun } from '../../../src/explorer/page/shown-run.ts';
import { MapElites } from '../../../src/search/index.ts';
import { defineVariation } from '../../../src/variation/index.ts';

interface Level {
  readonly biome: number;
  readonly tiles: ArrayLike<number>;
}

const sample: ObjectSpace<Level>['sample'] = (random) => ({
  biome: random.integer(0, 2),
  tiles: Uint8Array.from({ length: 8 }, () => random.integer(0, 9)),
});
const serialize = ({ biome, tiles }: Level): string => `${biome}:${Array.from(tiles).join('')}`;
const deserialize = (text: string): Level => {
  const [biome, tiles] = text.split(':');
  return { biome: Number(biome), tiles: Uint8Array.from(tiles!, Number) };
};

/** A finished run of a module with this space, its files, and its run in the report. */
async function finished(space: ObjectSpace<Level>, render?: string) {
  const domain = defineDomain({
    name: 'levels',
    genome: space,
    descriptor: { dimensions: 2, lower: 0, upper: [1, 2] },
    fitnessFloor: -100,
    evaluate: ({ biome, tiles }: Level) => ({ fitness: -tiles[0]!, descriptor: [tiles[1]! / 9, biome] }),
  });
  const variation = defineVariation(space, (_, { random }) => space.sample(random));
  const make = ({ seed }: { seed: number }) => {
    const archive = new CategoricalArchive({ domain, categories: [6, ['cave', 'crypt', 'swamp']] });
    return new MapElites({ domain, archive, variation, seed });
  };
  const view = { title: 'levels', labels: undefined, fitnessLabel: undefined, render, text: 'const levelOf = 0;' };
  const variants = new Map([['own', make]]) as never;
  const subject = moduleSubject('test', { path: 'own.mjs', name: 'own', digest: '', variants, view });
  const search = await subject.make('own', 1);
  const none = { total: 0, evaluation: 0, learning: 0, rest: 0 };
  const context = { evaluations: 500, seed: 1, spent: none, stream: { write: () => true }, keep: async () => {} };
  const run = await illuminate(search, { ...context, algorithm: 'own', signal: new AbortController().signal });
  const plan = { evaluations: 500, seed: 1, algorithm: ['own'], checkpoint: 0, finish: false, out: 'out' } as never;
  const results = [resultOf(subject, plan, run)];
  const files = illuminationFiles({ subject, plan, runs: [run], results, command: '' });
  const html = String(files.get('report.html'));
  const [, json] = /<script type="application\/json" class="elites-data">(.*?)<\/script>/.exec(html)!;
  const [page] = (JSON.parse(json!) as { runs: PageRun[] }).runs;
  const elites = new Map(Array.from(search.archive, ({ cell, genome }) => [cell, genome as unknown as Level]));
  return { subject, search, files, page: page!, elites };
}

/** Genomes by cell. */
function genomesIn(rows: ReturnType<ReturnType<typeof shownRun>['read']>): Map<number, unknown> {
  return new Map(Array.from(rows.cells, (cell, row) => [cell, (rows.genomes as readonly unknown[])[row]]));
}

/** Genomes by cell, of a file of the run that is opened in its report. */
async function opened({ files, page }: Awaited<ReturnType<typeof finished>>, ending: string) {
  const file = files.get(`own${ending}`)!;
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const [content] = await readFile(`own${ending}`, bytes, shownRun(page).space());
  if (!('archive' in content!)) throw new Error('no archive');
  return new Map(Array.from(content.archive, ({ cell, genome }) => [cell, genome]));
}

describe('genomes of an own serialize and deserialize', () => {
  it('are in reports as the texts of serialize, and deserialize makes genomes of these', async () => {
    const { page, elites } = await finished(objectSpace({ sample, serialize, deserialize }));
    expect(elites.size).toBeGreaterThan(5);
    for (const text of (page.rows.genomes as string[]).filter(Boolean)) expect(text).toMatch(/^[012]:\d{8}$/);
    expect(genomesIn(shownRun(page).read(page.rows))).toEqual(elites);
  });

  it('go to the page of --live the same way', async () => {
    const { subject, search, page, elites } = await finished(objectSpace({ sample, serialize, deserialize }));
    const { rows } = packedChanges(subject, search.archive as never, 0);
    expect(genomesIn(shownRun(page).read(JSON.parse(JSON.stringify(rows))))).toEqual(elites);
  });

  it('are read from the files of the run that are opened in its report', async () => {
    const run = await finished(objectSpace({ sample, serialize, deserialize }));
    expect(await opened(run, '.archive.safetensors')).toEqual(run.elites);
    expect(await opened(run, '.csv')).toEqual(run.elites);
  });

  it('are in reports as JSON where deserialize needs more than its text, which is told', async () => {
    const levelOf = deserialize;
    const run = await finished(objectSpace({ sample, serialize, deserialize: (text) => levelOf(text) }));
    expect(run.subject.reading?.(run.search.archive.genome)?.warning).toMatch(
      /^own\.mjs: deserialize of the genome space must use nothing but its argument, .*; got one that uses levelOf\. The page gets genomes as JSON/,
    );
    const [[cell, { biome, tiles }]] = run.elites as unknown as [[number, Level]];
    const genomes = genomesIn(shownRun(run.page).read(run.page.rows));
    expect(genomes.get(cell)).toEqual({ biome, tiles: { ...Array.from(tiles) } });
    await expect(opened(run, '.archive.safetensors')).rejects.toThrow(
      /^own\.archive\.safetensors: file must hold genomes that are vectors or plain JSON: others are read where/,
    );
  });

  it('are drawn before the run as deserialize makes them', async () => {
    const space = objectSpace<Level>({
      sample,
      serialize,
      deserialize: (text) => ({ biome: Number(text[0]) }) as Level,
    });
    const render = '(context, { tiles }) => context.fillRect(tiles[0], tiles.length, 1, 1)';
    await expect(finished(space, render)).rejects.toThrow(
      /own\.mjs: render must draw what deserialize makes of a genome's text, which the page has; got TypeError/,
    );
    expect((await finished(objectSpace({ sample, serialize, deserialize }), render)).elites.size).toBeGreaterThan(5);
  });
});

it('genomes of plain JSON are in reports as they are, and in the files that are opened there', async () => {
  const plain = objectSpace<Level>({ sample: (random) => ({ ...sample(random), tiles: [1, random.integer(0, 9)] }) });
  const run = await finished(plain);
  const [[cell, genome]] = run.elites as unknown as [[number, Level]];
  expect(genomesIn(shownRun(run.page).read(run.page.rows)).get(cell)).toEqual(genome);
  expect(run.page.rows.genomes).toContainEqual(genome);
  expect(await opened(run, '.archive.safetensors')).toEqual(run.elites);
  expect(await opened(run, '.csv')).toEqual(run.elites);
});
