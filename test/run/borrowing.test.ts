import { describe, expect, it, vi } from 'vitest';
import { MapElites } from '../../src/algorithms/index.ts';
import { CvtArchive, ringCentroids } from '../../src/archives/index.ts';
import type { Archive, Batch, Domain, Genomes, VariationOperator } from '../../src/core/index.ts';
import { planarArm } from '../../src/domains/index.ts';
import { run } from '../../src/run/index.ts';
import { GaussianMutation, IsoLineMutation } from '../../src/variation/index.ts';

interface Parts {
  domain?: Domain;
  archive?: Archive;
  variation?: VariationOperator;
}

const arm = planarArm({ joints: 20 });
const rings = (): CvtArchive => new CvtArchive({ domain: arm, centroids: ringCentroids({ rings: 5 }) });
const make = ({ domain = arm, archive = rings(), variation = new IsoLineMutation() }: Parts = {}): MapElites =>
  new MapElites({ domain, archive, variation, batchSize: 30, seed: 1 });

/** Batches that somebody keeps, as they were when they came. */
class Kept {
  readonly #kept: [Batch, Float64Array][] = [];

  keep = <G extends Genomes<Float64Array>>(genomes: G): G => {
    const batch = genomes as unknown as Batch;
    this.#kept.push([batch, batch.data.slice()]);
    return genomes;
  };

  check(count: number): void {
    expect(this.#kept).toHaveLength(count);
    for (const [batch, then] of this.#kept) expect(batch.data).toEqual(then);
    this.distinct();
  }

  distinct(): void {
    expect(new Set(this.#kept.map(([batch]) => batch.data.buffer)).size).toBe(this.#kept.length);
  }
}

/** The search after 10 generations that a user watches in one of the ways there are, and what was kept. */
const watched: Record<string, (kept: Kept) => MapElites> = {
  'a domain with its own evaluate': ({ keep }) =>
    make({ domain: { ...arm, evaluate: (genomes) => arm.evaluate(keep(genomes)) } }),
  'an evaluate put in place of the domain’s': ({ keep }) => {
    const domain = { ...planarArm({ joints: 20 }) };
    const search = make({ domain });
    domain.evaluate = (genomes) => arm.evaluate(keep(genomes));
    return search;
  },
  'an archive around another': ({ keep }) => {
    const archive = rings();
    const add: Archive['add'] = (genomes, results) => archive.add(keep(genomes), results);
    return make({ archive: new Proxy(archive, { get: (target, key) => (key === 'add' ? add : member(target, key)) }) });
  },
  'an operator around another': ({ keep }) => {
    const inner = new IsoLineMutation();
    return make({ variation: { vary: async (parents, context) => keep(await inner.vary(parents, context)) } });
  },
  'an operator derived from another': ({ keep }) => {
    class Watching extends GaussianMutation {
      override vary(...given: Parameters<GaussianMutation['vary']>): Batch {
        return keep(super.vary(...given));
      }
    }
    return make({ variation: new Watching() });
  },
  'an ask put in place of its own': ({ keep }) => {
    const search = make();
    const ask = search.ask.bind(search);
    search.ask = async (into) => keep(await ask(into));
    return search;
  },
  'a tell put in place of its own': ({ keep }) => {
    const search = make();
    const tell = search.tell.bind(search);
    search.tell = (genomes, results) => tell(keep(genomes), results);
    return search;
  },
  'a domain that evaluates row by row as well': ({ keep }) =>
    make({ domain: { ...arm, evaluate: arm.evaluate, evaluateRows: (genomes) => arm.evaluate(keep(genomes)) } }),
};

/** Methods of classes that somebody replaces before anything is made. */
const patched: Record<string, () => [object, string]> = {
  'IsoLineMutation.prototype.vary': () => [IsoLineMutation.prototype, 'vary'],
  'MapElites.prototype.ask': () => [MapElites.prototype, 'ask'],
  'MapElites.prototype.tell': () => [MapElites.prototype, 'tell'],
  'CellArchive.prototype.add': () => [Object.getPrototypeOf(CvtArchive.prototype), 'add'],
};

function member(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target);
  return typeof value === 'function' ? value.bind(target) : value;
}

describe('a batch that was told', () => {
  it.each(Object.entries(watched))('stays as it is for %s', async (name, watch) => {
    const kept = new Kept();
    const search = watch(kept);
    await run(search, { evaluations: 300, onEvaluationError: 'invalid' });
    kept.check(name.startsWith('an operator') ? 9 : 10);
  });

  it.each(Object.entries(patched))('stays as it is for a %s that somebody spies on', async (_, place) => {
    const kept = new Kept();
    const [prototype, method] = place();
    const spy = vi.spyOn(prototype as Record<string, () => unknown>, method);
    try {
      await run(make(), { evaluations: 300 });
      const seen = spy.mock.results.map(({ value }, i) => [value, spy.mock.calls[i]![0 as never]] as const);
      for (const [answer, given] of seen)
        kept.keep((method === 'vary' || method === 'ask' ? await answer : given) as Batch);
    } finally {
      spy.mockRestore();
    }
    kept.distinct();
  });

  it('stays as it is for an evaluator of the run, and for who begins to keep, or asks, in the midst of it', async () => {
    const kept = new Kept();
    const evaluator = { evaluate: (genomes: Genomes<Float64Array>) => arm.evaluate(kept.keep(genomes)) };
    await run(make(), { evaluations: 300, evaluator });
    kept.check(10);

    const later = new Kept();
    const domain = { ...arm, evaluate: arm.evaluate };
    const search = make({ domain });
    await run(search, {
      evaluations: 600,
      onGeneration: async ({ generation }) => {
        if (generation === 5) later.keep(await search.ask());
        if (generation === 9) domain.evaluate = (genomes) => arm.evaluate(later.keep(genomes));
      },
    });
    later.check(12);
  });

  it('stays as it is for whoever asked for it before the run, and who asks and tells', async () => {
    const kept = new Kept();
    const search = make();
    kept.keep(await search.ask());
    await run(search, { evaluations: 90 });
    for (let generation = 0; generation < 3; generation++) {
      const genomes = kept.keep(await search.ask());
      await search.tell(genomes, arm.evaluate(genomes));
    }
    await run(search, { evaluations: 300 });
    kept.check(4);
  });

  it('is written over if who asked says so, with the same results (that a run does so is counted in test/guard)', async () => {
    const search = make();
    const plain = make();
    let last: Genomes<Float64Array> | undefined;
    const memory = new Set<ArrayBufferLike>();
    for (let generation = 0; generation < 10; generation++) {
      last = await search.ask(last);
      memory.add((last as Batch).data.buffer);
      await search.tell(last, arm.evaluate(last));
    }
    await run(plain, { evaluations: 300 });
    expect(memory.size).toBe(1);
    expect([...search.archive]).toEqual([...plain.archive]);
  });

  it('is not taken for the next one in the same memory', async () => {
    const search = make();
    const first = await search.ask();
    await search.tell(first, arm.evaluate(first));
    const second = await search.ask(first);
    const results = arm.evaluate(second);
    await search.tell(second, results);
    const third = await search.ask(second);
    expect((third as Batch).data).toBe((second as Batch).data);
    await expect(search.tell(second, results)).rejects.toThrow('genomes are not the batch that waits');
  });

  it('is the only one that may be written over', async () => {
    const search = make();
    const first = await search.ask();
    await search.tell(first, arm.evaluate(first));
    const elites = search.archive.genomes() as Batch;
    const second = await search.ask(elites);
    await search.tell(second, arm.evaluate(second));
    const third = await search.ask(first);
    expect(new Set([elites, first, second, third].map((batch) => (batch as Batch).data.buffer)).size).toBe(4);
  });
});
