import * as tf from '@tensorflow/tfjs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Batch, ListBatch, type Random } from '../../src/core/index.ts';
import { decodeSafetensors } from '../../src/formats/index.ts';
import { VaeNetwork, type VaeTensors } from '../../src/kernels/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { learnerContract } from '../../src/testing/index.ts';
import { TfVae } from '../../src/tfjs/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { errorOf } from '../support/error-of.ts';
import { forged } from '../support/forged.ts';
import {
  expectWeights,
  type GoldenVae,
  goldenVae,
  largestDifference,
  unitScaling,
} from '../support/golden/golden-vae.ts';
import { ScriptedRandom, weightDraws } from '../support/scripted-random.ts';

beforeAll(async () => {
  tf.enableProdMode();
  await tf.setBackend('cpu');
});

const space = { dimensions: 6, lower: [0, 0, 0, -10, -10, 5], upper: [1, 2, 3, 10, 20, 6] };

/** Points on a curve through the box, so that there is something to learn. */
function genomes(rows: number, seed = 1): Batch {
  const random = randomStream(seed);
  const { lower, upper } = space;
  return Batch.from(
    Array.from({ length: rows }, () => {
      const t = random.uniform();
      return lower.map((low, j) => low + (upper[j]! - low) * (j % 2 === 0 ? t : 1 - t * t));
    }),
  );
}

function weightsOf(learner: TfVae): VaeTensors {
  const { tensors } = decodeSafetensors(learner.encoding().toBytes());
  const names = [...tensors.keys()].filter((name) => name.startsWith('fc'));
  return Object.fromEntries(names.map((name) => [name, tensors.get(name)!.data])) as unknown as VaeTensors;
}

const learners: TfVae[] = [];
afterEach(() => {
  for (const learner of learners.splice(0)) learner.dispose();
  expect(tf.memory().numTensors, 'tensors left behind').toBe(0);
});
function make(options: object = {}): TfVae {
  const learner = new TfVae({ inputs: 6, latent: 3, epochs: 2, minibatch: 16, ...options });
  learners.push(learner);
  return learner;
}

checkLaws('TfVae', learnerContract({ space, make }));

describe('TfVae', () => {
  /** Fits once to the golden data, the first rows of it, from the golden weights and with the golden noise. */
  async function fitGolden(golden: GoldenVae, rows = golden.data.length / golden.genes): Promise<TfVae> {
    const { genes, latent } = golden;
    const learner = make({ inputs: genes, latent, hidden: 2 * latent, epochs: 1, minibatch: 64 });
    const random = new ScriptedRandom(weightDraws(golden.pick('init.')), golden.noise);
    const data = new Batch(rows, genes, golden.data.slice(0, rows * genes));
    await learner.fit(data, { space: { dimensions: genes, lower: -1, upper: 1 }, random });
    return learner;
  }

  it.each([20, 200])('takes the twelve golden steps of %i genes', async (genes) => {
    const golden = goldenVae(genes);
    const learner = await fitGolden(golden);
    const weights = weightsOf(learner);
    expectWeights(weights, golden.pick('after12.'));
    const losses = Array.from({ length: 12 }, (_, i) => golden.losses[3 * i]!);
    expect(learner.lastFit!.loss / (losses.reduce((a, b) => a + b) / 12)).toBeCloseTo(1, 5);
    const first = new Batch(8, genes, golden.data.slice(0, 8 * genes));
    const expected = golden.pick('final.') as unknown as { reconstruction: Float32Array };
    expect(largestDifference((await learner.reconstruct(first)).data, expected.reconstruction)).toBeLessThan(5e-5);
    const network = new VaeNetwork({ inputs: genes, latent: golden.latent, hidden: 2 * golden.latent });
    network.setWeights(weights);
    const { mu } = network.encode(first.data, 8, unitScaling(genes));
    expect(largestDifference(mu, (golden.pick('final.') as unknown as { mu: Float32Array }).mu)).toBeLessThan(5e-5);
  });

  // One, since each takes a quarter of a second.
  it('takes the first golden step of 1000 genes', async () => {
    const golden = goldenVae(1000);
    const learner = await fitGolden(golden, 64);
    expectWeights(weightsOf(learner), golden.pick('after1.'));
    expect(learner.lastFit!.loss / golden.losses[0]!).toBeCloseTo(1, 5);
  });

  it('does what Vae does, up to the order of sums', async () => {
    const data = genomes(50);
    const context = (): { space: typeof space; random: Random } => ({ space, random: randomStream(7) });
    const tfVae = make({ epochs: 5 });
    const vae = new Vae({ inputs: 6, latent: 3, epochs: 5, minibatch: 16 });
    await tfVae.fit(data, context());
    vae.fit(data, context());
    const [a, b] = [(await tfVae.reconstruct(data)).data, vae.reconstruct(data).data];
    expect(largestDifference(a, b)).toBeLessThan(1e-3);
    expect(
      largestDifference(tfVae.encoding().decode(Batch.zeros(1, 3)).data, vae.encoding().decode(Batch.zeros(1, 3)).data),
    ).toBeLessThan(1e-3);
  });

  it('learns, goes on from fit to fit, takes growing batches, and repeats itself', async () => {
    const error = async (learner: TfVae): Promise<number> => {
      const data = genomes(64);
      const found = await learner.reconstruct(data);
      const scaled = data.data.map((x, i) => (x - found.data[i]!) / (space.upper[i % 6]! - space.lower[i % 6]!));
      return scaled.reduce((sum, x) => sum + x * x, 0) / 64;
    };
    const course = async (): Promise<number[]> => {
      const learner = make({ learningRate: 0.01, epochs: 5 });
      const random = randomStream(3);
      const errors: number[] = [];
      for (const rows of [3, 20, 64, 64, 64, 64]) {
        await learner.fit(genomes(rows), { space, random });
        errors.push(await error(learner));
      }
      return errors;
    };
    const [first, second] = [await course(), await course()];
    expect(second).toEqual(first);
    expect(first[5]).toBeLessThan(0.5 * first[0]!);
  });

  it('learns the same from rows of any kind as from a batch', async () => {
    const batch = genomes(20);
    const list = new ListBatch(Array.from({ length: 20 }, (_, i) => Array.from(batch.row(i))));
    const [first, second] = [make(), make()];
    await first.fit(batch, { space, random: randomStream(1) });
    await second.fit(list, { space, random: randomStream(1) });
    expect(second.snapshot()).toEqual(first.snapshot());
    expect(await second.reconstruct(list)).toEqual(await first.reconstruct(batch));
  });

  it('leaves no tensor behind over 50 fits', async () => {
    const learner = make({ epochs: 1, minibatch: 64 });
    const random = randomStream(1);
    const data = genomes(8);
    await learner.fit(data, { space, random });
    const { numTensors, numBytes } = tf.memory();
    for (let i = 0; i < 50; i++) {
      await learner.fit(data, { space, random });
      if (i % 10 === 0) await learner.reconstruct(data);
    }
    expect(tf.memory()).toMatchObject({ numTensors, numBytes });
  });

  it('keeps the last good weights when the loss is lost', async () => {
    const learner = make({ learningRate: 1e30 });
    const random = randomStream(1);
    await learner.fit(genomes(40), { space, random });
    expect(learner.lastFit!.diverged).toBe(true);
    expect([...(await learner.reconstruct(genomes(4))).data].every(Number.isFinite)).toBe(true);
    expect([...learner.encoding().decode(new Float64Array(3))].every(Number.isFinite)).toBe(true);
    const { numTensors } = tf.memory();
    await learner.fit(genomes(40), { space, random });
    expect(tf.memory().numTensors).toBe(numTensors);
  });

  it('goes on to a snapshot that is taken from one that says more steps than an optimizer counts', async () => {
    const learner = make();
    await learner.fit(genomes(20), { space, random: randomStream(1) });
    const steps = (count: number): Uint8Array =>
      forged(learner.snapshot(), ({ state }) => {
        state['fitted.steps'] = count;
      });
    for (const count of [2 ** 31, 2 ** 52]) {
      learner.restore(steps(count));
      await learner.fit(genomes(20), { space, random: randomStream(2) });
      make().restore(learner.snapshot());
    }
    expect(await errorOf(() => learner.restore(steps(2 ** 53 - 1)))).toMatch(/^SNAPSHOT /);
    expect(await errorOf(() => learner.check({ dimensions: 5, lower: 0, upper: 1 }))).toMatch(/^ARGUMENT TfVae.check/);
  });

  it('goes on from a snapshot bit for bit', async () => {
    const [first, second] = [make(), make()];
    await first.fit(genomes(40), { space, random: randomStream(1) });
    await first.fit(genomes(40), { space, random: randomStream(2) });
    second.restore(first.snapshot());
    expect(second.snapshot()).toEqual(first.snapshot());
    for (const learner of [first, second]) await learner.fit(genomes(30), { space, random: randomStream(3) });
    expect(second.snapshot()).toEqual(first.snapshot());
    expect(second.lastFit).toEqual(first.lastFit);
    expect(await errorOf(() => make({ latent: 2 }).restore(first.snapshot()))).toBe(
      'SNAPSHOT TfVae.restore: bytes must have latent 2; got 3.',
    );
    const fit = first.fit(genomes(30), { space, random: randomStream(4) });
    expect(await errorOf(() => first.snapshot())).toBe('STATE TfVae.snapshot: a fit is under way.');
    expect(await errorOf(() => first.restore(second.snapshot()))).toBe('STATE TfVae.restore: a fit is under way.');
    await fit;
  });

  it('leaves nothing behind, and is as before, when a step throws', async () => {
    const learner = make();
    await learner.fit(genomes(40), { space, random: randomStream(1) });
    const [before, { numTensors }] = [learner.snapshot(), tf.memory()];
    const random = randomStream(2);
    let fills = 0;
    const broken = Object.assign(Object.create(random) as typeof random, {
      integer: random.integer.bind(random),
      uniform: random.uniform.bind(random),
      fillNormal: (out: Float32Array) => {
        if (++fills === 3) throw new Error('spent');
        random.fillNormal(out);
      },
    });
    expect(await errorOf(() => learner.fit(genomes(40), { space, random: broken }))).toContain('spent');
    expect(tf.memory().numTensors).toBe(numTensors);
    expect(learner.snapshot()).toEqual(before);
  });

  it('refuses to be normalized over genomes that it could not have learned, or before a fit', async () => {
    const vae = new TfVae({ inputs: 2, latent: 1 });
    expect(await errorOf(() => vae.normalize(Batch.zeros(1, 2)))).toContain(
      'STATE TfVae.normalize: nothing was learned yet: call fit, or run the search that learns',
    );
    await vae.fit(Batch.zeros(3, 2), { space: { dimensions: 2, lower: -1, upper: 1 }, random: randomStream(1) });
    const bytes = vae.snapshot();
    for (const bad of [Batch.zeros(0, 2), Batch.zeros(1, 3), Batch.from([[0, 2]]), Batch.from([[Number.NaN, 0]])])
      expect(await errorOf(() => vae.normalize(bad))).toContain('ARGUMENT TfVae.normalize: genomes');
    expect(vae.snapshot()).toEqual(bytes);
    vae.dispose();
  });

  it('refuses bad input, and stays usable', async () => {
    expect(await errorOf(() => new TfVae({ inputs: 0, latent: 3 }))).toContain('TfVae: inputs must be an integer');
    const learner = make();
    const random = randomStream(1);
    expect(await errorOf(() => learner.reconstruct(genomes(1)))).toBe(
      'STATE TfVae.reconstruct: nothing was learned yet: call fit, or run the search that learns.',
    );
    expect(await errorOf(() => learner.encoding())).toMatch(/^STATE/);
    expect(await errorOf(() => learner.fit(Batch.zeros(0, 6), { space, random }))).toContain('at least one row');
    expect(await errorOf(() => learner.fit(Batch.zeros(2, 5), { space, random }))).toContain('(2, 6)');
    const open = { ...space, upper: Number.POSITIVE_INFINITY };
    expect(await errorOf(() => learner.fit(genomes(2), { space: open, random }))).toContain('finite bounds');
    const bad = genomes(2);
    bad.data[7] = Number.NaN;
    expect(await errorOf(() => learner.fit(bad, { space, random }))).toContain('got NaN in row 1, column 1');
    const fitting = learner.fit(genomes(5), { space, random });
    expect(await errorOf(() => learner.fit(genomes(5), { space, random }))).toMatch(/^STATE/);
    await fitting;
    expect(await errorOf(() => learner.fit(genomes(2), { space: { ...space, upper: 30 }, random }))).toContain(
      'the first fit',
    );
    await learner.fit(genomes(5), { space, random });
  });
});
