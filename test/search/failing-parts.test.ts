import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { type AskedBatch, Batch, type Emitter } from '../../src/core/index.ts';
import { StrategyEmitter } from '../../src/emitters/index.ts';
import { CmaEsStrategy } from '../../src/optimizers/index.ts';
import { run } from '../../src/run/index.ts';
import { Islands, MapElites, type Search } from '../../src/search/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { alike, failingRevise } from '../support/domains/failing-revise.ts';
import { askUniform as ask, square as domain, squareSearch as make } from '../support/domains/square.ts';
import { errorOf } from '../support/error-of.ts';
import { forged } from '../support/forged.ts';

// Archives, guides and strategies of a user's own that fail in the middle of a tell.

/** An archive whose methods can be replaced, for example by one that throws. */
function failing(options: object = {}) {
  const archive = new GridArchive({ domain, cells: [10, 10], ...options });
  const instead: Record<string, unknown> = {};
  const own = new Proxy(archive, {
    get(on, name) {
      if (typeof name === 'string' && name in instead) return instead[name];
      const value = Reflect.get(on, name, on);
      return typeof value === 'function' ? value.bind(on) : value;
    },
  });
  return { own, archive, instead };
}

const full = (): never => {
  throw new Error('full');
};

/** A batch after the first genomes. */
const second = async (search: Search): Promise<AskedBatch> => {
  await search.tell(await search.ask(), alike(4));
  return search.ask();
};

describe('Search', () => {
  it('keeps a batch out that was dropped while the archive failed: it can be dropped again', async () => {
    const { own, instead } = failing();
    const search = make({ archive: own });
    const batch = await second(search);
    instead.add = full;
    await expect(search.drop(batch)).rejects.toThrow('full');
    delete instead.add;
    expect((await search.drop(batch)).invalid).toBe(4);
    expect([search.pending, search.evaluations]).toEqual([[], 8]);
  });

  it('has told a batch also if the metrics of the archive fail', async () => {
    const { own, instead } = failing();
    const [heard, rewards] = [[] as number[], [] as number[]];
    const emitters = { e: { ask, tell: ({ rows }) => void heard.push(rows.length) } as Emitter };
    const bandit = { arms: 1, select: () => 0, reward: (arm: number) => void rewards.push(arm) };
    const search = make({ archive: own, emitters, bandit });
    const batch = await second(search);
    instead.metrics = full;
    await expect(search.tell(batch, alike(4))).rejects.toThrow('full');
    expect([heard, rewards, search.pending, search.evaluations]).toEqual([[4], [0], [], 8]);
  });

  it('keeps a batch out while the guide fails, and then judges its rows by it', async () => {
    const guide = failing();
    const search = make({ guide: guide.own });
    const batch = await second(search);
    guide.instead.add = full;
    await expect(search.tell(batch, alike(4))).rejects.toThrow('full');
    expect(search.missing(batch)).toHaveLength(4);
    delete guide.instead.add;
    await search.tell(batch, alike(4));
    expect([search.pending, search.evaluations, guide.archive.size]).toEqual([[], 8, 1]);
  });

  it('refuses a report with a status that does not exist, from an archive or a snapshot', async () => {
    const { own, archive, instead } = failing();
    const search = make({ archive: own });
    const batch = await second(search);
    for (const status of ['put', 5, undefined]) {
      instead.add = (...given: Parameters<typeof archive.add>) => ({
        ...archive.add(...given),
        new: 0,
        improved: 0,
        status: ['new', 'new', 'new', status],
      });
      expect(await errorOf(() => search.tell(batch, alike(4)))).toMatch(/^ARGUMENT Search.tell: archive.add\(\) must/);
    }
    instead.add = () => archive.add(Batch.zeros(2, 2), alike(2));
    expect(await errorOf(() => search.tell(batch, alike(4)))).toMatch(/^ARGUMENT Search.tell: archive.add\(\) must/);
    delete instead.add;
    await search.tell(batch, alike(2), { rows: [0, 1] });
    const bytes = forged(search.snapshot(), ({ tensors }) => {
      const name = 'pending.0.outcome.status';
      const text = new TextDecoder().decode(tensors.get(name)!.data as Uint8Array);
      const data = new TextEncoder().encode(text.replace('rejected', 'put'));
      expect(data.length).toBe(text.length - 5);
      tensors.set(name, { shape: [data.length], data });
    });
    expect(await errorOf(() => search.restore(bytes))).toMatch(/^SNAPSHOT/);
  });

  it('refuses elites to be evaluated again beside new genomes of one emitter, and where a guide selects', async () => {
    const again = (ids: number[]): Emitter => ({
      ask: () => ({ genomes: Batch.zeros(ids.length, 2), revises: ids }),
    });
    const asked = (ids: number[], options: object = {}) => {
      const search = make({ emitters: { e: again(ids) }, ...options });
      return errorOf(() => second(search));
    };
    expect(await asked([0, 0])).toBe('no error');
    expect(await asked([0, Number.NaN])).toMatch(/^ARGUMENT Search.ask: emitters.e: revises must have an id for each/);
    expect(await asked([0, 0], { guide: failing().own })).toMatch(/^ARGUMENT Search.ask: emitters.e: revises must be/);
  });

  it('refuses a guide with lineage of its own, and parts that are no objects', async () => {
    const guide = failing({ lineage: true }).own;
    expect(await errorOf(() => make({ guide }))).toMatch(/^ARGUMENT Search: guide.lineage must be false/);
    for (const parts of [5, [1], [null]]) {
      const message = await errorOf(() => make({ emitters: { e: { ask, parts: parts as never } } }));
      expect(message).toMatch(/^ARGUMENT Search: emitters.e.parts must be a list of objects/);
    }
  });

  it('is in use while its parts are stored or restored', async () => {
    const { own } = failing();
    const found: Promise<string>[] = [];
    const part: Emitter = {
      ask,
      snapshot: () => {
        found.push(errorOf(() => search.add(Batch.zeros(4, 2), alike(4))));
        return Uint8Array.of(1);
      },
      restore: () => void found.push(errorOf(() => other.ask())),
    };
    const search: Search = make({ archive: own, emitters: { part } });
    const other = make({ archive: own });
    search.restore(search.snapshot());
    expect([...new Set(await Promise.all(found))]).toEqual([
      'STATE Search.add: snapshot() or restore() is under way.',
      expect.stringMatching(/^STATE Search.ask: archive is in use by another search/),
    ]);
  });

  it('has equal snapshots by run and by ask and tell, where nothing learns', async () => {
    const search = (): MapElites =>
      new MapElites({ domain, archive: failing().archive, variation: new GaussianMutation(), batchSize: 50, seed: 1 });
    const [driven, told] = [search(), search()];
    await run(driven, { evaluations: 200 });
    for (let i = 0; i < 4; i++) {
      const batch = await told.ask();
      await told.tell(batch, await domain.evaluate(batch));
    }
    expect(told.snapshot()).toEqual(driven.snapshot());
  });

  it('refuses a strategy that learns later', async () => {
    class Late extends CmaEsStrategy {
      override tell = (async () => {}) as never;
    }
    const strategy = new Late({ mean: [0.5, 0.5], sigma: 0.2, populationSize: 4 });
    const search = make({ emitters: { e: new StrategyEmitter({ strategy }) }, initial: { evaluations: 0 } });
    const batch = await search.ask();
    expect(await errorOf(() => search.tell(batch, alike(4)))).toMatch(/^ARGUMENT StrategyEmitter: strategy.tell\(\)/);
  });

  it('refuses a strategy that gives another number of rows, or no rows', async () => {
    for (const answer of [Batch.zeros(3, 2), Batch.zeros(4, 3), undefined, Promise.resolve(Batch.zeros(4, 2))]) {
      const strategy = new CmaEsStrategy({ mean: [0.5, 0.5], sigma: 0.2, populationSize: 4 });
      strategy.sample = (() => answer) as never;
      const search = make({ emitters: { e: new StrategyEmitter({ strategy }) }, initial: { evaluations: 0 } });
      expect(await errorOf(() => search.ask())).toMatch(/^ARGUMENT StrategyEmitter: strategy.sample\(\): /);
    }
  });
});

describe('Islands', () => {
  it('tell the common archive what an island took, and nothing else, whichever of them fails', async () => {
    const islands = [failing(), failing()];
    const common = failing();
    const searches = islands.map(({ own }) => make({ archive: own }));
    const all = new Islands({ searches, archive: common.own, seed: 1 });
    const batch = await all.ask();
    islands[0]!.instead.add = full;
    common.instead.add = full;
    await expect(all.tell(batch, alike(4))).rejects.toThrow('full');
    delete common.instead.add;
    await expect(all.tell(batch, alike(4))).rejects.toThrow('full');
    expect([all.evaluations, common.archive.size, all.pending]).toEqual([0, 0, [batch]]);
    delete islands[0]!.instead.add;
    common.instead.add = full;
    await expect(all.tell(batch, alike(4))).rejects.toThrow('full');
    expect([all.evaluations, common.archive.size, all.pending]).toEqual([4, 0, []]);
  });

  it('tell the common archive only the rows that an island took, if it fails to revise the others', async () => {
    const { search, state } = failingRevise();
    const other = make();
    Object.defineProperty(other, 'domain', { value: search.domain });
    const common = failing();
    const all = new Islands({ searches: [search, other], archive: common.own, seed: 1 });
    for (let i = 0; i < 2; i++) await all.tell(await all.ask(), alike(4));
    const batch = await all.ask();
    const found = { fitness: [1, 2, 3, 4], descriptors: [0, 1, 2, 3].map((i) => [i / 4, 0.1]) };
    await expect(all.tell(batch, found)).rejects.toThrow('full');
    expect([[...all.missing(batch)], common.archive.size]).toEqual([[2, 3], 3]);
    state.fails = false;
    await all.tell(batch, { fitness: [3, 4], descriptors: [2, 3].map((i) => [i / 4, 0.1]) });
    expect([all.pending, common.archive.size]).toEqual([[], 5]);
  });
});
