import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { LinearEncoding } from '../../src/pca/index.ts';
import { elitesHere } from './elites-here.ts';

const released = (name: string): string => new URL(`../fixtures/released/${name}`, import.meta.url).pathname;
const archive20 = released('archive-arm20.npy');
const dde20 = released('dde-arm20.safetensors');
const library = new URL('../../dist/index.js', import.meta.url).href;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-encoding-'));
});
afterAll(() => rm(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)!;

describe('elites encoding', () => {
  it('measures the released encoding on the released archive, the same for the same seed', async () => {
    const call = ['encoding', dde20, '--archive', archive20, '--samples', '200', '--json'];
    const ended = await elitesHere(call);
    expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(
      /^10 latents, 20 genes, 1,895 elites of .*\nerror 0.00412 of a gene's range, 4 of 10 latents active, /,
    );
    expect(JSON.parse(lastLine(ended.stdout))).toMatchObject({ latents: 10, activeLatents: 4, seed: 1, samples: 200 });
    expect((await elitesHere(call)).stdout).toBe(ended.stdout);
  });

  it('takes the archive beside the file, and measures without one what it can', async () => {
    await copyFile(dde20, at('dde.safetensors'));
    const without = await elitesHere(['encoding', at('dde.safetensors'), '--samples', '100']);
    expect(without.stdout).toMatch(/no archive found beside it\nrandom latents fill /);
    await copyFile(archive20, at('dde-elites.npy'));
    await copyFile(archive20, at('me-line.npy'));
    const beside = await elitesHere(['encoding', at('dde.safetensors'), '--samples', '0']);
    expect(beside.stdout).toContain(at('dde-elites.npy'));
    expect(beside.stdout).toMatch(/4 of 10 latents active\n$/);
  });

  it('names itself and the file once where the file is no encoding', async () => {
    await writeFile(at('no.safetensors'), 'hi');
    const { code, stderr } = await elitesHere(['encoding', at('no.safetensors')]);
    expect(code).toBe(1);
    expect(stderr).toBe(`elites encoding: ${at('no.safetensors')}: bytes must have at least 8 bytes; got 2.\n`);
  });

  it("finishes, writes and measures the encoding of a module's domain", async () => {
    await writeFile(
      at('own.mjs'),
      `import { defineDomain, Vae } from ${JSON.stringify(library)};
      export const domain = defineDomain({
        name: 'own',
        genome: { dimensions: 4, lower: -1, upper: 1 },
        descriptor: { dimensions: 2, lower: -1, upper: 1 },
        evaluate: (genome) => ({ fitness: -(genome[2] ** 2), descriptor: genome.slice(0, 2) }),
      });
      export const learner = () => new Vae({ inputs: 4, latent: 2, epochs: 1 });`,
    );
    const out = at('out');
    const illuminated = await elitesHere([
      'illuminate',
      at('own.mjs'),
      '--evaluations',
      '500',
      '--finish',
      '--out',
      out,
      '--json',
    ]);
    expect(illuminated.code, illuminated.stderr).toBe(0);
    expect(illuminated.stdout).toMatch(/\nencoding of dde-elites: error .* of 2 latents active \(.* s\)\n/);
    expect(JSON.parse(lastLine(illuminated.stdout)).encoding).toMatchObject({ latents: 2 });
    const file = join(out, 'dde.safetensors');
    const measured = await elitesHere(['encoding', file, '--module', at('own.mjs'), '--samples', '50', '--json']);
    expect(measured.code, measured.stderr).toBe(0);
    expect(JSON.parse(lastLine(measured.stdout)).randomCoverage).toBeGreaterThan(0);
    const wrong = await elitesHere(['encoding', dde20, '--module', at('own.mjs')]);
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.stderr).toMatch(/the encoding must decode to the genes of the domain/);
    // Its genes are those of an arm with four joints; its elites are not.
    const arms = await elitesHere(['encoding', file]);
    expect(arms.stderr).toMatch(/dde-elites\.npy: bytes must hold planar arms \(give --module for those of your own/);
    expect(arms.code).toBe(1);
    for (const command of ['plot', 'encode']) {
      const { code, stderr } = await elitesHere([command, join(out, 'dde-elites.npy'), '--out', at('none')]);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /dde-elites\.npy: bytes must hold planar arms \(elites illuminate draws those of a MODULE, elites encode takes NAME.archive.safetensors\), /,
      );
    }
  });

  it("reads a module's archive in both forms that illuminate writes, also with fields, to the same figures", async () => {
    const module = (name: string, fields: string, answer: string): Promise<void> =>
      writeFile(
        at(name),
        `import { defineDomain } from ${JSON.stringify(library)};
        export const domain = defineDomain({
          name: 'own',
          genome: { dimensions: 3, lower: 0, upper: 1 },
          descriptor: { dimensions: 2, lower: 0, upper: 1 },
          fields: ${fields},
          evaluate: (genome) => ({ fitness: -genome[2], descriptor: genome.slice(0, 2), ${answer} }),
        });`,
      );
    await module(
      'fields.mjs',
      "{ cost: 'number', path: { size: 2 }, note: 'json' }",
      'cost: 1, path: [1, 2], note: {}',
    );
    const encoding = at('linear.safetensors');
    const phenotype = { dimensions: 3, lower: 0, upper: 1 };
    const components = Batch.from([[1, 0, 0]]);
    const options = { mean: new Float64Array(3).fill(0.5), components, deviations: Float64Array.of(0.3), phenotype };
    await writeFile(encoding, new LinearEncoding(options).toBytes());
    const out = at('fields');
    const filled = await elitesHere(['illuminate', at('fields.mjs'), '--evaluations', '300', '--out', out]);
    expect(filled.code, filled.stderr).toBe(0);
    const measured = async (file: string): Promise<string> => {
      const archive = join(out, file);
      const call = ['encoding', encoding, '--module', at('fields.mjs'), '--archive', archive, '--samples', '50'];
      const { code, stderr, stdout } = await elitesHere(call);
      expect(code, stderr).toBe(0);
      return stdout.replace(archive, 'ARCHIVE');
    };
    const figures = await measured('me-line.npy');
    expect(figures).toMatch(/elites of ARCHIVE\nerror /);
    expect(await measured('me-line.archive.safetensors')).toBe(figures);
  });

  it('draws and encodes arms of a module from both forms of their archive', async () => {
    await writeFile(
      at('arm.mjs'),
      `import { planarArm } from ${JSON.stringify(library)}; export const domain = planarArm({ joints: 4 });`,
    );
    const out = at('arm');
    const filled = await elitesHere(['illuminate', at('arm.mjs'), '--evaluations', '300', '--out', out]);
    expect(filled.code, filled.stderr).toBe(0);
    for (const [command, ...flags] of [
      ['plot', '--title', 'arms'],
      ['encode', '--rounds', '1', '--epochs', '2'],
    ]) {
      const made = ['me-line.npy', 'me-line.archive.safetensors'].map(async (file) => {
        const { code, stderr } = await elitesHere([
          command!,
          join(out, file),
          ...flags,
          '--out',
          at(`${command}-${file}`),
        ]);
        expect(code, stderr).toBe(0);
        return readFile(at(`${command}-${file}`));
      });
      const [npy, stored] = await Promise.all(made);
      expect(stored!.equals(npy!)).toBe(true);
    }
  });

  it('says what an archive must be, and what an encoding must be', async () => {
    const rule = 'bytes must be an archive: a .npy file, or what elites illuminate writes as NAME.archive.safetensors';
    for (const call of [
      ['plot', dde20],
      ['encode', dde20],
      ['encoding', dde20, '--archive', dde20],
    ]) {
      const { code, stderr } = await elitesHere(call);
      expect(code).toBe(1);
      expect(stderr).toContain(rule);
    }
    const archive = at('arm/me-line.archive.safetensors');
    const { code, stderr } = await elitesHere(['encoding', archive]);
    expect([code, stderr]).toEqual([
      1,
      `elites encoding: ${archive}: file must be an encoding (.safetensors); got an archive or a snapshot (of GridArchive).\n`,
    ]);
  });

  it('says that --module must name the domain where an encoding decodes to no planar arm', async () => {
    const phenotype = { dimensions: 3, lower: 0, upper: 1 };
    const components = Batch.from([[1, 0, 0]]);
    const options = { mean: new Float64Array(3), components, deviations: Float64Array.of(1), phenotype };
    await writeFile(at('other.safetensors'), new LinearEncoding(options).toBytes());
    const { code, stderr } = await elitesHere(['encoding', at('other.safetensors')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/--module must name the domain's module, for the encoding decodes to no planar arm; got/);
  });

  it('refuses what is no encoding, and an archive of other elites', async () => {
    const none = await elitesHere(['encoding', archive20]);
    expect([none.code, none.stderr]).toEqual([
      1,
      `elites encoding: ${archive20}: file must be an encoding (.safetensors); got an archive (.npy).\n`,
    ]);
    await writeFile(at('no.npy'), 'nothing');
    const other = await elitesHere(['encoding', dde20, '--archive', at('no.npy')]);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('no.npy')]);
    const missing = await elitesHere(['encoding', at('missing.safetensors')]);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('FILE must be a file')]);
  });
});
