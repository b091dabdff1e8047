import { describe, expect, it } from 'vitest';
import { Batch, type Encoding } from '../../src/core/index.ts';
import { defineDomain, encodingQuality } from '../../src/domains/index.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';

/** Two latents are the first two genes; the others are 5. A third latent does nothing. */
const plane = (more: Partial<Encoding> = {}): Encoding => ({
  genome: { dimensions: 3, lower: 0, upper: 10 },
  phenotype: bowl.genome as Encoding['phenotype'],
  decode: ((latents: Batch) =>
    Batch.from(
      Array.from({ length: latents.rows }, (_, i) => [latents.row(i)[0]!, latents.row(i)[1]!, 5, 5]),
    )) as unknown as Encoding['decode'],
  encode: (phenotypes) =>
    Batch.from(Array.from({ length: phenotypes.rows }, (_, i) => [phenotypes.row(i)[0]!, phenotypes.row(i)[1]!, 0])),
  ...more,
});

/** An archive with elites on the plane, and one that is 4 off it. */
function filled() {
  const archive = bowlArchive();
  const genomes = Batch.from([
    [1, 1, 5, 5],
    [3, 5, 5, 5],
    [7, 2, 5, 5],
    [9, 9, 9, 5],
  ]);
  archive.add(genomes, bowl.evaluate(genomes) as never);
  return archive;
}

describe('encodingQuality', () => {
  it('measures what can be checked by hand: error in ranges, active latents', async () => {
    const { error, latents, activeLatents } = await encodingQuality(plane(), { archive: filled(), seed: 1 });
    // One gene of 16 is off by 4 of a range of 10.
    expect(error).toBeCloseTo(Math.sqrt(0.4 ** 2 / 16), 12);
    expect([latents, activeLatents]).toEqual([3, 2]);
  });

  it('measures the error on the genomes that were held out, if they are given', async () => {
    const heldOut = Batch.from([[1, 1, 5, 5]]);
    expect((await encodingQuality(plane(), { archive: filled(), heldOut, seed: 1 })).error).toBe(0);
  });

  it('counts the cells that random latents fill, and how far a step moves the descriptor', async () => {
    const archive = filled();
    const options = { archive, domain: bowl, samples: 5000, seed: 1 };
    const { randomCoverage, stepDeviation } = await encodingQuality(plane(), { ...options, step: 0.5 });
    expect(randomCoverage).toBe(1);
    // A random direction of three dimensions has π/4 of its length in a plane, in the mean; ranges are 10.
    expect(stepDeviation).toBeCloseTo((0.05 * Math.PI) / 4, 2);
    expect(archive.size).toBe(4);
    const constant = plane({ sample: () => Float64Array.of(5, 5, 5) });
    expect((await encodingQuality(constant, options)).randomCoverage).toBe(0.01);
  });

  it('gives the same numbers for the same seed, and others for another', async () => {
    const measure = (seed: number) => encodingQuality(plane(), { archive: filled(), domain: bowl, samples: 30, seed });
    expect(await measure(7)).toEqual(await measure(7));
    expect(await measure(8)).not.toEqual(await measure(7));
  });

  it('leaves out what it cannot measure', async () => {
    const { evaluate: _, ...problem } = bowl;
    const nothing = { randomCoverage: undefined, stepDeviation: undefined };
    const options = { archive: filled(), seed: 1 };
    expect(await encodingQuality(plane(), { ...options, domain: problem })).toMatchObject(nothing);
    expect(await encodingQuality(plane(), { ...options, domain: bowl, samples: 0 })).toMatchObject(nothing);
    const { error, activeLatents } = await encodingQuality({ ...plane(), encode: undefined } as never, options);
    expect([error, activeLatents]).toEqual([undefined, undefined]);
    const empty = await encodingQuality(plane(), { archive: bowlArchive(), seed: 1 });
    expect([empty.error, empty.activeLatents]).toEqual([undefined, undefined]);
  });

  it('leaves out phenotypes whose evaluation fails', async () => {
    let calls = 0;
    const domain = defineDomain({
      name: 'failing',
      genome: bowl.genome as Encoding['phenotype'],
      descriptor: bowl.descriptor,
      evaluate: (genome: Float64Array) => {
        if (calls++ % 2 === 0) throw new Error('down');
        return { fitness: 0, descriptor: genome.subarray(0, 2) };
      },
    });
    const { randomCoverage } = await encodingQuality(plane(), { archive: filled(), domain, samples: 100, seed: 1 });
    expect(randomCoverage).toBeGreaterThan(0);
    expect(randomCoverage).toBeLessThanOrEqual(0.5);
  });

  it('stops with the reason of the signal', async () => {
    const controller = new AbortController();
    const domain = {
      ...bowl,
      evaluate: (genomes: never) => {
        controller.abort(new Error('stopped'));
        return bowl.evaluate(genomes);
      },
    };
    const { signal } = controller;
    await expect(encodingQuality(plane(), { archive: filled(), domain, seed: 1, signal })).rejects.toThrow('stopped');
  });

  it.each([
    ['samples', { samples: -1 }],
    ['step', { step: 0 }],
    ['seed', { seed: 0.5 }],
    ['signal', { signal: {} }],
    ['encoding.phenotype', { domain: { ...bowl, genome: { dimensions: 2, lower: 0, upper: 1 } } }],
  ])('refuses a bad %s', async (name, more) => {
    const options = { archive: filled(), seed: 1, ...more } as never;
    expect(await errorOf(() => encodingQuality(plane(), options))).toMatch(new RegExp(`^ARGUMENT.*${name}`));
  });

  it('leaves the archive as it is, also if encode and decode change what they are given', async () => {
    const own = plane();
    const changing = plane({
      encode(phenotypes) {
        const latents = own.encode!(phenotypes);
        phenotypes.data.fill(0);
        return latents;
      },
      decode: ((latents: Batch) => {
        const phenotypes = own.decode(latents);
        latents.data.fill(0);
        return phenotypes;
      }) as unknown as Encoding['decode'],
    });
    const archive = filled();
    const before = archive.toBytes();
    const options = { archive, domain: bowl, samples: 30, seed: 1 };
    expect(await encodingQuality(changing, options)).toEqual(await encodingQuality(own, options));
    expect(archive.toBytes()).toEqual(before);
  });

  it('refuses latents and samples of another kind, length or box', async () => {
    const answers = [null, [1, 2, 3], Promise.reject(new Error('late')), Batch.zeros(4, 2), Batch.zeros(3, 3)];
    for (const answer of answers) {
      expect(
        await errorOf(() => encodingQuality(plane({ encode: () => answer as never }), { archive: filled(), seed: 1 })),
      ).toMatch(/^ARGUMENT encodingQuality: encoding.encode must answer with a Batch \(4, 3\); got /);
    }
    const sampled = (sample: unknown): Promise<string> =>
      errorOf(() => encodingQuality(plane({ sample: sample as never }), { archive: filled(), domain: bowl, seed: 1 }));
    for (const answer of [null, [1, 2], Promise.reject(new Error('late')), 'abc']) {
      expect(await sampled(() => answer)).toMatch(
        /^ARGUMENT encodingQuality: encoding.sample\(\): latents must have shape \(100, 3\), .* in row 0\).$/,
      );
    }
    expect(await sampled(() => [1, 2, Number.NaN])).toBe(
      'ARGUMENT encodingQuality: encoding.sample() must lie in encoding.genome; got NaN.',
    );
    expect(await sampled(3)).toBe('ARGUMENT encodingQuality: encoding.sample must be a function; got 3.');
    expect(await errorOf(() => encodingQuality(plane({ encode: 3 as never }), { archive: filled(), seed: 1 }))).toBe(
      'ARGUMENT encodingQuality: encoding.encode must be a function; got 3.',
    );
  });
});
