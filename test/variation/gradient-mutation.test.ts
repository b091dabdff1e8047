import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { sphereProjection } from '../../src/domains/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { GradientMutation } from '../../src/variation/index.ts';
import { bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';

const domain = sphereProjection({ dimensions: 4 });
const context = () => ({ random: randomStream(1, 'test'), archive: bowlArchive(), space: domain.genome as never });
const parents = Batch.from([Float64Array.of(0, 1, -2, 3), Float64Array.of(9, -9, 0, 0)]);

describe('GradientMutation', () => {
  it('never moves down the fitness alone, and adds the gradients of the descriptors', async () => {
    const up = (await new GradientMutation({ domain, sigma: 0.01, descriptors: false }).vary(
      parents,
      context(),
    )) as Batch;
    const before = domain.evaluate(parents).fitness;
    for (const [i, fitness] of domain.evaluate(up).fitness.entries()) expect(fitness).toBeGreaterThan(before[i]!);
    const all = (await new GradientMutation({ domain, sigma: 1 }).vary(parents, context())) as Batch;
    const random = randomStream(1, 'test');
    const gradients = domain.gradients(parents).data;
    const drawn = [random.normal(), random.normal(), random.normal()];
    for (let k = 0; k < 4; k++) {
      const [f, one, other] = [0, 1, 2].map((j) => gradients[4 * j + k]!) as [number, number, number];
      expect(all.row(0)[k]).toBeCloseTo(
        parents.row(0)[k]! + Math.abs(drawn[0]!) * f + drawn[1]! * one + drawn[2]! * other,
        12,
      );
    }
    expect([...parents.row(0)]).toEqual([0, 1, -2, 3]);
  });

  it('scales gradients to length 1 on request', async () => {
    const moved = (await new GradientMutation({ domain, sigma: 2, descriptors: false, unit: true }).vary(
      parents,
      context(),
    )) as Batch;
    const drawn = Math.abs(2 * randomStream(1, 'test').normal());
    const length = Math.hypot(...moved.row(0).map((x, k) => x - parents.row(0)[k]!));
    expect(length).toBeCloseTo(drawn, 12);
  });

  it.each([1e200, 1e-200])('scales gradients of magnitude %s to length 1 as well', async (size) => {
    const move = async (factor: number) => {
      const gradients = ({ rows }: Batch) => new Batch(rows, 4, new Float64Array(4 * rows).fill(factor));
      const options = { domain: { gradients }, sigma: 1, descriptors: false, unit: true };
      return (await new GradientMutation(options).vary(parents, context())) as Batch;
    };
    const [plain, scaled] = [await move(1), await move(size)];
    expect([...scaled.data]).toEqual([...plain.data]);
  });

  it('refuses a domain without gradients, and gradients of another shape', async () => {
    expect(await errorOf(() => new GradientMutation({ domain: {}, sigma: 1 }))).toContain('domain.gradients must');
    const wrong = new GradientMutation({ domain: { gradients: () => Batch.zeros(2, 7) }, sigma: 1 });
    expect(await errorOf(() => wrong.vary(parents, context()))).toMatch(
      /^ARGUMENT GradientMutation.vary: domain.gradients/,
    );
  });
});
