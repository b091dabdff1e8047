import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { type Archive, type AskedBatch, type Bandit, Batch, type Emitter, ListBatch } from '../../src/core/index.ts';
import { operatorEmitter } from '../../src/emitters/index.ts';
import { MapElites, type Search } from '../../src/search/index.ts';
import { GaussianMutation, TwoPointCrossover } from '../../src/variation/index.ts';
import { failingRevise, alike as results } from '../support/domains/failing-revise.ts';
import {
  askUniform as ask,
  square as domain,
  squareSearch as make,
  squareSpace as space,
} from '../support/domains/square.ts';
import { errorOf } from '../support/error-of.ts';

const grid = (): GridArchive => new GridArchive({ domain, cells: [10, 10] });
const tellAll = async (search: Search): Promise<void> => {
  const batch = await search.ask();
  await search.tell(batch, results(batch.rows));
};

describe('Search', () => {
  it('reads each row number once', async () => {
    const search = make();
    const batch = await search.ask();
    let reads = 0;
    const rows = Object.defineProperty([0, 1], 1, { get: () => (++reads === 1 ? 3 : 0) });
    await search.tell(batch, results(2), { rows });
    expect([...search.missing(batch)]).toEqual([1, 2]);
  });

  it('copies the option initial', async () => {
    const initial = { evaluations: 4 };
    const search = make({ initial });
    const bytes = search.snapshot();
    initial.evaluations = 99;
    search.restore(bytes);
    expect(search.snapshot()).toEqual(bytes);
  });

  it('refuses a restore while another search has a batch out with its archive, and claims its parts for the batches restored', async () => {
    const archive = grid();
    const [one, two] = [make({ archive }), make({ archive })];
    const empty = two.snapshot();
    await tellAll(one);
    const batch = await one.ask();
    expect(await errorOf(() => two.restore(empty))).toMatch(
      /^STATE Search.restore: archive is in use by another search/,
    );
    expect(archive.size).toBe(1);
    const out = one.snapshot();
    await one.drop(batch);
    two.restore(out);
    expect(await errorOf(() => one.ask())).toMatch(/^STATE Search.ask: archive is in use/);
  });

  it('rewards the bandit also if an emitter fails when it is told', async () => {
    const rewards: number[] = [];
    const bandit: Bandit = { arms: 2, shares: () => [1, 1], reward: (arm) => void rewards.push(arm) };
    const deaf: Emitter = {
      ask,
      tell() {
        throw new Error('deaf');
      },
    };
    const search = make({ emitters: { deaf, good: { ask } }, bandit });
    await tellAll(search);
    const batch = await search.ask();
    await expect(search.tell(batch, results(4))).rejects.toThrow('deaf');
    expect(rewards).toEqual([0, 1]);
    await tellAll(search).catch(() => undefined);
    expect(rewards).toEqual([0, 1, 0, 1]);
  });

  it('refuses a reward outside [0, 1], and a bandit that answers later', async () => {
    const bandit: Bandit = { arms: 1, shares: () => [1], reward() {} };
    for (const value of [Number.NaN, -3, Promise.resolve(1)]) {
      const search = make({ bandit, reward: () => value as number });
      await tellAll(search);
      expect(await errorOf(() => tellAll(search))).toContain(
        'ARGUMENT Search.tell: reward() must be a finite number in',
      );
      expect(search.pending).toEqual([]);
    }
    const later = { ...bandit, reward: () => Promise.reject(new Error('lost')) as never };
    const search = make({ bandit: later });
    await tellAll(search);
    expect(await errorOf(() => tellAll(search))).toContain('ARGUMENT Search.tell: bandit.reward() must be synchronous');
  });

  it('refuses emitters and operators whose check answers later', async () => {
    const check = (): never => Promise.reject(new Error('no')) as never;
    expect(await errorOf(() => make({ emitters: { e: { ask, check } } }))).toContain(
      'ARGUMENT Search: emitters.e.check() must be synchronous',
    );
    const variation = { vary: () => Batch.zeros(4, 2), check };
    expect(await errorOf(() => new MapElites({ domain, archive: grid(), variation, seed: 1 }))).toContain(
      'operator.check() must be synchronous',
    );
  });

  it('accepts any thenable as a promise', async () => {
    const told: string[] = [];
    // biome-ignore lint/suspicious/noThenProperty: a promise of another library.
    const thenable = { then: (resolve: (value: unknown) => void) => resolve(Batch.zeros(4, 2)) };
    const first = {
      ask,
      tell(): never {
        told.push('first');
        return thenable as never;
      },
    };
    const second = { ask, tell: () => void told.push('second') };
    const search = make({ emitters: { first, second } });
    await tellAll(search);
    await tellAll(search);
    expect(told).toEqual(['first', 'second']);
    const varied = make({ emitters: { e: operatorEmitter({ vary: () => thenable as never }) } });
    await tellAll(varied);
    expect((await varied.ask({ retries: 1 })).rows).toBe(4);
  });

  it('refuses an archive that draws another number of elites than asked for', async () => {
    const archive = grid();
    const search = make({ archive, emitters: { e: operatorEmitter(new TwoPointCrossover()) } });
    await tellAll(search);
    Object.assign(archive, { select: undefined, sample: () => new ListBatch([new Float64Array(2)]) });
    expect(await errorOf(() => search.ask())).toContain('ARGUMENT selectElites: the archive must draw 4 rows; got 1');
  });

  it('refuses options and origins that are null, or no lists', async () => {
    const search = make();
    const batch = await search.ask();
    for (const act of [
      () => search.ask(null as never),
      () => search.learn(null as never),
      () => search.tell(batch, results(4), null as never),
      () => search.hold(batch, results(4), null as never),
    ]) {
      expect(await errorOf(act)).toMatch(/^ARGUMENT Search\.\w+: options must be an object; got null/);
    }
    await search.tell(batch, results(4));
    const wrong = { revises: null } as never;
    const proposes = (more: object): Search =>
      make({
        archive: search.archive,
        emitters: { e: { ask: (n, c) => ({ genomes: ask(n, c), ...more }) } },
        initial: { evaluations: 0 },
      });
    expect(await errorOf(() => proposes(wrong).ask())).toContain('e: revises must have an id for each of the 4 rows');
    for (const length of [-1, 0.5]) {
      const parents = new Array(4).fill({ length });
      expect(await errorOf(() => proposes({ parents }).ask())).toContain('e: parents must have');
    }
  });
});

describe('A list of numbers', () => {
  it('is checked and copied by index, whatever its iterator gives', () => {
    const sigma = [0.1, 0.1];
    sigma[Symbol.iterator] = [Number.NaN, Number.NaN][Symbol.iterator].bind([Number.NaN, Number.NaN]) as never;
    const children = new GaussianMutation({ sigma }).vary(Batch.zeros(3, 2), {
      random: { fillNormal: (to: Float64Array) => to.fill(1), uniform: () => 0.5 } as never,
      archive: grid(),
      space,
    });
    expect([...children.data]).toEqual(new Array(6).fill(0.1));
  });
});

it('has told the rows that were added if the archive fails to revise the others, which stay out', async () => {
  const { search, state } = failingRevise();
  await tellAll(search);
  const batch = await search.ask();
  await expect(search.tell(batch, results(4))).rejects.toThrow('full');
  expect([[...search.missing(batch)], state.told, search.evaluations]).toEqual([[2, 3], [[0, 1]], 6]);
  state.fails = false;
  await search.tell(batch, results(2));
  expect([search.pending, state.told, search.evaluations]).toEqual([
    [],
    [
      [0, 1],
      [0, 1],
    ],
    8,
  ]);
});

it('takes results of no rows, before and after a snapshot', async () => {
  const search = make();
  await tellAll(search);
  const batch = await search.ask();
  for (let i = 0; i < 2; i++) {
    expect((await search.tell(batch, results(0), { rows: [] })).status).toEqual([]);
    search.snapshot();
  }
  expect(search.missing(batch)).toHaveLength(4);
});

it('refuses every call of a part that is being restored', async () => {
  const calls: Readonly<Record<string, (batch: AskedBatch) => unknown>> = {
    ask: () => search.ask(),
    tell: (batch) => search.tell(batch, results(4)),
    hold: (batch) => search.hold(batch, results(4)),
    missing: (batch) => search.missing(batch),
    drop: (batch) => search.drop(batch),
    add: () => search.add(Batch.zeros(4, 2), results(4)),
    learn: () => search.learn(),
    snapshot: () => search.snapshot(),
    restore: () => search.restore(bytes),
  };
  const errors: Promise<string>[] = [];
  const part = {
    ask,
    snapshot: () => Uint8Array.of(1),
    restore: (): void => {
      for (const call of Object.values(calls)) errors.push(errorOf(() => call(batch)));
    },
  };
  const search: Search = make({ emitters: { part } });
  const batch = await search.ask();
  const bytes = search.snapshot();
  search.restore(bytes);
  expect(await Promise.all(errors)).toEqual(
    Object.keys(calls).map((name) => `STATE Search.${name}: snapshot() or restore() is under way.`),
  );
  expect(search.snapshot()).toEqual(bytes);
});

/** An archive of a user's own, with the elites of another. */
const plainArchive = (archive: GridArchive, add: GridArchive['add']): Archive => ({
  cells: archive.cells,
  get size() {
    return archive.size;
  },
  add,
  sample: archive.sample.bind(archive),
  genomes: archive.genomes.bind(archive),
  metrics: archive.metrics.bind(archive),
  [Symbol.iterator]: archive[Symbol.iterator].bind(archive),
});

describe('memory that an emitter uses again', () => {
  const shared = Batch.zeros(2, 2);
  const fill =
    (value: number): Emitter['ask'] =>
    () => {
      shared.data.fill(value);
      return shared;
    };

  it('is copied before the next emitter is asked', async () => {
    const search = make({ emitters: { one: { ask: fill(0.25) }, two: { ask: fill(0.75) } } });
    await tellAll(search);
    const batch = await search.ask();
    expect([0, 1, 2, 3].map((i) => batch.row(i)[0])).toEqual([0.25, 0.25, 0.75, 0.75]);
  });

  it('is copied with the ids in it, and each getter is read once', async () => {
    const parents = [[0]];
    let reads = 0;
    class Answer {
      get genomes(): Batch {
        reads++;
        return Batch.from([[0.5, 0.5]]);
      }
      get parents(): number[][] {
        return parents;
      }
    }
    const answer = (id: number) => (): Answer => {
      parents[0]![0] = id;
      return new Answer();
    };
    const archive = new GridArchive({ domain, cells: [10, 10], lineage: true });
    const emitters = { one: { ask: answer(0) }, two: { ask: answer(1) } };
    const search = make({ archive, emitters, batchSize: 2, initial: { evaluations: 2 } });
    await tellAll(search);
    const batch = await search.ask();
    await search.tell(batch, {
      fitness: [9, 10],
      descriptors: [
        [0.15, 0.15],
        [0.95, 0.95],
      ],
    });
    expect(
      Array.from(archive)
        .slice(-2)
        .map(({ origin }) => origin!.parents),
    ).toEqual([[0], [1]]);
    expect(reads).toBe(2);
  });

  it('may be that of the archive, which changes meanwhile', async () => {
    let goOn!: () => void;
    const waits = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const archive = grid();
    const late: Emitter = { ask: (count, context) => waits.then(() => ask(count, context)) };
    const same: Emitter = { ask: () => new Batch(1, 2, archive.genomes().row(0)) };
    const search = make({ archive, emitters: { same, late } });
    await tellAll(search);
    const before = archive.genomes().row(0).slice();
    const asked = search.ask();
    archive.remove(archive.columns().cells[0]!);
    goOn();
    expect((await asked).row(0)).toEqual(before);
  });
});

it('refuses to be told by an archive that is being given rows', async () => {
  const archive = grid();
  const errors: Promise<string>[] = [];
  let batch: AskedBatch | undefined;
  const own = plainArchive(archive, (...rows) => {
    if (batch !== undefined) errors.push(errorOf(() => search.tell(batch!, results(4))));
    return archive.add(...rows);
  });
  const search: Search = make({ archive: own });
  batch = await search.ask();
  await search.tell(batch, results(4));
  expect(await Promise.all(errors)).toEqual(['STATE Search.tell: an archive is being given rows.']);
  expect([search.evaluations, search.pending.length]).toEqual([4, 0]);
});

it('takes emitters with the names of methods that every object has', async () => {
  const emitters = { toString: { ask }, constructor: { ask }, valueOf: { ask } };
  const search = make({ emitters, mixtures: [{ toString: 1 }] });
  await tellAll(search);
  expect({ ...(await search.ask()).emitters }).toEqual({ toString: 4, constructor: 0, valueOf: 0 });
});

it('refuses parents of id -0, which no snapshot could hold', async () => {
  const odd: Emitter = { ask: () => ({ genomes: Batch.zeros(1, 2), parents: [[-0]] }) };
  const search = make({ emitters: { odd } });
  await tellAll(search);
  expect(await errorOf(() => search.ask())).toContain('emitters.odd: parents must have for each of the 1 rows a list');
});

it('has its own numbers of a batch, whatever is done to the one that was given out', async () => {
  const search = make();
  const batch = await search.ask();
  Object.assign(batch, { rows: 1, number: -7 });
  await search.tell(batch, results(4), { rows: [0, 1, 2, 3] });
  expect([search.evaluations, search.pending.length]).toEqual([4, 0]);
});

it.each([
  ['new', -5],
  ['new', 100],
  ['belowFloor', undefined],
  ['improvement', [1, 2, 3, 4]],
])('refuses a report whose %s is %j', async (name, value) => {
  const archive = grid();
  const own = plainArchive(archive, (...rows) => ({ ...archive.add(...rows), [name]: value }));
  const search = make({ archive: own });
  const batch = await search.ask();
  expect(await errorOf(() => search.tell(batch, results(4)))).toContain('archive.add() must');
  expect(await errorOf(() => search.add(Batch.zeros(4, 2), results(4)))).toContain('archive.add() must');
});
