import { describe, expect, it } from 'vitest';
import { VaeNetwork, type VaeTensorName, type VaeTensors, vaeShapes } from '../../../src/kernels/index.ts';
import { OwnHeap } from '../../../src/kernels/runtime/heap.ts';
import { randomStream } from '../../../src/random/index.ts';
import {
  expectWeights,
  goldenGenes,
  goldenVae,
  largestDifference,
  unitScaling,
} from '../../support/golden/golden-vae.ts';
import { noiseAndWeights, referenceLoss } from '../../support/golden/reference-vae.ts';

/** A network to train, with twice as many units in a hidden layer as latents. */
const trainable = (inputs: number, latent: number, { beta = 0.1, heap }: { beta?: number; heap?: OwnHeap } = {}) =>
  new VaeNetwork({ inputs, latent, hidden: 2 * latent, training: { beta, learningRate: 1e-3 }, heap });

const names = (tensors: VaeTensors): VaeTensorName[] => Object.keys(tensors) as VaeTensorName[];

describe.each(goldenGenes)('the golden training of PyTorch, %i genes', (genes) => {
  const golden = goldenVae(genes);
  const { latent, data, noise, losses } = golden;
  const scaling = unitScaling(genes);
  const network = trainable(genes, latent);
  network.setWeights(golden.pick('init.'));
  network.load(data, 751, 64, scaling);

  const step = (i: number): void => {
    const rows = Math.min(64, 751 - 64 * i);
    network.noise(rows).set(noise.subarray(64 * i * latent, (64 * i + rows) * latent));
    const { loss, squaredError, kl } = network.step(64 * i, rows);
    for (const [j, value] of [loss, squaredError, kl].entries()) {
      expect(Math.abs(value / losses[3 * i + j]! - 1), `loss ${j} of step ${i}`).toBeLessThan(1e-5);
    }
  };

  it('gives back the weights that it was given', () => {
    expect(network.weights()).toEqual(golden.pick('init.'));
  });

  it('has the gradients and the weights of the first step', () => {
    step(0);
    const { firstMoment } = network.adam();
    const gradients = golden.pick('grad0.');
    for (const name of names(gradients)) {
      const scale = gradients[name].reduce((most, g) => Math.max(most, Math.abs(g)), 0);
      const own = firstMoment[name].map((m) => m / 0.1);
      expect(largestDifference(own, gradients[name]) / scale, name).toBeLessThan(1e-5);
    }
    expectWeights(network.weights(), golden.pick('after1.'));
  });

  it('has the losses and weights after twelve steps, and encodes and decodes with them', () => {
    for (let i = 1; i < 12; i++) step(i);
    expectWeights(network.weights(), golden.pick('after12.'));
    const final = golden.pick('final.') as unknown as Record<string, Float32Array>;
    const { mu, logvar } = network.encode(data, 8, scaling);
    expect(largestDifference(mu, final.mu!)).toBeLessThan(5e-6);
    expect(largestDifference(logvar, final.logvar!)).toBeLessThan(5e-6);
    const out = new Float64Array(8 * genes);
    network.reconstruct(data, 8, scaling, out);
    expect(largestDifference(out, final.reconstruction!)).toBeLessThan(2e-6);
  });
});

describe('sizes that are no multiples of anything', () => {
  const sizes = [
    [1, 1, 1],
    [3, 2, 1],
    [7, 5, 3],
    [9, 1, 2],
    [13, 6, 5],
    [17, 9, 33],
    [301, 5, 4],
  ] as const;

  it.each(sizes)(
    '%i inputs, %i latents, %i rows: loss and gradients are those of float64 arithmetic',
    (inputs, latent, rows) => {
      const network = trainable(inputs, latent, { beta: 0.7 });
      const { weights, noise, data } = noiseAndWeights(inputs, latent, rows, 5);
      network.setWeights(weights);
      network.load(data, rows, 64, unitScaling(inputs));
      network.noise(rows).set(noise);
      const loss = network.step(0, rows);
      const expected = referenceLoss(network, weights, data, noise, rows, 0.7);
      expect(Math.abs(loss.squaredError / expected.squaredError - 1)).toBeLessThan(1e-5);
      expect(Math.abs(loss.kl - expected.kl)).toBeLessThan(1e-5 * Math.max(1, expected.kl));
      const { firstMoment } = network.adam();
      for (const name of names(weights)) {
        const numbers = weights[name];
        const at = Math.floor(numbers.length / 2);
        const shifted = (by: number): number => {
          const copy = Float64Array.from(numbers);
          copy[at]! += by;
          return referenceLoss(network, { ...weights, [name]: copy }, data, noise, rows, 0.7).loss;
        };
        const difference = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
        expect(Math.abs(firstMoment[name][at]! / 0.1 - difference), name).toBeLessThan(
          1e-3 + 1e-3 * Math.abs(difference),
        );
      }
    },
  );

  it('a row decodes alike alone and among others, whatever has been trained in between', () => {
    const [inputs, latent, rows] = [13, 6, 150];
    const network = trainable(inputs, latent);
    const { weights, data } = noiseAndWeights(inputs, latent, rows, 6);
    const scaling = unitScaling(inputs);
    network.setWeights(weights);
    const latents = Float64Array.from({ length: rows * latent }, (_, i) => Math.sin(i));
    const together = new Float64Array(rows * inputs);
    network.decode(latents, rows, scaling, together);
    network.load(data, rows, 100, scaling);
    network.evaluate(0, 100);
    const alone = new Float64Array(inputs);
    for (const r of [0, 63, 64, 149]) {
      network.decode(latents.slice(r * latent, (r + 1) * latent), 1, scaling, alone);
      expect(alone).toEqual(together.slice(r * inputs, (r + 1) * inputs));
    }
  });

  it('is unharmed by an earlier NaN', () => {
    const [inputs, latent] = [5, 3];
    const network = trainable(inputs, latent);
    const { weights } = noiseAndWeights(inputs, latent, 1, 7);
    const latents = Float64Array.of(1, 2, 3);
    const [before, after] = [new Float64Array(inputs), new Float64Array(inputs)];
    network.setWeights(weights);
    network.decode(latents, 1, unitScaling(inputs), before);
    network.reconstruct(new Float64Array(inputs).fill(Number.NaN), 1, unitScaling(inputs), after);
    expect(after.every(Number.isNaN)).toBe(true);
    network.decode(latents, 1, unitScaling(inputs), after);
    expect(after).toEqual(before);
  });
});

describe('state', () => {
  it('continues from weights and Adam state in another network, bit for bit', () => {
    const [inputs, latent, rows] = [11, 4, 20];
    const { weights, noise, data } = noiseAndWeights(inputs, latent, rows, 8);
    const make = (): VaeNetwork => {
      const network = trainable(inputs, latent);
      network.load(data, rows, 64, unitScaling(inputs));
      network.noise(rows).set(noise);
      return network;
    };
    const [first, second] = [make(), make()];
    first.setWeights(weights);
    for (let i = 0; i < 5; i++) first.step(0, rows);
    second.setWeights(first.weights());
    second.setAdam(first.adam());
    expect(second.adam().steps).toBe(5);
    for (let i = 0; i < 5; i++) expect(second.step(0, rows)).toEqual(first.step(0, rows));
    expect(second.weights()).toEqual(first.weights());
    expect(second.adam()).toEqual(first.adam());
  });

  it('takes any number of steps for told, at once', () => {
    const network = trainable(3, 1);
    const { firstMoment, secondMoment } = network.adam();
    network.setAdam({ steps: Number.MAX_SAFE_INTEGER, firstMoment, secondMoment });
    expect(network.adam().steps).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('goes back to a checkpoint, and sees what is not finite', () => {
    const [inputs, latent, rows] = [11, 4, 20];
    const { weights, noise, data } = noiseAndWeights(inputs, latent, rows, 9);
    const network = trainable(inputs, latent);
    network.setWeights(weights);
    network.load(data, rows, 64, unitScaling(inputs));
    network.noise(rows).set(noise);
    const checkpoint = network.checkpoint();
    const losses = [network.step(0, rows), network.step(0, rows)];
    network.restore(checkpoint);
    expect(network.weights()).toEqual(weights);
    expect([network.step(0, rows), network.step(0, rows)]).toEqual(losses);
    expect(network.finite()).toBe(true);
    for (const name of Object.keys(vaeShapes(network)) as VaeTensorName[]) {
      network.setWeights({ ...weights, [name]: weights[name].map((w, i) => (i === 0 ? Number.NaN : w)) });
      expect(network.finite(), name).toBe(false);
    }
  });

  it('grows with the data by what is missing, and stays flat after', () => {
    const [inputs, latent] = [100, 8];
    const heap = new OwnHeap();
    const network = trainable(inputs, latent, { heap });
    const random = randomStream(1);
    const data = Float64Array.from({ length: 2000 * inputs }, () => random.uniform() * 2 - 1);
    const bytes = (): number => heap.memory.buffer.byteLength;
    const before = bytes();
    for (let rows = 10; rows <= 2000; rows += 10) network.load(data, rows, 64, unitScaling(inputs));
    const grown = bytes();
    expect(grown - before).toBeLessThan(2000 * (104 + 1) * 4 + 64 * (104 * 3 + 300) * 4 + 2 * 65536);
    for (let i = 0; i < 50; i++) network.load(data, 2000 - i, 64, unitScaling(inputs));
    expect(bytes()).toBe(grown);
  });
});
