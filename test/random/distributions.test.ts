import { describe, it } from 'vitest';
import { randomStream } from '../../src/random/index.ts';
import {
  counted,
  equalShares,
  expectDistribution,
  expectNormal,
  expectShares,
  expectUncorrelated,
  uniform,
} from '../support/distribution.ts';

const COUNT = 100_000;
const draw = (next: () => number): Float64Array => Float64Array.from({ length: COUNT }, next);

describe('a random stream', () => {
  it('draws uniforms of [0, 1), each independent of the last', () => {
    const stream = randomStream(1);
    const sample = draw(() => stream.uniform());
    expectDistribution(sample, uniform(0, 1));
    const centred = sample.map((x) => (x - 0.5) * Math.sqrt(12));
    expectUncorrelated(centred.subarray(1), centred.subarray(0, -1));
  });

  it('draws integers of a range, each as often, and each after each', () => {
    const stream = randomStream(2);
    const sample = draw(() => stream.integer(-2, 4) + 2);
    expectShares(counted(sample, 7), equalShares(7));
    const pairs = sample.subarray(1).map((x, i) => 7 * x + sample[i]!);
    expectShares(counted(pairs, 49), equalShares(49));
  });

  it('draws standard normals, one by one and in fills of either kind, each independent of the last', () => {
    const stream = randomStream(3);
    const [doubles, floats] = [new Float64Array(COUNT), new Float32Array(COUNT)];
    stream.fillNormal(doubles);
    stream.fillNormal(floats);
    for (const sample of [draw(() => stream.normal()), doubles, floats]) {
      expectNormal(sample, 0, 1);
      expectUncorrelated(sample.subarray(1), sample.subarray(0, -1));
    }
  });
});
