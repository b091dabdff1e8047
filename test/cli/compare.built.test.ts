import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { elitesHere } from './elites-here.ts';
import { bin, elites } from './spawn-bin.ts';

const library = new URL('../../dist/index.js', import.meta.url).href;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-compare-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** An experiment on a domain of its own; `variants` are code, where `make(SCALE, OFFSET)` makes a search. */
async function experiment(name: string, variants: string): Promise<string> {
  const text = `
    import { defineDomain, GaussianMutation, GridArchive, MapElites } from ${JSON.stringify(library)};
    const make = (scale, offset = 0) => ({ seed }) => {
      const domain = defineDomain({
        name: 'two numbers',
        genome: { dimensions: 2, lower: 0, upper: 1 },
        descriptor: { dimensions: 1, lower: 0, upper: 1 },
        evaluate: ([a, b]) => ({ fitness: -scale * (1 + b), descriptor: [a + offset] }),
      });
      const archive = new GridArchive({ domain, cells: [10] });
      return new MapElites({ domain, archive, variation: new GaussianMutation({ sigma: 0.1 }), batchSize: 20, seed });
    };
    export const variants = { ${variants} };
  `;
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('elites compare', () => {
  it('says of which variant nearly all descriptors lie outside their space, and what became of them', async () => {
    const path = await experiment('outside.mjs', 'inside: make(1), half: make(1, 0.5), outside: make(1, 1.5)');
    const out = join(folder, 'outside');
    const ended = await elites(['compare', path, '--replicates', '1', '--evaluations', '200', '--out', out]);
    expect(ended.code, ended.stderr).toBe(0);
    const text = 'outside: 100.0 % of the descriptors lay outside the descriptor space, and went to cells at its edge.';
    expect(ended.stderr.match(/lay outside/g)).toHaveLength(1);
    expect(ended.stderr).toContain(text);
    const page = await readFile(join(out, 'report.html'), 'utf8');
    expect(page.match(/lay outside/g)).toHaveLength(1);
    expect(page).toContain(text);
  });

  it('goes on past evaluations that fail as it is told, and keeps replicates that were finished before', async () => {
    const path = await experiment('failing.mjs', 'good: make(1), bad: make(2)');
    const text = (await readFile(path, 'utf8'))
      .replace('([a, b]) => (', "([a, b]) => { if (scale === 2 && a > 0.9) throw new Error('diverged'); return ")
      .replace('[a + offset] }),', '[a + offset] }; },');
    await writeFile(path, text);
    const out = join(folder, 'failing');
    const argv = ['compare', path, '--replicates', '2', '--evaluations', '200', '--out', out];
    const ended = await elites(argv);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/Error: diverged \(.*failing\.mjs:\d+:\d+\)\. If evaluations may fail: --retries N /);
    const told = await elites([...argv, '--retries', '1', '--on-evaluation-error', 'invalid']);
    expect(told.code, told.stderr).toBe(0);
    expect(told.stderr).toMatch(/good 1 {2}was finished before/);
    expect(told.stderr).toMatch(/bad: .* % of its evaluations were invalid, most often because diverged\./);
    const page = await readFile(join(out, 'report.html'), 'utf8');
    expect(page).toContain('--retries 1 --on-evaluation-error invalid');
  });

  it('says which variants had invalid evaluations, and which do not use their seed', async () => {
    const path = await experiment(
      'faults.mjs',
      'good: make(1), bad: make(Number.NaN), same: () => make(1)({ seed: 1 })',
    );
    const out = join(folder, 'faults');
    const ended = await elites(['compare', path, '--replicates', '2', '--evaluations', '200', '--out', out]);
    expect(ended.code, ended.stderr).toBe(0);
    const invalid = 'bad: 100.0 % of its evaluations were invalid, most often because fitness must be finite; got NaN.';
    const equal = 'same: all replicates are equal, so p says nothing.';
    const page = await readFile(join(out, 'report.html'), 'utf8');
    for (const text of [ended.stderr, page]) {
      expect(text).toContain(invalid);
      expect(text).toContain(equal);
      expect(text).not.toContain('good: ');
    }
    const { finals } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8'));
    expect(JSON.stringify(finals)).toContain('"share":1');
  });

  it('takes names with a plus, as the docs write iso+line, for files and pages', async () => {
    const path = await experiment('plus.mjs', '"iso+line": make(1), other: make(2)');
    const out = join(folder, 'plus');
    const ended = await elites(['compare', path, '--replicates', '1', '--evaluations', '40', '--out', out]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(await readFile(join(out, 'replicates.csv'), 'utf8')).toContain(',iso+line,1,');
    const filled = join(out, 'illuminated');
    const call = ['illuminate', path, '--algorithm', 'iso+line', '--evaluations', '40', '--out', filled];
    const first = await elites(call);
    expect(first.code, first.stderr).toBe(0);
    const page = await readFile(join(filled, 'report.html'), 'utf8');
    expect(page).toContain('href="iso%2Bline.svg"');
    expect(await readdir(filled)).toContain('iso+line.svg');
    // The next run into the folder removes them.
    const { code, stderr } = await elites(call.map((word) => (word === 'iso+line' ? 'other' : word)));
    expect(code, stderr).toBe(0);
    expect(await readdir(filled)).not.toContain('iso+line.svg');
  });

  it('names the variant that has a wrong name, or gives no search', async () => {
    const named = await elites([
      'compare',
      await experiment('named.mjs', '"a b": make(1)'),
      '--out',
      join(folder, 'n'),
    ]);
    expect(named.stderr).toContain("got a function named 'a b'.");
    const empty = await experiment('empty.mjs', 'good: make(1), none: () => null');
    const ended = await elites([
      'compare',
      empty,
      '--replicates',
      '1',
      '--evaluations',
      '20',
      '--out',
      join(folder, 'e'),
    ]);
    expect(ended.stderr).toContain('variants.none must return a search, with ask() and tell(); got null.');
  });

  it("runs variants of a user's own module, and never a finished replicate again", async () => {
    const path = await experiment('own.mjs', 'plain: make(1), second: make(1000)');
    const out = join(folder, 'own');
    const argv = ['compare', path, '--replicates', '4', '--evaluations', '100', '--out', out, '--json'];
    const ended = await elites(argv);
    expect(ended.code, ended.stderr).toBe(0);
    const json = JSON.parse(ended.stdout.trimEnd().split('\n').at(-1)!);
    expect(JSON.parse(await readFile(join(out, 'results.json'), 'utf8'))).toEqual(json);
    const [plain, second] = json.variants;
    expect([plain.variant, second.variant, plain.spent]).toEqual(['plain', 'second', 100]);
    // There is no floor, so no QD score; four replicates that are all worse: 2 of 70 orders are as far apart.
    expect(Object.keys(plain.final)).toEqual(['coverage', 'meanFitness', 'maxFitness']);
    expect(second.against.meanFitness).toEqual({ variant: 'plain', u: 0, p: 2 / 70 });
    expect(json.finals).toHaveLength(8);

    const p = '0.0286';
    const [, head, first, other, ps, note] = ended.stdout.split('\n');
    expect([head, first, other, ps].map((line) => line!.split(/ {2,}/))).toEqual([
      ['medians', 'Coverage', 'Mean fitness', 'Best fitness'],
      ['plain', '100.0 %', expect.stringMatching(/^-1\.\d\d$/), expect.stringMatching(/^-1\.\d\d$/)],
      ['second', '100.0 %', expect.stringMatching(/^-1,\d{3}$/), expect.stringMatching(/^-1,\d{3}$/)],
      ['· p', '1.00', p, p],
    ]);
    expect(note).toBe('p: two-sided Mann-Whitney U against plain, over 4 replicates a variant.');

    const again = await elites(argv);
    expect(again.stderr.match(/was finished before/g)).toHaveLength(8);
    expect(again.stdout).toBe(ended.stdout);

    const before = await readdir(folder);
    const [name] = await readdir(join(out, 'replicates'));
    const forged = join(out, 'replicates', name!);
    const text = await readFile(forged, 'utf8');
    await writeFile(forged, text.replaceAll('"coverage"', '"../../evil"'));
    const refused = await elites(argv);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      `\nelites compare: ${forged} must be a result as JSON: delete it, and it is made again.\n`,
    );
    expect(await readdir(folder)).toEqual(before);

    await experiment('own.mjs', 'plain: make(1), second: make(2000)');
    const changed = await elites(['compare', path, '--replicates', '1', '--evaluations', '20', '--out', out]);
    expect(changed.stderr).not.toContain('was finished before');
    expect(changed.code).toBe(0);
  }, 60_000);

  const metrics = (name: string): string =>
    `(context) => { const made = make(1)(context); made.archive.metrics = () => ({ '${name}': 1 }); return made; }`;
  it.each([
    ["() => { throw new Error('no such thing'); }", 'ended with 1.', /PATH: Error: no such thing \(PATH:13:53\)\n$/],
    ["() => { throw 'words'; }", 'ended with 1.', /PATH: it threw 'words'\n$/],
    [
      '() => process.exit(0)',
      'ended with 1.',
      /elites: something called process\.exit\(0\) before the command was done\.\n$/,
    ],
    ['() => process.reallyExit(0)', 'ended and left no result: something ended its process.', /process\.\n$/],
    ['() => new Promise(() => {})', 'ended with 1.', /elites: ended while something was still awaited, a promise/],
    [metrics('a/b'), 'ended with 1.', /metrics\(\) of a variant's archive must have .* by names .*; got 'a\/b'\.\n$/],
    [
      '() => ({ ask() {}, tell() {} })',
      'ended with 1.',
      /the archive of .*\.second must have metrics\(\), .*; got undefined\.\n$/,
    ],
    [metrics('a,b'), 'ended with 1.', /got 'a,b'\.\n$/],
  ])('tells which replicate failed, and why, without frames of our own: %s', async (second, end, why) => {
    const path = await experiment('bad.mjs', `second: ${second}`);
    const options = ['--replicates', '1', '--evaluations', '20', '--out', join(folder, 'bad')];
    const { code, stderr } = await elites(['compare', ...options, path]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/elites compare: bad-second-20-1-[0-9a-f]{8} ended /);
    expect(stderr).toContain(` ${end}`);
    expect(stderr.replaceAll(path, 'PATH')).toMatch(why);
    expect(stderr).not.toMatch(/dist\/(cli|chunk)/);
  });

  it('takes any names of a language: __proto__, constructor', async () => {
    const odd = `(context) => {
      const made = make(1)(context);
      made.archive.metrics = () => ({ ['__proto__']: 1, constructor: 2, toString: 3 });
      return made;
    }`;
    const path = await experiment('odd.mjs', `['__proto__']: ${odd}, constructor: ${odd}`);
    const out = join(folder, 'odd');
    const { code, stdout, stderr } = await elites([
      'compare',
      path,
      '--replicates',
      '1',
      '--evaluations',
      '20',
      '--out',
      out,
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/medians +__proto__ +constructor +toString\n__proto__ +1.00 +2.00 +3.00\n/);
    expect(await readdir(out)).toEqual(expect.arrayContaining(['__proto__.svg', 'constructor.svg', 'toString.svg']));
  });

  it('ends when its replicates are done, whatever the module has left open, and gives them the flags of Node', async () => {
    const path = await experiment(
      'open.mjs',
      `open: (context) => {
        if (globalThis.loaded !== true) throw new Error('without flags');
        createServer().listen(0);
        spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { stdio: 'inherit', detached: true }).unref();
        return make(1)(context);
      }`,
    );
    const text = await readFile(path, 'utf8');
    const top =
      "import { spawn } from 'node:child_process'; import { createServer } from 'node:net'; setInterval(() => {}, 1000);";
    await writeFile(path, `${top}${text}`);
    const flags = ['--import', 'data:text/javascript,globalThis.loaded = true;', '--inspect=0'];
    const argv = ['compare', path, '--replicates', '1', '--evaluations', '20', '--out', join(folder, 'open')];
    const start = performance.now();
    const { code, stderr } = await elites(argv, undefined, flags);
    expect(code, stderr).toBe(0);
    expect(performance.now() - start).toBeLessThan(15_000);
    const page = await readFile(join(folder, 'open', 'report.html'), 'utf8');
    const [, again] = /Make it again<\/h2>\s*<pre><code>(.*)<\/code>/.exec(page)!;
    const flag = `${flags[0]} '${flags[1]}'`.replaceAll("'", '&#39;');
    expect(again!.replaceAll(/&#\d+;|&quot;/g, (one) => (one === '&quot;' ? '"' : one))).toBe(
      `node ${flag} dist/cli.js compare ${path} --replicates 1 --evaluations 20 --out ${join(folder, 'open')}`,
    );
  });

  it('tests every pair of three variants, corrected, in the name of the domain, and keeps archives if asked', async () => {
    const path = await experiment('three.mjs', 'one: make(1), two: make(10), three: make(100)');
    const named = `${await readFile(path, 'utf8')}\nexport const domain = { name: 'two numbers' };`;
    await writeFile(path, named);
    const out = join(folder, 'three');
    const argv = ['compare', path, '--replicates', '5', '--evaluations', '200', '--out', out];
    const ended = await elites(argv);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('[1/15] two_numbers ');
    const { pairs, variants } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8'));
    expect(pairs.map((pair: { variants: string[] }) => pair.variants.join())).toEqual([
      'one,two',
      'one,three',
      'two,three',
    ]);
    // Five that are all above five others: 2 of 252 orders are as far apart; three pairs.
    expect(pairs[2].tests.meanFitness).toEqual({ u: 25, p: 2 / 252, corrected: 6 / 252 });
    expect(variants[2].against.meanFitness.p).toBe(2 / 252);
    const text = ended.stdout.slice(ended.stdout.indexOf('p of every pair')).split('\n');
    expect(text.slice(0, 5).map((line) => line.split(/ {2,}/))).toEqual([
      ['p of every pair', 'Coverage', 'Mean fitness', 'Best fitness'],
      ['one / two', '1.00', '0.0238', '0.0238'],
      ['one / three', '1.00', '0.0238', '0.0238'],
      ['two / three', '1.00', '0.0238', '0.0238'],
      ['p: two-sided Mann-Whitney U, corrected by Holm over the 3 pairs of each quantity.'],
    ]);
    const page = await readFile(join(out, 'report.html'), 'utf8');
    expect(page).toContain('<h2>Every pair</h2>');
    expect(page).toContain('<strong><data value="0.023809523809523808">0.0238</data></strong>');
    expect((await readFile(join(out, 'replicates.csv'), 'utf8')).split('\n')[1]).toMatch(/^two_numbers,one,1,200,/);
    const names = await readdir(join(out, 'replicates'));
    expect(names).toHaveLength(15);
    expect(names.every((name) => /^two_numbers-(one|two|three)-200-[1-5]-[0-9a-f]{8}\.json$/.test(name))).toBe(true);

    const kept = await elites([...argv, '--keep-archives']);
    expect(kept.code, kept.stderr).toBe(0);
    expect(kept.stderr).not.toContain('was finished before');
    expect(kept.stdout).toBe(ended.stdout);
    const archives = (await readdir(join(out, 'replicates'))).filter((name) => name.endsWith('.archive.safetensors'));
    expect(archives).toHaveLength(15);
    const box = { dimensions: 2, lower: 0, upper: 1 };
    const domain = { genome: box, descriptor: { ...box, dimensions: 1 } };
    const bytes = await readFile(join(out, 'replicates', archives[0]!));
    expect(GridArchive.fromBytes(bytes, { domain }).size).toBeGreaterThan(0);
    const second = await readFile(join(out, 'report.html'), 'utf8');
    expect(second).toContain('--evaluations 200 --keep-archives --out');
    expect(second).toContain('href="replicates/"');
    expect((await elites([...argv, '--keep-archives'])).stderr.match(/was finished before/g)).toHaveLength(15);
  }, 60_000);

  const kept = (toBytes: string): string =>
    `(context) => { const made = make(1)(context); made.archive.toBytes = ${toBytes}; return made; }`;
  it.each([
    ['undefined', 'the archive of variants.own must have toBytes(), as those of this package, for --keep-archives'],
    ['() => undefined', 'archive.toBytes() must be a Uint8Array or an ArrayBuffer; got undefined.'],
    ["() => 'text'", "archive.toBytes() must be a Uint8Array or an ArrayBuffer; got 'text'."],
    ["() => { throw new Error('no bytes'); }", 'Error: no bytes ('],
  ])('says that an archive with toBytes %s cannot be kept, before anything is evaluated', async (toBytes, rule) => {
    const code = kept(toBytes).replace('return made', "made.ask = () => { throw new Error('asked'); }; return made");
    const path = await experiment('unkept.mjs', `own: ${code}`);
    const argv = ['compare', path, '--replicates', '1', '--evaluations', '20', '--out', join(folder, 'unkept')];
    const ended = await elites([...argv, '--keep-archives']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(rule);
    expect(ended.stderr).not.toMatch(/asked|dist\/(cli|chunk)/);
    expect((await elites(argv)).stderr).toContain('Error: asked');
  });

  it("keeps the bytes of an archive of one's own, in an ArrayBuffer as well", async () => {
    const path = await experiment('buffer.mjs', `own: ${kept('async () => Uint8Array.of(1, 2).buffer')}`);
    const out = join(folder, 'buffer');
    const argv = ['compare', path, '--replicates', '1', '--evaluations', '20', '--out', out, '--keep-archives'];
    expect(await elites(argv)).toMatchObject({ code: 0 });
    const [name] = (await readdir(join(out, 'replicates'))).filter((one) => one.endsWith('.safetensors'));
    expect([...(await readFile(join(out, 'replicates', name!)))]).toEqual([1, 2]);
  });

  it('shows no curve of a variant whose replicates have no evaluations in common, says so, and shows all the rest', async () => {
    const path = await experiment('apart.mjs', 'apart: make(1), same: make(2)');
    const size = 'scale === 1 && seed === 2 ? 128 : 100';
    const text = (await readFile(path, 'utf8')).replace(
      'batchSize: 20',
      `batchSize: ${size}, initial: { evaluations: ${size} }`,
    );
    await writeFile(path, text);
    const out = join(folder, 'apart');
    const ended = await elites(['compare', path, '--replicates', '2', '--evaluations', '100', '--out', out]);
    expect(ended.code, ended.stderr).toBe(0);
    const warning = 'apart: it has no curve, because one replicate was recorded only after another had ended.';
    const page = await readFile(join(out, 'report.html'), 'utf8');
    for (const shown of [ended.stderr, page]) expect(shown).toContain(warning);
    expect(ended.stderr).not.toContain('same: ');
    const lines = (await readFile(join(out, 'curves.csv'), 'utf8')).trim().split('\n');
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['same', 'same', 'same']);
    expect(await readdir(out)).toEqual(expect.arrayContaining(['coverage.svg', 'results.json', 'replicates.csv']));
  });

  it.skipIf(process.platform === 'win32').each([
    ['SIGKILL', null],
    ['SIGQUIT', null],
    ['SIGHUP', 130],
    ['SIGTERM', 130],
  ] as const)('leaves no child behind, busy as it is, when it ends by %s', async (signal, expected) => {
    const note = join(folder, `pid-${signal}`);
    const path = await experiment(
      `busy-${signal}.mjs`,
      `busy: () => { writeFileSync(${JSON.stringify(note)}, String(process.pid)); for (;;); }`,
    );
    await writeFile(path, `import { writeFileSync } from 'node:fs';${await readFile(path, 'utf8')}`);
    const argv = [bin, 'compare', path, '--replicates', '1', '--evaluations', '20', '--out', join(folder, signal)];
    const parent = spawn(process.execPath, argv, { stdio: 'ignore' });
    const ended = new Promise((resolve) => parent.on('close', resolve));
    const pidOf = (): Promise<string> => readFile(note, 'utf8').catch(() => '');
    while ((await pidOf()) === '') await setTimeout(20);
    const child = Number(await pidOf());
    parent.kill(signal);
    expect(await ended).toBe(expected);
    const isAlive = (): boolean => {
      try {
        return process.kill(child, 0);
      } catch {
        return false;
      }
    };
    for (let i = 0; i < 500 && isAlive(); i++) await setTimeout(20);
    expect(isAlive()).toBe(false);
  });

  it('refuses what is no such module, in one line', async () => {
    const empty = join(folder, 'empty.mjs');
    await writeFile(empty, 'export const variants = {};');
    const [throws, waits, ending] = ['throws.mjs', 'waits.mjs', 'ends.mjs'].map((name) => join(folder, name));
    await writeFile(throws!, "throw new RangeError('at once');");
    await writeFile(waits!, 'await new Promise(() => {});');
    await writeFile(ending!, 'process.exit(0);');
    const ends = [];
    for (const argument of ['--json', 'none.mjs', empty]) ends.push(await elitesHere(['compare', argument]));
    ends.push(...(await Promise.all([throws, waits, ending].map((module) => elites(['compare', module!])))));
    expect(ends.map(({ code }) => code)).toEqual([2, 1, 1, 1, 1, 1]);
    expect(ends.map(({ stdout }) => stdout).join('')).toBe('');
    const [first, none, other, thrown, waited, exited] = ends.map(({ stderr }) => stderr);
    expect(first).toBe('elites compare: MODULE must be given; got nothing. See npx elites compare --help.\n');
    expect(thrown).toBe(`elites compare: ${throws}: RangeError: at once (${throws}:1:7)\n`);
    expect(waited).toBe('elites: ended while something was still awaited, a promise that never settles.\n');
    expect(exited).toBe('elites: something called process.exit(0) before the command was done.\n');
    expect(none).toBe("elites compare: MODULE must be a file that can be read; got 'none.mjs' (ENOENT).\n");
    expect(other).toContain(
      `elites compare: ${empty} must export a domain, or variants, an object of functions by names`,
    );
  });
});
