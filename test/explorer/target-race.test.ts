import { expect, it } from 'vitest';
import { TargetRace } from '../../src/explorer/target/target-race.ts';
import { Batch, planarArm } from '../../src/index.ts';
import { LinearEncoding } from '../../src/pca/index.ts';

const joints = 6;
const domain = planarArm({ joints });
const half = Math.sqrt(0.5);
// All joints alike, and the first three against the last three.
const encoding = new LinearEncoding({
  mean: new Float64Array(joints),
  components: Batch.from([
    Array.from({ length: joints }, () => 1 / Math.sqrt(joints)),
    Array.from({ length: joints }, (_, j) => (j < 3 ? 1 : -1) / Math.sqrt(joints)),
  ]),
  deviations: Float64Array.of(half, half),
  phenotype: domain.genome,
});

async function raced(target: readonly [number, number]): Promise<TargetRace> {
  const race = new TargetRace({ encoding, domain, target, evaluations: 600, seed: 3 });
  while (!race.ended) await race.step();
  return race;
}

it('both searches come near a target, with what they say they found', async () => {
  const target = [0.6, 0.8] as const;
  const { encoded, direct } = await raced(target);
  for (const side of [encoded, direct]) {
    expect(side.distance).toBeLessThan(0.01);
    expect(side.spent).toBeLessThan(600 + 20);
    const { descriptors } = domain.evaluate(new Batch(1, joints, side.genome!));
    expect([...descriptors.row(0)]).toEqual([...side.place!]);
    expect(Math.hypot(side.place![0] - target[0], side.place![1] - target[1])).toBeCloseTo(side.distance, 12);
    expect(side.distances).toEqual([...side.distances].sort((a, b) => b - a));
  }
});

it('the same target gives the same searches', async () => {
  const [a, b] = [await raced([0.4, 0.3]), await raced([0.4, 0.3])];
  expect(a.encoded.distances).toEqual(b.encoded.distances);
  expect(a.direct.distances).toEqual(b.direct.distances);
});
