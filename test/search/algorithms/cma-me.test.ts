import { describe, expect, it } from 'vitest';
import { CvtArchive, cvtCentroids, DiscountArchive, GridArchive, ringCentroids } from '../../../src/archives/index.ts';
import { type Algorithm, Batch } from '../../../src/core/index.ts';
import { defineDomain, planarArm, rastriginProjection, sphereProjection } from '../../../src/domains/index.ts';
import { operatorEmitter, RandomDirectionRanker } from '../../../src/emitters/index.ts';
import { SepCmaEsStrategy } from '../../../src/optimizers/index.ts';
import { run } from '../../../src/run/index.ts';
import {
  cmaMae,
  cmaMaega,
  cmaMe,
  cmaMega,
  dms,
  MapElites,
  meMapElites,
  Search,
  type StrategyStart,
} from '../../../src/search/index.ts';
import { IsoLineMutation } from '../../../src/variation/index.ts';
import { errorOf } from '../../support/error-of.ts';

const domain = sphereProjection({ dimensions: 20 });
const common = (seed = 1) => ({ domain, archive: new GridArchive({ domain, cells: [50, 50] }), seed });
const small = (seed?: number) => ({ ...common(seed), emitters: 3, populationSize: 8 });
const loops: Readonly<Record<string, (seed?: number) => Search<Float64Array, GridArchive>>> = {
  cmaMe: (seed) => cmaMe({ ...small(seed), sigma: 0.5, ranker: () => new RandomDirectionRanker() }),
  cmaMae: (seed) => cmaMae({ ...small(seed), sigma: 0.5, strategy: (start) => new SepCmaEsStrategy(start) }),
  dms: (seed) => dms({ ...small(seed), sigma: 0.5, maximum: 100, restart: { every: 5 } }),
  cmaMega: (seed) => cmaMega({ ...small(seed), sigma: 5, adam: true, stepSize: 0.01 }),
  cmaMaega: (seed) => cmaMaega({ ...small(seed), sigma: 5 }),
};

const qdScore = async (search: Algorithm, evaluations: number): Promise<number> => {
  await run(search, { evaluations });
  return search.archive.metrics().qdScore;
};

describe('a discount archive in a search', () => {
  const domain = sphereProjection({ dimensions: 4 });
  const cells = [5, 5];
  const archive = new GridArchive({ domain, cells });
  const guide = new DiscountArchive({ archive, every: 10, minimum: 0, maximum: 100, seed: 1 });
  const emitters = { line: operatorEmitter(new IsoLineMutation({ isoSigma: 1 })) };

  it('is no place for elites', async () => {
    const search = () => new Search({ domain, archive: guide as never, emitters, seed: 1 });
    expect(await errorOf(search)).toMatch(/^ARGUMENT Search: archive must store elites; use it as the guide/);
  });

  it('is told by elitesIn alone: an archive may have any other property', () => {
    const own = Object.assign(new GridArchive({ domain, cells }), { archive: 'my archive' });
    expect(new Search({ domain, archive: own, emitters, seed: 1 }).archive).toBe(own);
  });

  it("guides the search of the archive that it reads, and no other's", async () => {
    new Search({ domain, archive, guide, emitters, seed: 1 });
    const other = new GridArchive({ domain, cells });
    const search = () => new Search({ domain, archive: other, guide, emitters, seed: 1 });
    expect(await errorOf(search)).toMatch(/^ARGUMENT Search: guide.archive must be the search's archive/);
  });
});

describe('the strategies as loops', () => {
  it('fill more of the sphere projection than line mutation: CMA-ME and CMA-MEGA', async () => {
    const variation = new IsoLineMutation({ isoSigma: 0.5, lineSigma: 0.2 });
    const line = await qdScore(new MapElites({ ...common(), batchSize: 108, variation }), 21_600);
    const options = { sigma: 0.5, emitters: 3 };
    const me = await qdScore(cmaMe({ ...common(), ...options }), 21_600);
    const mega = await qdScore(cmaMega({ ...common(), ...options, sigma: 10 }), 21_600);
    expect(me).toBeGreaterThan(1.02 * line);
    expect(mega).toBeGreaterThan(1.5 * line);
  });

  it('fills more than CMA-ME in the long run: CMA-MAE, with thresholds that nobody sees in its archive', async () => {
    const options = { sigma: 0.5, emitters: 3, strategy: (start: StrategyStart) => new SepCmaEsStrategy(start) };
    const me = await qdScore(cmaMe({ ...common(), ...options }), 108_000);
    const mae = cmaMae({ ...common(), ...options });
    expect(await qdScore(mae, 108_000)).toBeGreaterThan(me);
    // Its archive is elitist: no row was ever replaced by a worse one.
    const batch = await mae.ask();
    const before = new Map([...mae.archive].map(({ cell, fitness }) => [cell, fitness]));
    await mae.tell(batch, domain.evaluate(batch));
    for (const [cell, fitness] of before) expect(mae.archive.get(cell)!.fitness).toBeGreaterThanOrEqual(fitness);
  }, 60_000);

  it('fills many times what CMA-MAE does where descriptors have ten dimensions: DMS', async () => {
    const wide = sphereProjection({ dimensions: 100, descriptors: 10 });
    const sampling = { samples: 10_000, iterations: 10 };
    const centroids = cvtCentroids({ cells: 1000, descriptor: wide.descriptor, seed: 1, ...sampling });
    const strategy = (start: StrategyStart) => new SepCmaEsStrategy(start);
    const options = () => ({ domain: wide, archive: new CvtArchive({ domain: wide, centroids }), seed: 1, sigma: 0.5 });
    const mae = await qdScore(cmaMae({ ...options(), strategy }), 21_600);
    expect(await qdScore(dms({ ...options(), strategy, maximum: 100 }), 21_600)).toBeGreaterThan(3 * mae);
  }, 60_000);

  it('need a maximum above the minimum, which is the floor of the domain: DMS', async () => {
    const options = { ...small(), sigma: 0.5 };
    expect(await errorOf(() => dms({ ...options, maximum: 0 }))).toContain('DiscountArchive: maximum must');
    expect(await errorOf(() => dms({ ...options, minimum: 200, maximum: 100 }))).toContain('above minimum, 200');
    const { fitnessFloor: _, ...open } = domain;
    expect(await errorOf(() => dms({ ...options, domain: open, maximum: 1 }))).toContain('dms: minimum must be given');
    const none = { ...options, domain: undefined as never, maximum: 1 };
    expect(await errorOf(() => dms(none))).toContain('dms: domain must be an object; got undefined');
  });

  it('take the defaults of their own for options that are undefined', async () => {
    const open = { ranker: undefined, selection: undefined, restart: undefined };
    type Loop = (options: ReturnType<typeof small> & { readonly sigma: number }) => Search;
    for (const loop of [cmaMe, cmaMae, cmaMega, cmaMaega] as readonly Loop[]) {
      const [plain, other] = [loop({ ...small(), sigma: 0.5 }), loop({ ...small(), sigma: 0.5, ...open })];
      for (const search of [plain, other]) await run(search, { evaluations: 240 });
      expect(other.snapshot()).toEqual(plain.snapshot());
    }
  });

  it('find the optimum of the sphere with CMA-MEGA', async () => {
    const search = cmaMega({ ...common(), sigma: 10 });
    await run(search, { evaluations: 20_000 });
    expect(search.archive.metrics().maxFitness).toBeGreaterThan(99.5);
  });

  for (const [name, make] of Object.entries(loops)) {
    it(`go on from a snapshot bit for bit, taken while a batch was told in part: ${name}`, async () => {
      const [search, other] = [make(), make(5)];
      await run(search, { evaluations: 480 });
      const batch = await search.ask();
      const rows = [3, 17, 4, 0, 11];
      const some = Batch.from(rows.map((row) => batch.row(row)));
      await search.tell(batch, domain.evaluate(some), { rows });
      other.restore(search.snapshot());
      expect(other.snapshot()).toEqual(search.snapshot());
      for (const one of [search, other]) await run(one, { evaluations: 960 });
      expect([...other.archive]).toEqual([...search.archive]);
      expect(other.snapshot()).toEqual(search.snapshot());
    });

    it(`learn from several batches that are out, the same in every run: ${name}`, async () => {
      const archives = await Promise.all(
        [make(), make()].map(async (search) => {
          await run(search, { evaluations: 2400, inFlight: 3 });
          return [...search.archive];
        }),
      );
      expect(archives[0]).toEqual(archives[1]);
      expect(archives[0]!.length).toBeGreaterThan(100);
    });

    it(`go on after rows are invalid, whole batches too: ${name}`, async () => {
      const search = make();
      for (let i = 0; i < 12; i++) {
        const batch = await search.ask();
        const { fitness, descriptors } = domain.evaluate(batch);
        await search.tell(batch, {
          fitness: fitness.map((f, row) => ((i + row) % 3 === 0 || i === 6 ? Number.NaN : f)),
          descriptors,
        });
      }
      expect(search.archive.size).toBeGreaterThan(10);
      expect([...search.archive].every(({ fitness }) => Number.isFinite(fitness))).toBe(true);
    });
  }

  it('start in the middle of a finite box, and stay inside it', async () => {
    const arm = planarArm({ joints: 10 });
    const archive = new CvtArchive({ domain: arm, centroids: ringCentroids({ rings: 10 }) });
    const search = cmaMae({ domain: arm, archive, seed: 1, sigma: 0.3, emitters: 4, minimum: arm.fitnessFloor });
    const first = await search.ask();
    const mean = (first as unknown as Batch).data.reduce((sum, x) => sum + x / (first.rows * 10), 0);
    expect(Math.abs(mean)).toBeLessThan(0.05);
    await search.tell(first, arm.evaluate(first));
    await run(search, { evaluations: 6000 });
    expect(archive.metrics().coverage).toBeGreaterThan(0.6);
    const limit = Math.max(...[...archive].flatMap(({ genome }) => [...genome].map(Math.abs)));
    expect(limit).toBeLessThanOrEqual(Math.max(...[arm.genome].map(({ upper }) => Number(upper))));
  });

  it('name themselves where sigma is missing or not above 0', async () => {
    const makers: Readonly<Record<string, (options: never) => unknown>> = {
      cmaMe,
      cmaMae,
      cmaMega,
      cmaMaega,
      meMapElites,
      dms: (options: object) => dms({ ...options, maximum: 100 } as never),
    };
    for (const [name, make] of Object.entries(makers)) {
      for (const sigma of [undefined, 0, Number.NaN]) {
        const rule = new RegExp(`^ARGUMENT ${name}: sigma must be`);
        expect(await errorOf(() => make({ ...small(), sigma } as never))).toMatch(rule);
      }
    }
  });

  it('refuse batches that do not fit into memory before they make strategies', async () => {
    const made: StrategyStart[] = [];
    const strategy = (start: StrategyStart) => {
      made.push(start);
      return new SepCmaEsStrategy(start);
    };
    const large = { ...common(), sigma: 1, emitters: 10_000, populationSize: 100_000, strategy };
    expect(await errorOf(() => cmaMe(large))).toContain('cmaMe: emitters × populationSize must be at most');
    expect(made).toEqual([]);
  });

  it('refuse emitters that share a strategy, or a ranker with state', async () => {
    const strategy = new SepCmaEsStrategy({ mean: new Float64Array(20), sigma: 1, populationSize: 8 });
    const ranker = new RandomDirectionRanker();
    for (const shared of [{ strategy: () => strategy }, { ranker: () => ranker }]) {
      const make = () => cmaMe({ ...small(), sigma: 1, ...shared });
      expect(await errorOf(make)).toMatch(
        /^ARGUMENT cmaMe: emitters.strategy2 must be .* with a strategy, ranker or learner of its own/,
      );
    }
  });

  it('need no first distribution in an unbounded space, and go on where the fitness has no end', async () => {
    const open = { dimensions: 2, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
    const endless = defineDomain({
      name: 'endless',
      genome: open,
      descriptor: { dimensions: 1, lower: -1, upper: 1 },
      evaluate: (genome) => ({ fitness: genome[0]!, descriptor: [genome[1]!] }),
    });
    const archive = new GridArchive({ domain: endless, cells: [10] });
    // From 1e57 the strategies reach elites that none can start from.
    const search = cmaMe({ domain: endless, archive, seed: 1, sigma: 1e57, emitters: 2, populationSize: 8 });
    await run(search, { evaluations: 6000 });
    expect(archive.metrics().maxFitness).toBeGreaterThan(1e60);
  });

  it('have gradients on projections that finite differences confirm', () => {
    for (const make of [sphereProjection, rastriginProjection]) {
      const { evaluate, gradients } = make({ dimensions: 5 });
      const genome = Float64Array.of(0.3, -4, 7, 2.048, -9);
      const found = gradients(new Batch(1, 5, genome.slice())).data;
      const h = 1e-5;
      for (let j = 0; j < 5; j++) {
        const [low, high] = [-h, h].map((step) => {
          const at = genome.slice();
          at[j] = at[j]! + step;
          const { fitness, descriptors } = evaluate(new Batch(1, 5, at));
          return [fitness[0]!, ...descriptors.data];
        }) as [number[], number[]];
        for (let k = 0; k < 3; k++) expect(found[k * 5 + j]).toBeCloseTo((high[k]! - low[k]!) / (2 * h), 4);
      }
    }
  });

  it('refuse a noisy domain, whose elites they do not evaluate again', async () => {
    const noisy = { ...domain, noisy: true };
    const archive = (): GridArchive => new GridArchive({ domain: noisy, cells: [5, 5] });
    const start = { domain: noisy, seed: 1, sigma: 0.5 };
    const makers: Record<string, () => unknown> = {
      cmaMe: () => cmaMe({ ...start, archive: archive() }),
      cmaMae: () => cmaMae({ ...start, archive: archive() }),
      cmaMega: () => cmaMega({ ...start, archive: archive() }),
      cmaMaega: () => cmaMaega({ ...start, archive: archive() }),
      dms: () => dms({ ...start, archive: archive(), maximum: 100 }),
      meMapElites: () => meMapElites({ ...start, archive: archive() }),
    };
    for (const [name, make] of Object.entries(makers)) {
      expect(await errorOf(make)).toContain(`ARGUMENT ${name}: domain.noisy must be left out`);
    }
  });

  it('refuse options that do not fit, in their own name', async () => {
    const floorless = { ...domain, fitnessFloor: undefined };
    const wrong: readonly [() => unknown, string][] = [
      [() => cmaMe({ ...common(), sigma: 0.5, emitters: 0 }), 'ARGUMENT cmaMe: emitters must'],
      [() => cmaMe({ ...common(), sigma: 0.5, populationSize: 2 }), 'ARGUMENT cmaMe: populationSize must'],
      [() => cmaMe({ ...common(), sigma: 0.5, ranker: 'imp' } as never), 'ARGUMENT cmaMe: ranker must'],
      [() => cmaMe({ ...common(), sigma: 0.5, learningRate: 1 } as never), 'ARGUMENT cmaMe: '],
      [() => cmaMae({ ...common(), domain: floorless, sigma: 0.5 }), 'ARGUMENT cmaMae: minimum must'],
      [() => cmaMega({ ...common(), domain: { ...domain, gradients: undefined }, sigma: 1 }), 'domain.gradients must'],
      [() => cmaMega({ ...common(), sigma: 1, mean: [1, 2] }), 'mean must'],
    ];
    for (const [make, text] of wrong) expect(await errorOf(make)).toContain(text);
  });
});
