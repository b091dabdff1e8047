import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { plotCommand } from '../../../src/cli/arms/plot.ts';
import { reachCommand } from '../../../src/cli/arms/reach.ts';
import { recreateCommand } from '../../../src/cli/arms/recreate.ts';
import { encodeCommand } from '../../../src/cli/encode.ts';
import { Batch } from '../../../src/core/index.ts';
import { DataDrivenEncoding } from '../../../src/encodings/index.ts';
import { decodeNpy, encodeNpy } from '../../../src/npy/index.ts';
import { illuminate, recreate } from '../../../src/paper/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { elementsOf } from '../../plot/well-formed.ts';
import { elitesHere } from '../elites-here.ts';
import { bin, elites } from '../spawn-bin.ts';

const released = (name: string): string => new URL(`../../fixtures/released/${name}`, import.meta.url).pathname;
const archive20 = released('archive-arm20.npy');
const dde20 = released('dde-arm20.safetensors');
const commands = { plot: plotCommand, encode: encodeCommand, recreate: recreateCommand, reach: reachCommand };
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)!;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-runs-'));
});
afterAll(() => rm(folder, { recursive: true }));
const at = (...names: string[]): string => join(folder, ...names);
const rootOf = async (...names: string[]) => elementsOf((await readFile(at(...names), 'utf8')).trimEnd())[0];

describe('elites plot', () => {
  it('draws the released archive in rings, in a grid, and around centres of a file', async () => {
    const rings = await elitesHere(['plot', archive20, '--out', at('deep', 'rings.svg')]);
    expect(rings).toMatchObject({ code: 0, stderr: '' });
    expect(rings.stdout).toMatch(/^20 joints, 1,895 of 1,950 cells filled, .*, 8 elites less fit .*\n.*rings\.svg\n$/);
    const grid = await elitesHere([
      'plot',
      '--grid',
      '10,20',
      archive20,
      '--title',
      'A <grid>',
      '--out',
      at('grid.svg'),
    ]);
    expect(grid.stdout).toMatch(/ of 200 cells filled/);
    expect(await readFile(at('grid.svg'), 'utf8')).toContain('A &lt;grid&gt;');
    await writeFile(at('two.npy'), encodeNpy({ shape: [2, 2], data: Float64Array.of(0.2, 0.5, 0.8, 0.5) }));
    const two = await elitesHere(['plot', archive20, '--centroids', at('two.npy'), '--out', at('two.svg')]);
    expect(two.stdout).toMatch(/2 of 2 cells filled/);
    for (const name of ['grid.svg', 'two.svg']) expect(await rootOf(name)).toBe('svg');
    expect(await rootOf('deep', 'rings.svg')).toBe('svg');
    await copyFile(archive20, at('me-line.npy'));
    await writeFile(at('me-line.svg'), "illuminate's own");
    expect((await elitesHere(['plot', at('me-line.npy')])).stdout).toContain(at('me-line.npy.svg'));
    expect(await readFile(at('me-line.svg'), 'utf8')).toBe("illuminate's own");
  });
});

describe('elites encode', () => {
  it('learns the same encoding from the same archive and seed, full batch', async () => {
    const encode = async (name: string) => {
      const options = ['--latent', '3', '--rounds', '2', '--epochs', '60', '--seed', '5', '--json'];
      const ended = await elitesHere(['encode', archive20, ...options, '--out', at(name)]);
      expect(ended.code, ended.stderr).toBe(0);
      expect(ended.stderr).toMatch(/^encode {2}10 % /);
      return JSON.parse(lastLine(ended.stdout));
    };
    const result = await encode('a.safetensors');
    expect(result).toMatchObject({ rows: 1903, genes: 20, latent: 3, seed: 5, epochs: 120, diverged: false });
    expect(result.error).toBeGreaterThan(0.02);
    expect(result.error).toBeLessThan(0.3);
    const { seconds: _, ...again } = await encode('b.safetensors');
    expect(result).toMatchObject(again);
    const bytes = await readFile(at('a.safetensors'));
    expect(bytes.equals(await readFile(at('b.safetensors')))).toBe(true);
    const encoding = DataDrivenEncoding.fromBytes(bytes);
    expect(encoding).toMatchObject({ seed: 5, beta: 1, genome: { dimensions: 3 } });
  });

  it('takes the archive of any domain of vectors, and its box, from its file', async () => {
    const archive = new GridArchive({
      domain: {
        genome: { dimensions: 4, lower: [0, 0, -5, 2], upper: [1, 9, 5, 3] },
        descriptor: { dimensions: 2, lower: 0, upper: 1 },
      },
      cells: [9, 9],
    });
    await writeFile(at('none.archive.safetensors'), archive.toBytes());
    const none = await elitesHere(['encode', at('none.archive.safetensors'), '--out', at('none')]);
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('must hold at least one elite; got 0'),
    });
    const random = randomStream(1);
    const genes = () => [0.5, 4 + random.uniform(), random.uniform(), 2.5];
    const genomes = Batch.from(Array.from({ length: 60 }, genes));
    const descriptors = Batch.from(Array.from({ length: 60 }, () => [random.uniform(), random.uniform()]));
    archive.add(genomes, { fitness: new Float64Array(60), descriptors });
    await writeFile(at('own.archive.safetensors'), archive.toBytes());
    const options = ['--rounds', '1', '--epochs', '20', '--out', at('own'), '--json'];
    const ended = await elitesHere(['encode', at('own.archive.safetensors'), ...options]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(lastLine(ended.stdout))).toMatchObject({ rows: archive.size, genes: 4, latent: 4 });
    const { phenotype } = DataDrivenEncoding.fromBytes(await readFile(at('own')));
    expect([...(phenotype.lower as Float64Array)]).toEqual([0, 0, -5, 2]);
    expect([...(phenotype.upper as Float64Array)]).toEqual([1, 9, 5, 3]);
  });

  it.each([
    ['ctrl-c', ['SIGINT']],
    ['a terminal that closes, which may tell twice', ['SIGHUP', 'SIGHUP']],
  ] as const)('keeps what is learned when interrupted by %s', async (_, signals) => {
    let killed = false;
    const ended = await elites(
      ['encode', archive20, '--epochs', '400', '--rounds', '10', '--json', '--out', at('c')],
      (_text, kill) => {
        if (killed) return;
        killed = true;
        for (const signal of signals) kill(signal);
      },
    );
    expect(ended.code).toBe(130);
    expect(JSON.parse(lastLine(ended.stdout)).epochs).toBeLessThan(4000);
    expect(DataDrivenEncoding.fromBytes(await readFile(at('c'))).genome.dimensions).toBe(10);
  });
});

describe('elites recreate', () => {
  it('fills an archive with an encoding: files and JSON say what the experiment finds', async () => {
    const out = at('recreate');
    const ended = await elitesHere([
      'recreate',
      '--dde',
      dde20,
      '--evaluations',
      '2000',
      '--seed',
      '3',
      '--out',
      out,
      '--json',
    ]);
    expect(ended.code, ended.stderr).toBe(0);
    const files = ['.elites-files', 'archive.npy', 'archive.svg', 'coverage.svg', 'report.html', 'results.json'];
    expect((await readdir(out)).sort()).toEqual(files);
    const printed = JSON.parse(lastLine(ended.stdout));
    expect(JSON.parse(await readFile(join(out, 'results.json'), 'utf8'))).toEqual(printed);
    const encoding = DataDrivenEncoding.fromBytes(await readFile(dde20));
    const { final } = await recreate({ joints: 20, encoding, evaluations: 2000, seed: 3 });
    expect(printed).toMatchObject({ encoding: 'dde', joints: 20, seed: 3, evaluations: 2000, ...final });
    const { shape } = decodeNpy(await readFile(join(out, 'archive.npy')));
    expect(shape).toEqual([Math.round(printed.coverage * 1950), 23]);
    for (const name of ['archive.svg', 'coverage.svg']) expect(await rootOf('recreate', name)).toBe('svg');
    const plotted = await elitesHere(['plot', join(out, 'archive.npy'), '--out', at('again.svg')]);
    expect(plotted.stdout).toContain(`${shape[0]!.toLocaleString('en-US')} of 1,950 cells filled, `);
  });
});

/** Interrupts once, as soon as the text is there. */
function interruptAt(text: string): Parameters<typeof elites>[1] {
  let killed = false;
  return (stderr, kill) => {
    if (killed || !stderr.includes(text)) return;
    killed = true;
    kill('SIGINT');
  };
}

describe('elites recreate and reach, interrupted', () => {
  it('recreate shows how far it is, stops after the generation and writes what there is', async () => {
    const argv = ['recreate', '--dde', dde20, '--evaluations', '100000', '--out', at('half'), '--json'];
    const { code, stdout, stderr } = await elites(argv, interruptAt('recreate  10 %  '));
    expect(code).toBe(130);
    const result = JSON.parse(lastLine(stdout));
    expect(result.evaluations % 100).toBe(0);
    expect(result.evaluations).toBeGreaterThanOrEqual(10_000);
    expect(result.evaluations).toBeLessThan(100_000);
    expect(stderr).toMatch(/\nrecreate {2}[\d,]+ evaluations {2}coverage [\d.]+ % .* s\n$/);
    expect(JSON.parse(await readFile(at('half', 'results.json'), 'utf8'))).toEqual(result);
  });

  it('reach stops within a target and writes what there is; a second time it stops at once', async () => {
    await writeFile(at('one.csv'), '0.7,0.6\n'.repeat(10));
    const argv = ['reach', '--direct', '--joints', '400', '--targets', at('one.csv')];
    const once = await elites(
      [...argv, '--evaluations', '800', '--out', at('once'), '--json'],
      interruptAt('reach  10 %'),
    );
    expect(once.code, once.stderr).toBe(130);
    const { targets } = JSON.parse(lastLine(once.stdout));
    expect(targets.length).toBeGreaterThanOrEqual(1);
    expect(targets.length).toBeLessThan(10);
    expect((await readdir(at('once'))).sort()).toEqual([
      '.elites-files',
      'arms.svg',
      'distance.svg',
      'report.html',
      'results.json',
    ]);
    const long = [...argv, '--evaluations', '1000000', '--out', at('twice')];
    const child = spawn(process.execPath, [bin, ...long], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('close', resolve));
    // It listens once its folder is there.
    while (!existsSync(at('twice'))) await setTimeout(50);
    await setTimeout(300);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const start = performance.now();
    expect(await ended).toBe(130);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('elites reach', () => {
  it('finds arms for the targets of a file, with an encoding or without', async () => {
    await writeFile(at('targets.csv'), 'x,y\r\n# two of them\r\n\r\n0.7, 0.6\r\n0.5,1.0\r\n');
    const reach = async (name: string, what: string[]) => {
      const options = ['--targets', at('targets.csv'), '--evaluations', '600', '--out', at(name), '--json'];
      const ended = await elitesHere(['reach', ...what, ...options]);
      expect(ended.code, ended.stderr).toBe(0);
      expect((await readdir(at(name))).sort()).toEqual([
        '.elites-files',
        'arms.svg',
        'distance.svg',
        'report.html',
        'results.json',
      ]);
      const svg = await readFile(at(name, 'arms.svg'), 'utf8');
      expect(svg.match(/class="goal"/g)).toHaveLength(2);
      const printed = JSON.parse(lastLine(ended.stdout));
      expect(JSON.parse(await readFile(at(name, 'results.json'), 'utf8'))).toEqual(printed);
      expect(printed.targets.map((one: { target: number[] }) => one.target)).toEqual([
        [0.7, 0.6],
        [0.5, 1],
      ]);
      return printed;
    };
    const learned = await reach('dde', ['--dde', dde20]);
    expect(learned).toMatchObject({ encoding: 'dde', joints: 20, seed: 1, evaluations: 600 });
    expect(learned.targets[0].distance).toBeLessThan(0.01);
    expect(learned.targets[0].genome).toHaveLength(20);
    const direct = await reach('direct', ['--direct', '--joints', '5']);
    expect(direct).toMatchObject({ encoding: 'direct', joints: 5 });
    expect(direct.targets[1].distance).toBeLessThan(0.1);
  });

  it.each([
    ['0.5,0.7\n0.5\n', 2, "there must be two columns, x and y; got '0.5'."],
    ['0.5,0.7,0.1\n', 1, "there must be two columns, x and y; got '0.5,0.7,0.1'."],
    ['x,y\n0.5,half\n', 2, "x and y must be numbers; got 'half'."],
    ['x,y\nx,y\n', 2, "x and y must be numbers; got 'x'."],
    ['nan,nan\n0.5,0.7\n', 1, "x and y must be numbers; got 'nan'."],
    ['Inf,Infinity\n0.5,0.7\n', 1, "x and y must be numbers; got 'Inf'."],
    ['0.5,\n', 1, "x and y must be numbers; got ''."],
    ['0.5,1e999\n', 1, "x and y must be numbers; got '1e999'."],
    ['#\n\n0.9,0.9\n', 3, 'a target must be within reach, at most 0.5 from (0.5, 0.5); got [0.9, 0.9].'],
  ])('names file and line of a bad target: %j', async (text, line, message) => {
    const path = at('bad.csv');
    await writeFile(path, text);
    const expected = { exitCode: 1, message: `elites reach: ${path}:${line}: ${message}` };
    await expect(reachCommand.run(['--direct', '--targets', path])).rejects.toMatchObject(expected);
  });
});

describe('the commands of single runs', () => {
  it('refuse to write over a file that they read, by whatever name', async () => {
    await copyFile(archive20, at('own.npy'));
    await symlink('own.npy', at('link.npy'));
    await writeFile(at('centres.npy'), encodeNpy({ shape: [1, 2], data: Float64Array.of(0.5, 0.5) }));
    const before = await readFile(at('own.npy'));
    for (const argv of [
      ['plot', at('own.npy'), '--out', at('own.npy')],
      ['plot', at('own.npy'), '--out', at('link.npy')],
      ['plot', at('own.npy'), '--centroids', at('centres.npy'), '--out', at('.', 'centres.npy')],
      ['encode', at('link.npy'), '--rounds', '1', '--epochs', '1', '--out', at('own.npy')],
    ]) {
      const { code, stderr } = await elitesHere(argv);
      expect([code, stderr]).toEqual([
        2,
        `elites ${argv[0]}: --out must be another file than those that are read; got '${argv.at(-1)}'.\n`,
      ]);
    }
    expect((await readFile(at('own.npy'))).equals(before)).toBe(true);
  });

  it.each([
    [['plot'], 2, 'elites plot: ARCHIVE must be given; got nothing. See npx elites plot --help.'],
    [['plot', 'a', 'b'], 2, "elites plot: there must be only one argument besides the options; got 'b'."],
    [['plot', '/none.npy'], 1, "elites plot: ARCHIVE must be a file that can be read; got '/none.npy' (ENOENT)."],
    [
      ['plot', archive20, '--grid', '3'],
      2,
      "elites plot: --grid must be two integers in [1, 1000] with a comma between; got '3'.",
    ],
    [
      ['plot', archive20, '--grid', '3,3', '--centroids', 'x'],
      2,
      'elites plot: --grid and --centroids must not be given together.',
    ],
    [
      ['plot', archive20, '--rings', '25', '--grid', '3,3'],
      2,
      'elites plot: --rings and --grid must not be given together.',
    ],
    [['encode', archive20, '--latent', '0'], 2, "elites encode: --latent must be an integer in [1, 4096]; got '0'."],
    [
      ['encode', archive20, '--out', '/dev/null/x/y'],
      1,
      "elites encode: --out must be a folder that can be written to; got '/dev/null/x' (ENOTDIR).",
    ],
    [
      ['encode', dde20],
      1,
      `elites encode: ${dde20}: bytes must be an archive: a .npy file, or what elites illuminate writes as NAME.archive.safetensors (toBytes of an archive); got 'other bytes'.`,
    ],
    [['recreate'], 2, 'elites recreate: one of --dde and --direct must be given; got none.'],
    [['reach', '--direct', '--dde', dde20], 2, 'elites reach: one of --dde and --direct must be given; got both.'],
    [
      ['recreate', '--dde', dde20, '--joints', '30'],
      2,
      `elites recreate: --joints must be 20 or left out, as ${dde20} decodes to; got 30.`,
    ],
    [['recreate', '--dde', archive20], 1, /^elites recreate: .*archive-arm20\.npy: file must be an encoding/],
    [
      ['reach', '--direct', '--evaluation', '3'],
      2,
      'elites reach: there is no option --evaluation. Did you mean --evaluations?',
    ],
  ] as const)('refuse %j in one line', async ([name, ...argv], exitCode, message) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    await expect((async () => commands[name].run(argv))()).rejects.toMatchObject({ exitCode, message: expected });
  });

  it('say what principal components are, where an encoding is asked for', async () => {
    const { encodings } = await illuminate({ joints: 20, variant: 'dde-elites', evaluations: 600, seed: 1 });
    await writeFile(at('a.pca.safetensors'), encodings.get('pca')!);
    const error: Error = await reachCommand.run(['--dde', at('a.pca.safetensors')]).catch((reason) => reason);
    expect(error.message).toMatch(/a\.pca\.safetensors: holds principal components .* NAME\.dde\.safetensors\.$/);
  });

  it('refuse an archive that is none of arms', async () => {
    const rows = (numbers: number[]) => encodeNpy({ shape: [1, numbers.length], data: Float64Array.from(numbers) });
    const plot = async (numbers: number[]) => {
      await writeFile(at('odd.npy'), rows(numbers));
      const error: Error = await plotCommand.run([at('odd.npy')]).catch((reason) => reason);
      return error.message.replace(at('odd.npy'), 'FILE');
    };
    expect(await plot([0, 0.5, 0.5, 0])).toMatch(
      /^elites plot: FILE: bytes must have at least one row of at least five/,
    );
    expect(await plot([Number.NaN, 0.5, 0.5, 0, 0])).toMatch(/finite fitness in row 0; got NaN/);
    expect(await plot([0, 0.5, 1.5, 0, 0])).toMatch(/whose x and y are those of their ends, \[1, 0.5\] in row 0/);
    expect(await plot([0, 0.5, 0.5, 0, 3])).toMatch(/genes in \[-1, 1\] in row 0; got 3/);
  });

  it('explain themselves in lines of a terminal', () => {
    for (const [name, { help }] of Object.entries(commands)) {
      expect(help.startsWith(`Usage: elites ${name} `)).toBe(true);
      expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    }
  });
});
