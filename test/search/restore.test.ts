import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { SlidingWindowUcb } from '../../src/bandits/index.ts';
import type { Domain, Genomes } from '../../src/core/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { Pca } from '../../src/pca/index.ts';
import { DdeElites, ddeMixtures, MapElites } from '../../src/search/index.ts';
import { IsoLineMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive, MeanLearner } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { type Forged, forged, forgePart as part } from '../support/forged.ts';
import { arm, Counting, drive } from '../support/resumable.ts';
import { runs } from '../support/runs.ts';

const dde = (options: object = {}): DdeElites =>
  new DdeElites({
    domain: arm,
    archive: new GridArchive({ domain: arm, cells: [7, 6] }),
    learner: new Vae({ inputs: 6, latent: 2 }),
    mixtures: ddeMixtures,
    training: { every: 1 },
    batchSize: 10,
    initial: { evaluations: 10 },
    seed: 1,
    ...options,
  });

describe('restoring', () => {
  it('names the field in which the configuration differs, and changes nothing', async () => {
    const bytes = await stored(dde());
    const grid = (cells: number[], domain: Domain = arm): object => ({
      domain,
      archive: new GridArchive({ domain, cells }),
    });
    const cases: [object, string][] = [
      [{ batchSize: 11 }, 'DdeElites.restore: bytes must have batchSize 11; got 10.'],
      [
        { initial: { untilCoverage: 0.5, atMost: 9 } },
        'DdeElites.restore: bytes must have initial.untilCoverage 0.5; got undefined.',
      ],
      [grid([6, 7]), 'GridArchive.restore: bytes must have cells [6, 7]; got [7, 6].'],
      [grid([6, 6]), 'GridArchive.restore: bytes must have cells [6, 6]; got [7, 6].'],
      [
        grid([7, 6], { ...arm, fitnessFloor: -9 }),
        'DdeElites.restore: bytes must have domain.fitnessFloor -9; got -2.4674011002723395.',
      ],
      [
        grid([7, 6], { ...arm, name: 'leg' }),
        "DdeElites.restore: bytes must have domain.name leg; got 'planar arm, 6 joints'.",
      ],
      [
        grid([7, 6], { ...arm, genome: { dimensions: 6, lower: [-1, -1, -1, -1, -1, -2], upper: 1 } }),
        'DdeElites.restore: bytes must have domain.genome.lower [-1, -1, -1, -1, -1, -2]; got [-1, -1, -1, -1, -1, -1].',
      ],
      [{ learner: new Vae({ inputs: 6, latent: 3 }) }, 'Vae.restore: bytes must have latent 3; got 2.'],
      [{ learner: new Pca({ components: 2 }) }, "Pca.restore: bytes must have kind Pca; got 'Vae'."],
      [
        { bandit: new SlidingWindowUcb({ arms: 9, window: 5 }) },
        'SlidingWindowUcb.restore: bytes must have window 5; got 1000.',
      ],
      [{ mixtures: ddeMixtures.slice(1) }, 'DdeElites.restore: bytes must have mixtures.0.crossover 0.25; got 0.'],
      [
        { operators: { line: new IsoLineMutation({ lineSigma: 0.1 }) } },
        'IsoLineMutation.restore: bytes must have lineSigma 0.1; got 0.2.',
      ],
    ];
    for (const [options, message] of cases) {
      const other = dde(options);
      await drive(other as never, 3);
      const before = other.snapshot();
      expect(await errorOf(() => other.restore(bytes))).toBe(`SNAPSHOT ${message}`);
      expect(other.snapshot()).toEqual(before);
    }
  });

  it("rolls back a user's part that refuses, and those before it", async () => {
    const last = new Counting();
    const search = dde({ operators: { last } });
    const bytes = await stored(search);
    await drive(search as never, 2);
    const before = search.snapshot();
    const restore = last.restore.bind(last);
    last.restore = (given) => {
      last.calls = 99;
      last.restore = restore;
      throw new Error(`not ${given.length}`);
    };
    expect(await errorOf(() => search.restore(bytes))).toBe(
      "SNAPSHOT DdeElites.restore: bytes must hold a state that emitters.last can restore; got 'not 1'.",
    );
    expect(search.snapshot()).toEqual(before);
  });

  it('is refused with SNAPSHOT and changes nothing if a part throws a plain Error, which is then the cause', async () => {
    const cause = new TypeError('no');
    const broken = Object.assign(new Counting(), {
      restore: () => {
        throw cause;
      },
    });
    const search = dde({ operators: { broken } });
    const bytes = await stored(search);
    const [learner, size] = [search.encoding(), search.archive.size];
    await drive(search as never, 2);
    const before = search.snapshot();
    expect(() => search.restore(bytes)).toThrow(expect.objectContaining({ code: 'SNAPSHOT', cause }));
    expect(search.snapshot()).toEqual(before);
    expect([learner, size]).not.toEqual([search.encoding(), search.archive.size]);
  });

  it('restores the state of each part, also where an operator is named learner, bandit or __proto__', async () => {
    const make = (): [DdeElites, Counting[]] => {
      const named = ['learner', 'bandit', 'streams', '__proto__'].map((name) => [name, new Counting()] as const);
      const operators = Object.fromEntries(named);
      const mixtures = ddeMixtures.map((ratios) =>
        Object.fromEntries([...Object.entries(ratios), ...named.map(([name]) => [name, 0.2])]),
      );
      return [dde({ operators, mixtures }), named.map(([, operator]) => operator)];
    };
    const [[unbroken, counted], [resumed, recounted]] = [make(), make()];
    await drive(unbroken as never, 6);
    resumed.restore(unbroken.snapshot());
    expect(recounted.map(({ calls }) => calls)).toEqual(counted.map(({ calls }) => calls));
    expect(counted.every(({ calls }) => calls > 0)).toBe(true);
    for (const search of [unbroken, resumed]) await drive(search as never, 5);
    expect(resumed.snapshot()).toEqual(unbroken.snapshot());
  });

  it('needs bytes of the snapshot of each part, and a restore that is synchronous', async () => {
    for (const answer of ['state', undefined, [1], Promise.resolve(Uint8Array.of(1))]) {
      const own = Object.assign(new Counting(), { snapshot: () => answer });
      expect(await errorOf(() => dde({ operators: { own } }).snapshot())).toMatch(
        /^ARGUMENT DdeElites\.snapshot: emitters\.own\.snapshot\(\) must be a Uint8Array or an ArrayBuffer; got /,
      );
    }
    const late = Object.assign(new Counting(), { restore: () => Promise.reject(new Error('late')) });
    const search = dde({ operators: { late } });
    const bytes = await stored(search);
    expect(await errorOf(() => search.restore(bytes))).toBe(
      'ARGUMENT DdeElites.restore: emitters.late.restore() must be synchronous; got an object.',
    );
  });

  it('refuses what no run could have written, though its checksum fits', async () => {
    const search = dde();
    await drive(search as never, 3);
    await search.ask();
    const bytes = search.snapshot();
    const archive = (change: (inner: Forged) => void) => (content: Forged) => part(content, 'parts.archive', change);
    const numbers = (name: string, change: (data: number[]) => void) => (content: Forged) => {
      const { shape, data } = content.tensors.get(name)!;
      change(data as unknown as number[]);
      content.tensors.set(name, { shape, data });
    };
    const state = (name: string, value: unknown) => (content: Forged) => {
      expect(content.state).toHaveProperty([name]);
      content.state[name] = value;
    };
    const drop = (name: string) => (content: Forged) => void expect(content.tensors.delete(name)).toBe(true);
    const put =
      (name: string, data: Float64Array | Int32Array | Uint8Array, shape: number[] = [data.length]) =>
      (content: Forged) =>
        void content.tensors.set(name, { shape, data });
    const first = (value: number) => (data: number[]) => {
      data[0] = value;
    };
    const learner = (change: (inner: Forged) => void) => (content: Forged) =>
      part(content, 'parts.emitters.crossover', (emitter) => part(emitter, 'parts.learner', change));
    const attacks: ((content: Forged) => void)[] = [
      state('counts.evaluations', -1),
      state('counts.evaluations', 1e300),
      state('counts.evaluations', 2 ** 53 - 1),
      state('counts.continues', 'yes'),
      state('counts.batches', 0),
      state('learned', -2),
      drop('streams.emission'),
      put('streams.emission', new Int32Array(4)),
      state('pending.length', -1),
      state('pending.length', 2),
      state('pending.0.number', 1e6),
      state('pending.0.arm', 9),
      state('pending.0.blocks.0.emitter', 7),
      state('pending.0.blocks.0.start', 1),
      state('pending.0.rows.rows', 11),
      numbers('pending.0.rows.seed', first(-1)),
      numbers('pending.0.rows.told', first(2)),
      numbers('pending.0.rows.told', first(1)),
      numbers('pending.0.rows.told', (data) => void (data as unknown as Int32Array).fill(1)),
      put('parts.archive', new Uint8Array(3)),
      drop('parts.bandit'),
      archive(numbers('elites.fitness', first(Number.NaN))),
      archive(numbers('elites.genome', first(Number.POSITIVE_INFINITY))),
      archive(numbers('elites.descriptor', first(Number.NaN))),
      archive(numbers('elites.descriptor', (data) => void (data as unknown as Float64Array).fill(0.5))),
      archive(numbers('elites.id', first(1e9))),
      archive(put('elites.genome', new Float64Array(0), [1e15, 0])),
      archive(put('elites.fitness', new Float64Array(50))),
      archive(state('nextId', 0)),
      (content) => part(content, 'parts.bandit', state('told', 7)),
      (content) => part(content, 'parts.emitters.crossover', state('fitted.entered', -1)),
      learner(state('fitted.steps', 0.5)),
      learner(numbers('fitted.weights.fc1.bias', first(Number.NaN))),
    ];
    const other = dde({ seed: 5 });
    await drive(other as never, 2);
    const before = other.snapshot();
    for (const attack of attacks) {
      const at = attacks.indexOf(attack);
      const error = await errorOf(() => other.restore(forged(bytes, attack)));
      expect([at, error]).toEqual([at, expect.stringMatching(/^SNAPSHOT /)]);
      expect(other.snapshot()).toEqual(before);
    }
    other.restore(forged(bytes, () => undefined));
    expect(other.snapshot()).toEqual(bytes);
  });

  it('finds every change of a byte', async () => {
    const search = dde();
    await drive(search as never, 2);
    const bytes = search.snapshot();
    const before = search.snapshot();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = bytes.slice();
        damaged[at]! ^= flip;
        expect(() => search.restore(damaged)).toThrow(expect.objectContaining({ code: 'SNAPSHOT' }));
      }),
      { numRuns: runs(2000) },
    );
    expect(search.snapshot()).toEqual(before);
  });

  it('is refused, as a snapshot is, while ask or learn is under way', async () => {
    let proceed = (): void => undefined;
    const slow = {
      async vary(parents: Genomes<Float64Array>): Promise<Genomes<Float64Array>> {
        await new Promise<void>((resolve) => {
          proceed = resolve;
        });
        return parents;
      },
    };
    const learner = Object.assign(new MeanLearner(), stateless);
    const options = { domain: bowl, archive: bowlArchive(), learner, operators: { slow }, mixtures: [{ slow: 1 }] };
    const search = new DdeElites({ ...options, seed: 1 });
    const empty = search.snapshot();
    await drive(search as never, 1);
    await search.learn();
    const asked = search.ask();
    await new Promise((resolve) => setTimeout(resolve));
    for (const act of [() => search.snapshot(), () => search.restore(empty)]) {
      expect(await errorOf(act)).toMatch(
        /^STATE DdeElites.(snapshot|restore): ask\(\), learn\(\) or finish\(\) is under way.$/,
      );
    }
    proceed();
    const genomes = await asked;
    await search.tell(genomes, await bowl.evaluate(genomes));
    const learning = search.learn();
    for (const act of [() => search.snapshot(), () => search.restore(empty)]) {
      expect(await errorOf(act)).toMatch(
        /^STATE DdeElites.(snapshot|restore): ask\(\), learn\(\) or finish\(\) is under way.$/,
      );
    }
    await learning;
    search.restore(empty);
    expect(await errorOf(() => search.tell(genomes, { fitness: [], descriptors: [] }))).toMatch(/^STATE/);
    expect(search.evaluations).toBe(0);
  });

  it('is refused, as a snapshot is, from the tick of ask until its batch is made', async () => {
    const search = dde();
    await drive(search as never, 3);
    const bytes = search.snapshot();
    const asked = search.ask();
    for (const act of [() => search.snapshot(), () => search.restore(bytes)]) {
      expect(await errorOf(act)).toMatch(
        /^STATE DdeElites.(snapshot|restore): ask\(\), learn\(\) or finish\(\) is under way.$/,
      );
    }
    const genomes = await asked;
    expect(search.snapshot()).not.toEqual(bytes);
    await search.tell(genomes, await arm.evaluate(genomes));
  });

  it('is refused, as a snapshot is, within reward', async () => {
    const seen: string[] = [];
    const search: DdeElites = dde({
      reward: () => {
        for (const act of [() => search.snapshot(), () => search.restore(empty)]) seen.push(errorNow(act));
        return 1;
      },
    });
    const empty = search.snapshot();
    await drive(search as never, 2);
    expect(seen).toEqual([
      'STATE DdeElites.snapshot: tell() is under way.',
      'STATE DdeElites.restore: tell() is under way.',
    ]);
    expect(search.snapshot()).not.toEqual(empty);
  });

  it('needs snapshot and restore of every part that has state', async () => {
    const own = { vary: (parents: Genomes<Float64Array>) => parents };
    const map = (options: object): MapElites =>
      new MapElites({ domain: bowl, archive: bowlArchive(), variation: own, seed: 1, ...options });
    expect(map({}).snapshot()).toBeInstanceOf(Uint8Array);
    const lost = (name: string): string =>
      `STATE MapElites.snapshot: ${name} has no snapshot() and restore(), and its state would be lost.`;
    expect(await errorOf(() => map({ variation: { ...own, stateful: true } }).snapshot())).toBe(
      lost('emitters.variation'),
    );
    expect(await errorOf(() => map({ variation: { ...own, snapshot: () => new Uint8Array(0) } }).snapshot())).toBe(
      lost('emitters.variation'),
    );
    expect(await errorOf(() => map({ domain: { ...bowl, stateful: true } }).snapshot())).toBe(lost('domain'));
    const archive = bowlArchive();
    const bare = { size: 0, cells: 100, add: archive.add.bind(archive) } as never;
    expect(await errorOf(() => map({ archive: bare }).snapshot())).toBe(lost('archive'));
    const learner = new MeanLearner();
    expect(await errorOf(() => dde({ domain: bowl, archive: bowlArchive(), learner }).snapshot())).toContain(
      'learner has no snapshot()',
    );
    const stateful = { ...bowl, ...stateless };
    expect(await errorOf(() => map({}).restore(map({ domain: stateful }).snapshot()))).toContain(
      'must have parts archive; got',
    );
  });

  it('refuses held results that no evaluation can have, and parents that are no ids', async () => {
    const search = dde();
    await drive(search as never, 1);
    const batch = await search.ask();
    search.hold(batch, await arm.evaluate(batch));
    const bytes = search.snapshot();
    const held = (name: string, change: (tensors: Forged['tensors']) => unknown): Promise<string> =>
      errorOf(() => dde().restore(forged(bytes, ({ tensors }) => void change(tensors)))).then(
        (error) => `${name}: ${error}`,
      );
    const rule = 'SNAPSHOT DdeElites.restore: bytes must have ';
    expect(await held('fitness', (all) => all.get('pending.0.held.fitness')!.data.fill(Infinity))).toContain(
      `fitness: ${rule}results of held row 0`,
    );
    expect(await held('descriptor', (all) => all.get('pending.0.held.descriptor')!.data.fill(NaN))).toContain(
      `descriptor: ${rule}results of held row 0`,
    );
    const texts = new TextEncoder().encode(JSON.stringify(new Array(10).fill('{}')));
    expect(
      await held('parents', (all) => all.set('pending.0.rows.parents', { shape: [texts.length], data: texts })),
    ).toContain(`parents: ${rule}values of the right kind in pending.0.rows.parents`);
  });
});

function errorNow(act: () => unknown): string {
  try {
    return `nothing, but ${act()}`;
  } catch (error) {
    return `${(error as { code?: unknown }).code} ${(error as Error).message}`;
  }
}

const stateless = { snapshot: () => new Uint8Array(0), restore: () => undefined };

async function stored(search: DdeElites): Promise<Uint8Array> {
  await drive(search as never, 3);
  return search.snapshot();
}
