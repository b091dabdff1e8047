import { describe, expect, it } from 'vitest';
import { Batch, type Box, ListBatch } from '../../src/core/index.ts';
import { DataDrivenEncoding } from '../../src/encodings/index.ts';
import { decodeSafetensors } from '../../src/formats/index.ts';
import type { VaeTensors } from '../../src/kernels/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { learnerContract } from '../../src/testing/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { errorOf } from '../support/error-of.ts';
import { expectWeights, goldenGenes, goldenVae, largestDifference } from '../support/golden/golden-vae.ts';
import { ScriptedRandom, weightDraws } from '../support/scripted-random.ts';

const box: Box = { dimensions: 5, lower: [-1, 0, 0, -1e-9, 100], upper: [1, 0.01, 1e6, 1e-9, 101] };
checkLaws('Vae', learnerContract({ space: box, make: () => new Vae({ inputs: 5, latent: 2, epochs: 2 }) }));

/** Rows near a curve, in [lower, upper]: something that can be learned. */
function curve(rows: number, columns: number, lower = -1, upper = 1, seed = 1): Batch {
  const random = randomStream(seed);
  const batch = Batch.zeros(rows, columns);
  for (let i = 0; i < rows; i++) {
    const [a, b] = [random.normal(), random.normal()];
    for (let j = 0; j < columns; j++) {
      const unit = Math.tanh(0.6 * (a * Math.sin(j) + b * Math.cos(j)));
      batch.data[i * columns + j] = lower + ((unit + 1) / 2) * (upper - lower);
    }
  }
  return batch;
}

const unit = (dimensions: number): Box => ({ dimensions, lower: -1, upper: 1 });
const encodingWeights = (vae: Vae): VaeTensors => {
  const { tensors } = decodeSafetensors(vae.encoding().toBytes());
  return Object.fromEntries([...tensors].map(([name, { data }]) => [name, data])) as unknown as VaeTensors;
};
const error = (a: Batch, b: Batch): number =>
  a.data.reduce((sum, x, i) => sum + (x - b.data[i]!) ** 2, 0) / a.data.length;

describe.each(goldenGenes)('the golden training of PyTorch through Vae.fit, %i genes', (genes) => {
  it('has its weights, losses and reconstruction', () => {
    const golden = goldenVae(genes);
    const { latent, data, noise, losses } = golden;
    const vae = new Vae({ inputs: genes, latent, hidden: 2 * latent, epochs: 1 });
    const random = new ScriptedRandom(weightDraws(golden.pick('init.')), noise);
    vae.fit(new Batch(751, genes, data), { space: unit(genes), random });
    expectWeights(encodingWeights(vae), golden.pick('after12.'));
    const mean = (j: number): number =>
      Array.from({ length: 12 }, (_, i) => losses[3 * i + j]!).reduce((a, b) => a + b) / 12;
    expect(vae.lastFit).toMatchObject({ epochs: 1, diverged: false });
    expect(Math.abs(vae.lastFit!.loss / mean(0) - 1)).toBeLessThan(1e-5);
    expect(Math.abs(vae.lastFit!.kl / mean(2) - 1)).toBeLessThan(1e-5);
    const final = golden.pick('final.') as unknown as Record<string, Float32Array>;
    const first = new Batch(8, genes, data.slice(0, 8 * genes));
    expect(largestDifference(vae.reconstruct(first).data, final.reconstruction!)).toBeLessThan(2e-6);
    expect(largestDifference(vae.encoding().encode(first).data, final.mu!)).toBeLessThan(5e-6);
  });
});

it('refuses sizes that no memory holds, and takes large ones', async () => {
  expect(await errorOf(() => new Vae({ inputs: 1_000_000, latent: 4096 }))).toMatch(
    /^ARGUMENT Vae: inputs, latent and hidden/,
  );
  expect(await errorOf(() => new Vae({ inputs: 300_000, latent: 1000 }))).toMatch(/^ARGUMENT/);
  const vae = new Vae({ inputs: 20_000, latent: 100, hidden: 200, epochs: 1 });
  vae.fit(Batch.zeros(2, 20_000), { space: { dimensions: 20_000, lower: -1, upper: 1 }, random: randomStream(1) });
  expect(vae.lastFit?.diverged).toBe(false);
});

describe('Vae', () => {
  it('learns', () => {
    const vae = new Vae({ inputs: 12, latent: 4 });
    const genomes = curve(500, 12);
    const context = { space: unit(12), random: randomStream(1) };
    vae.fit(genomes, context);
    const early = error(vae.reconstruct(genomes), genomes);
    for (let i = 0; i < 20; i++) vae.fit(genomes, context);
    expect(error(vae.reconstruct(genomes), genomes)).toBeLessThan(early / 4);
    expect(vae.lastFit!.squaredError).toBeLessThan(64 * 12 * 0.05);
  });

  it('learns alike in any box, and stays inside it', () => {
    const boxes: Box[] = [
      { dimensions: 5, lower: 0, upper: 10 },
      { dimensions: 5, lower: [-3, 0, 1e6, -1e-3, 2], upper: [3, 1, 1e6 + 4, 1e-3, 1e9] },
    ];
    const plain = curve(100, 5);
    const reference = new Vae({ inputs: 5, latent: 2 });
    for (let i = 0; i < 5; i++) reference.fit(plain, { space: unit(5), random: randomStream(i) });
    for (const space of boxes) {
      const bound = (b: number | ArrayLike<number>, j: number): number => (typeof b === 'number' ? b : b[j]!);
      const toBox = (batch: Batch): Batch => {
        const scaled = batch.data.map((x, i) => {
          const [low, high] = [bound(space.lower, i % 5), bound(space.upper, i % 5)];
          return low + ((x + 1) / 2) * (high - low);
        });
        return new Batch(batch.rows, 5, scaled);
      };
      const vae = new Vae({ inputs: 5, latent: 2 });
      for (let i = 0; i < 5; i++) vae.fit(toBox(plain), { space, random: randomStream(i) });
      const got = vae.reconstruct(toBox(plain));
      const expected = toBox(reference.reconstruct(plain));
      for (let i = 0; i < got.data.length; i++) {
        const [low, high] = [bound(space.lower, i % 5), bound(space.upper, i % 5)];
        expect(Math.abs(got.data[i]! - expected.data[i]!)).toBeLessThan(1e-4 * (high - low));
        expect(got.data[i]).toBeGreaterThanOrEqual(low);
        expect(got.data[i]).toBeLessThanOrEqual(high);
      }
      expect(vae.encoding().phenotype.dimensions).toBe(5);
      expect(vae.encoding().decode(Batch.zeros(1, 2)).columns).toBe(5);
    }
  });

  it('gives the same bits for the same genomes and stream, whatever the sizes', () => {
    for (const [inputs, latent, rows, minibatch] of [
      [1, 1, 1, 64],
      [7, 3, 65, 64],
      [9, 5, 10, 3],
      [33, 2, 50, 1000],
    ] as const) {
      const make = (): Uint8Array => {
        const vae = new Vae({ inputs, latent, minibatch });
        const random = randomStream(3);
        for (let i = 1; i <= 3; i++) vae.fit(curve(rows * i, inputs), { space: unit(inputs), random });
        return vae.encoding().toBytes();
      };
      expect(make()).toEqual(make());
    }
  });

  it('gives an encoding that further fits leave alone, and that does what the Vae does', () => {
    const vae = new Vae({ inputs: 6, latent: 3 });
    const genomes = curve(80, 6, 0, 10);
    const context = { space: { dimensions: 6, lower: 0, upper: 10 }, random: randomStream(4) };
    vae.fit(genomes, context);
    const encoding = vae.encoding();
    const before = vae.reconstruct(genomes);
    expect(encoding.decode(encoding.encode(genomes))).toEqual(before);
    vae.fit(genomes, context);
    expect(encoding.decode(encoding.encode(genomes))).toEqual(before);
    expect(vae.reconstruct(genomes)).not.toEqual(before);
    expect(DataDrivenEncoding.fromBytes(encoding.toBytes()).decode(Batch.zeros(1, 3))).toEqual(
      encoding.decode(Batch.zeros(1, 3)),
    );
  });

  it('undoes a fit that diverges, says so, and trains on', () => {
    const genomes = curve(200, 6);
    const wild = new Vae({ inputs: 6, latent: 3, learningRate: 1e6 });
    const context = { space: unit(6), random: randomStream(5) };
    wild.fit(genomes, context);
    expect(wild.lastFit!.diverged).toBe(true);
    expect(Number.isFinite(wild.lastFit!.loss)).toBe(false);
    const first = wild.encoding().toBytes();
    expect(wild.reconstruct(genomes).data.every(Number.isFinite)).toBe(true);
    wild.fit(genomes, context);
    expect(wild.encoding().toBytes()).toEqual(first);
    expect(wild.reconstruct(genomes).data.every(Number.isFinite)).toBe(true);
  });

  it('trains on after one bad batch of noise as if that fit had not been', () => {
    const genomes = curve(100, 6);
    const [marred, plain] = [new Vae({ inputs: 6, latent: 3 }), new Vae({ inputs: 6, latent: 3 })];
    for (const vae of [marred, plain]) vae.fit(genomes, { space: unit(6), random: randomStream(6) });
    const noise = new Float64Array(5 * 100 * 3).fill(0.5);
    noise[700] = Number.NaN;
    marred.fit(genomes, { space: unit(6), random: new ScriptedRandom([], noise) });
    expect(marred.lastFit).toMatchObject({ diverged: true, epochs: 3 });
    for (const vae of [marred, plain]) vae.fit(genomes, { space: unit(6), random: randomStream(7) });
    expect(marred.lastFit).toMatchObject({ diverged: false, epochs: 5 });
    // the order of the rows is that of a fresh load
    expect(marred.encoding().toBytes()).toEqual(plain.encoding().toBytes());
  });

  it('goes on from a snapshot bit for bit', () => {
    const make = (): Vae => new Vae({ inputs: 6, latent: 3 });
    const genomes = curve(70, 6);
    const [first, second] = [make(), make()];
    first.fit(genomes, { space: unit(6), random: randomStream(8) });
    second.restore(first.snapshot());
    expect(second.snapshot()).toEqual(first.snapshot());
    for (const vae of [first, second]) vae.fit(genomes, { space: unit(6), random: randomStream(9) });
    expect(second.snapshot()).toEqual(first.snapshot());
    expect(second.reconstruct(genomes)).toEqual(first.reconstruct(genomes));
    second.restore(make().snapshot());
    expect(() => second.encoding()).toThrow(
      'Vae.encoding: nothing was learned yet: call fit, or run the search that learns.',
    );
  });

  it('refuses a snapshot of other settings, of something else, or cut', async () => {
    const vae = new Vae({ inputs: 6, latent: 3 });
    vae.fit(curve(10, 6), { space: unit(6), random: randomStream(8) });
    const bytes = vae.snapshot();
    const refused = (target: Vae, stored: Uint8Array): Promise<string> => errorOf(() => target.restore(stored));
    expect(await refused(new Vae({ inputs: 6, latent: 3, beta: 1 }), bytes)).toMatch(
      /^SNAPSHOT Vae.restore: bytes must have beta 1; got 0.1/,
    );
    expect(await refused(vae, vae.encoding().toBytes())).toBe(
      "SNAPSHOT Vae.restore: bytes must have format elites.snapshot; got 'elites.data-driven-encoding'.",
    );
    for (let length = 0; length < bytes.length; length += 101) {
      expect(await refused(vae, bytes.subarray(0, length))).toMatch(/^SNAPSHOT /);
    }
    expect(vae.snapshot()).toEqual(bytes);
  });

  it('refuses calls before the first fit with STATE', async () => {
    const vae = new Vae({ inputs: 6, latent: 3 });
    expect(vae.lastFit).toBeUndefined();
    expect(await errorOf(() => vae.encoding())).toBe(
      'STATE Vae.encoding: nothing was learned yet: call fit, or run the search that learns.',
    );
    expect(await errorOf(() => vae.reconstruct(Batch.zeros(1, 6)))).toMatch(/^STATE Vae.reconstruct/);
  });

  it('refuses genomes and spaces that do not fit, and is as it was', async () => {
    const vae = new Vae({ inputs: 6, latent: 3 });
    const tryFit = (genomes: Batch, space: Box = unit(6)): Promise<string> =>
      errorOf(() => vae.fit(genomes, { space, random: randomStream(1) }));
    const bad = curve(3, 6);
    bad.data[8] = Number.NaN;
    expect(await tryFit(bad)).toBe('ARGUMENT Vae.fit: genomes must be finite; got NaN in row 1, column 2.');
    expect(await tryFit(curve(3, 5))).toMatch(/^ARGUMENT Vae.fit: genomes must have shape \(3, 6\)/);
    expect(await tryFit(Batch.zeros(0, 6))).toMatch(/^ARGUMENT Vae.fit: genomes must have at least one row/);
    expect(await tryFit(curve(3, 6), unit(5))).toMatch(
      /^ARGUMENT Vae.fit: space.dimensions must equal inputs, 6; got 5/,
    );
    const open = { dimensions: 6, lower: Number.NEGATIVE_INFINITY, upper: 1 };
    expect(await tryFit(curve(3, 6), open)).toMatch(/^ARGUMENT Vae.fit: space must have finite bounds/);
    const narrow = { dimensions: 6, lower: 0, upper: [1, 1, 5e-324, 1, 1, 1] };
    expect(await tryFit(Batch.zeros(1, 6), narrow)).toBe(
      'ARGUMENT Vae.fit: space must be wider than 5e-324 in dimension 2; got [0, 5e-324].',
    );
    const far = Batch.zeros(2, 6);
    far.data[7] = -1e300;
    expect(await tryFit(far, { dimensions: 6, lower: 0, upper: 1e-10 })).toBe(
      'ARGUMENT Vae.fit: genomes must not overflow when scaled to the space; got -1e+300 in row 1, column 1.',
    );
    expect(() => vae.encoding()).toThrow('nothing was learned yet: call fit, or run the search that learns');
    expect(await tryFit(curve(3, 6))).toBe('no error');
    const before = vae.snapshot();
    expect(await tryFit(bad)).toMatch(/^ARGUMENT/);
    expect(await tryFit(curve(3, 6), { dimensions: 6, lower: 0, upper: 1 })).toMatch(
      /^ARGUMENT Vae.fit: space must be/,
    );
    expect(vae.snapshot()).toEqual(before);
    expect(await tryFit(curve(3, 6), { dimensions: 6, lower: [-1, -1, -1, -1, -1, -1], upper: 1 })).toBe('no error');
  });

  it('has half as many latents and as many hidden units as genes, at most 32 and 256', async () => {
    for (const [inputs, latent] of [
      [1, 1],
      [7, 4],
      [400, 32],
    ] as const) {
      const vae = new Vae({ inputs, epochs: 1 });
      await vae.fit(curve(3, inputs), { space: unit(inputs), random: randomStream(1) });
      expect(vae.encoding().genome.dimensions).toBe(latent);
      const hidden = Math.min(256, Math.max(2 * latent, inputs));
      const same = new Vae({ inputs, latent, hidden, epochs: 1 });
      same.restore(vae.snapshot());
      expect(await errorOf(() => new Vae({ inputs, hidden: hidden + 1, epochs: 1 }).restore(vae.snapshot()))).toContain(
        'hidden',
      );
    }
  });

  it('checks its options', async () => {
    const made = (options: object): Promise<string> => errorOf(() => new Vae({ inputs: 6, latent: 3, ...options }));
    for (const wrong of [
      { inputs: 0 },
      { inputs: 1.5 },
      { latent: 0 },
      { latent: null },
      { beta: -1 },
      { beta: Number.NaN },
      { epochs: 0 },
      { minibatch: 0 },
      { learningRate: 0 },
      { learningRate: Infinity },
      { rate: 1 },
    ]) {
      expect(await made(wrong)).toMatch(/^ARGUMENT Vae: /);
    }
  });

  it('keeps its memory flat over many fits', () => {
    const vae = new Vae({ inputs: 40, latent: 4, epochs: 1 });
    const genomes = curve(300, 40);
    const context = { space: unit(40), random: randomStream(1) };
    for (let i = 0; i < 5; i++) vae.fit(genomes, context);
    const before = process.memoryUsage();
    for (let i = 0; i < 300; i++) vae.fit(genomes, context);
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(20e6);
  });
});

it('learns the same from rows of any kind as from a batch', () => {
  const [batch, context] = [curve(40, 6), { space: unit(6) }];
  const list = new ListBatch(Array.from({ length: 40 }, (_, i) => Array.from(batch.row(i))));
  const [first, second] = [batch, list].map((genomes) => {
    const vae = new Vae({ inputs: 6, latent: 3, epochs: 2 });
    vae.fit(genomes, { ...context, random: randomStream(1) });
    return vae;
  });
  expect(second!.snapshot()).toEqual(first!.snapshot());
  expect(second!.reconstruct(list)).toEqual(first!.reconstruct(batch));
});

describe('the weight of KL, epoch by epoch', () => {
  const data = curve(40, 6);
  const fitted = (beta: number, context: object, epochs = 8): Vae => {
    const vae = new Vae({ inputs: 6, latent: 3, beta, epochs, minibatch: 100 });
    vae.fit(data, { space: unit(6), random: randomStream(1), ...context });
    return vae;
  };

  it('holds in place of the option, for this fit alone', () => {
    const constant = fitted(0.1, { beta: () => 0.7 });
    expect(encodingWeights(constant)).toEqual(encodingWeights(fitted(0.7, {})));
    constant.fit(data, { space: unit(6), random: randomStream(2) });
    const { loss, squaredError, kl } = constant.lastFit!;
    expect(loss).toBeCloseTo(squaredError + 0.1 * kl, 9);
  });

  it('is asked for once an epoch, and may rise', () => {
    const asked: number[] = [];
    const risen = fitted(0.1, { beta: (epoch: number) => asked.push(epoch) / 8 });
    expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const { loss, squaredError, kl } = risen.lastFit!;
    expect(loss).toBeCloseTo(squaredError + kl, 9);
  });

  it('is refused before anything has changed', async () => {
    const vae = fitted(0.1, {});
    const before = encodingWeights(vae);
    const refit = (beta: unknown) =>
      errorOf(() => vae.fit(data, { space: unit(6), random: randomStream(1), beta: beta as never }));
    expect(await refit((epoch: number) => (epoch === 5 ? -1 : 1))).toMatch(/^ARGUMENT Vae.fit: context.beta\(5\) .*-1/);
    expect(await refit(() => Number.NaN)).toMatch(/^ARGUMENT/);
    expect(await refit(1)).toMatch(/^ARGUMENT Vae.fit: context.beta must be a function/);
    expect(encodingWeights(vae)).toEqual(before);
  });

  it('normalizes latents: the mean of each becomes 0, and a deviation above 1 becomes 1', () => {
    const space = unit(4);
    const genomes = Batch.from(Array.from({ length: 50 }, (_, i) => [Math.sin(i), Math.sin(i), Math.cos(i), 0.3]));
    const vae = new Vae({ inputs: 4, latent: 3, beta: 0.001, epochs: 300 });
    vae.fit(genomes, { space, random: randomStream(1) });
    const deviations = (): number[] => {
      const { data, rows } = vae.encoding().encode(genomes);
      return [0, 1, 2].map((j) => {
        const column = data.filter((_, i) => i % 3 === j);
        const mean = column.reduce((a, b) => a + b) / rows;
        return Math.sqrt(column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / rows);
      });
    };
    const before = deviations();
    expect(Math.max(...before)).toBeGreaterThan(1.2);
    expect(Math.min(...before)).toBeLessThan(1);
    const reconstructed = vae.reconstruct(genomes).data;
    vae.normalize(genomes);
    for (const [j, deviation] of deviations().entries()) expect(deviation).toBeCloseTo(Math.min(1, before[j]!), 4);
    vae.reconstruct(genomes).data.forEach((x, i) => void expect(x).toBeCloseTo(reconstructed[i]!, 4));
  });

  it('normalizes latents in boxes of any size, and refuses genomes that it could not have learned', async () => {
    const vae = new Vae({ inputs: 5, latent: 2, epochs: 3 });
    const genomes = Batch.from(Array.from({ length: 20 }, (_, i) => [Math.sin(i), 0.01, i * 5e4, 0, 100.5]));
    expect(await errorOf(() => vae.normalize(genomes))).toBe(
      'STATE Vae.normalize: nothing was learned yet: call fit, or run the search that learns.',
    );
    vae.fit(genomes, { space: box, random: randomStream(1) });
    const before = vae.reconstruct(genomes);
    vae.normalize(genomes);
    const latents = vae.encoding().encode(genomes).data;
    for (const j of [0, 1])
      expect(Math.abs(latents.filter((_, i) => i % 2 === j).reduce((a, b) => a + b))).toBeLessThan(1e-5);
    const after = vae.reconstruct(genomes).data;
    after.forEach((x, i) => {
      expect(Math.abs(x - before.data[i]!)).toBeLessThan(1e-5 * (box.upper as number[])[i % 5]!);
    });
    const bytes = vae.snapshot();
    const outside = (x: number): Batch => Batch.from([[x, 0, 0, 0, 100]]);
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, 1.1]) {
      const message = `ARGUMENT Vae.normalize: genomes must lie inside the space; got ${x}.`;
      expect(await errorOf(() => vae.normalize(outside(x)))).toBe(message);
    }
    expect(await errorOf(() => vae.normalize(Batch.zeros(0, 5)))).toContain(
      'ARGUMENT Vae.normalize: genomes must have at least',
    );
    expect(await errorOf(() => vae.normalize(Batch.zeros(1, 4)))).toContain('ARGUMENT Vae.normalize');
    expect(vae.snapshot()).toEqual(bytes);
  });
});
