import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { archiveFromCsv, decodeNpy } from '../../src/npy/index.ts';
import { elementsOf } from '../plot/well-formed.ts';
import { elitesHere } from './elites-here.ts';
import { elites } from './spawn-bin.ts';

const library = new URL('../../dist/index.js', import.meta.url).href;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-illuminate-'));
});
afterAll(() => rm(folder, { recursive: true }));
const at = (...names: string[]): string => join(folder, ...names);
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)!;

/** Writes a module, and gives its path. */
async function own(name: string, text: string): Promise<string> {
  const names = 'defineDomain, GaussianMutation, GridArchive, ListBatch, MapElites, objectSpace';
  await writeFile(at(name), `import { ${names} } from ${JSON.stringify(library)};\n${text}`);
  return at(name);
}

/** A domain of four genes, of which the first are the descriptors. */
const domain = (descriptors: number, more = '') => `
  export const domain = defineDomain({
    name: 'own',
    genome: { dimensions: 4, lower: -1, upper: 1 },
    descriptor: { dimensions: ${descriptors}, lower: -1, upper: 1 },
    fitnessFloor: -5,
    evaluate: (genome) => ({ fitness: -genome.reduce((sum, x) => sum + x * x, 0), descriptor: genome.slice(0, ${descriptors}) }),
    ${more}
  });`;

/** The same with a number and a note that elites carry. */
const withFields = (text: string): string =>
  text
    .replace('evaluate:', "fields: { energy: 'number', note: 'json' }, evaluate:")
    .replace('descriptor: genome', 'energy: 1, note: {}, descriptor: genome');

describe("elites illuminate of a user's module", () => {
  it('says in which line of which file the syntax is wrong', async () => {
    await writeFile(at('wrong.mjs'), 'const one = 1;\nconst two = ;\n');
    await writeFile(at('imports-wrong.mjs'), "export * from './wrong.mjs';\n");
    // A process of its own: vitest reads imports in its own way.
    await symlink('wrong.mjs', at('link.mjs'));
    for (const name of ['wrong.mjs', 'imports-wrong.mjs', 'link.mjs']) {
      const stderr = `elites illuminate: ${at(name)}: SyntaxError: Unexpected token ';' (${at('wrong.mjs')}:2)\n`;
      expect(await elites(['illuminate', at(name)])).toEqual({ code: 1, stdout: '', stderr });
    }
  });

  it('says where a name is imported that is not there', async () => {
    const path = await own('imports-nothing.mjs', "import { nothere } from 'node:os';\nexport const domain = nothere;");
    const { code, stderr } = await elites(['illuminate', path]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/'nothere' \(.*imports-nothing\.mjs:2\)\n$/),
    });
    await writeFile(at('imports-it.mjs'), "export * from './imports-nothing.mjs';\n");
    const place = `'nothere' (${at('imports-nothing.mjs')}:2)\n`;
    expect((await elites(['illuminate', at('imports-it.mjs')])).stderr).toContain(place);
  });

  it('names the place of an error in whichever of the user files it is, and what can be done', async () => {
    const throwing = (name: string, text: string): Promise<void> => writeFile(at(name), text);
    await throwing('sim.mjs', "export function simulate() {\n  throw new TypeError('diverged.');\n}\n");
    await throwing('sim.cjs', "exports.simulate = () => {\n  throw new TypeError('diverged.');\n};\n");
    await mkdir(at('node_modules', 'physics'), { recursive: true });
    await throwing(
      'node_modules/physics/index.mjs',
      "export const step = () => {\n  throw new TypeError('diverged.');\n};\n",
    );
    await throwing(
      'calls.mjs',
      "import { step } from './node_modules/physics/index.mjs';\nexport const simulate = () => {\n  step();\n};\n",
    );
    for (const [file, place] of [
      ['sim.mjs', '2:9'],
      ['sim.cjs', '2:9'],
      ['calls.mjs', '3:3'],
    ] as const) {
      const text = domain(2).replace('(genome) =>', '(genome) => simulate() ??');
      const path = await own(`of-${file}.mjs`, `import { simulate } from './${file}';\n${text}`);
      const { code, stderr } = await elites(['illuminate', path, '--evaluations', '200', '--out', at('placed')]);
      expect(code).toBe(1);
      const cure =
        'If evaluations may fail: --retries N tries them again, --on-evaluation-error invalid counts them as invalid.';
      expect(stderr).toBe(`elites illuminate: ${path}: TypeError: diverged. (${at(file)}:${place}). ${cure}\n`);
    }
    const library = await own(
      'calls-library.mjs',
      `${domain(2)}\nexport const archive = () =>\n  new GridArchive({ domain, cells: [0] });`,
    );
    const wrong = await elites(['illuminate', library, '--evaluations', '200', '--out', at('placed')]);
    expect(wrong.stderr).toMatch(/ERROR: GridArchive: .*calls-library\.mjs:\d+:3\)\n$/i);
  });

  it('goes on past evaluations that fail, as resume does, with the same result as from the beginning', async () => {
    const failing = domain(2)
      .replace('(genome) =>', "(genome) => { if (genome[3] > 0.98) throw new Error('diverged'); return")
      .replace('.slice(0, 2) })', '.slice(0, 2) }); }');
    const path = await own('failing.mjs', failing);
    const call = (out: string, ...flags: string[]): ReturnType<typeof elitesHere> =>
      elitesHere(['illuminate', path, '--evaluations', '1500', '--out', at(out), ...flags]);
    const whole = await call('invalid', '--on-evaluation-error', 'invalid', '--json');
    expect(whole.code, whole.stderr).toBe(0);
    expect(whole.stderr).toMatch(/evaluations were invalid: \d+ because diverged\./);
    expect(await readFile(at('invalid', 'report.html'), 'utf8')).toContain('--on-evaluation-error invalid');
    const ended = await call('failed');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('--on-evaluation-error invalid counts them as invalid.');
    const again = await elitesHere(['resume', at('failed'), '--retries', '2']);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('If evaluations may fail: --on-evaluation-error invalid counts');
    const resumed = await elitesHere(['resume', at('failed'), '--on-evaluation-error', 'invalid']);
    expect(resumed.code, resumed.stderr).toBe(0);
    const archives = ['invalid', 'failed'].map((out) => readFile(at(out, 'me-line.archive.safetensors')));
    const [expected, found] = await Promise.all(archives);
    expect(found!.equals(expected!)).toBe(true);
  });

  it('tries an evaluation again that fails now and then', async () => {
    const now = domain(2)
      .replace('(genome) =>', "(genome) => { if (++calls % 150 === 0) throw new Error('busy'); return")
      .replace('.slice(0, 2) })', '.slice(0, 2) }); }');
    const path = await own('busy.mjs', `let calls = 0;\n${now}`);
    const run = (...flags: string[]): ReturnType<typeof elitesHere> =>
      elitesHere(['illuminate', path, '--evaluations', '1000', '--out', at('busy'), '--json', ...flags]);
    const { code, stderr, stdout } = await run('--retries', '1');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(lastLine(stdout))).not.toHaveProperty('faults');
  });

  it('says at once where such a name is, however many files are imported', async () => {
    const files = Array.from({ length: 300 }, (_, i) => `many-${i}.mjs`);
    await Promise.all(files.map((name) => writeFile(at(name), '')));
    const path = at('imports-many.mjs');
    await writeFile(path, `${files.map((name) => `import './${name}';`).join('')}\nexport { nothere } from 'node:os';`);
    expect((await elites(['illuminate', path])).stderr).toMatch(/'nothere' \(.*imports-many\.mjs:2\)\n$/);
  });

  it('says how an ES module that Node reads as CommonJS becomes one', async () => {
    await mkdir(at('common'));
    await writeFile(at('common', 'package.json'), '{ "type": "commonjs" }');
    await writeFile(at('common', 'one.js'), "import 'node:os';\n");
    await writeFile(at('common', 'other.js'), 'export const one = 1;\n');
    await writeFile(at('common', 'imports.mjs'), "export * from './other.js';\n");
    const cure = 'as CommonJS: name it .mjs, or put "type": "module" into package.json. SyntaxError: ';
    for (const [given, wrong] of [
      ['one.js', 'one.js'],
      ['imports.mjs', 'other.js'],
    ] as const) {
      const { code, stderr } = await elites(['illuminate', at('common', given)]);
      expect(code).toBe(1);
      expect(stderr).toContain(`${at('common', given)}: Node reads ${wrong} ${cure}`);
      expect(stderr).toContain(`(${at('common', wrong)}:1)\n`);
    }
  });

  it.each([
    [1, 100, ['.svg']],
    [2, 1024, ['.svg']],
    [3, 1000, ['-1-2.svg', '-2-3.svg', '-3-1.svg']],
  ])(
    'fills an archive of %i descriptors, and writes report, numbers, elites and pictures',
    async (descriptors, cells, pictures) => {
      const path = await own(`own-${descriptors}.mjs`, withFields(domain(descriptors)));
      const out = at(`out-${descriptors}`);
      const ended = await elitesHere([
        'illuminate',
        path,
        '--evaluations',
        '500',
        '--seed',
        '7',
        '--out',
        out,
        '--json',
      ]);
      expect(ended.code, ended.stderr).toBe(0);
      const drawn = pictures.map((ending) => `me-line${ending}`);
      const files = [
        'coverage.svg',
        'fitness.svg',
        'history.csv',
        'me-line.archive.safetensors',
        'me-line.csv',
        'me-line.npy',
      ];
      expect((await readdir(out)).sort()).toEqual(
        ['.elites-files', ...files, ...drawn, 'report.html', 'results.json', 'times.csv'].sort(),
      );
      const result = JSON.parse(lastLine(ended.stdout));
      expect(result).toMatchObject({ algorithm: 'me-line', module: `own-${descriptors}`, seed: 7, evaluations: 500 });
      expect(JSON.parse(await readFile(join(out, 'results.json'), 'utf8'))).toEqual(result);
      expect(decodeNpy(await readFile(join(out, 'me-line.npy'))).shape).toEqual([
        Math.round(result.coverage * cells),
        // Fitness, descriptors, four genes, and the field that is a number.
        1 + descriptors + 4 + 1,
      ]);
      for (const name of drawn) expect(elementsOf((await readFile(join(out, name), 'utf8')).trimEnd())[0]).toBe('svg');
      const page = await readFile(join(out, 'report.html'), 'utf8');
      for (const name of [...files, ...drawn]) expect(page).toContain(`href="${name}"`);
      expect(page).toContain(`npx elites illuminate \\\n  ${path} \\\n  --algorithm me-line`);
    },
  );

  it('goes on after a crash to the files of an unbroken run, and tells of a module that is another than then', async () => {
    const path = await own('killed.mjs', domain(2));
    const run = ['illuminate', path, '--algorithm', 'map-elites', '--algorithm', 'me-line', '--evaluations', '3000'];
    const [unbroken, out] = [at('unbroken'), at('killed')];
    expect(await elitesHere([...run, '--out', unbroken])).toMatchObject({ code: 0 });
    const killed = await elites([...run, '--checkpoint', '0', '--out', out], (stderr, kill) => {
      if (stderr.includes('me-line  40 %')) kill('SIGKILL');
    });
    expect(killed.code).toBe(null);
    await writeFile(path, `${await readFile(path, 'utf8')}\n// Another text.`);
    const resumed = await elitesHere(['resume', out]);
    expect(resumed).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^elites resume: \S+ has changed since the run began; the new version is used\.\nmap-elites /,
      ),
    });
    expect(await readdir(out)).toEqual(await readdir(unbroken));
    const same = (await readdir(out)).filter((name) => !/^(times\.csv|results\.json|report\.html)$/.test(name));
    for (const name of same) {
      expect((await readFile(join(out, name))).equals(await readFile(join(unbroken, name))), name).toBe(true);
    }
  });

  it('says why a run cannot be resumed with a module that has changed, each thing once', async () => {
    const path = await own('changed.mjs', domain(2));
    const out = at('changed');
    const run = ['illuminate', path, '--algorithm', 'map-elites', '--evaluations', '100000', '--checkpoint', '0'];
    const killed = await elites([...run, '--out', out], (stderr, kill) => {
      if (stderr.includes('map-elites  10 %')) kill('SIGKILL');
    });
    expect(killed.code).toBe(null);
    expect(await readdir(out)).toContain('checkpoint.safetensors.previous');
    const changed = `elites resume: ${path} has changed since the run began; the new version is used.\n`;
    // A process of its own each time: this one has loaded the module.
    await own('changed.mjs', domain(3));
    expect((await elites(['resume', out])).stderr).toBe(
      `${changed}elites resume: no checkpoint can be continued: '${out}/checkpoint.safetensors': MapElites.restore: bytes must have ` +
        `domain.descriptor.dimensions 3; got 2. Bring back ${path} as it was, or begin a new run in another folder.\n`,
    );
    await own('changed.mjs', `${domain(2)}\nexport const variants = { other() {} };`);
    expect((await elites(['resume', out])).stderr).toBe(
      `${changed}elites resume: ${path}: there must be the variant map-elites, which the run uses; got other.\n`,
    );
    await own('changed.mjs', domain(2));
    for (const end of ['', '.previous']) await writeFile(join(out, `checkpoint.safetensors${end}`), 'no snapshot');
    expect((await elites(['resume', out])).stderr).toMatch(
      /^elites resume: no checkpoint can be continued: '\S+\/checkpoint\.safetensors': bytes must [^\n]*\.\n$/,
    );
  });

  it('keeps what was evaluated when the module throws: mended, it goes on', async () => {
    const evaluate = (fault: string): string => `
      let count = 0;
      export const domain = defineDomain({
        name: 'own',
        genome: { dimensions: 2, lower: 0, upper: 1 },
        descriptor: { dimensions: 1, lower: 0, upper: 1 },
        evaluate: ([a, b]) => { ${fault}; return { fitness: b, descriptor: [a] }; },
      });`;
    const path = await own('throws.mjs', evaluate("if (++count > 250) throw new Error('the service is down')"));
    const out = at('throws');
    const ended = await elitesHere(['illuminate', path, '--evaluations', '500', '--out', out]);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(`To continue: npx elites resume ${out}\n`);
    expect(ended.stderr).toMatch(
      /elites illuminate: .*throws\.mjs: Error: the service is down \(.*\)\. If evaluations may fail: .*\n$/,
    );
    // A process of its own: this one has loaded the module.
    await own('throws.mjs', evaluate("if (++count > 250) throw new Error('too much was evaluated again')"));
    const mended = await elites(['resume', out, '--json']);
    expect(mended.code, mended.stderr).toBe(0);
    expect(JSON.parse(lastLine(mended.stdout)).evaluations).toBe(500);
  });

  it('keeps all that elites of any genomes carry in a file of the archive', async () => {
    const fields = { note: 'json', energy: 'number' } as const;
    const text = `
      const genome = objectSpace({ sample: (random) => ({ letters: 'ab', n: random.integer(0, 9) }) });
      export const domain = defineDomain({
        name: 'words', genome, descriptor: { dimensions: 1, lower: 0, upper: 10 }, fields: ${JSON.stringify(fields)},
        evaluate: ({ n }) => ({ fitness: n, descriptor: [n], note: { n }, energy: n / 2 }),
      });
      const vary = (parents, { random }) =>
        new ListBatch(Array.from({ length: parents.rows }, (_, i) => ({ ...parents.row(i), n: random.integer(0, 9) })));
      export const variants = {
        own: ({ seed }) => new MapElites({ domain, archive: new GridArchive({ domain, cells: [10] }), variation: { vary }, seed }),
      };`;
    const out = at('words');
    const ended = await elitesHere(['illuminate', await own('words.mjs', text), '--evaluations', '300', '--out', out]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(await readdir(out)).not.toContain('own.npy');
    const words = defineDomain({
      name: 'words',
      genome: { sample: () => ({}), serialize: JSON.stringify, deserialize: JSON.parse } as never,
      descriptor: { dimensions: 1, lower: 0, upper: 10 },
      fields,
      evaluate: () => ({ fitness: 0, descriptor: [0], note: {}, energy: 0 }),
    }) as never;
    const archive = GridArchive.fromBytes(await readFile(join(out, 'own.archive.safetensors')), { domain: words });
    const fromTable = new GridArchive({ domain: words, cells: [10] });
    expect(archiveFromCsv(await readFile(join(out, 'own.csv'), 'utf8'), fromTable).new).toBe(10);
    expect([...fromTable]).toEqual([...archive]);
    const elites = Array.from(archive as Iterable<{ genome: unknown; fields: unknown }>);
    expect(elites).toHaveLength(10);
    for (const { genome, fields: carried } of elites) {
      const { n } = genome as { n: number };
      expect([genome, carried]).toEqual([
        { letters: 'ab', n },
        { note: { n }, energy: n / 2 },
      ]);
    }
  });

  it('writes the report where a part cannot be stored, and tells why there is no checkpoint', async () => {
    const text = `
      const genome = objectSpace({ sample: (random) => [random.integer(0, 8)] });
      const descriptor = { dimensions: 1, lower: 0, upper: 10 };
      const evaluate = ([n]) => ({ fitness: n, descriptor: [n] });
      const domain = defineDomain({ name: 'lists', genome, descriptor, evaluate });
      const archive = () => new GridArchive({ domain, cells: [10] });
      const variation = { stateful: true, vary: ({ rows }) => ({ rows, row: () => [9] }) };
      export const variants = { own: ({ seed }) => new MapElites({ domain, archive: archive(), variation, seed }) };`;
    const out = at('no-state');
    const module = await own('no-state.mjs', text);
    const ended = await elitesHere(['illuminate', module, '--evaluations', '300', '--out', out]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('checkpoint or times could not be written, the run continues: ');
    expect(await readdir(out)).toEqual(expect.arrayContaining(['own.svg', 'report.html']));
  });

  it('reports what elites of a noisy domain are worth when they are evaluated again', async () => {
    const out = at('noisy');
    const noise = '+ (((seed * 0.618034) % 1) - 0.5)';
    const text = domain(2, 'noisy: true,')
      .replace('(genome) =>', '(genome, { seed }) =>')
      .replace(', 0), desc', `, 0) ${noise}, desc`);
    const argv = ['illuminate', await own('noisy.mjs', text), '--evaluations', '1000', '--out', out, '--json'];
    const ended = await elitesHere(argv);
    expect(ended.code, ended.stderr).toBe(0);
    const { corrected, meanFitness } = JSON.parse(lastLine(ended.stdout));
    expect(corrected.meanFitness).toBeLessThan(meanFitness);
    expect(await readFile(join(out, 'report.html'), 'utf8')).toContain('Corrected mean fitness');
  });

  it('writes the report where the elites of a noisy domain cannot be evaluated again, and says so', async () => {
    const out = at('uncorrected');
    const text = `${domain(2, 'noisy: true,')}
      const { evaluate } = domain;
      let left = 1000;
      domain.evaluate = (genomes, context) => {
        left -= genomes.rows;
        if (left < 0) throw new Error('down');
        return evaluate(genomes, context);
      };`;
    const argv = ['illuminate', await own('uncorrected.mjs', text), '--evaluations', '1000', '--out', out, '--json'];
    const ended = await elitesHere(argv);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('the metrics could not be corrected: down');
    expect(JSON.parse(lastLine(ended.stdout)).corrected.coverage).toBeNull();
    expect(await readFile(join(out, 'report.html'), 'utf8')).toContain('the metrics could not be corrected: down');
  });

  it('tells how many evaluations were invalid, and how many below the floor', async () => {
    const text = domain(1).replace('fitness: -', 'fitness: genome[0] > 0 ? Number.NaN : -6 - ');
    const argv = ['illuminate', await own('faults.mjs', text), '--evaluations', '100', '--out', at('faults')];
    const { code, stderr } = await elitesHere(argv);
    expect(code).toBe(0);
    expect(stderr).toMatch(/illuminate: me-line: \d+ of 100 evaluations were invalid: \d+ because fitness .*\.\n/);
    expect(stderr).toMatch(
      /me-line: \d+ of 100 evaluations had a fitness below the domain's fitnessFloor, which makes/,
    );
  });

  it('draws the variants of a module beside each other, whatever they are called', async () => {
    const variant =
      '({ seed }) => new MapElites({ domain, archive: new GridArchive({ domain, cells: [5] }), variation: new GaussianMutation(), seed })';
    const text = `${domain(1)} export const variants = { coverage: ${variant}, __proto__x: ${variant} };`;
    const names = ['--algorithm', 'coverage', '--algorithm', '__proto__x'];
    const out = at('names');
    const ended = await elitesHere([
      'illuminate',
      await own('names.mjs', text),
      ...names,
      '--evaluations',
      '200',
      '--out',
      out,
    ]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(await readdir(out)).toEqual(
      expect.arrayContaining(['coverage.svg', 'coverage-variant.svg', 'coverage-variant.npy', '__proto__x.svg']),
    );
  });

  it.each([
    [['--joints', '3'], 2, '--joints must be left out with a MODULE, which brings a domain of its own.'],
    [
      ['--algorithm', 'me-lin'],
      2,
      "--algorithm must be one of me-line, map-elites; got 'me-lin'. Did you mean me-line?",
    ],
  ])('refuses %j in one line', async (argv, code, message) => {
    const path = await own('refused.mjs', domain(1));
    const ended = await elitesHere(['illuminate', path, ...argv, '--out', at('refused')]);
    expect(ended).toEqual({ code, stdout: '', stderr: `elites illuminate: ${message}\n` });
  });

  it('refuses a search that cannot be stopped and gone on with', async () => {
    const path = await own(
      'no-search.mjs',
      'export const variants = { a: () => ({ ask() {}, archive: {} }), b: () => undefined };',
    );
    for (const name of ['a', 'b']) {
      const ended = await elitesHere(['illuminate', path, '--algorithm', name, '--out', at('no-search')]);
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toMatch(
        /the search of variant [ab] must be a Search, .*: it lacks (archive, )?snapshot, restore, history\.\n$/,
      );
    }
  });
});
