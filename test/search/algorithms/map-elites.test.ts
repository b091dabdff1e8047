import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import {
  type AskedBatch,
  Batch,
  type Genomes,
  ListBatch,
  objectSpace,
  type Random,
  type Results,
  type Selection,
  type VariationContext,
} from '../../../src/core/index.ts';
import { planarArm, sphereProjection } from '../../../src/domains/index.ts';
import { MapElites, type MapElitesOptions } from '../../../src/search/index.ts';
import { GaussianMutation } from '../../../src/variation/index.ts';
import { bowl, bowlArchive } from '../../support/domains/bowl.ts';
import { errorOf } from '../../support/error-of.ts';

const make = (options: Partial<MapElitesOptions> = {}): MapElites =>
  new MapElites({
    domain: bowl,
    archive: bowlArchive(),
    variation: new GaussianMutation({ sigma: 0.5 }),
    batchSize: 20,
    initial: { evaluations: 20 },
    seed: 1,
    ...options,
  });
const evaluate = (genomes: Genomes<Float64Array>): Promise<Results> => Promise.resolve(bowl.evaluate(genomes));

async function generation(search: MapElites): Promise<Batch & AskedBatch> {
  const genomes = (await search.ask()) as Batch & AskedBatch;
  await search.tell(genomes, await evaluate(genomes));
  return genomes;
}

describe('MapElites', () => {
  it('draws first genomes anew when the archive with elites that it was given was emptied', async () => {
    const archive = bowlArchive();
    const empty = archive.snapshot();
    archive.add(Batch.zeros(1, 4), await evaluate(Batch.zeros(1, 4)));
    const search = make({ archive });
    expect((await search.ask()).emitters).toEqual({ variation: 20 });
    archive.restore(empty);
    expect((await search.ask()).emitters).toEqual({ variation: 0 });
  });

  it('takes no other batch, no batch twice, and no results of a wrong number, and stays usable', async () => {
    const search = make();
    expect(await errorOf(() => search.tell(Batch.zeros(1, 4), { fitness: [0], descriptors: [[0, 0]] }))).toBe(
      'STATE MapElites.tell: no batch is out; ask for one first.',
    );
    const asked = search.ask();
    const genomes = await asked;
    const results = await evaluate(genomes);
    expect(await errorOf(() => search.tell(asked as never, results))).toBe(
      'STATE MapElites.tell: the genomes are a promise: await ask().',
    );
    expect(await errorOf(() => search.tell(Batch.zeros(20, 4), results))).toMatch(/^STATE .* not a batch that is out/);
    expect(await errorOf(() => search.tell(genomes, { ...results, fitness: [1, 2] }))).toContain(
      'fitness must have shape (20)',
    );
    expect([search.evaluations, search.archive.size]).toEqual([0, 0]);
    expect(search.pending).toEqual([genomes]);
    await search.tell(genomes, results);
    expect(await errorOf(() => search.tell(genomes, results))).toMatch(/^STATE/);
    expect(search.evaluations).toBe(20);
  });

  it('gives the same archive for the same seed, and another for another', async () => {
    const archive = async (seed: number): Promise<unknown[]> => {
      const search = make({ seed });
      for (let i = 0; i < 20; i++) await generation(search);
      return [...search.archive];
    };
    expect(await archive(1)).toEqual(await archive(1));
    expect(await archive(1)).not.toEqual(await archive(2));
  });

  it('draws the first genomes as told', async () => {
    const sizes = async (initial: MapElitesOptions['initial']): Promise<number[]> => {
      const search = make({ initial, variation: { vary: () => Batch.zeros(20, 4) } });
      const rows: number[] = [];
      for (;;) {
        const batch = await generation(search);
        if (batch.emitters.variation! > 0) {
          expect(batch.data.every((x) => x === 0)).toBe(true);
          return rows;
        }
        rows.push(batch.rows);
      }
    };
    expect(await sizes({ evaluations: 20 })).toEqual([20]);
    // 100 by default, so that small batches do not begin with one or two genomes.
    expect(await sizes(undefined)).toEqual([20, 20, 20, 20, 20]);
    expect(await sizes({ evaluations: 50 })).toEqual([20, 20, 10]);
    expect(await sizes({ untilCoverage: 0.3, atMost: 1000 })).toEqual([20, 20]);
    expect(await sizes({ untilCoverage: 1, atMost: 50 })).toEqual([20, 20, 10]);
    const given = Batch.from(Array.from({ length: 25 }, (_, i) => [i / 5, 1, 2, 3]));
    expect(await sizes(given)).toEqual([20, 5]);
    const search = make({ initial: given });
    expect((await generation(search)).row(7)).toEqual(given.row(7));
    expect((await generation(search)).row(4)).toEqual(given.row(24));
  });

  it('takes all the first genomes that were given or asked for, also when the archive is full at once', async () => {
    const given = Batch.from(Array.from({ length: 50 }, (_, i) => [i / 5, 1, 2, 3]));
    for (const [initial, count] of [
      [given, 50],
      [{ evaluations: 70 }, 70],
    ] as const) {
      const archive = new GridArchive({ domain: bowl, cells: [1, 1] });
      const search = make({ archive, initial });
      let first = 0;
      for (let batch = await generation(search); batch.emitters.variation === 0; batch = await generation(search)) {
        first += batch.rows;
      }
      expect(first).toBe(count);
    }
  });

  it('refuses results of a wrong number, and an archive that gives no report; the rows stay out', async () => {
    const lax = { size: 0, cells: 100, add: () => ({ status: [] }), metrics: () => ({}) };
    const search = make({ archive: lax as never });
    const genomes = await search.ask();
    const good = await evaluate(genomes);
    for (const part of [
      { fitness: [1] },
      { descriptors: [[1, 1]] },
      { descriptors: Batch.zeros(3, 2) },
      { reasons: [] },
    ]) {
      const error = await errorOf(() => search.tell(genomes, { ...good, ...part }));
      expect(error).toMatch(/^ARGUMENT MapElites.tell: \w+ must have (shape \(20|20 rows)/);
    }
    expect(search.evaluations).toBe(0);
    for (const report of [{ status: [] }, undefined, Promise.resolve()]) {
      Object.assign(lax, { add: () => report });
      expect(await errorOf(() => search.tell(genomes, good))).toMatch(
        /^ARGUMENT MapElites.tell: archive.add\(\) must report on 20 rows/,
      );
    }
    expect(search.missing(genomes)).toHaveLength(20);
    expect(search.evaluations).toBe(0);
  });

  it('draws more first genomes while none of them is valid', async () => {
    const search = make({ initial: { evaluations: 20 } });
    for (let i = 0; i < 3; i++) {
      const genomes = await search.ask();
      expect(genomes.emitters.variation).toBe(0);
      await search.tell(genomes, { fitness: new Array(20).fill(Number.NaN), descriptors: Batch.zeros(20, 2) });
    }
    expect((await generation(search)).emitters.variation).toBe(0);
    expect((await generation(search)).emitters.variation).toBe(20);
  });

  it('goes on from an archive that holds elites', async () => {
    const archive = bowlArchive();
    archive.add(Batch.from([[5, 5, 5, 5]]), { fitness: [0], descriptors: [[5, 5]] });
    const search = make({ archive, variation: new GaussianMutation({ sigma: 1e-9 }) });
    expect((await search.ask()).row(3)[0]).toBeCloseTo(5, 6);
  });

  it('starts unbounded and arm genomes where their domains say', async () => {
    const sphere = sphereProjection({ dimensions: 4 });
    const archive = new GridArchive({ domain: sphere, cells: [10, 10] });
    const search = new MapElites({ domain: sphere, archive, variation: new GaussianMutation({ sigma: 0.5 }), seed: 1 });
    expect([...(await search.ask()).row(0)]).toEqual([0, 0, 0, 0]);
    const arm = planarArm({ joints: 50 });
    const armSearch = new MapElites({
      domain: arm,
      archive: new GridArchive({ domain: arm, cells: [10, 10] }),
      variation: new GaussianMutation(),
      seed: 1,
    });
    const first = (await armSearch.ask()).row(0);
    expect(first.filter((x) => Math.abs(x) === 1).length).toBeGreaterThan(5); // a third of clipped standard normals
    const unbounded = { ...sphere, initialGenome: undefined };
    expect(
      await errorOf(() => make({ domain: unbounded, archive: new GridArchive({ domain: unbounded, cells: [3, 3] }) })),
    ).toContain(
      'domain.genome must have finite bounds in dimension 0, or the domain must have an initialGenome; got [-Infinity, Infinity]',
    );
  });

  it('refuses a first genome outside its box by name, whatever its bounds, and tries again', async () => {
    let gene = 11;
    const initialGenome = () => Float64Array.of(1, 2, gene, 4);
    const search = make({ domain: { ...bowl, initialGenome } });
    const rule = 'ARGUMENT MapElites.initialGenome: gene 2 must lie in domain.genome; got';
    expect(await errorOf(() => search.ask())).toBe(`${rule} 11.`);
    gene = Number.NaN;
    expect(await errorOf(() => search.ask())).toBe(`${rule} NaN.`);
    gene = 10;
    expect((await search.ask()).rows).toBe(20);
    const genome = { dimensions: 4, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
    const open = { ...bowl, genome, initialGenome: () => Float64Array.of(1, 2, gene, 4) };
    const unbounded = make({ domain: open, archive: new GridArchive({ domain: open, cells: [2, 2] }) });
    gene = Number.POSITIVE_INFINITY;
    expect(await errorOf(() => unbounded.ask())).toBe(`${rule} Infinity.`);
    gene = -Number.MAX_VALUE;
    expect((await unbounded.ask()).rows).toBe(20);
    const given = Batch.from([[1, 2, Number.POSITIVE_INFINITY, 4]]);
    const others = { domain: open, archive: new GridArchive({ domain: open, cells: [2, 2] }), initial: given };
    expect(await errorOf(() => make(others))).toContain('initial.row(0)[2] must lie in domain.genome; got Infinity');
  });

  it('takes children outside their box for invalid rows, with the reason, and goes on', async () => {
    const vary = (parents: Genomes<Float64Array>) => {
      const children = Batch.zeros(parents.rows, 4);
      children.data[1] = -0.5;
      return children;
    };
    const search = make({ variation: { vary } });
    await generation(search);
    const genomes = await search.ask();
    const report = await search.tell(genomes, await bowl.evaluate(genomes));
    expect([report.invalid, report.reasons[0]]).toEqual([1, 'gene 1 must lie in [0, 10]; got -0.5']);
    expect(report.reasons.filter((reason) => reason !== undefined)).toHaveLength(1);
  });

  it('draws first genomes of their own from a domain that answers with the same array each time', async () => {
    const scratch = new Float64Array(4);
    const own = { ...bowl, initialGenome: (random: Random) => scratch.map(() => 10 * random.uniform()) };
    const same = {
      ...bowl,
      initialGenome(random: Random) {
        scratch.set(own.initialGenome(random));
        return scratch;
      },
    };
    const [batch, expected] = [await make({ domain: same }).ask(), await make({ domain: own }).ask()];
    expect(batch).toEqual(expected);
  });

  it('tries again after an operator that failed, as if it had not', async () => {
    let failures = 1;
    const mutation = new GaussianMutation({ sigma: 0.5 });
    const flaky = make({
      variation: {
        vary(parents, context) {
          context.random.normal();
          if (failures-- > 0) throw new Error('the service is down');
          return mutation.vary(parents, context);
        },
      },
    });
    const steady = make({
      variation: {
        vary(parents, context) {
          context.random.normal();
          return mutation.vary(parents, context);
        },
      },
    });
    await generation(flaky);
    await generation(steady);
    expect(await errorOf(() => flaky.ask())).toContain('the service is down');
    const [again, expected] = [await flaky.ask(), await steady.ask()] as (AskedBatch & Batch)[];
    expect(again!.data).toEqual(expected!.data);
    expect(again!.seeds).toEqual(expected!.seeds);
  });

  it('takes children that are the parents themselves, views of them, or memory that the operator keeps', async () => {
    const domain = planarArm({ joints: 3 });
    const whole = { vary: (parents: Genomes<Float64Array>) => parents };
    const views = {
      vary: (parents: Genomes<Float64Array>) =>
        new Batch(parents.rows, 3, ((parents as Selection).gathered() as Batch).data.subarray()),
    };
    const scratch = Batch.zeros(20, 3);
    const kept = {
      vary(parents: Genomes<Float64Array>) {
        for (let i = 0; i < 20; i++) scratch.row(i).set(parents.row(i).map((x) => x * 0.9));
        return scratch;
      },
    };
    const elites = {
      vary: (parents: Genomes<Float64Array>, { archive }: VariationContext) => {
        const all = archive.genomes() as Batch;
        return all.rows < parents.rows ? parents : new Batch(20, 3, all.data.subarray(0, 60));
      },
    };
    for (const variation of [whole, views, kept, elites]) {
      const archive = new GridArchive({ domain, cells: [50, 50] });
      const search = new MapElites({
        domain,
        archive,
        variation,
        batchSize: 20,
        initial: { evaluations: 20 },
        seed: 1,
      });
      const asked: Genomes<Float64Array>[] = [];
      const copies: Float64Array[] = [];
      for (let generation = 0; generation < 4; generation++) {
        const genomes = await search.ask();
        asked.push(genomes);
        copies.push((genomes as Genomes<Float64Array> as Batch).data.slice());
        await search.tell(genomes, domain.evaluate(genomes));
      }
      expect(asked.map((genomes) => (genomes as Batch).data)).toEqual(copies);
    }
  });

  it('refuses an operator that answers with another shape', async () => {
    for (const wrong of [Batch.zeros(19, 4), Batch.zeros(20, 5), undefined]) {
      const search = make({ variation: { vary: () => wrong as Batch } });
      await generation(search);
      expect(await errorOf(() => search.ask())).toMatch(/^ARGUMENT operatorEmitter: /);
    }
  });

  it('searches objects', async () => {
    const words = objectSpace<string>({ sample: (random) => 'ab'.charAt(random.integer(0, 1)) });
    const domain = { genome: words, descriptor: { dimensions: 1, lower: 0, upper: 10 } };
    const search = new MapElites<string>({
      domain,
      archive: new GridArchive<string>({ domain, cells: [10] }),
      variation: {
        vary: (parents) => new ListBatch(Array.from({ length: parents.rows }, (_, i) => `${parents.row(i)}x`)),
      },
      batchSize: 5,
      initial: { evaluations: 5 },
      seed: 1,
    });
    for (let i = 0; i < 12; i++) {
      const genomes = await search.ask();
      const list = Array.from({ length: genomes.rows }, (_, j) => genomes.row(j));
      await search.tell(genomes, { fitness: list.map(() => 0), descriptors: list.map((word) => [word.length]) });
    }
    expect([...search.archive].map((elite) => elite.genome.length)).toContain(5);
  });

  it('refuses bad options of ask and learn', async () => {
    for (const bad of [{ signal: {} }, { retries: -1 }, { onError: 'no' }, { view: 1 }]) {
      const [name] = Object.keys(bad);
      const search = make();
      expect(await errorOf(() => search.ask(bad as never))).toMatch(`ARGUMENT MapElites.ask: ${name} must be`);
    }
    expect(await errorOf(() => make().learn({ signal: {} as never }))).toMatch(/^ARGUMENT MapElites.learn: signal/);
  });

  it('refuses bad options, and parts built for other spaces', async () => {
    const bad = (options: object): Promise<string> => errorOf(() => make(options));
    expect(await bad({ batchSize: 0 })).toBe(
      'ARGUMENT MapElites: batchSize must be an integer in [1, 16777216]; got 0.',
    );
    expect(await bad({ seed: 0.5 })).toContain('seed must be an integer');
    expect(await bad({ seed: undefined })).toContain('seed');
    expect(await bad({ variation: {} })).toContain('variation must have vary()');
    expect(await bad({ archive: {} })).toContain('archive must have add()');
    expect(await bad({ domain: undefined })).toMatch(/^ARGUMENT/);
    expect(await bad({ initial: { evaluations: 0 } })).toContain('initial.evaluations');
    expect(await bad({ initial: { untilCoverage: 2, atMost: 1 } })).toContain('initial.untilCoverage');
    expect(await bad({ initial: { untilCoverage: 0.5 } })).toContain('initial.atMost');
    expect(await bad({ initial: Batch.zeros(0, 4) })).toContain(
      'initial.rows must be an integer in [1, 2147483647]; got 0',
    );
    expect(
      await bad({
        initial: Batch.from([
          [1, 2, 3, 4],
          [1, 11, 3, 4],
        ]),
      }),
    ).toContain('initial.row(1)[1] must lie in domain.genome; got 11');
    expect(await bad({ initial: { rows: 1 } })).toContain('have rows and row()');
    expect(await bad({ domain: {} })).toMatch(/^ARGUMENT/);
    expect(await bad({ initial: Batch.zeros(3, 5) })).toContain('(3, 4)');
    expect(await bad({ batchsize: 3 })).toContain("got 'batchsize'");
    const other = { ...bowl, genome: { dimensions: 4, lower: 0, upper: 9 } };
    expect(await bad({ archive: new GridArchive({ domain: other, cells: [2, 2] }) })).toContain(
      'archive.genome must be the genome space of the domain, with [0, 10] in dimension 0; got [0, 9].',
    );
    const flat = { ...bowl, descriptor: { dimensions: 1, lower: 0, upper: 9 } };
    expect(await bad({ archive: new GridArchive({ domain: flat, cells: [2] }) })).toContain(
      'archive.descriptor must be the descriptor space of the domain, a box of 2 dimensions in [0, 10]; got a box of 1 ',
    );
  });
});
