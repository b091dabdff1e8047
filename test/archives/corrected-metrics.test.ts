import { describe, expect, it } from 'vitest';
import { type Admission, CellArchive, correctedMetrics, GridArchive, gridIndex } from '../../src/archives/index.ts';
import { Batch, type Results } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

const unit = { dimensions: 1, lower: 0, upper: 1 };
const spec = { name: 'line', genome: unit, descriptor: unit, fitnessFloor: 0 };
const truth = defineDomain({ ...spec, evaluate: ([x = 0]) => ({ fitness: x, descriptor: [x] }) });
const noisy = defineDomain({
  ...spec,
  noisy: true,
  fields: { note: 'json' },
  evaluate([x = 0], { seed }) {
    const random = randomStream(seed!);
    return { fitness: x + random.normal(), descriptor: [x + 0.1 * random.normal()], note: 'measured' };
  },
});

/** Ten genomes in ten cells, each with a result that is too good. */
function lucky(): GridArchive<Float64Array, { readonly note: 'json' }> {
  const archive = new GridArchive({ domain: noisy, cells: [10] });
  const places = Array.from({ length: 10 }, (_, i) => [(i + 0.5) / 10]);
  const genomes = Batch.from(places.map(([x]) => [x! / 2]));
  archive.add(genomes, { fitness: new Float64Array(10).fill(9), descriptors: places, fields: { note: places } });
  return archive;
}

describe('correctedMetrics', () => {
  it('is what the elites are worth without noise, and leaves the archive as it is', async () => {
    const archive = lucky();
    const before = archive.toBytes();
    const { size, maxFitness } = await correctedMetrics({ archive, domain: truth, evaluations: 1, seed: 1 });
    // Genomes lie in [0.025, 0.475], two in a cell.
    expect([size, maxFitness]).toEqual([5, 0.475]);
    expect(archive.metrics()).toMatchObject({ size: 10, maxFitness: 9 });
    expect(archive.toBytes()).toEqual(before);
  });

  it('takes means of evaluations, each with a seed of its own, the same for the same seed', async () => {
    const archive = lucky();
    const seeds = new Set<number>();
    const domain = {
      ...noisy,
      evaluate(genomes: Parameters<typeof noisy.evaluate>[0], context?: { readonly seeds?: ArrayLike<number> }) {
        for (const seed of Array.from(context!.seeds!)) seeds.add(seed);
        return noisy.evaluate(genomes, context) as Results;
      },
    };
    const metrics = await correctedMetrics({ archive, domain, evaluations: 400, seed: 2 });
    expect(seeds.size).toBe(4000);
    // The standard error of a mean of 400 is 0.05.
    expect(Math.abs(metrics.maxFitness - 0.475)).toBeLessThan(0.25);
    expect(metrics.size).toBe(5);
    const again = await correctedMetrics({ archive, domain, evaluations: 400, seed: 2 });
    expect({ ...again, archive: again.archive.toBytes() }).toEqual({ ...metrics, archive: metrics.archive.toBytes() });
    expect(metrics.archive.metrics()).toMatchObject({ size: 5, maxFitness: metrics.maxFitness });
  });

  it('judges an elite by the mean of its valid evaluations, and counts the others, however many there are', async () => {
    let lost = 0;
    const flaky = defineDomain({
      ...spec,
      evaluate([x = 0], { seed }) {
        const random = randomStream(seed!);
        const luck = random.uniform();
        if (luck < 0.1) lost++;
        if (luck < 0.05) throw new Error('down');
        return { fitness: luck < 0.1 ? Number.NaN : x + 0.001 * random.normal(), descriptor: [x] };
      },
    });
    for (const evaluations of [10, 100]) {
      const found = await correctedMetrics({ archive: lucky(), domain: flaky, evaluations, seed: 1 });
      expect(found).toMatchObject({ size: 5, invalid: lost, leftOut: 0, meanFitness: expect.closeTo(0.275, 2) });
      expect(lost).toBeGreaterThan(0);
      lost = 0;
    }
  });

  it('leaves out elites without a valid evaluation, and counts them', async () => {
    const fails = defineDomain({
      ...spec,
      evaluate([x = 0]) {
        if (x > 0.2 && x < 0.3) throw new Error('down');
        return { fitness: x, descriptor: [x] };
      },
    });
    // Of 0.025, 0.075, … 0.475, two in a cell, those of cell 2 are missing.
    expect(await correctedMetrics({ archive: lucky(), domain: fails, seed: 1 })).toMatchObject({
      size: 4,
      invalid: 20,
      leftOut: 2,
    });
    expect(await correctedMetrics({ archive: lucky(), domain: truth, seed: 1 })).toMatchObject({
      invalid: 0,
      leftOut: 0,
    });
    expect(
      await errorOf(() =>
        correctedMetrics({ archive: lucky(), domain: { ...fails, evaluate: fails.evaluate.bind(null) }, seed: 1 }),
      ),
    ).toContain('down');
  });

  it('is the same whether rows are evaluated independently or as a batch', async () => {
    const together = { ...noisy, evaluate: noisy.evaluate.bind(null) };
    const [rows, batch] = [noisy, together].map((domain) => correctedMetrics({ archive: lucky(), domain, seed: 3 }));
    expect(await rows).toEqual(await batch);
  });

  it('lets timers run, and ends when its signal is aborted', async () => {
    const slow = (domain: typeof truth) => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(new Error('enough')), 30);
      const working = correctedMetrics({
        archive: lucky(),
        domain,
        evaluations: 1e6,
        seed: 1,
        signal: controller.signal,
      });
      return working.finally(() => clearTimeout(timer));
    };
    await expect(slow(truth)).rejects.toThrow('enough');
    await expect(slow({ ...truth, evaluate: truth.evaluate.bind(null) })).rejects.toThrow('enough');
  });

  it('tells no admission of what it evaluates', async () => {
    const entered: number[] = [];
    const admission: Admission = {
      threshold: (_cell, elite = -1) => elite,
      entered: (_cell, fitness) => entered.push(fitness),
    };
    const archive = new CellArchive({ domain: truth, index: gridIndex({ descriptor: unit, cells: [4] }), admission });
    archive.add(Batch.from([[0.3]]), { fitness: [7], descriptors: [[0.3]] });
    expect((await correctedMetrics({ archive, domain: truth, seed: 1 })).maxFitness).toBeCloseTo(0.3, 12);
    expect(entered).toEqual([7]);
  });

  it('does not count what cannot be evaluated, and refuses bad options', async () => {
    const archive = lucky();
    const half = {
      ...truth,
      evaluate: () => ({
        fitness: new Array(10).fill(1),
        descriptors: Array.from({ length: 10 }, (_, i) => [i < 5 ? Number.NaN : 0.05]),
      }),
    };
    expect(await correctedMetrics({ archive, domain: half, seed: 1 })).toMatchObject({
      size: 1,
      invalid: 50,
      leftOut: 5,
    });
    expect(await errorOf(() => correctedMetrics({ archive, domain: truth, evaluations: 0, seed: 1 }))).toContain(
      'ARGUMENT correctedMetrics: evaluations must be an integer in [1, 2147483647]; got 0.',
    );
    const signal = {} as never;
    expect(await errorOf(() => correctedMetrics({ archive, domain: truth, seed: 1, signal }))).toContain(
      'ARGUMENT correctedMetrics: signal must be an AbortSignal',
    );
    expect(await errorOf(() => correctedMetrics({ archive: {} as never, domain: truth, seed: 1 }))).toContain(
      'ARGUMENT',
    );
  });

  it.each([
    ['twice', [[0], [0]], 'row 0'],
    ['not at all', [[0], [1, 2, 3, 4, 5, 6, 7, 8]], 'row 9'],
    ['beyond the batch', [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [10]], 'row 10'],
  ])('refuses a domain that reports a row %s', async (_, reports, row) => {
    const domain: typeof truth = {
      ...truth,
      async evaluateRows(genomes, { done }) {
        for (const rows of reports) {
          const values = rows.map((i) => Array.from(genomes.row(Math.min(i, 9))));
          done(rows, { fitness: values.map(([x]) => x!), descriptors: values });
        }
      },
    };
    expect(await errorOf(() => correctedMetrics({ archive: lucky(), domain, seed: 1 }))).toBe(
      `ARGUMENT correctedMetrics: domain.evaluateRows must report each row of the batch once; got '${row}'.`,
    );
  });
});
