import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elitesHere } from '../elites-here.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-view-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A domain that needs nothing of the library. */
const domain = (name: string, dimensions = 2): string => `
  export const domain = {
    name: ${JSON.stringify(name)},
    genome: { dimensions: 3, lower: 0, upper: 1 },
    descriptor: { dimensions: ${dimensions}, lower: 0, upper: 1 },
    evaluate: (genomes) => ({
      fitness: Array.from({ length: genomes.rows }, (_, i) => genomes.row(i)[2]),
      descriptors: Array.from({ length: genomes.rows }, (_, i) => genomes.row(i).slice(0, ${dimensions})),
    }),
  };`;

let number = 0;
/** Runs `elites illuminate` on a module with this text, and gives what it says and its report. */
async function illuminated(text: string, more: readonly string[] = []) {
  const name = `own-${number++}`;
  const [path, out] = [join(folder, `${name}.mjs`), join(folder, name)];
  await writeFile(path, text);
  const ended = await elitesHere(['illuminate', path, '--evaluations', '300', '--out', out, ...more]);
  const file = (end: string): Promise<string> => readFile(join(out, end), 'utf8').catch(() => '');
  const [page, picture, history] = [await file('report.html'), await file('me-line.svg'), await file('fitness.svg')];
  const stderr = ended.stderr.replaceAll(path, 'PATH');
  return { ...ended, stderr, name, out, page, picture, history };
}

/** What the script of a page finds in it. */
function runsIn(page: string) {
  const [, json] = /<script type="application\/json" class="elites-data">(.*?)<\/script>/.exec(page)!;
  return (JSON.parse(json!) as { runs: { drawing?: { source: string }; space: object }[] }).runs;
}

describe('what a module says of its pictures', () => {
  it('is in the report: the name of its domain, of descriptors and fitness, and the source of its renderer', async () => {
    const view = `
      export const labels = ['length, m', 'width & <height>'];
      export const fitnessLabel = 'gain, dB';
      export function render(context, genome, size) {
        context.fillText('</script>', genome[0] * size, size);
      }`;
    const { code, stderr, page, picture, name } = await illuminated(domain('horns <of> mine') + view);
    expect(code, stderr).toBe(0);
    expect(page).toContain('<title>horns &lt;of&gt; mine</title>');
    expect(page).not.toContain(`>${name}<`);
    for (const text of ['length, m', 'width &amp; &lt;height&gt;', 'gain, dB']) expect(picture).toContain(`>${text}<`);
    const [run] = runsIn(page);
    expect(run!.space).toMatchObject({ labels: ['length, m', 'width & <height>'], fitnessLabel: 'gain, dB' });
    const drawn: unknown[] = [];
    const context = { fillText: (...args: unknown[]) => drawn.push(args) };
    new Function(`return (${run!.drawing!.source}\n)`)()(context, [0.5], 100);
    expect(drawn).toEqual([['</script>', 50, 100]]);
  });

  it('names the axes of pictures of more than two descriptors', async () => {
    const { page } = await illuminated(`${domain('deep', 3)} export const labels = ['one', 'two', 'three'];`);
    for (const text of ['one', 'two', 'three']) expect(page).toContain(`>${text}<`);
  });

  it('may be missing: then the file has the name, and genomes are bars', async () => {
    const { code, page, name } = await illuminated(domain(' '));
    expect(code).toBe(0);
    expect(page).toContain(`<title>${name}</title>`);
    expect(runsIn(page)[0]).not.toHaveProperty('drawing');
  });

  it('may be in another file; that a renderer uses what is there beside it is seen all the same', async () => {
    await writeFile(
      join(folder, 'drawing.mjs'),
      `const dot = (context, x) => context.fillRect(x, 0, 2, 2);
       export function alone(context, genome) { context.fillRect(genome[0], 0, 2, 2); }
       export function together(context, genome) { dot(context, genome[0]); }`,
    );
    const from = (name: string) => `${domain('own')} export { ${name} as render } from './drawing.mjs';`;
    const { code, stderr, page } = await illuminated(from('alone'));
    expect(code, stderr).toBe(0);
    expect(runsIn(page)[0]!.drawing!.source).toMatch(/^function alone/);
    const rule = 'render must use nothing but its arguments, since only its text goes into the page';
    expect(await illuminated(from('together'))).toMatchObject({
      code: 1,
      stderr: `elites illuminate: PATH: ${rule}; got one that uses dot.\n`,
    });
  });

  it.each([
    [
      "export const labels = 'x';",
      "labels must be a list of texts without control characters, one for each descriptor; got 'x'.",
    ],
    ["export const labels = ['x'];", 'labels must be 2 texts, one for each descriptor; got 1.'],
    [
      "export const labels = ['x', 'y\\u202e'];",
      "labels must be a list of texts without control characters, one for each descriptor; got ['x', 'y\\u{202e}'].",
    ],
    ['export const fitnessLabel = 7;', 'fitnessLabel must be a text without control characters; got 7.'],
    [
      "export const render = '<svg/>';",
      "render must be a function (context, genome, size, elite) that draws a genome; got '<svg/>'.",
    ],
    [
      'export const render = class Drawn {};',
      'render must be a function (context, genome, size, elite) that draws a genome; got a class or a generator.',
    ],
    [
      'export function* render(context) { yield context; }',
      'render must be a function (context, genome, size, elite) that draws a genome; got a class or a generator.',
    ],
    [
      'const wide = 3; export const render = (context) => context.fillRect(0, 0, wide, 1);',
      'render must use nothing but its arguments, since only its text goes into the page; got one that uses wide.',
    ],
  ])('is checked before anything is evaluated: %s', async (view, message) => {
    const { code, stderr, page } = await illuminated(domain('own') + view);
    expect({ code, stderr, page }).toEqual({ code: 1, stderr: `elites illuminate: PATH: ${message}\n`, page: '' });
  });
});
