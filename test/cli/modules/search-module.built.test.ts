import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSearchModule } from '../../../src/cli/modules/search-module.ts';
import { elites } from '../spawn-bin.ts';

const library = new URL('../../../dist/index.js', import.meta.url).href;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-modules-'));
});
afterAll(() => rm(folder, { recursive: true }));

let number = 0;
/** Loads a module with this text below what it imports; a file of its own each time, since modules are loaded once. */
async function load(text: string) {
  const path = join(folder, `own-${number++}.mjs`);
  await writeFile(
    path,
    `import { defineDomain, GridArchive, objectSpace, Vae } from ${JSON.stringify(library)};\n${text}`,
  );
  return { path, module: await loadSearchModule('elites illuminate', path).catch((error: Error) => error) };
}

const domain = (descriptors: number, genome = '{ dimensions: 8, lower: -1, upper: 1 }') => `
  export const domain = defineDomain({
    name: 'own',
    genome: ${genome},
    descriptor: { dimensions: ${descriptors}, lower: -1, upper: 1 },
    evaluate: (genome) => ({ fitness: genome[0], descriptor: genome.slice(0, ${descriptors}) }),
  });`;

describe('loadSearchModule', () => {
  it.each([
    [1, 100],
    [2, 1024],
    [3, 1000],
  ])('makes searches of a domain with %i descriptors, in an archive of %i cells', async (descriptors, cells) => {
    const { module } = await load(domain(descriptors));
    if (module instanceof Error) throw module;
    expect([...module.variants.keys()]).toEqual(['me-line', 'map-elites']);
    const [one, two] = await Promise.all([1, 2].map((seed) => module.variants.get('me-line')!({ seed })));
    expect(one!.archive.cells).toBe(cells);
    expect(two!.archive).not.toBe(one!.archive);
  });

  it("takes the module's archive, and compares DDE-Elites with what its learner learns", async () => {
    const parts = `
      export const archive = () => new GridArchive({ domain, cells: [4, 5] });
      export const learner = () => new Vae({ inputs: 8, latent: 2 });`;
    const { module } = await load(domain(2) + parts);
    if (module instanceof Error) throw module;
    expect([...module.variants.keys()]).toEqual(['dde-elites', 'me-line', 'map-elites']);
    for (const make of module.variants.values()) expect((await make({ seed: 1 })).archive.cells).toBe(20);
  });

  it('takes the variants that a module exports, whatever else it exports', async () => {
    const { module } = await load(`${domain(2)} export const variants = { own: () => undefined };`);
    if (module instanceof Error) throw module;
    expect([...module.variants.keys()]).toEqual(['own']);
    expect(module).toMatchObject({ name: `own-${number - 1}`, digest: expect.stringMatching(/^[0-9a-f]{8}$/) });
  });

  it('has another digest when a file that it imports has changed', async () => {
    const digestWith = async (helper: string): Promise<string> => {
      await writeFile(join(folder, 'helper.mjs'), helper);
      const { module } = await load(`import './helper.mjs'; export const variants = { own: () => undefined };`);
      if (module instanceof Error) throw module;
      return module.digest;
    };
    const first = await digestWith('export const x = 1;');
    expect(await digestWith('export const x = 1;')).toBe(first);
    expect(await digestWith('export const x = 2;')).not.toBe(first);
  });

  it.each([
    [
      'export default 7;',
      'PATH must export a domain, or variants, an object of functions by names of at most 100 letters, digits, dots, _, + and -; got exports named default.',
    ],
    ['const domain = 7;', '_, + and -; got no exports.'],
    ["export const variants = { 'a/b': () => undefined };", "_, + and -; got a function named 'a/b'."],
    ['export const domain = 7;', 'elites illuminate: PATH: domain must have evaluate, as defineDomain makes it.'],
    [domain(2, 'objectSpace({ sample: () => [0, 0] })'), 'PATH: variants must be exported, since genomes that are no'],
    [`${domain(2)} export const archive = 7;`, 'PATH: archive must be a function that makes one.'],
    [`${domain(2)} export const learner = {};`, 'PATH: learner must be a function that makes one.'],
  ])('says what is wrong with %s', async (text, message) => {
    const { path, module } = await load(text);
    expect(module).toMatchObject({ exitCode: 1 });
    expect((module as Error).message.replaceAll(path, 'PATH')).toContain(message);
  });

  it.each(['domain.json', 'domain', '/dev/zero'])('refuses %s, which is no JavaScript file', async (path) => {
    const message = `elites illuminate: MODULE must be a JavaScript file, .mjs or .js; got '${path}'.`;
    await expect(loadSearchModule('elites illuminate', path)).rejects.toMatchObject({ exitCode: 1, message });
  });

  it.each([
    ['a.ts', 'const x: number = 1; export const variants = {};'],
    ['a.tsx', 'export const variants = {};'],
    ['a.mjs', "import './other.js';"],
    ['a.mjs', "import './other.ts';"],
  ])('says how Node reads TypeScript, with the command that does: %s with %s', async (name, text) => {
    const path = join(folder, name);
    await writeFile(join(folder, 'other.ts'), 'export enum A { b }');
    await writeFile(path, text);
    const { code, stderr } = await elites(['compare', path, '--replicates', '2']);
    const here = 'node --import tsx dist/cli.js compare';
    const way = `call ${here} ${path} --replicates 2, after npm install tsx; or compile it`;
    expect([code, stderr]).toEqual([
      1,
      `elites compare: ${path}: Node cannot read this TypeScript by itself: ${way}, and give the .js file, as a project of elites init does.\n`,
    ]);
  });

  it('still says which file is missing where there is no TypeScript in its place', async () => {
    const { module } = await load("import './nowhere.js';");
    expect((module as Error).message).toContain('Cannot find module');
  });
});
