import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/core/index.ts';
import { elitesHere } from './elites-here.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-init-'));
});
afterAll(() => rm(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const repository = async (name: string): Promise<string> => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

const drawing = 'render(context, genome, size)';

describe('elites init', () => {
  it.each([
    ['ts', []],
    ['js', ['--javascript']],
  ])('writes the programs of examples/start as .%s, and what they need', async (ending, flags) => {
    const place = at(`new/in ${ending}`);
    const { code, stdout } = await elitesHere(['init', place, ...flags]);
    expect(code).toBe(0);
    expect(stdout).toContain(`  cd '${place}'\n  npm install `);
    for (const variant of ['me-line', 'map-elites', 'dde-elites']) expect(stdout).toContain(variant);
    const settings = ending === 'ts' ? ['tsconfig.json'] : [];
    const programs = ['domain', 'domain.test', 'run'].map((name) => `${name}.${ending}`);
    expect(await readdir(place)).toEqual(['.gitignore', ...programs, 'package.json', ...settings].sort());
    for (const name of programs) {
      const shown = await repository(`examples/start/${name.replace(/js$/, 'ts')}`);
      // JavaScript without the annotations, which are those of one function.
      const typed = ending === 'ts' ? shown : shown.replace(/render\(context: \w+, genome: \w+, size: \w+\)/, drawing);
      const written = await readFile(join(place, name), 'utf8');
      expect(written).toBe(typed);
      // Throws where types are left in JavaScript.
      transformSync(written, { loader: ending as 'js' | 'ts' });
    }
    const ignored = (await readFile(join(place, '.gitignore'), 'utf8')).trimEnd().split('\n');
    expect(ignored).toEqual(['node_modules/', 'runs/', ...(ending === 'ts' ? ['build/'] : [])]);
    const manifest = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toEqual({ elites: `^${version}` });
  });

  it('takes a compiler and types at least as new as ours', async () => {
    await elitesHere(['init', at('versions')]);
    const { devDependencies: theirs } = JSON.parse(await readFile(at('versions/package.json'), 'utf8'));
    const { devDependencies: ours } = JSON.parse(await repository('package.json'));
    for (const [name, range] of Object.entries<string>(theirs)) {
      const [major, minor] = range.replace('^', '').split('.');
      expect(ours[name]).toMatch(new RegExp(`^${major}\\.${minor}\\.`));
    }
  });

  it('refuses a folder that has files, names them, and leaves them as they are', async () => {
    await mkdir(at('full'));
    await writeFile(at('full/domain.ts'), 'mine');
    await writeFile(at('full/notes.txt'), 'mine');
    const { code, stdout, stderr } = await elitesHere(['init', at('full')]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^elites init: DIR must be an empty folder; '.*full' has 'domain\.ts', 'notes\.txt'\. Nothing was written: /,
    );
    expect(await readdir(at('full'))).toEqual(['domain.ts', 'notes.txt']);
    expect(await readFile(at('full/domain.ts'), 'utf8')).toBe('mine');
  });

  it('takes the folder of an empty git repository', async () => {
    await mkdir(at('cloned/.git'), { recursive: true });
    expect(await elitesHere(['init', at('cloned')])).toMatchObject({ code: 0 });
  });

  it.each([
    [['--force'], 2, 'elites init: there is no option --force. See npx elites init --help.\n'],
    [['a', 'b'], 2, "elites init: there must be only one argument besides the options; got 'b'.\n"],
    [['/dev/null/x'], 1, "elites init: DIR must be a folder that can be written to; got '/dev/null/x' (ENOTDIR).\n"],
  ])('refuses %j in one line', async (argv, code, message) => {
    expect(await elitesHere(['init', ...argv])).toEqual({ code, stdout: '', stderr: message });
  });
});
