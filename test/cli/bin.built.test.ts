import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareFolder } from '../../src/cli/files/out-folder.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/cli/illumination/run-checkpoint.ts';
import { elementsOf } from '../plot/well-formed.ts';
import { errorOf } from '../support/error-of.ts';
import { elitesHere } from './elites-here.ts';
import { bin, type Ended, elites } from './spawn-bin.ts';

let folder: string;
beforeAll(async () => {
  expect(existsSync(bin), 'dist/cli.js: npm run build makes it').toBe(true);
  folder = await mkdtemp(join(tmpdir(), 'elites-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)!;
const fields = ['coverage', 'meanFitness', 'maxFitness', 'qdScore', 'normalizedQdScore'];

/** The exact numbers of the report's table: row by row, a number for each algorithm. */
function reportNumbers(html: string): Map<string, (number | null)[]> {
  const rows = [...html.matchAll(/<tr><th scope="row">([^<]*)<\/th>(.*?)<\/tr>/g)];
  const values = (cells: string) =>
    [...cells.matchAll(/<data value="([^"]*)">/g)].map(([, value]) => (value === 'NaN' ? null : Number(value)));
  return new Map(rows.map(([, name, cells]) => [name!, values(cells!)]));
}

describe('elites illuminate', () => {
  it('compares algorithms: files, table, JSON, report, all with the same numbers', async () => {
    const out = join(folder, 'new', 'compare');
    const algorithms = ['dde-elites', 'me-line'];
    const options = ['--joints', '20', '--evaluations', '1500', '--seed', '3', '--out', out, '--json'];
    const ended = await elitesHere(['illuminate', ...algorithms.flatMap((name) => ['--algorithm', name]), ...options]);
    expect(ended.code, ended.stderr).toBe(0);
    const dde = ['npy', 'operators.svg', 'shares.svg', 'svg'].map((ending) => `dde-elites.${ending}`);
    const expected = ['coverage.svg', ...dde, 'dde.safetensors', 'fitness.svg'];
    const more = ['history.csv', 'me-line.npy', 'me-line.svg', 'report.html', 'results.json', 'times.csv'];
    expect((await readdir(out)).sort()).toEqual(['.elites-files', ...expected, ...more]);

    const printed = JSON.parse(lastLine(ended.stdout));
    expect(JSON.parse(await readFile(join(out, 'results.json'), 'utf8'))).toEqual(printed);
    expect(printed.runs.map((one: { algorithm: string }) => one.algorithm)).toEqual(algorithms);
    for (const one of printed.runs) {
      expect(one).toMatchObject({ joints: 20, seed: 3, evaluations: 1500 });
      const { total, evaluation, learning, rest } = one.seconds;
      expect(evaluation + learning + rest).toBeCloseTo(total, 9);
    }
    const html = await readFile(join(out, 'report.html'), 'utf8');
    const shown = [...reportNumbers(html).values()].slice(1, 6);
    const names = ['coverage', 'meanFitness', 'maxFitness', 'qdScore', 'normalizedQdScore'];
    expect(shown).toEqual(names.map((name) => printed.runs.map((one: Record<string, number>) => one[name])));
    for (const name of ['coverage', 'fitness', ...algorithms]) {
      expect(elementsOf((await readFile(join(out, `${name}.svg`), 'utf8')).trimEnd())[0]).toBe('svg');
    }
  });

  it('prints one algorithm flat, the same for the same seed', async () => {
    const run = async (name: string) => {
      const options = ['--algorithm', 'map-elites', '--joints', '2', '--evaluations', '200', '--json'];
      const { stdout, code } = await elitesHere(['illuminate', ...options, '--out', join(folder, name)]);
      expect(code).toBe(0);
      return JSON.parse(lastLine(stdout));
    };
    const { seconds, ...first } = await run('a');
    const { seconds: _, ...second } = await run('b');
    expect(first).toEqual(second);
    expect(Object.keys(first)).toEqual(
      expect.arrayContaining(['algorithm', 'joints', 'seed', 'evaluations', ...fields]),
    );
    expect(Object.keys(seconds)).toEqual(['total', 'evaluation', 'learning', 'rest']);
  });

  it('stops after the generation when interrupted, writes what there is, and exits with 130', async () => {
    const out = join(folder, 'interrupted');
    const options = [
      '--algorithm',
      'me-line',
      '--algorithm',
      'map-elites',
      '--joints',
      '20',
      '--evaluations',
      '400000',
    ];
    let killed = false;
    const ended = await elites(['illuminate', ...options, '--out', out, '--json'], (stderr, kill) => {
      if (killed || stderr === '') return;
      killed = true;
      kill('SIGINT');
    });
    expect(ended.code).toBe(130);
    const result = JSON.parse(lastLine(ended.stdout));
    expect(result.algorithm).toBe('me-line');
    expect(result.evaluations % 100).toBe(0);
    expect(result.evaluations).toBeLessThan(400_000);
    expect(JSON.parse(await readFile(join(out, 'results.json'), 'utf8'))).toEqual(result);
    expect(ended.stderr).toContain(`To continue: npx elites resume ${out}`);
    expect(await readdir(out)).toContain('checkpoint.safetensors');
  });

  it('goes on after a crash, from the checkpoint before where the last is damaged, to the files of an unbroken run', async () => {
    const algorithms = ['--algorithm', 'me-line', '--algorithm', 'dde-elites'];
    const options = ['--joints', '20', '--evaluations', '3000', ...algorithms];
    const [unbroken, out] = [join(folder, 'unbroken'), join(folder, 'killed')];
    const previous = join(out, 'checkpoint.safetensors.previous');
    await elitesHere(['illuminate', ...options, '--out', unbroken]);
    const killed = await elites(['illuminate', ...options, '--checkpoint', '0', '--out', out], (stderr, kill) => {
      if (/dde-elites {2}[4-8]0 %/.test(stderr) && existsSync(previous)) kill('SIGKILL');
    });
    expect(killed.code).toBe(null);
    expect(await elitesHere(['illuminate', '--out', out])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`holds an unfinished run: continue it with npx elites resume ${out}, or delete`),
    });
    await writeFile(join(out, 'checkpoint.safetensors'), 'half of i');
    const resumed = await elitesHere(['resume', out, '--json']);
    expect(resumed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('continues from the previous checkpoint'),
    });
    expect(await readdir(out)).toEqual(await readdir(unbroken));
    const untimed = async (place: string, name: string): Promise<string> =>
      (await readFile(join(place, name), 'utf8'))
        .replaceAll(/"(total|evaluation|learning|rest)": [\d.e-]+/g, '')
        .replaceAll(/<tr><th scope="row">(Time|· [a-z ]+)<\/th>.*?<\/tr>/g, '')
        .replaceAll(place, 'DIR');
    const alike = (await readdir(out)).filter((name) => name !== 'times.csv');
    for (const name of alike) expect(await untimed(out, name), name).toBe(await untimed(unbroken, name));
    // Seconds go on from those of the session that was killed.
    const times = (await readFile(join(out, 'times.csv'), 'utf8')).split('\n').map((line) => line.split(','));
    const before = times.find(([name, evaluations]) => name === 'dde-elites' && evaluations === '300')!;
    expect(JSON.parse(lastLine(resumed.stdout)).runs[1].seconds.total).toBeGreaterThan(Number(before[2]));
    expect(await elitesHere(['resume', out])).toEqual({
      code: 1,
      stdout: '',
      stderr: `elites resume: DIR must be the folder of an unfinished run; got '${out}': it has results and no checkpoint, so its run is finished.\n`,
    });
    expect(await elitesHere(['resume', join(folder, 'none')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(': there is no such folder.'),
    });
    expect(await elitesHere(['resume', folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(': it has no checkpoint and no results.'),
    });
  });

  it('keeps the results when the folder goes away in mid-run', async () => {
    const run = async (name: string, spoil: (out: string) => void) => {
      const out = join(folder, name);
      let spoilt = false;
      const options = ['--algorithm', 'me-line', '--joints', '20', '--evaluations', '3000', '--checkpoint', '0'];
      const ended = await elites(['illuminate', ...options, '--json', '--out', out], (stderr) => {
        if (spoilt || !stderr.includes('10 %')) return;
        spoilt = true;
        renameSync(out, `${out}-moved`);
        spoil(out);
      });
      expect(JSON.parse(lastLine(ended.stdout)).evaluations).toBe(3000);
      return { ...ended, out };
    };
    const removed = await run('removed', () => undefined);
    expect(removed.code).toBe(0);
    expect(await readdir(removed.out)).toContain('results.json');
    const replaced = await run('replaced', (out) => writeFileSync(out, ''));
    expect(replaced.code).toBe(1);
    expect(replaced.stderr).toContain('could not be written (ENOTDIR)');
    expect(replaced.stderr).not.toContain('elites resume');
  });

  it('lets one process at a time work in a folder, and goes on only from a checkpoint that its searches take', {
    timeout: 60_000,
  }, async () => {
    const out = join(folder, 'shared');
    const options = ['--algorithm', 'me-line', '--joints', '5', '--evaluations', '100000', '--checkpoint', '0'];
    let others: Promise<Ended[]> | undefined;
    const ended = await elites(['illuminate', ...options, '--out', out], (stderr, kill) => {
      if (others !== undefined || stderr === '') return;
      // Stopped, the holder takes no time from the others.
      kill('SIGSTOP');
      others = Promise.all([elites(['illuminate', '--out', out]), elites(['resume', out])]);
      void others.then(() => {
        kill('SIGINT');
        kill('SIGCONT');
      });
    });
    expect(ended.code).toBe(130);
    for (const { code, stderr } of await others!) {
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/is in use by process \d+: one run a folder; if .*\.\n$/),
      });
    }
    expect(await readdir(out)).not.toContain('.elites-lock');

    const path = join(out, 'checkpoint.safetensors');
    const good = decodeCheckpoint(new Uint8Array(await readFile(path)));
    const forged = (plan: object): Uint8Array => encodeCheckpoint({ ...good, plan: { ...good.plan, ...plan } });
    await writeFile(path, forged({ joints: 6 }));
    await rm(`${path}.previous`, { force: true });
    const without = await elitesHere(['resume', out]);
    expect(without).toMatchObject({ code: 1, stdout: '' });
    expect(without.stderr).toMatch(/^elites resume: no checkpoint can be continued: [^\n]+\n$/);
    // What no search takes is not good: the one before is tried.
    await writeFile(`${path}.previous`, forged({ evaluations: 100 }));
    expect(await elitesHere(['resume', out])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('continues from the previous checkpoint'),
    });
  });

  it('names the argument that resume has where its folder cannot be written to', async () => {
    expect(
      (await errorOf(() => prepareFolder('elites resume', '/dev/null/x', 'DIR'))).replace(/^.*elites/, 'elites'),
    ).toBe("elites resume: DIR must be a folder that can be written to; got '/dev/null/x' (ENOTDIR).");
  });

  it.skipIf(!existsSync('/dev/full'))(
    'writes its files where stdout or stderr cannot be written, and tells of stdout',
    async () => {
      const options = ['--algorithm', 'map-elites', '--joints', '2', '--evaluations', '1000'];
      const full = openSync('/dev/full', 'w');
      const run = async (name: string, stdout: number | 'pipe', stderr: number | 'pipe') => {
        const out = join(folder, name);
        const child = spawn(process.execPath, [bin, 'illuminate', ...options, '--out', out], {
          stdio: ['ignore', stdout, stderr],
        });
        let said = '';
        child.stderr?.on('data', (text) => {
          said += text;
        });
        const code = await new Promise((resolve) => child.on('close', resolve));
        expect(await readdir(out)).toEqual(expect.arrayContaining(['results.json', 'report.html']));
        expect(await readdir(out)).not.toContain('checkpoint.safetensors');
        return { code, said };
      };
      const [lost, silent] = await Promise.all([run('stdout-full', full, 'pipe'), run('stderr-full', 'pipe', full)]);
      closeSync(full);
      expect(lost).toEqual({
        code: 1,
        said: expect.stringMatching(/\nelites: stdout could not be written \(ENOSPC\)\.\n$/),
      });
      expect(lost.said).not.toContain('    at ');
      expect(silent.code).toBe(0);
    },
  );

  it('tells once of checkpoints that cannot be written, and goes on', async () => {
    const out = join(folder, 'blocked');
    await mkdir(out);
    await symlink(join('no', 'folder', 'x'), join(out, 'checkpoint.safetensors'));
    const options = ['--algorithm', 'map-elites', '--joints', '2', '--evaluations', '500', '--checkpoint', '0'];
    const { code, stderr } = await elitesHere(['illuminate', ...options, '--out', out]);
    expect(code).toBe(0);
    expect(
      stderr.match(
        /checkpoint or times could not be written, the run continues: CheckpointFile.\w+: folder of path must be a folder/g,
      ),
    ).toHaveLength(1);
  });

  it.each([
    [['--joints', 'abc'], 2, "elites illuminate: --joints must be an integer in [2, 100000]; got 'abc'.\n"],
    [['--algoritm', 'x'], 2, 'elites illuminate: there is no option --algoritm. Did you mean --algorithm?\n'],
    [
      ['--out', '/dev/null/x'],
      1,
      "elites illuminate: --out must be a folder that can be written to; got '/dev/null/x' (ENOTDIR).\n",
    ],
  ])('refuses %j in one line', async (argv, code, message) => {
    expect(await elitesHere(['illuminate', ...argv])).toEqual({ code, stdout: '', stderr: message });
  });
});

describe('elites', () => {
  it('tells what it can do and which version it is', async () => {
    const [command, version, unknown] = await Promise.all([
      elites(['illuminate', '--help']),
      elites(['--version']),
      elites(['iluminate']),
    ]);
    expect(command).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('--evaluations N') });
    const { version: expected } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(version).toEqual({ code: 0, stderr: '', stdout: `${expected}\n` });
    expect(unknown).toEqual({
      code: 2,
      stdout: '',
      stderr: 'elites: there is no command iluminate. Did you mean illuminate?\n',
    });
  });

  it('tells in one line what this machine lacks', async () => {
    const argv = ['illuminate', '--algorithm', 'map-elites', '--joints', '2', '--out', join(folder, 'jitless')];
    const { code, stdout, stderr } = await elites(argv, undefined, ['--jitless', '--no-expose-wasm']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^elites: WebAssembly is missing in this runtime, [^\n]+\n$/);
  });

  it('does not mind that nobody reads on', async () => {
    const child = spawn(process.execPath, [bin, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
