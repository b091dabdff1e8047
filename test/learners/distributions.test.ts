import { expect, it } from 'vitest';
import { sampleLatent } from '../../src/core/index.ts';
import { firstWeights } from '../../src/learners/index.ts';
import { randomStream, shuffle } from '../../src/random/index.ts';
import {
  clipped,
  counted,
  equalShares,
  expectDistribution,
  expectNormal,
  expectShares,
  normal,
  uniform,
} from '../support/distribution.ts';

it('first weights are uniform in ±1/√k for a layer of k inputs', () => {
  const sizes = { inputs: 400, hidden: 100, latent: 50 };
  const tensors = firstWeights(sizes, randomStream(1));
  const layers = { fc1: 400, fc21: 100, fc22: 100, fc3: 50, fc4: 100 } as const;
  for (const [layer, inputs] of Object.entries(layers) as [keyof typeof layers, number][]) {
    const bound = 1 / Math.sqrt(inputs);
    expectDistribution(tensors[`${layer}.weight`], uniform(-bound, bound));
    expectDistribution(tensors[`${layer}.bias`], uniform(-bound, bound));
  }
});

it('a shuffle gives each order as often', () => {
  const random = randomStream(2);
  const orders = Array.from({ length: 24_000 }, () => {
    const order = Int32Array.of(0, 1, 2, 3);
    shuffle(order, random);
    return order.reduce((code, x) => 4 * code + x, 0);
  });
  const codes = [...new Set(orders)];
  expect(codes).toHaveLength(24);
  const places = orders.map((code) => codes.indexOf(code));
  expectShares(counted(places, 24), equalShares(24));
});

it('samples of latents are standard normals, clipped to [-5, 5]', () => {
  const random = randomStream(3);
  const sample = sampleLatent('test', random, 100_000);
  expectNormal(sample, 0, 1);
  expectDistribution(sample, clipped(normal(0, 1), -5, 5));
  const far = { ...random, fillNormal: (out: Float64Array) => void out.set([7, -7]) } as never;
  expect(sampleLatent('test', far, 2)).toEqual(Float64Array.of(5, -5));
});
