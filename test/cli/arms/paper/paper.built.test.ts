import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaperJson } from '../../../../src/cli/arms/paper/paper-report.ts';
import { elitesHere } from '../../elites-here.ts';
import { elites } from '../../spawn-bin.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-paper-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Names of finished replicates, with when they were written. */
async function replicates(out: string): Promise<Map<string, number>> {
  const names = await readdir(join(out, 'replicates'));
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const written = names.map(async (name) => [name, (await stat(join(out, 'replicates', name))).mtimeMs] as const);
  return new Map((await Promise.all(written)).filter(([name]) => name.endsWith('.json')));
}

/** The exact numbers that the tables of the report must show, in their order. */
function expectedNumbers({ variants }: PaperJson): number[] {
  const groups = [...new Set(variants.map(({ group }) => group))];
  return groups.flatMap((group) => {
    const own = variants.filter((one) => one.group === group);
    const rows = Object.keys(own[0]!.final).flatMap((name) => [
      ...own.map(({ final }) => final[name]![1]),
      ...own.flatMap(({ against }) => (against === undefined ? [] : [against[name]!.p])),
    ]);
    return [...own.map(({ spent }) => spent), ...rows];
  });
}

describe('elites paper', () => {
  it('is stopped half-way, goes on without running anything again, and shows the same numbers everywhere', async () => {
    const out = join(folder, 'all');
    const argv = ['paper', 'all', '--joints', '20', '--replicates', '1', '--evaluations', '900', '--out', out];
    let killed = false;
    const stopped = await elites(argv, (stderr, kill) => {
      if (killed || !stderr.includes('[5/')) return;
      killed = true;
      kill('SIGINT');
    });
    expect(stopped.code, stopped.stderr).toBe(130);
    expect(stopped.stderr).toContain(
      'To continue:\n  npx elites paper all --joints 20 --replicates 1 --evaluations 900',
    );
    const before = await replicates(out);
    expect(before.size).toBeGreaterThanOrEqual(5);
    expect(before.size).toBeLessThan(12);

    const ended = await elites([...argv, '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr.match(/was finished before/g)).toHaveLength(before.size);
    const after = await replicates(out);
    expect(after.size).toBe(15);
    for (const [name, written] of before) expect(after.get(name)).toBe(written);

    const json = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as PaperJson;
    expect(JSON.parse(ended.stdout.trimEnd().split('\n').at(-1)!)).toEqual(json);
    const html = await readFile(join(out, 'report.html'), 'utf8');
    const shown = [...html.matchAll(/<data value="([^"]*)">/g)].map(([, value]) => Number(value));
    expect(shown).toEqual(expectedNumbers(json));
    expect(json.variants.filter(({ against }) => against === undefined).map(({ variant }) => variant)).toEqual([
      'dde-elites',
      'dde',
      'dde',
    ]);
    expect(json.variants.map(({ experiment, variant }) => `${experiment} ${variant}`)).toEqual([
      ...['map-elites', 'me-line', 'dde-xover', 'dde-elites', 'defaults'].map((name) => `illumination ${name}`),
      ...['dde', 'finished', 'untrained', 'pca', 'direct'].map((name) => `recreation ${name}`),
      ...['dde', 'finished', 'untrained', 'pca', 'direct'].map((name) => `targets ${name}`),
    ]);
  }, 60_000);

  it('tells in one line that nothing was learned', async () => {
    const argv = ['--joints', '1000', '--replicates', '1', '--evaluations', '200', '--out', join(folder, 'short')];
    const { code, stderr } = await elites(['paper', 'recreation', ...argv]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'elites paper: --evaluations must be larger than the first genomes of dde-elites with 1000 joints, or nothing is learned; got 200.\n',
    );
  });

  it.each([
    [[], 'elites paper: the experiment must be one of illumination, recreation, targets, all; got nothing.\n'],
    [['al'], "elites paper: the experiment must be one of illumination, recreation, targets, all; got 'al'.\n"],
    [['all', '--replicates', '0'], "elites paper: --replicates must be an integer in [1, 1000]; got '0'.\n"],
    [
      ['all', '--joints', '20,20'],
      "elites paper: --joints must be integers in [2, 100000] with commas between, none twice; got '20,20'.\n",
    ],
    [['all', '--joint', '20'], 'elites paper: there is no option --joint. Did you mean --joints?\n'],
  ])('refuses %j in one line', async (argv, message) => {
    expect(await elitesHere(['paper', ...argv])).toEqual({ code: 2, stdout: '', stderr: message });
  });
});
