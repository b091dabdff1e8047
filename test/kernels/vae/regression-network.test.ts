import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RegressionNetwork, type RegressionTensors, regressionShapes } from '../../../src/kernels/index.ts';
import { randomStream } from '../../../src/random/index.ts';

type Tensors = Readonly<Record<keyof RegressionTensors, number[]>>;

/** Made by regression.py beside it. */
const golden = JSON.parse(readFileSync(new URL('../../fixtures/golden/regression.json', import.meta.url), 'utf8')) as {
  readonly inputs: number;
  readonly hidden: number;
  readonly x: number[];
  readonly t: number[];
  readonly first: Tensors;
  readonly gradients: Tensors;
  readonly epochs: readonly { readonly order: number[]; readonly loss: number; readonly weights: Tensors }[];
  readonly predictions: number[];
};
const { inputs, hidden } = golden;
const rows = golden.t.length;
const x = Float32Array.from(golden.x);
const names = Object.keys(regressionShapes(inputs, hidden)) as (keyof RegressionTensors)[];
const single = (tensors: Tensors): RegressionTensors =>
  Object.fromEntries(names.map((name) => [name, Float32Array.from(tensors[name])])) as unknown as RegressionTensors;

const make = (): RegressionNetwork => {
  const network = new RegressionNetwork({ inputs, hidden, learningRate: 1e-3 });
  network.setState({ weights: single(golden.first) });
  return network;
};

const t = Float32Array.from(golden.t);
/** Trains for some epochs, in the order of the rows. @returns the error of each. */
const train = (network: RegressionNetwork, data: Float32Array, targets: Float32Array, epochs = 1): number[] => {
  const errors: number[] = [];
  network.train(data, targets, (_, error) => errors.push(error) <= epochs);
  return errors.slice(1);
};

const difference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

describe('RegressionNetwork', () => {
  it('gives back the weights that it was given', () => {
    const { weights, steps } = make().state();
    expect(weights).toEqual(single(golden.first));
    expect(steps).toBe(0);
  });

  it('has the gradients of NumPy in the first step', () => {
    const network = make();
    const first = golden.epochs[0]!.order.slice(0, 32);
    const data = first.flatMap((row) => [...x.subarray(row * inputs, (row + 1) * inputs)]);
    train(
      network,
      Float32Array.from(data),
      Float32Array.from(first, (row) => t[row]!),
    );
    const { firstMoment, steps } = network.state();
    expect(steps).toBe(1);
    for (const name of names) {
      const scale = Math.max(...golden.gradients[name].map(Math.abs));
      const own = Float64Array.from(firstMoment[name], (m) => m / 0.1);
      expect(difference(own, golden.gradients[name]) / scale, name).toBeLessThan(2e-6);
    }
  });

  it('has the losses, weights and predictions of NumPy over three epochs, with a last minibatch that is not full', () => {
    const network = make();
    let epoch = 0;
    network.train(x, t, (order, error) => {
      if (epoch > 0) {
        const { loss, weights } = golden.epochs[epoch - 1]!;
        expect(Math.abs(error / loss - 1)).toBeLessThan(2e-6);
        const own = network.state().weights;
        for (const name of names) expect(difference(own[name], weights[name]), name).toBeLessThan(2e-6);
      }
      const next = golden.epochs[epoch++];
      if (next !== undefined) order.set(next.order);
      return next !== undefined;
    });
    expect(epoch).toBe(golden.epochs.length + 1);
    expect(difference(network.predict(x, rows), golden.predictions)).toBeLessThan(2e-6);
  });

  it('predicts a row the same, alone and among others, in memory that grew too', () => {
    const network = make();
    const all = network.predict(x, rows);
    for (let row = 0; row < rows; row++) {
      expect(network.predict(x.subarray(row * inputs, (row + 1) * inputs), 1)[0]).toBe(all[row]);
    }
    const many = new Float32Array(100_000 * inputs);
    many.set(x);
    expect(network.predict(many, 100_000).slice(0, rows)).toEqual(all);
  });

  it('goes on as before where there is no memory for its rows', () => {
    const network = make();
    const before = network.predict(x, rows);
    expect(() => network.predict(x, 2 ** 27)).toThrow('memory');
    expect(network.predict(x, rows)).toEqual(before);
  });

  it('goes on bit for bit from its state in another network', () => {
    const [network, other] = [make(), make()];
    train(network, x, t);
    other.setState(network.state());
    for (const one of [network, other]) train(one, x, t);
    expect(other.state()).toEqual(network.state());
    expect(network.finite()).toBe(true);
  });

  it('learns a function of many inputs', () => {
    const random = randomStream(1);
    const network = new RegressionNetwork({ inputs: 20, hidden: 64, learningRate: 1e-3 });
    const weights = Object.fromEntries(
      Object.entries(regressionShapes(20, 64)).map(([name, shape]) => [
        name,
        Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => 0.25 * (random.uniform() - 0.5)),
      ]),
    ) as unknown as RegressionTensors;
    network.setState({ weights });
    const data = Float32Array.from({ length: 640 * 20 }, () => 2 * random.uniform() - 1);
    const targets = Float32Array.from({ length: 640 }, (_, i) => Math.abs(data[i * 20]! + data[i * 20 + 7]!));
    const losses = train(network, data, targets, 60);
    expect(losses[59]!).toBeLessThan(0.05 * losses[0]!);
  });

  it('tells a number that is not finite', () => {
    const network = make();
    train(network, x, new Float32Array(rows).fill(Number.POSITIVE_INFINITY));
    expect(network.finite()).toBe(false);
  });
});
