import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

const space = { dimensions: 6, lower: -1, upper: 1 };
const make = (): Vae => new Vae({ inputs: 6, latent: 2, epochs: 3, minibatch: 8 });
const genomes = (seed: number): Batch => {
  const random = randomStream(seed);
  return new Batch(
    40,
    6,
    new Float64Array(240).map(() => 2 * random.uniform() - 1),
  );
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a fit of Vae in slices', () => {
  it('learns the same bits, and lets others have their turn between minibatches', async () => {
    const [whole, sliced] = [make(), make()];
    for (const seed of [1, 2]) {
      whole.fit(genomes(seed), { space, random: randomStream(seed) });
      let turns = 0;
      const pause = async (): Promise<void> => {
        turns++;
        await turn();
      };
      await sliced.fit(genomes(seed), { space, random: randomStream(seed), pause });
      expect(turns).toBe(15);
      expect(sliced.snapshot()).toEqual(whole.snapshot());
    }
  });

  it('is done at once while it is not time to pause', () => {
    const vae = make();
    expect(vae.fit(genomes(1), { space, random: randomStream(1), pause: () => undefined })).toBeUndefined();
    expect(vae.lastFit?.epochs).toBe(3);
  });

  it('leaves what was learned before as it was when it is aborted, at any minibatch, the first fit too', async () => {
    for (const fits of [0, 1]) {
      for (let last = 0; last < 15; last++) {
        const [vae, twin] = [make(), make()];
        for (const each of [vae, twin]) {
          for (let i = 0; i < fits; i++) each.fit(genomes(5), { space, random: randomStream(5) });
        }
        const stop = new AbortController();
        let turns = 0;
        const pause = async (): Promise<void> => {
          if (turns++ === last) stop.abort(new Error('enough'));
        };
        const context = { space, random: randomStream(6), pause, signal: stop.signal };
        expect(await errorOf(async () => vae.fit(genomes(6), context))).toContain('enough');
        expect(vae.snapshot()).toEqual(twin.snapshot());
        for (const each of [vae, twin]) each.fit(genomes(7), { space, random: randomStream(7) });
        expect(vae.snapshot()).toEqual(twin.snapshot());
      }
    }
  });

  it('refuses everything that would see it half learned', async () => {
    const vae = make();
    vae.fit(genomes(1), { space, random: randomStream(1) });
    const before = vae.snapshot();
    const context = { space, random: randomStream(2), pause: turn };
    const fitting = vae.fit(genomes(2), context);
    for (const call of [
      () => vae.fit(genomes(3), { space, random: randomStream(3) }),
      () => vae.reconstruct(genomes(1)),
      () => vae.encoding(),
      () => vae.snapshot(),
      () => vae.restore(before),
    ]) {
      expect(await errorOf(call)).toMatch(/^STATE Vae\.\w+: a fit is under way/);
    }
    await fitting;
    expect(vae.snapshot()).not.toEqual(before);
  });
});
