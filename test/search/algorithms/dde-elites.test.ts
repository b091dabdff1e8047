import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { ProbabilityMatching, SlidingWindowUcb } from '../../../src/bandits/index.ts';
import { type AddReport, type Bandit, Batch, objectSpace } from '../../../src/core/index.ts';
import { defineDomain, sphereProjection } from '../../../src/domains/index.ts';
import { LearningEmitter, operatorEmitter } from '../../../src/emitters/index.ts';
import type { DataDrivenEncoding } from '../../../src/encodings/index.ts';
import { Vae } from '../../../src/learners/index.ts';
import { Pca } from '../../../src/pca/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { run } from '../../../src/run/index.ts';
import { DdeElites, type DdeElitesOptions, ddeMixtures, Search } from '../../../src/search/index.ts';
import {
  chainOperators,
  GaussianMutation,
  IsoLineMutation,
  ReconstructiveCrossover,
  TwoPointCrossover,
} from '../../../src/variation/index.ts';
import { bowl, bowlArchive, MeanLearner } from '../../support/domains/bowl.ts';
import { errorOf } from '../../support/error-of.ts';

/** The paper's mixtures and schedule. */
const paper = { mixtures: ddeMixtures, training: { every: 1 } };

const make = (options: Partial<DdeElitesOptions> = {}): DdeElites =>
  new DdeElites({
    domain: bowl,
    archive: bowlArchive(),
    learner: new MeanLearner(),
    batchSize: 20,
    initial: { evaluations: 20 },
    seed: 1,
    ...paper,
    ...options,
  });

/** Learns nothing. */
const mirror = { fit: () => undefined, reconstruct: (genomes: Batch) => genomes, encoding: () => undefined as never };

class Recorder implements Bandit {
  readonly arms: number;
  readonly log: [number, number][] = [];
  constructor(arms: number) {
    this.arms = arms;
  }
  select(): number {
    return this.log.length % this.arms;
  }
  reward(arm: number, value: number): void {
    this.log.push([arm, value]);
  }
}

async function generationOf(search: DdeElites): Promise<void> {
  const genomes = await search.ask();
  await search.tell(genomes, await bowl.evaluate(genomes));
}

describe('DdeElites', () => {
  it('fills cells that need wide steps; a gene without bounds leaves these out', async () => {
    const sphere = sphereProjection({ dimensions: 20 });
    const filled = async (lower: number | Float64Array) => {
      const domain = {
        ...sphere,
        genome: { dimensions: 20, lower, upper: 5.12 },
        initialGenome: () => new Float64Array(20),
      };
      const archive = new GridArchive({ domain, cells: [50, 50] });
      const line = new IsoLineMutation({ isoSigma: 0.03 });
      const search = new DdeElites({ domain, archive, learner: mirror, operators: { line }, seed: 1 });
      await run(search, { evaluations: 10_000 });
      return { cells: archive.size, wide: 'wide' in search.history.entered };
    };
    const bounded = await filled(-5.12);
    expect(bounded.wide).toBe(true);
    const unbounded = await filled(
      Float64Array.from({ length: 20 }, (_, j) => (j === 3 ? Number.NEGATIVE_INFINITY : -5.12)),
    );
    expect(unbounded.wide).toBe(false);
    expect(bounded.cells).toBeGreaterThan(1.5 * unbounded.cells);
  });

  it.each([
    [
      [0, 0],
      [1, Number.MIN_VALUE],
    ],
    [
      [0, -1e300],
      [1e-320, 1e300],
    ],
    [[0], [Number.MAX_VALUE]],
  ])('searches between %j and %j', async (lower, upper) => {
    const domain = defineDomain({
      name: 'ranges',
      genome: { dimensions: lower.length, lower, upper },
      descriptor: { dimensions: 1, lower: 0, upper: 1 },
      evaluate: (genome) => ({ fitness: 0, descriptor: [(genome[0]! - lower[0]!) / (upper[0]! - lower[0]!)] }),
    });
    const archive = new GridArchive({ domain, cells: [20] });
    const search = new DdeElites({ domain, archive, learner: mirror, seed: 1 });
    await run(search, { evaluations: 1000 });
    expect(search.archive.size).toBeGreaterThan(5);
    expect(search.history.entered).toHaveProperty('wide');
  });

  it.each(['default', 'paper'])(
    'is a search with certain emitters: the same bits as one of public parts, %s',
    async (kind) => {
      const learner = (): Vae => new Vae({ inputs: 4, latent: 2, epochs: 2 });
      const ours = kind === 'default';
      const whole = make({ learner: learner(), ...(ours && { mixtures: undefined, training: undefined }) });
      const own = learner();
      const parts = new Search({
        domain: bowl,
        archive: bowlArchive(),
        emitters: {
          crossover: new LearningEmitter({
            operator: ours
              ? chainOperators(new ReconstructiveCrossover({ learner: own }), new IsoLineMutation())
              : new ReconstructiveCrossover({ learner: own }),
            learner: own,
            training: ours ? 'adaptive' : { every: 1 },
          }),
          line: operatorEmitter(new IsoLineMutation()),
          twoPoint: operatorEmitter(
            ours ? chainOperators(new TwoPointCrossover(), new IsoLineMutation()) : new TwoPointCrossover(),
          ),
          ...(ours
            ? {
                wide: operatorEmitter(new IsoLineMutation({ isoSigma: 1 })),
              }
            : { iso: operatorEmitter(new GaussianMutation()) }),
        },
        mixtures: ours ? undefined : ddeMixtures,
        bandit: ours
          ? new ProbabilityMatching({
              arms: 4,
              prior: [1, 3, 2, 1],
              priorRewards: 10,
              exponent: 4,
              halfLife: 10,
              floor: 0.02,
            })
          : new SlidingWindowUcb({ arms: ddeMixtures.length }),
        ...(ours && { reward: ({ new: found, status }: AddReport) => found / status.length }),
        batchSize: 20,
        initial: { evaluations: 20 },
        seed: 1,
        name: 'DdeElites',
      });
      for (const search of [whole, parts]) await run(search, { evaluations: 600 });
      expect(parts.snapshot()).toEqual(whole.snapshot());
      expect(own.encoding().toBytes()).toEqual((whole.encoding() as DataDrivenEncoding).toBytes());
    },
  );

  it('learns once after each generation, on the whole archive, whoever calls', async () => {
    const learner = new MeanLearner();
    const search = make({ learner });
    const genomes = await search.ask();
    expect(learner.fits).toBe(0);
    await search.tell(genomes, await bowl.evaluate(genomes));
    await Promise.all([search.learn(), search.learn(), search.ask()]);
    expect(learner.fits).toBe(1);
    expect(learner.rows).toBe(search.archive.size);
    await search.learn();
    expect(learner.fits).toBe(1);
    expect(search.encoding().decode(new Float64Array(4))).toEqual(learner.mean);
  });

  it('learns as often as it is told to', async () => {
    const learner = new MeanLearner();
    await run(make({ learner, training: { every: 3 } }), { evaluations: 200 });
    expect(learner.fits).toBe(4); // after generations 1, 4, 7 and 10
  });

  it.each(['often', { every: 0 }, { every: 1.5 }, { each: 1 }, null, 3])('refuses to train %j', (training) => {
    expect(() => make({ training: training as never })).toThrow(/^DdeElites: training/);
  });

  it('adaptively learns when there are half as many elites again, or three times as many children entered', async () => {
    const learner = new MeanLearner();
    const search = make({ learner, training: 'adaptive' });
    let [entered, elites, fits] = [0, 0, 0];
    const causes = new Set<string>();
    for (let generation = 0; generation < 120; generation++) {
      const grown = search.archive.size >= 1.5 * elites;
      if (generation > 0 && (grown || entered >= 3 * search.archive.size)) {
        causes.add(grown ? 'grown' : 'replaced');
        fits++;
        [entered, elites] = [0, search.archive.size];
      }
      const genomes = await search.ask();
      expect(learner.fits).toBe(fits);
      const report = await search.tell(genomes, await bowl.evaluate(genomes));
      entered += report.new + report.improved;
    }
    expect(causes).toEqual(new Set(['grown', 'replaced']));
    expect(fits).toBeLessThan(30);
  });

  it('does not learn before the first genomes are done', async () => {
    const learner = new MeanLearner();
    await run(make({ learner, initial: { evaluations: 60 } }), { evaluations: 60 });
    expect(learner.fits).toBe(1);
  });

  it('comes out the same whether run, ask or nobody else learns', async () => {
    const driven = make();
    await run(driven, { evaluations: 400 });
    const asked = make();
    while (asked.evaluations < 400) {
      const genomes = await asked.ask();
      await asked.tell(genomes, await bowl.evaluate(genomes));
    }
    expect([...asked.archive]).toEqual([...driven.archive]);
  });

  it('rewards the arm that varied, with the share of children that entered, and none for first genomes', async () => {
    const bandit = new Recorder(9);
    const reports: AddReport[] = [];
    await run(make({ bandit }), { evaluations: 200, onGeneration: ({ report }) => void reports.push(report) });
    expect(bandit.log).toEqual(reports.slice(1).map((r, i) => [i % 9, (r.new + r.improved) / 20]));
    const own = new Recorder(9);
    await run(make({ bandit: own, reward: (report) => (report.new > 0 ? 1 : 0) }), { evaluations: 200 });
    expect(own.log.every(([, value]) => value === 0 || value === 1)).toBe(true);
  });

  it('keeps its arm when an operator fails and ask is tried again', async () => {
    const bandit = new Recorder(2);
    let failures = 1;
    const flaky = {
      vary(parents: never): never {
        if (failures-- > 0) throw new Error('down');
        return parents;
      },
    };
    const search = make({ bandit, operators: { flaky }, mixtures: [{ flaky: 1 }, { iso: 1 }] });
    await run(search, { evaluations: 20 });
    expect(await errorOf(() => search.ask())).toContain('down');
    await run(search, { evaluations: 60 });
    expect(bandit.log.map(([arm]) => arm)).toEqual([0, 1]);
  });

  it('goes on from an archive that holds elites, whatever the first arm is', async () => {
    const archive = bowlArchive();
    const genomes = Batch.from([
      [1, 2, 3, 4],
      [5, 5, 5, 5],
    ]);
    archive.add(genomes, await bowl.evaluate(genomes));
    const learner = new MeanLearner();
    await run(make({ archive, learner, mixtures: [{ crossover: 1 }] }), { evaluations: 40 });
    expect(learner.fits).toBe(3);
  });

  it('asks the bandit again after a wrong answer', async () => {
    const answers = [99, 1];
    const bandit = Object.assign(new Recorder(9), { select: () => answers.shift() ?? 1 });
    const search = make({ bandit });
    await run(search, { evaluations: 20 });
    expect(await errorOf(() => search.ask())).toContain('got 99');
    await run(search, { evaluations: 40 });
    expect(bandit.log.map(([arm]) => arm)).toEqual([1]);
  });

  it.each([
    ['by its own bandit', {}],
    ['by the mixtures of the paper', { mixtures: ddeMixtures }],
    ['by a bandit that chooses an operator', { bandit: new SlidingWindowUcb({ arms: 4 }) }],
  ])('evaluates elites of a noisy domain again with half of each batch, %s', async (_, options) => {
    const noisy = defineDomain({
      name: 'noisy bowl',
      genome: { dimensions: 3, lower: -1, upper: 1 },
      descriptor: { dimensions: 2, lower: -1, upper: 1 },
      noisy: true,
      evaluate(genome, { seed }) {
        const fitness = -genome.reduce((sum, x) => sum + x * x, 0) + 0.3 * randomStream(seed).normal();
        return { fitness, descriptor: genome.subarray(0, 2) };
      },
    });
    const archive = new GridArchive({ domain: noisy, cells: [8, 8] });
    const search = new DdeElites({ domain: noisy, archive, learner: new Pca({ components: 2 }), seed: 1, ...options });
    const given = { again: 0, all: 0 };
    await run(search, {
      evaluations: 4000,
      onGeneration({ emitters }) {
        given.again += emitters.reevaluation!;
        for (const rows of Object.values(emitters)) given.all += rows;
      },
    });
    expect(given.again / given.all).toBeCloseTo(0.5, 1);
    const taken = { ...options, operators: { reevaluation: new GaussianMutation() } };
    const twice = { domain: noisy, archive, learner: new Pca({ components: 2 }), seed: 1, ...taken };
    expect(await errorOf(() => new DdeElites(twice as never))).toContain("operators must have no 'reevaluation'");
    expect(archive.best()!.repeats!.evaluations).toBeGreaterThan(3);
  });

  it('refuses a learner or an operator that cannot do with its genomes, and takes nothing', async () => {
    const archive = bowlArchive();
    const bad = (options: Partial<DdeElitesOptions>): Promise<string> => errorOf(() => make({ archive, ...options }));
    const sphere = sphereProjection({ dimensions: 4 });
    const open = { domain: sphere, archive: new GridArchive({ domain: sphere, cells: [3, 3] }) };
    const iso = { operators: { iso: new GaussianMutation({ sigma: 1 }) }, mixtures: [{ iso: 1 }] };
    const learner = new Vae({ inputs: 4, latent: 2 });
    expect(await bad({ learner: new Vae({ inputs: 3, latent: 2 }) })).toBe(
      'ARGUMENT Vae.check: space.dimensions must equal inputs, 3; got 4.',
    );
    expect(await bad({ learner: new Pca({ components: 5 }) })).toMatch(/^ARGUMENT Pca.check: space.dimensions must/);
    expect(await bad({ learner, ...open, ...iso })).toMatch(/^ARGUMENT Vae.check: space must have finite bounds/);
    expect(await bad({ learner: new MeanLearner(), ...open })).toMatch(/sigma must be given where genome bounds are/i);
    const own = Object.assign(new MeanLearner(), {
      check: () => {
        throw new Error('too many genes');
      },
    });
    expect(await bad({ learner: own })).toContain('too many genes');
    expect(await bad({ operators: { iso: new GaussianMutation({ sigma: [1, 2] }) } })).toMatch(/sigma must have 4/);
    const fitted = new Vae({ inputs: 4, latent: 2 });
    fitted.fit(Batch.zeros(3, 4), { space: { dimensions: 4, lower: -1, upper: 1 }, random: randomStream(1) });
    expect(await bad({ learner: fitted })).toMatch(/^ARGUMENT Vae.check: space must be the space of the first fit/);
    make({ learner, archive });
  });

  it('chooses the same arms after a bandit that failed when it had drawn, or gave an arm that there is not', async () => {
    const arms = async (failures: readonly (number | Error)[]): Promise<unknown> => {
      const left = [...failures];
      const told: number[] = [];
      const bandit: Bandit = {
        arms: 9,
        select(random) {
          const arm = random.integer(0, 8);
          const failure = left.pop();
          if (failure instanceof Error) throw failure;
          return failure ?? arm;
        },
        reward: (arm) => void told.push(arm),
      };
      const search = make({ bandit });
      for (let generation = 0; generation < 6; generation++) {
        while ((await errorOf(() => search.ask())) !== 'no error');
        await generationOf(search);
      }
      return [told, [...search.archive]];
    };
    expect(await arms([new Error('lost'), 9, 0.5, new Error('lost')])).toEqual(await arms([]));
  });

  it("has the paper's nine mixtures", () => {
    expect(new Set(ddeMixtures.map((m) => JSON.stringify(m))).size).toBe(9);
    for (const m of ddeMixtures) expect(Object.values(m).reduce((a, b) => a + b)).toBe(1);
  });

  it('refuses bad options', async () => {
    const bad = (options: object): Promise<string> => errorOf(() => make(options));
    expect(await bad({ learner: {} })).toContain('learner must have fit()');
    expect(await bad({ domain: { ...bowl, genome: objectSpace({ sample: () => 1 }) } })).toContain(
      'domain.genome must be a box of vectors',
    );
    expect(await bad({ operators: null })).toContain('operators must be an object');
    expect(await bad({ mixtures: [] })).toContain('mixtures must be a list of at least 1; got []');
    expect(await bad({ mixtures: [{ own: 1 }] })).toBe(
      "ARGUMENT DdeElites: mixtures[0] must have only the keys crossover, line, twoPoint, iso; got 'own'.",
    );
    expect(await bad({ bandit: new Recorder(8) })).toContain('bandit.arms must be the number of mixtures, 9; got 8');
    expect(await bad({ learner: { fit() {}, reconstruct() {} } })).toContain(
      'learner must have fit() and reconstruct() and encoding(); got an object with fit, reconstruct',
    );
    expect(await bad({ bandit: { arms: 9 } })).toContain('bandit must have select() and reward()');
    expect(await bad({ batchSize: 0 })).toContain('DdeElites: batchSize must be');
    expect(await bad({ seed: 0.5 })).toContain('DdeElites: seed must be');
    expect(await bad({ reward: 3 })).toContain('reward must be a function');
    expect(await bad({ reward: 0 })).toContain('reward must be a function');
    expect(await bad({ learners: 3 })).toContain("got 'learners'");
    expect(await bad({ learning: 'late' })).toContain("learning must be one of 'sequential', 'overlapped'; got 'late'");
    const search = make({ bandit: Object.assign(new Recorder(9), { select: () => 9 }) });
    await run(search, { evaluations: 20 });
    expect(await errorOf(() => search.ask())).toContain('bandit.select() must be an integer in [0, 8]; got 9');
  });
});
