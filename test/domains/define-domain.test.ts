import { getEventListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, ListBatch } from '../../src/core/index.ts';
import { defineDomain, type NamedDomain, type OneContext, type VectorResults } from '../../src/domains/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { domainContract } from '../../src/testing/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { words } from '../support/domains/words.ts';
import { errorOf } from '../support/error-of.ts';
import { evaluateRows } from '../support/evaluate-rows.ts';
import { warningsOf } from '../support/warnings-of.ts';

const make = (
  evaluate: (genome: Float64Array, context: OneContext) => unknown,
): NamedDomain<VectorResults | Promise<VectorResults>> =>
  defineDomain({
    name: 'toy',
    genome: { dimensions: 2, lower: 0, upper: 9 },
    descriptor: { dimensions: 1, lower: 0, upper: 9 },
    evaluate: evaluate as never,
  });
const genomes = Batch.from([
  [1, 2],
  [3, 4],
]);

const noisy = make(async (genome, { seed }) => ({ fitness: genome[0]! + seed / 2 ** 32, descriptor: [genome[1]] }));
checkLaws('defineDomain, noisy and later', domainContract({ make: () => noisy }));
checkLaws('defineDomain of words', domainContract({ make: () => words }));

describe('defineDomain', () => {
  it('gives the function a copy of every vector, from a batch, a list or genomes of the caller', () => {
    for (const given of [genomes, new ListBatch([...[0, 1].map((i) => genomes.row(i))])]) {
      const domain = make((genome) => {
        genome.fill(7);
        return { fitness: 1, descriptor: [1] };
      });
      const before = [0, 1].map((i) => [...given.row(i)]);
      domain.evaluate(given);
      expect([0, 1].map((i) => [...given.row(i)])).toEqual(before);
    }
  });

  it('takes a genome that cannot be judged as invalid, with the reason, at once or later', async () => {
    const spec = {
      name: 'maze',
      genome: { dimensions: 2, lower: 0, upper: 9 },
      descriptor: { dimensions: 1, lower: 0, upper: 9 },
      fields: { path: 'json', turns: 'number' },
    } as const;
    const judge = ([x = 0, y = 0]: Float64Array) =>
      x > 2 ? { invalid: 'no path' } : { fitness: y, descriptor: [x], path: ['n', 's'], turns: 1 };
    const domain = defineDomain({ ...spec, evaluate: (genome) => judge(genome) });
    const later = defineDomain({ ...spec, evaluate: async (genome) => judge(genome) });
    for (const each of [domain, later]) {
      const archive = new GridArchive({ domain, cells: [9] });
      const variation = new GaussianMutation({ sigma: 1 });
      const search = new MapElites({ domain: each as typeof domain, archive, variation, seed: 1 });
      const { reasons, invalid } = await run(search, { evaluations: 500 });
      expect((await each.evaluate(genomes)).reasons).toEqual([undefined, 'no path']);
      expect(reasons).toEqual([{ reason: 'no path', rows: invalid }]);
      expect(invalid).toBeGreaterThan(50);
      const path: readonly string[] = archive.best()!.fields.path;
      expect(path).toEqual(['n', 's']);
    }
  });

  it('refuses an `invalid` that is no text, and ignores one beside a fitness', async () => {
    const answers = (answer: object) => errorOf(() => make(() => answer).evaluate(genomes));
    for (const invalid of [true, '', new Error('no path')]) {
      expect(await answers({ invalid })).toMatch(/^ARGUMENT toy.evaluate: invalid must be a text/);
    }
    expect(await answers({ fitness: 1, descriptor: [1], invalid: 'no complaint' })).toBe('no error');
  });

  it('evaluates row by row, at once or later, with a seed for each', async () => {
    const one = (genome: Float64Array, { seed }: OneContext): object => ({
      fitness: seed,
      descriptor: [genome[0]],
    });
    const now = make(one).evaluate(genomes, { seeds: [7, 8] });
    expect(now).toEqual({ fitness: Float64Array.of(7, 8), descriptors: Batch.from([[1], [3]]) });
    expect(await make(async (...args) => one(...args)).evaluate(genomes, { seeds: [7, 8] })).toEqual(now);
    // biome-ignore lint/suspicious/noThenProperty: promises of other libraries are what is tested
    const thenable = make((...args) => ({ then: (done: (value: object) => void) => done(one(...args)) }));
    expect(await thenable.evaluate(genomes, { seeds: [7, 8] })).toEqual(now);
    expect((make(one).evaluate(genomes) as VectorResults).fitness).toEqual(Float64Array.of(0, 1));
  });

  it('takes the null that JSON has for NaN as NaN', async () => {
    const { fitness, descriptors } = await make(() => ({ fitness: null, descriptor: [null] })).evaluate(genomes);
    expect([...fitness, ...descriptors.data]).toEqual([NaN, NaN, NaN, NaN]);
  });

  it('refuses genomes that are no batch', async () => {
    const refused = (given: unknown): Promise<string> =>
      errorOf(() => make(() => ({ fitness: 0, descriptor: [0] })).evaluate(given as never));
    const rule = 'ARGUMENT toy.evaluate: genomes must be a Batch, or have rows and row(); got';
    expect(await Promise.all([[[1, 2]], [1, 2], Float64Array.of(1, 2), undefined, { rows: 1 }].map(refused))).toEqual([
      `${rule} [[1, 2]].`,
      `${rule} [1, 2].`,
      `${rule} [1, 2].`,
      `${rule} undefined.`,
      `${rule} an object with rows.`,
    ]);
  });

  it('names the part that an evaluation forgot', async () => {
    expect(await errorOf(() => make(() => ({ fit: 1, descriptor: [0] })).evaluate(genomes))).toBe(
      'ARGUMENT toy.evaluate: fitness must be a number; got undefined.',
    );
    expect(await errorOf(() => make(() => ({ fitness: 1, descriptor: [0, 1] })).evaluate(genomes))).toContain(
      'descriptor must have 1 numbers',
    );
    expect(await errorOf(() => make(() => undefined).evaluate(genomes))).toMatch(/^ARGUMENT toy.evaluate/);
    const costly = defineDomain({
      name: 'costly',
      genome: { dimensions: 2, lower: 0, upper: 9 },
      descriptor: { dimensions: 1, lower: 0, upper: 9 },
      fields: { cost: 'number', path: 'json' },
      evaluate: () => ({ fitness: 1, descriptor: [0], cost: 1 }) as never,
    });
    expect(await errorOf(() => costly.evaluate(genomes))).toBe(
      'ARGUMENT costly.evaluate: path must be given: the domain has this field; got undefined.',
    );
  });

  it('evaluates a row as if the one before it had not failed, wherever reading its answer throws', async () => {
    const unread = (): never => {
      throw new Error('unread');
    };
    const answers = [
      Object.defineProperty({ fitness: NaN, descriptor: [0] }, 'cost', { get: unread }),
      { fitness: NaN, descriptor: Object.defineProperty([0], '0', { get: unread }), cost: 1 },
      Object.defineProperty({ fitness: 1, descriptor: [NaN] }, 'cost', { get: unread }),
    ];
    for (const answer of answers) {
      const domain = defineDomain({
        name: 'toy',
        genome: { dimensions: 2, lower: 0, upper: 9 },
        descriptor: { dimensions: 1, lower: 0, upper: 9 },
        fields: { cost: 'number' },
        evaluate: (genome) => (genome[0] === 1 ? (answer as never) : { fitness: 3, descriptor: [4], cost: 5 }),
      });
      const { told, reasons } = await evaluateRows(
        domain,
        Batch.from([
          [0, 0],
          [1, 0],
          [2, 0],
          [3, 0],
        ]),
      );
      expect(told).toEqual(new Int32Array(4).fill(1));
      expect([reasons[0], typeof reasons[1], reasons[2], reasons[3]]).toEqual([
        undefined,
        'string',
        undefined,
        undefined,
      ]);
    }
  });

  it('makes a row invalid whatever its evaluation throws', async () => {
    const messages = [undefined, null, 5, ''].map((message) => Object.assign(new Error('x'), { message }));
    for (const thrown of [undefined, null, 5, '', Object.create(null), ...messages]) {
      const domain = defineDomain({
        name: 'toy',
        genome: bowl.genome,
        descriptor: bowl.descriptor,
        evaluate: () => {
          throw thrown;
        },
      });
      const search = new MapElites({
        domain,
        archive: bowlArchive(),
        variation: new GaussianMutation(),
        batchSize: 4,
        seed: 1,
      });
      const { invalid } = await run(search, { evaluations: 4, onEvaluationError: 'invalid' });
      expect([invalid, search.archive.size]).toEqual([4, 0]);
    }
  });

  it('leaves no rejection unheard when a later row throws at once', async () => {
    let calls = 0;
    const domain = make(() => {
      if (++calls === 3) throw new Error('at once');
      return Promise.reject(new Error('later'));
    });
    const unheard: unknown[] = [];
    const listen = (reason: unknown): void => void unheard.push(reason);
    process.on('unhandledRejection', listen);
    const list = new ListBatch([1, 2, 3].map((x) => Float64Array.of(x, x)));
    expect(await errorOf(() => domain.evaluate(list))).toContain('at once');
    await setTimeout(5);
    process.off('unhandledRejection', listen);
    expect(unheard).toEqual([]);
  });

  it('lets a thousand rows hand their signal on to timers, without a warning or a listener that stays', async () => {
    const timed = make(async (_, { signal }) => {
      await setTimeout(1, undefined, { signal });
      return { fitness: 1, descriptor: [1] };
    });
    const { signal } = new AbortController();
    expect(await warningsOf(() => timed.evaluate(Batch.zeros(1000, 2), { signal }))).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('stops every row that is under way, also when another has failed', async () => {
    const stopped: unknown[] = [];
    const domain = make(async (genome, { signal }) => {
      if (genome[0] === 0) throw new Error('a bad row');
      await setTimeout(10_000, undefined, { signal }).catch(() => stopped.push([genome[0], signal?.reason]));
      return { fitness: 1, descriptor: [1] };
    });
    const stop = new AbortController();
    const batch = Batch.from([0, 1, 2, 3].map((x) => [x, x]));
    expect(await errorOf(() => domain.evaluate(batch, { signal: stop.signal }))).toContain('a bad row');
    stop.abort('enough');
    await setTimeout(1);
    expect(stopped).toEqual([1, 2, 3].map((x) => [x, 'enough']));
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('makes a signal where one is read, and not before', () => {
    const { signal } = new AbortController();
    const read = make((_, { signal: own }) => ({ fitness: own === signal ? 0 : 1, descriptor: [1] }));
    const unread = make(() => ({ fitness: 1, descriptor: [1] }));
    read.evaluate(genomes, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const spy = vi.spyOn(globalThis, 'AbortController');
    unread.evaluate(genomes, { signal });
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  it('keeps the answers of a function that answers with the same object and descriptor each time', async () => {
    const answer = { fitness: 0, descriptor: [0] };
    const fill = (genome: Float64Array): typeof answer => {
      answer.fitness = genome[0]!;
      answer.descriptor[0] = genome[1]!;
      return answer;
    };
    const { fitness, descriptors } = await make(fill).evaluate(genomes);
    expect([fitness, descriptors.data]).toEqual([Float64Array.of(1, 3), Float64Array.of(2, 4)]);
  });

  it('refuses bad parts', async () => {
    const bad = (part: object): Promise<string> =>
      errorOf(() =>
        defineDomain({
          name: 'x',
          genome: { dimensions: 1, lower: 0, upper: 1 },
          descriptor: { dimensions: 1, lower: 0, upper: 1 },
          evaluate: () => ({ fitness: 0, descriptor: [0] }),
          ...part,
        }),
      );
    expect(await bad({ name: 5 })).toContain('name must be a string; got 5');
    expect(await bad({ evaluate: 5 })).toContain('evaluate must be a function');
    expect(await bad({ initialGenome: 5 })).toContain('initialGenome must be a function');
    expect(await bad({ fitnessFloor: NaN })).toContain('fitnessFloor');
    expect(await bad({ descriptor: { dimensions: 1, lower: 0, upper: 1 / 0 } })).toContain('finite bounds');
    expect(await bad({ genome: { dimensions: 1, lower: 2, upper: 1 } })).toContain('below');
    expect(await bad({ floor: 1 })).toContain("got 'floor'");
    expect(await bad({ fields: { ['__proto__']: 'number' } })).toContain('fields must not be named fitness');
    for (const fields of [['number'], new Map([['cost', 'number']]), new (class {})(), { __proto__: { size: 2 } }]) {
      expect(await bad({ fields })).toContain('ARGUMENT defineDomain: fields must be a plain object');
    }
  });
});

describe('what an evaluation answers', () => {
  const unit = { dimensions: 2, lower: 0, upper: 1 };
  const reasonOf = async (answer: unknown): Promise<string | undefined> => {
    const domain = defineDomain({ name: 'own', genome: unit, descriptor: unit, evaluate: () => answer as never });
    return ((await domain.evaluate(Batch.zeros(1, 2))) as VectorResults).reasons?.[0];
  };

  it('is invalid if it says so, also beside a fitness', async () => {
    const found = { fitness: 1, descriptor: [0, 0] };
    expect(await reasonOf({ ...found, invalid: 'collision' })).toBe('collision');
    expect(await reasonOf({ ...found, invalid: undefined })).toBeUndefined();
    expect(await errorOf(() => reasonOf({ ...found, invalid: false }))).toContain('invalid must be a text; got false');
  });

  it.each([
    ['0.5', "'0.5'"],
    [true, 'true'],
    [null, 'null'],
    [5n, '5n'],
  ])('is named in the reason: %s in a descriptor', async (value, shown) => {
    const reason = await reasonOf({ fitness: 1, descriptor: [0, value] });
    expect(reason).toMatch(`descriptor 1 must be finite; got ${shown}`);
  });

  it('is reported some rows at a time, and of each row once', async () => {
    const domain = defineDomain({
      name: 'own',
      genome: unit,
      descriptor: unit,
      evaluate: ([x = 0]) => ({ fitness: x, descriptor: [0, 0] }),
    });
    const genomes = new Batch(
      1000,
      2,
      Float64Array.from({ length: 2000 }, (_, i) => i),
    );
    const seen = new Float64Array(1000);
    let most = 0;
    const done = (rows: ArrayLike<number>, { fitness }: { readonly fitness: ArrayLike<number> }): void => {
      most = Math.max(most, rows.length);
      for (let i = 0; i < rows.length; i++) seen[rows[i]!]! += fitness[i]! - 2 * rows[i]! + 1;
    };
    await domain.evaluateRows!(genomes, { done, failed: () => undefined } as never);
    expect(seen).toEqual(new Float64Array(1000).fill(1));
    expect(most).toBe(256);
  });
});
