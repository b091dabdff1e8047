import { describe, expect, it } from 'vitest';
import { whyDrawingFails, whySourceFails } from '../../../src/cli/modules/renderer-trial.ts';
import { objectSpace } from '../../../src/core/index.ts';

const descriptor = { dimensions: 2, lower: 0, upper: 1 };
const vectors = { genome: { dimensions: 3, lower: 0, upper: 4 }, descriptor };
const words = { genome: objectSpace({ sample: () => ({ word: 'abc' }) }), descriptor };

/** In a module that has these names outside of the renderer. */
const fault = (source: string, problem: Parameters<typeof whySourceFails>[2]): Promise<string | undefined> =>
  whySourceFails(
    source,
    `const [spacing, draw, wrong, missing] = [setTimeout, structuredClone]; export const render = ${source};`,
    problem,
  );

describe('whySourceFails', () => {
  it.each([
    ['what is not known and not of the module', '(context) => context.drawImage(new VideoFrame(context.canvas), 0, 0)'],
    ['a function', 'function render(context, genome, size) { context.fillRect(0, 0, genome[0] * size, size); }'],
    ['an arrow function', '(context, genome) => { for (const gene of genome) context.lineTo(gene, gene); }'],
    ['a comment at its end', '(context) => context.fill() // all of it'],
    [
      'what the canvas makes',
      'function (c) { while (c.measureText("a").width > 9); c.createLinearGradient(0, 0, 1, 1).addColorStop(0, "#fff"); }',
    ],
    ['what pages have', '(context) => context.stroke(new Path2D("M0 0L" + devicePixelRatio + " 1"))'],
    [
      'functions of its own',
      'function render(context) { const y = wave(2); function wave(x) { return Math.sin(x); } context.lineTo(0, y); }',
    ],
    ['an error of another kind', '(context, genome, size, elite) => context.lineTo(elite.fields.path[0][0], 0)'],
    ['what pages have, also where the module uses it', '() => { structuredClone(1); setTimeout(() => {}, 1); }'],
    ['a promise that is rejected later', '() => { Promise.reject(new Error("late")); }'],
    ['an error that cannot be read', '() => { throw { get name() { throw 1; } }; }'],
  ])('has nothing against %s', async (_, source) => {
    expect(await fault(source, vectors)).toBeUndefined();
  });

  it.each([
    ['function render(context) { context.lineTo(0, spacing); }', 'one that uses spacing'],
    ['(context, genome) => draw(context, genome)', 'one that uses draw'],
    ['(context, genome, size, { fields }) => { context.lineTo(fields.path[0][0], 0); draw(); }', 'one that uses draw'],
    [
      'function () { [native code] }',
      expect.stringMatching(/^one whose text is no function by itself \(.+\); write function render/),
    ],
    [
      'render(context) { context.fill(); }',
      expect.stringMatching(/^one whose text is no function by itself \(.+\); write function render/),
    ],
  ])('says why %s cannot stand alone', async (source, why) => {
    expect(await fault(source, vectors)).toEqual(why);
  });

  it('draws a genome of the space, and an elite that has it', async () => {
    const check =
      '(_, g, size, e) => { if (g[2] !== 2 || size !== 200 || e.genome !== g || e.descriptor[1] !== 0.5) wrong; }';
    expect(await fault(check, vectors)).toBeUndefined();
    expect(await fault('(_, { word }) => { if (word !== "abc") wrong; }', words)).toBeUndefined();
    const unbounded = { ...vectors, genome: { dimensions: 1, lower: -Infinity, upper: Infinity } };
    expect(await fault('(_, genome) => { if (genome[0] !== 0) wrong; }', unbounded)).toBeUndefined();
  });

  it('has nothing against a source whose genomes cannot go to a thread', async () => {
    const rules = { genome: objectSpace({ sample: () => ({ grow() {} }) }), descriptor };
    expect(await fault('(context, genome) => draw(genome.grow())', rules)).toBeUndefined();
  });

  it.each([
    '() => { for (;;); }',
    'async () => { for (;;) await null; }',
    '() => { Promise.resolve().then(() => { for (;;); }); }',
    '() => { throw Object.defineProperty(new Error(), "message", { get() { for (;;); } }); }',
  ])('ends where %s does not', async (source) => {
    expect(await fault(source, vectors)).toBe('one that takes longer than 1 s');
  });

  it('refuses a promise, which nobody would wait for', async () => {
    expect(await fault('async (context) => { context.fill(); }', vectors)).toMatch(/^one that returns a promise/);
  });
});

describe('whyDrawingFails', () => {
  const origin = { id: 7, evaluation: 7, parents: [], emitter: 'line', seed: -1 };
  const elites = Array.from({ length: 500 }, (_, cell) => {
    const genome = Float64Array.of(cell);
    return { cell, fitness: cell === 333 ? 1 : 0, descriptor: genome, genome, fields: { path: [cell] }, origin };
  });

  it('draws some real elites with their fields, the fittest among them', async () => {
    expect(await whyDrawingFails('(c, genome, size, { fields }) => c.lineTo(...fields.path)', elites)).toBeUndefined();
    expect(await whyDrawingFails('(c, genome, size, { origin }) => origin.emitter.length', elites)).toBeUndefined();
    const onlyFittest = '(c, genome, size, { fitness }) => { if (fitness === 1) palette(); }';
    expect(await whyDrawingFails(onlyFittest, elites)).toBe(
      'render threw ReferenceError (palette is not defined) when it drew the elite of cell 333',
    );
    const half = '(c, genome) => { if (genome[0] >= 250) throw new Error("far"); }';
    expect(await whyDrawingFails(half, elites)).toMatch(
      /^render threw Error \(far\) when it drew the elite of cell \d{3}$/,
    );
    expect(await whyDrawingFails('() => { throw new Error(); }', [])).toBeUndefined();
  });

  it('says that an elite took too long, or returned a promise', async () => {
    const loops = '(c, genome) => { if (genome[0] > 400) for (;;); }';
    expect(await whyDrawingFails(loops, elites)).toMatch(
      /^render took longer than 1 s when it drew the elite of cell 4/,
    );
    expect(await whyDrawingFails('async () => {}', elites)).toMatch(/^render returned a promise/);
  });

  it('reads the texts of genomes first, and says which of both functions failed', async () => {
    const texts = elites.map((elite) => ({ ...elite, genome: `${elite.cell}` }));
    const draws =
      '(c, genome, size, elite) => { if (genome.at < 0 || elite.genome !== genome) throw new Error("other"); }';
    expect(await whyDrawingFails(draws, texts, '(text) => ({ at: Number(text) })')).toBeUndefined();
    const fails = '(text) => { if (text === "333") throw new Error("odd"); return { at: -1 }; }';
    expect(await whyDrawingFails(draws, texts, fails)).toBe(
      'deserialize threw Error (odd) when it read the genome of the elite of cell 333',
    );
    expect(await whyDrawingFails(draws, texts, '() => ({ at: -1 })')).toMatch(/^render threw Error \(other\)/);
  });
});
