import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import type { Batch, Learner, LearnerContext } from '../../src/core/index.ts';
import { LearningEmitter } from '../../src/emitters/index.ts';
import { Vae } from '../../src/learners/index.ts';
import type { RandomStream } from '../../src/random/index.ts';
import { DdeElites, type DdeElitesOptions } from '../../src/search/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive, MeanLearner } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { NearestLearner } from '../support/nearest-learner.ts';
import { arm, drive } from '../support/resumable.ts';
import { transfer } from '../support/workers/transfer.ts';

/** A Vae that fits aside: a twin does the work, a moment later. */
class Aside extends Vae {
  fits = 0;
  failures = 0;
  async fitAside(genomes: Batch, { space, random }: LearnerContext): Promise<() => void> {
    const stream = random as RandomStream;
    const twin = new Vae({ inputs: 6, latent: 2 });
    twin.restore(this.snapshot());
    const [state, before] = [stream.getState(), this.snapshot()];
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.fits++;
    if (this.failures-- > 0) throw new Error('lost');
    // The stream itself has not moved meanwhile, and neither has what is in effect.
    expect([stream.getState(), this.snapshot()]).toEqual([state, before]);
    twin.fit(genomes, { space, random });
    const after = stream.getState();
    stream.setState(state);
    return () => {
      stream.setState(after);
      this.restore(twin.snapshot());
    };
  }
}

const make = (learner: Learner, options: Partial<DdeElitesOptions> = {}): DdeElites =>
  new DdeElites({
    domain: arm,
    archive: new GridArchive({ domain: arm, cells: [7, 6] }),
    learner,
    batchSize: 10,
    initial: { evaluations: 10 },
    seed: 4,
    learning: 'overlapped',
    training: { every: 1 },
    ...options,
  });
const vae = (): Vae => new Vae({ inputs: 6, latent: 2 });

/** A Mean that does something to what it is given, once it has learned, or to what it reconstructs. */
const spoiling = (spoil: (genomes: Batch) => void): Learner => {
  const mean = new MeanLearner();
  return Object.assign(mean, {
    async fit(genomes: Batch, context: LearnerContext) {
      await MeanLearner.prototype.fit.call(mean, genomes, context);
      spoil(genomes);
    },
    reconstruct(genomes: Batch) {
      const reconstructions = MeanLearner.prototype.reconstruct.call(mean, genomes);
      spoil(genomes);
      return reconstructions;
    },
  });
};
const bowlSearch = (learner: Learner, learning: 'sequential' | 'overlapped'): DdeElites =>
  make(learner, { domain: bowl, archive: bowlArchive(), learning });

describe.each(['sequential', 'overlapped'] as const)('%s learning', (learning) => {
  it('goes on from a snapshot bit for bit with a learner that keeps the genomes that it was given', async () => {
    for (const every of [1, 4]) {
      const nearest = (): DdeElites =>
        make(new NearestLearner(), { domain: bowl, archive: bowlArchive(), learning, training: { every } });
      const unbroken = nearest();
      await drive(unbroken as never, 20);
      for (const generations of [3, 10]) {
        const [first, second] = [nearest(), nearest()];
        await drive(first as never, generations);
        second.restore(first.snapshot());
        await drive(second as never, 20 - generations);
        expect(second.snapshot()).toEqual(unbroken.snapshot());
      }
    }
  });

  it('is the same whatever a learner does to the genomes that it was given', async () => {
    const archiveOf = async (spoil: (genomes: Batch) => void): Promise<unknown> => {
      const search = bowlSearch(spoiling(spoil), learning);
      await drive(search as never, 8);
      await search.learn();
      return [...search.archive];
    };
    const plain = await archiveOf(() => undefined);
    expect(await archiveOf(({ data }) => void data.fill(3))).toEqual(plain);
    expect(await archiveOf(({ data }) => transfer(data))).toEqual(plain);
  });

  it('is the same after fits that failed when they had drawn', async () => {
    const archiveOf = async (failures: number): Promise<unknown> => {
      const learner = new MeanLearner();
      let left = failures;
      const fit = async (genomes: Batch, context: LearnerContext): Promise<void> => {
        await learner.fit(genomes, context);
        if (genomes.rows > 30 && left-- > 0) throw new Error('lost');
        // What is learned depends on what is drawn.
        learner.mean = learner.mean.map((x) => x + context.random.uniform());
      };
      const flaky: Learner = {
        fit,
        reconstruct: (genomes) => learner.reconstruct(genomes),
        encoding: () => learner.encoding(),
      };
      const search = bowlSearch(flaky, learning);
      for (let generation = 0; generation < 12; generation++) {
        while ((await errorOf(() => search.learn())).includes('lost'));
        await drive(search as never, 1);
      }
      return [...search.archive];
    };
    expect(await archiveOf(3)).toEqual(await archiveOf(0));
  });
});

describe('overlapped learning', () => {
  it('varies generation g with what was learned on the archive of generation g - 2', async () => {
    const learner = new MeanLearner();
    const sizes: number[] = [];
    const seen: number[] = [];
    const crossover = {
      vary(parents: never) {
        seen.push(learner.rows);
        return parents;
      },
    };
    const options = {
      domain: bowl,
      archive: bowlArchive(),
      operators: { crossover },
      mixtures: [{ crossover: 1 }, { crossover: 0.3, iso: 0.7 }],
    };
    const search = make(learner, options as never);
    for (let g = 1; g <= 6; g++) {
      await drive(search as never, 1);
      sizes.push(search.archive.size);
    }
    // Generation 2 has the first fit, which is awaited; generations 3 and 4 those of archives 1 and 2.
    expect(seen.slice(0, 5)).toEqual([sizes[0], sizes[0], sizes[1], sizes[2], sizes[3]]);
    expect(learner.fits).toBe(4);
  });

  it('is other than sequential learning, and the same with a learner that fits aside', async () => {
    const aside = new Aside({ inputs: 6, latent: 2 });
    const searches = [make(vae()), make(aside), make(vae(), { learning: 'sequential' })];
    for (const search of searches) await drive(search as never, 12);
    const [alone, beside, sequential] = searches.map((search) => search.snapshot());
    expect(beside).toEqual(alone);
    expect([...searches[2]!.archive]).not.toEqual([...searches[0]!.archive]);
    expect(sequential).not.toEqual(alone);
    expect(aside.fits).toBeGreaterThan(8);
  });

  it('goes on from a snapshot while a fit is under way aside, and drops that fit', async () => {
    const unbroken = make(vae());
    await drive(unbroken as never, 12);
    for (const learned of [true, false]) {
      const [first, second] = [make(new Aside({ inputs: 6, latent: 2 })), make(new Aside({ inputs: 6, latent: 2 }))];
      await drive(first as never, 6);
      if (learned) await first.learn();
      await drive(second as never, 3);
      await second.learn();
      second.restore(first.snapshot());
      expect(second.snapshot()).toEqual(first.snapshot());
      for (const search of [first, second]) {
        await drive(search as never, 6);
        expect(search.snapshot()).toEqual(unbroken.snapshot());
      }
    }
  });

  it('makes a fit that failed anew, from the same state', async () => {
    const learner = new Aside({ inputs: 6, latent: 2 });
    const [search, unbroken] = [make(learner), make(vae())];
    await drive(search as never, 4);
    await search.learn();
    learner.failures = 2;
    await drive(search as never, 1);
    for (let i = 0; i < 2; i++) expect(await errorOf(() => search.learn())).toContain('lost');
    for (const each of [search, unbroken]) await drive(each as never, each === search ? 4 : 9);
    expect(search.snapshot()).toEqual(unbroken.snapshot());
  });

  it('makes a fit anew that was aborted with an earlier run', async () => {
    class Abortable extends Aside {
      override async fitAside(genomes: Batch, context: LearnerContext): Promise<() => void> {
        const effect = await super.fitAside(genomes, context);
        context.signal?.throwIfAborted();
        return effect;
      }
    }
    const [search, unbroken] = [make(new Abortable({ inputs: 6, latent: 2 })), make(vae())];
    await drive(search as never, 4);
    const stop = new AbortController();
    await search.learn({ signal: stop.signal });
    stop.abort();
    await drive(search as never, 1);
    await search.learn();
    await drive(search as never, 4);
    await drive(unbroken as never, 9);
    expect(search.snapshot()).toEqual(unbroken.snapshot());
  });

  it('drops a fit that never ends once the signal that it was given is aborted', async () => {
    class Endless extends Aside {
      override fitAside(genomes: Batch, context: LearnerContext): Promise<() => void> {
        return context.signal === undefined ? super.fitAside(genomes, context) : new Promise(() => {});
      }
    }
    const [search, unbroken] = [make(new Endless({ inputs: 6, latent: 2 })), make(vae())];
    await drive(search as never, 4);
    const stop = new AbortController();
    await search.learn({ signal: stop.signal });
    stop.abort();
    await drive(search as never, 5);
    await drive(unbroken as never, 9);
    expect(search.snapshot()).toEqual(unbroken.snapshot());
  });

  it('is refused a snapshot of sequential learning, and the reverse', async () => {
    const search = make(vae());
    expect(await errorOf(() => search.restore(make(vae(), { learning: 'sequential' }).snapshot()))).toBe(
      "SNAPSHOT LearningEmitter.restore: bytes must have learning overlapped; got 'sequential'.",
    );
    expect(await errorOf(() => make(vae(), { learning: 'late' as never }))).toBe(
      "ARGUMENT DdeElites: learning must be one of 'sequential', 'overlapped'; got 'late'.",
    );
  });
});

it.each(['', 7, null])('a LearningEmitter has a name that is a text, not %o', async (name) => {
  const options = { operator: new GaussianMutation(), learner: new MeanLearner(), name: name as never };
  expect(await errorOf(() => new LearningEmitter(options))).toMatch(/^ARGUMENT LearningEmitter: name must be a text/);
});
