import { describe, expect, it } from 'vitest';

import { GridArchive, UnstructuredArchive } from '../../../src/archives/index.ts';
import { Batch, ElitesError, type Genomes, type Random } from '../../../src/core/index.ts';

import {
  fitnessRanker,
  GradientStrategyEmitter,
  noveltyRanker,
  type Ranker,
  StrategyEmitter,
  type StrategyEmitterOptions,
  twoStageImprovementRanker,
} from '../../../src/emitters/index.ts';
import { CmaEsStrategy, type Strategy } from '../../../src/optimizers/index.ts';
import { Search } from '../../../src/search/index.ts';
import { bowl } from '../../support/domains/bowl.ts';
import { errorOf } from '../../support/error-of.ts';

/** Gives out points around its mean, and remembers what it is told. */
class Recording implements Strategy {
  readonly dimensions = 4;
  readonly populationSize = 4;
  mean = Float64Array.of(5, 5, 5, 5);
  readonly sigma = 1;
  readonly told: { order: number[]; parents: number | undefined }[] = [];
  readonly restarts: number[][] = [];
  reasons: 'tolx'[] = [];

  sample(random: Random): Batch {
    return Batch.from(
      Array.from({ length: 4 }, () => this.mean.map((x) => Math.min(10, Math.max(0, x + random.normal())))),
    );
  }
  tell(_rows: Genomes<ArrayLike<number>>, order: ArrayLike<number>, parents?: number): void {
    this.told.push({ order: Array.from(order), parents });
  }
  stopReasons(): 'tolx'[] {
    return this.reasons;
  }
  restart(mean: ArrayLike<number>): void {
    this.restarts.push(Array.from(mean));
    this.mean = Float64Array.from(mean);
  }
  snapshot(): Uint8Array {
    return new Uint8Array();
  }
  restore(): void {}
}

const searchOf = (options: Omit<StrategyEmitterOptions, 'strategy'> = {}, strategy = new Recording()) => {
  const emitter = new StrategyEmitter({ strategy, ...options });
  const archive = new GridArchive({ domain: bowl, cells: [1, 1] });
  const search = new Search({
    domain: bowl,
    archive,
    emitters: { emitter },
    batchSize: 4,
    initial: { evaluations: 0 },
    seed: 1,
  });
  /** One generation with these fitnesses. */
  const turn = async (...fitness: number[]): Promise<void> => {
    const batch = await search.ask();
    await search.tell(batch, { fitness, descriptors: fitness.map(() => [1, 1]) });
  };
  return { search, emitter, strategy, archive, turn };
};

describe('StrategyEmitter', () => {
  it('tells the order, with the rows that would enter by themselves as parents', async () => {
    const { strategy, turn } = searchOf();
    await turn(-9, -5, -7, -3);
    await turn(-4, -2, Number.NaN, -1);
    expect(strategy.told).toEqual([
      // Each of them alone would fill the empty cell.
      { order: [3, 1, 2, 0], parents: 4 },
      // The elite has −3.
      { order: [3, 1, 0], parents: 2 },
    ]);
  });

  it("takes the better half with 'mu', of the valid rows", async () => {
    const { strategy, turn } = searchOf({ selection: 'mu', restart: 'stopped' });
    await turn(-9, -5, -7, -3);
    await turn(-90, -91, -92, -93);
    await turn(Number.NaN, Number.NaN, Number.NaN, -90);
    expect(strategy.told.map(({ parents }) => parents)).toEqual([2, 2, 1]);
  });

  it('begins anew from an elite: after a generation without improvement, after a number of them, for a reason to stop', async () => {
    const improving = searchOf();
    await improving.turn(-9, -5, -7, -3);
    await improving.turn(-3, -5, -7, -3);
    expect(improving.emitter.restarts).toBe(0);
    await improving.turn(-2, -5, -7, -3);
    expect(improving.emitter.restarts).toBe(1);
    expect(improving.strategy.restarts[1]).toHaveLength(4);
    expect(improving.strategy.restarts[1]).not.toEqual([5, 5, 5, 5]);

    const counted = searchOf({ restart: { every: 2 } });
    for (let i = 0; i < 5; i++) await counted.turn(i - 9, -50, -50, -50);
    expect(counted.emitter.restarts).toBe(2);

    const stopping = searchOf({ restart: 'stopped' });
    await stopping.turn(-9, -9, -9, -9);
    await stopping.turn(-9, -9, -9, -9);
    stopping.strategy.reasons = ['tolx'];
    await stopping.turn(-9, -9, -9, -9);
    expect(stopping.emitter.restarts).toBe(0);
    await stopping.turn(-9, -9, -9, -9);
    expect(stopping.emitter.restarts).toBe(1);
  });

  it('begins anew where fitness is flat, if it is ranked by fitness', async () => {
    for (const [ranker, restarts] of [
      [fitnessRanker, 1],
      [twoStageImprovementRanker, 0],
    ] as const) {
      const { emitter, turn } = searchOf({ ranker, restart: 'stopped' });
      await turn(-3, -3, Number.NaN, -3 + 1e-13);
      await turn(-3, -4, -5, -6);
      expect(emitter.restarts).toBe(restarts);
    }
  });

  it('begins anew from its first mean while there is no elite', async () => {
    const { strategy, turn } = searchOf();
    for (let i = 0; i < 3; i++) await turn(Number.NaN, Number.NaN, Number.NaN, Number.NaN);
    expect(strategy.restarts).toEqual([
      [5, 5, 5, 5],
      [5, 5, 5, 5],
      [5, 5, 5, 5],
    ]);
    expect(strategy.told).toEqual([]);
  });

  it('begins anew when the numbers of its strategy would overflow', async () => {
    const strategy = new Recording();
    const { turn, emitter } = searchOf({ restart: 'stopped' }, strategy);
    strategy.tell = () => {
      throw new ElitesError('NUMERICAL', 'too far');
    };
    for (let i = 0; i < 3; i++) await turn(-9, -5, -7, -3 + i);
    expect(emitter.restarts).toBe(2);
    strategy.tell = () => {
      throw new Error('a bug');
    };
    expect(await errorOf(() => turn(-9, -5, -7, 9))).toContain('a bug');
  });

  it('begins anew from its first mean where the strategy cannot start from an elite', async () => {
    const box = { mean: [1, 1, 1, 1], sigma: 0.1, lower: 0, upper: 2, populationSize: 4 };
    const strategy = new CmaEsStrategy(box);
    const { turn, search, archive, emitter } = searchOf({}, strategy as never);
    archive.add(Batch.from([Float64Array.of(9, 9, 9, 9)]), { fitness: [50], descriptors: [[1, 1]] });
    for (let i = 0; i < 3; i++) await turn(-9, -5, -7, -3);
    expect(emitter.restarts).toBe(2);
    for (const x of ((await search.ask()) as unknown as Batch).data) expect(Math.abs(x - 1)).toBeLessThan(0.6);
  });

  it('learns when the last rows of a generation are told, as if they had come together', async () => {
    const [parts, whole] = [searchOf({ ranker: twoStageImprovementRanker }), searchOf()];
    const fitness = [-9, -5, -7, -3];
    const batch = await parts.search.ask();
    for (const rows of [[2], [3, 0], [1]]) {
      expect(parts.strategy.told).toEqual([]);
      await parts.search.tell(
        batch,
        { fitness: rows.map((row) => fitness[row]!), descriptors: rows.map(() => [1, 1]) },
        { rows },
      );
    }
    expect(parts.strategy.told).toHaveLength(1);
    await whole.turn(...fitness);
    expect(parts.strategy.told[0]!.order).toHaveLength(4);
    expect(whole.strategy.told).toHaveLength(1);
  });

  it('needs no first genomes, and says so where an emitter does', async () => {
    const { search } = searchOf();
    expect((await search.ask()).rows).toBe(4);
    const operator = { ask: () => new Batch(1, 4, new Float64Array(4)) };
    const make = () =>
      new Search({
        domain: bowl,
        archive: new GridArchive({ domain: bowl, cells: [2, 2] }),
        emitters: { operator },
        initial: { evaluations: 0 },
        seed: 1,
      });
    expect(await errorOf(make)).toContain(
      'Search: initial.evaluations must be at least 1, because emitters.operator needs elites',
    );
  });

  it('refuses an order that is none, options that do not fit, and a strategy of other dimensions', async () => {
    const bad: Ranker = { rank: () => [0, 0, 1, 2] };
    const { turn, strategy } = searchOf({ ranker: bad });
    expect(await errorOf(() => turn(-9, -5, -7, -3))).toMatch(
      /^ARGUMENT ranker.rank: the answer must be the 4 row numbers, each once/,
    );
    expect(strategy.told).toEqual([]);
    const endless: Ranker = { rank: () => ({ length: Number.POSITIVE_INFINITY }) };
    expect(await errorOf(() => searchOf({ ranker: endless }).turn(-9, -5, -7, -3))).toContain('each once');
    expect(await errorOf(() => searchOf({ selection: 'best' } as never))).toContain('StrategyEmitter: selection must');
    expect(await errorOf(() => searchOf({ restart: 100 as never }))).toContain('or { every: generations }; got 100');
    expect(await errorOf(() => searchOf({ restart: { every: 0 } }))).toContain('StrategyEmitter: restart.every must');
    const other = new CmaEsStrategy({ mean: [0, 0], sigma: 1 });
    expect(await errorOf(() => searchOf({}, other as never))).toContain('strategy.dimensions must be 4');
  });
});

describe('GradientStrategyEmitter', () => {
  const gradients = (genomes: Batch): Batch => {
    const found = Batch.zeros(genomes.rows, 12);
    found.data.set([0, 0, -4, 0, 2, 0, 0, 0, 0, 3, 0, 0]);
    return found;
  };
  const make = (domain: object = { gradients }) =>
    new GradientStrategyEmitter({
      domain,
      strategy: new CmaEsStrategy({ mean: [0, 0, 0], sigma: 1, populationSize: 5 }),
      mean: [5, 5, 5, 5],
    });
  const search = (emitter: GradientStrategyEmitter) =>
    new Search({
      domain: bowl,
      archive: new GridArchive({ domain: bowl, cells: [4, 4] }),
      emitters: { emitter },
      batchSize: 6,
      initial: { evaluations: 0 },
      seed: 1,
    });

  it('gives the search point, and branches along gradients of length 1', async () => {
    const batch = await search(make()).ask();
    expect([...batch.row(0)]).toEqual([5, 5, 5, 5]);
    for (let i = 1; i < 6; i++) {
      const [first, second, third, last] = [...batch.row(i)];
      expect(last).toBe(5);
      // Three coefficients of standard deviation 1 along the axes 2, 0 and 1.
      for (const x of [first!, second!, third!]) expect(Math.abs(x - 5)).toBeLessThan(4.5);
      expect(new Set([first, second, third]).size).toBe(3);
    }
  });

  it('gives the same with asynchronous gradients, and refuses those of another shape', async () => {
    const later = make({ gradients: async (genomes: Batch) => gradients(genomes) });
    const [one, other] = [await search(make()).ask(), await search(later).ask()];
    expect([...Array(6).keys()].map((i) => [...one.row(i)])).toEqual(
      [...Array(6).keys()].map((i) => [...other.row(i)]),
    );
    const wrong = make({ gradients: () => Batch.zeros(1, 4) });
    expect(await errorOf(() => search(wrong).ask())).toMatch(/^ARGUMENT GradientStrategyEmitter.ask: domain.gradients/);
    expect(await errorOf(() => make({}))).toContain('domain.gradients must');
  });

  it('ranks branches by novelty where the archive measures it', async () => {
    const seen: number[][] = [];
    const ranker: Ranker = {
      rank(rows) {
        seen.push(Array.from(rows.report.novelty!));
        return noveltyRanker.rank(rows);
      },
    };
    const archive = new UnstructuredArchive({ domain: bowl, threshold: 0.1, neighbours: 1 });
    const strategy = new CmaEsStrategy({ mean: [0, 0, 0], sigma: 1, populationSize: 5 });
    const emitter = new GradientStrategyEmitter({ domain: { gradients }, strategy, mean: [5, 5, 5, 5], ranker });
    const loop = new Search({
      domain: bowl,
      archive,
      emitters: { emitter },
      batchSize: 6,
      initial: { evaluations: 0 },
      seed: 1,
    });
    const batch = await loop.ask();
    const report = await loop.tell(batch, await bowl.evaluate(batch));
    expect(seen).toEqual([Array.from(report.novelty!.subarray(1))]);
    expect(seen[0]!.every(Number.isFinite)).toBe(true);
  });
});
