import { describe, expect, it, vi } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, ListBatch, objectSpace, type Proposal, pause } from '../../src/core/index.ts';
import { operatorEmitter } from '../../src/emitters/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { operatorContract } from '../../src/testing/index.ts';
import { defineCrossover, defineVariation } from '../../src/variation/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { contextFor } from '../support/context-for.ts';
import { counted, equalShares, expectShares } from '../support/distribution.ts';
import { words } from '../support/domains/words.ts';
import { errorOf } from '../support/error-of.ts';

const space = { dimensions: 2, lower: -1, upper: 1 };

const inPlace = defineVariation(space, (parent) => parent.fill(0.5));
const far = defineVariation(space, (parent, { random }) => parent.map((x) => x + 5 * random.normal()));
const longer = defineVariation(words.genome, (word, { random }) => word + 'xyz'.charAt(random.integer(0, 2)));
checkLaws('defineVariation, in place', operatorContract({ make: () => inPlace, space }));
checkLaws('defineVariation', operatorContract({ make: () => far, space }));
checkLaws('defineVariation of words', operatorContract({ make: () => longer, space: words.genome }));
const average = defineCrossover(space, (parent, mate) => parent.map((x, j) => (x + mate[j]!) / 2));
const joint = defineCrossover(words.genome, async (word, mate) => word.slice(0, 1) + mate.slice(1));
checkLaws('defineCrossover', operatorContract({ make: () => average, space }));
checkLaws('defineCrossover of words', operatorContract({ make: () => joint, space: words.genome }));

describe('defineVariation', () => {
  it('gives the same children in whatever order their makers finish', async () => {
    const vary = (delay: (i: number) => number): Promise<Batch> => {
      let i = 0;
      const operator = defineVariation(space, async (parent, { random }) => {
        await new Promise((resolve) => setTimeout(resolve, delay(i++)));
        return parent.map(() => random.uniform());
      });
      return operator.vary(Batch.zeros(5, 2), contextFor(space)) as Promise<Batch>;
    };
    expect((await vary((i) => i)).data).toEqual((await vary((i) => 5 - i)).data);
  });

  it('keeps the children of a function that answers with the same array each time', async () => {
    const typed = new Float64Array(2);
    const plain = [0, 0];
    const parents = Batch.from([
      [0.1, 0.2],
      [0.3, 0.4],
    ]);
    const makers = [
      (parent: Float64Array) => {
        typed.set(parent);
        return typed;
      },
      async (parent: Float64Array) => {
        await new Promise((resolve) => setTimeout(resolve, parent[0]! * 20));
        typed.set(parent);
        return typed;
      },
      (parent: Float64Array) => {
        plain.splice(0, 2, ...parent);
        return plain as never;
      },
    ];
    for (const maker of makers) {
      const children = (await defineVariation(space, maker).vary(parents, contextFor(space))) as Batch;
      expect(children.data).toEqual(parents.data);
    }
  });

  it('lifts functions of objects', async () => {
    const words = objectSpace<string>({ sample: () => 'a' });
    const operator = defineVariation(words, (word) => `${word}!`);
    const children = await operator.vary(new ListBatch(['x', 'y']), contextFor(space) as never);
    expect([children.row(0), children.row(1)]).toEqual(['x!', 'y!']);
  });

  it('crosses objects with a mate from the archive', async () => {
    interface Robot {
      readonly body: number;
      readonly brain: number;
    }
    const robots = objectSpace<Robot>({ sample: (random) => ({ body: random.uniform(), brain: random.uniform() }) });
    const crossover = defineCrossover(robots, ({ body }, { brain }) => ({ body, brain }));
    const elites = Array.from({ length: 5 }, (_, i) => ({ body: i, brain: i }));
    const domain = { genome: robots, descriptor: { dimensions: 1, lower: 0, upper: 5 } };
    const archive = new GridArchive<Robot>({ domain, cells: [5] });
    archive.add(new ListBatch(elites), { fitness: new Float64Array(5), descriptors: elites.map(({ body }) => [body]) });
    const parents = new ListBatch(Array.from({ length: 2000 }, (_, i) => elites[i % 5]!));
    const children = await crossover.vary(parents, { archive, random: randomStream(1), space: robots });
    const found = Array.from({ length: 2000 }, (_, i) => children.row(i));
    expect(found.every(({ body }, i) => body === i % 5)).toBe(true);
    expectShares(
      counted(
        found.map(({ body, brain }) => 5 * body + brain),
        25,
      ),
      equalShares(25),
    );
    expect(elites).toEqual(Array.from({ length: 5 }, (_, i) => ({ body: i, brain: i })));
  });

  it('gives a crossover copies of vectors, and records both parents where the archive keeps lineage', async () => {
    const domain = { genome: space, descriptor: { dimensions: 1, lower: 0, upper: 5 } };
    const archive = new GridArchive({ domain, cells: [5], lineage: true });
    const genomes = Batch.from([0, 1, 2, 3, 4].map((i) => [i / 5, -i / 5]));
    archive.add(genomes, { fitness: new Float64Array(5), descriptors: [0, 1, 2, 3, 4].map((i) => [i]) });
    const crossover = defineCrossover(space, async (parent, mate) => {
      await Promise.resolve();
      parent[1] = mate[1]!;
      mate.fill(9);
      return parent;
    });
    const context = { random: randomStream(1), archive, space, ask: 0, retries: 0, onError: 'throw' } as const;
    const proposal = await operatorEmitter(crossover).ask(200, context);
    const { genomes: children, parents } = proposal as Proposal;
    for (const [i, [parent, mate]] of parents!.entries()) {
      expect([...children.row(i)]).toEqual([genomes.row(parent!)[0], genomes.row(mate!)[1]]);
    }
    expect(new Set(parents!.map(String)).size).toBeGreaterThan(20);
    expect(archive.genomes()).toEqual(genomes);
  });

  it('checks that its space lies in that of the genomes', async () => {
    const check = (other: unknown): Promise<string> => errorOf(() => far.check!(other as never));
    for (const wide of [space, { dimensions: 2, lower: [-2, -1], upper: Number.POSITIVE_INFINITY }]) {
      expect(await check(wide)).toBe('no error');
    }
    for (const other of [{ dimensions: 3, lower: -1, upper: 1 }, { dimensions: 2, lower: 0, upper: 1 }, words.genome]) {
      expect(await check(other)).toMatch(/^ARGUMENT defineVariation: space must lie inside the genome space/);
    }
    expect(await errorOf(() => longer.check!(words.genome))).toBe('no error');
    expect(await errorOf(() => longer.check!(space as never))).toMatch(/^ARGUMENT/);
  });

  it('refuses what is no function, and a child of another length', async () => {
    expect(await errorOf(() => defineVariation(space, 5 as never))).toBe(
      'ARGUMENT defineVariation: vary must be a function; got 5.',
    );
    expect(await errorOf(() => defineVariation({ dimensions: 0 } as never, (p) => p))).toContain('space.dimensions');
    const operator = defineVariation(space, () => new Float64Array(3));
    expect(await errorOf(() => operator.vary(Batch.zeros(1, 2), contextFor(space)))).toContain(
      'a child must have 2 numbers',
    );
  });

  it('answers at once if its function does, with a Batch of vectors', async () => {
    // The clock stands still, so that it is not time to yield.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    await pause(Number.POSITIVE_INFINITY);
    const operator = defineVariation(space, (parent, { random }) => parent.map(() => random.uniform()));
    expect(operator.vary(Batch.zeros(3, 2), contextFor(space))).toBeInstanceOf(Batch);
    clock.mockRestore();
  });

  it('has undefined in place of a child that the function has not', async () => {
    const operator = defineVariation(space, (parent) => (parent[0]! > 0 ? parent : undefined));
    const children = await operator.vary(
      Batch.from([
        [1, 1],
        [-1, 1],
      ]),
      contextFor(space),
    );
    expect([children.row(0)?.[1], children.row(1)]).toEqual([1, undefined]);
  });

  it('tells of the children that could not be made, after the retries, and makes the others', async () => {
    for (const later of [false, true]) {
      const calls = [0, 0, 0];
      const operator = defineVariation(space, (parent) => {
        const i = Math.round(parent[0]! * 10);
        calls[i]!++;
        const child = (): Float64Array => {
          if (i === 1 || (i === 2 && calls[2]! < 2)) throw new Error(`no ${i}`);
          return parent;
        };
        return later ? Promise.resolve().then(child) : child();
      });
      const told: [number, string][] = [];
      const failed = (row: number, error: unknown): void => void told.push([row, (error as Error).message]);
      const parents = Batch.from([
        [0, 0],
        [0.1, 0],
        [0.2, 0],
      ]);
      const children = await operator.vary(parents, { ...contextFor(space), retries: 2, failed });
      expect(told).toEqual([[1, 'no 1']]);
      expect(calls).toEqual([1, 3, 2]);
      expect([0, 1, 2].map((i) => children.row(i) !== undefined)).toEqual([true, false, true]);
      expect(await errorOf(() => operator.vary(parents, contextFor(space)))).toContain('no 1');
    }
  });

  it('gives each call a signal of its own, that follows the one of the run', async () => {
    const seen: AbortSignal[] = [];
    const controller = new AbortController();
    const operator = defineVariation(space, async (parent, { signal }) => {
      seen.push(signal!);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return parent;
    });
    const varying = operator.vary(Batch.zeros(3, 2), { ...contextFor(space), signal: controller.signal });
    controller.abort();
    await varying;
    expect(new Set(seen).size).toBe(3);
    expect(seen.every((signal) => signal.aborted)).toBe(true);
  });
});
