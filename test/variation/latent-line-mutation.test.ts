import { describe, expect, it } from 'vitest';
import { Batch, type Encoding, type Learner } from '../../src/core/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { IsoLineMutation, LatentLineMutation } from '../../src/variation/index.ts';
import { contextFor } from '../support/context-for.ts';
import { errorOf } from '../support/error-of.ts';
import { firstGenes } from '../support/first-genes.ts';

const space = { dimensions: 4, lower: -1000, upper: 1000 };
const parents = Batch.from(Array.from({ length: 50 }, (_, i) => [i, -i, i / 7, 3]));
const scales = { lineSigma: 0.4, isoSigma: 0.1 };
const line = (): Batch => new IsoLineMutation(scales).vary(parents, contextFor(space));
const latent = (genes: number, residual: boolean): Batch =>
  new LatentLineMutation({ learner: firstGenes(space, genes), ...scales, residual }).vary(parents, contextFor(space));

describe('LatentLineMutation', () => {
  it('is iso+line mutation where the encoding is the identity', () => {
    const expected = line().data;
    const found = latent(4, true).data;
    expect(found.every((x, i) => Math.abs(x - expected[i]!) < 1e-12 * (1 + Math.abs(x)))).toBe(true);
  });

  it('lies halfway to that without residual', () => {
    const expected = line().data;
    const found = latent(4, false).data;
    expect(found.every((x, i) => x === (parents.data[i]! + expected[i]!) / 2)).toBe(true);
  });

  it('keeps what the encoding cannot express, with residual alone', () => {
    const [residual, middle] = [latent(2, true), latent(2, false)];
    for (let i = 0; i < parents.rows; i++) {
      const parent = parents.row(i);
      expect([...residual.row(i).subarray(2)]).toEqual([...parent.subarray(2)]);
      expect([...middle.row(i).subarray(2)]).toEqual([parent[2]! / 2, parent[3]! / 2]);
      expect(residual.row(i)[0]).not.toBe(parent[0]);
    }
  });

  it('clips children to the space', () => {
    const box = { dimensions: 4, lower: -1, upper: [1, 2, 1, 1] };
    const learner = firstGenes(box, 4);
    const children = new LatentLineMutation({ learner, isoSigma: 50 }).vary(Batch.zeros(50, 4), contextFor(box));
    expect(children.data.every((x, i) => x >= -1 && x <= (i % 4 === 1 ? 2 : 1))).toBe(true);
    expect(children.data).toContain(2);
  });

  it('uses what the learner has learned last', () => {
    const context = contextFor({ dimensions: 4, lower: -1, upper: 1 });
    const learner = new Vae({ inputs: 4, latent: 2, epochs: 3 });
    const operator = new LatentLineMutation({ learner });
    expect(() => operator.vary(Batch.zeros(1, 4), context)).toThrow(/fit/);
    const children = [1, 2].map(() => {
      learner.fit(context.archive.genomes() as Batch, { space: context.space, random: context.random });
      return operator.vary(Batch.zeros(9, 4), contextFor(context.space));
    });
    expect(children[0]!.data).not.toEqual(children[1]!.data);
  });

  it('refuses a learner without encode, answers of another shape, and bad options', async () => {
    const of = (encoding: Partial<Encoding>): Learner => ({ encoding: () => encoding }) as never;
    const vary = (encoding: Partial<Encoding>): Promise<string> =>
      errorOf(() => new LatentLineMutation({ learner: of(encoding) }).vary(Batch.zeros(2, 4), contextFor(space)));
    const decode = (() => Batch.zeros(4, 3)) as never;
    expect(await vary({ decode })).toMatch(
      /^ARGUMENT LatentLineMutation.vary: the learner's encoding must have encode/,
    );
    expect(await vary({ encode: () => Batch.zeros(3, 2), decode })).toContain(
      "the learner's latents must have shape (4, any)",
    );
    expect(await vary({ encode: () => Batch.zeros(4, 2), decode })).toContain('must have shape (4, 4)');
    const make = (options: object): Promise<string> =>
      errorOf(() => new LatentLineMutation({ learner: of({}), ...options }));
    expect(await make({ learner: {} })).toContain('learner must have encoding()');
    expect(await make({ lineSigma: -1 })).toContain('lineSigma must be');
    expect(await make({ isoSigma: NaN })).toContain('isoSigma must be');
    expect(await make({ residual: 1 })).toContain('residual must be true or false');
  });
});
