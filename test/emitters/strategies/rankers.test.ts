import { describe, expect, it } from 'vitest';
import { DescriptorDensity, UnstructuredArchive } from '../../../src/archives/index.ts';
import { type AddStatus, Batch } from '../../../src/core/index.ts';
import {
  DensityRanker,
  fitnessRanker,
  improvementRanker,
  noveltyRanker,
  RandomDirectionRanker,
  type RankedRows,
  twoStageImprovementRanker,
} from '../../../src/emitters/index.ts';
import { anyFloat64, encodeSnapshot } from '../../../src/formats/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { bowl, bowlArchive } from '../../support/domains/bowl.ts';
import { errorOf } from '../../support/error-of.ts';

const archive = bowlArchive();
const rowsOf = (
  fitness: number[],
  improvement: number[],
  status: AddStatus[],
  descriptors = fitness.map((_, i) => [i, 0]),
): RankedRows => ({
  rows: fitness.length,
  genomes: Batch.zeros(fitness.length, 4),
  fitness: Float64Array.from(fitness),
  descriptors: Batch.from(descriptors),
  report: { status, improvement: Float64Array.from(improvement), cell: Int32Array.from(fitness, (_, i) => i) },
  archive,
});
const mixed = rowsOf(
  [-1, -2, -3, -4, Number.NaN, -2],
  [-5, 3, 97, 4, Number.NaN, 3],
  ['rejected', 'improved', 'new', 'improved', 'invalid', 'improved'],
);

describe('rankers', () => {
  it('order by fitness, by improvement, and by improvement in two stages; equal rows keep their order', () => {
    expect(Array.from(fitnessRanker.rank(mixed))).toEqual([0, 1, 5, 2, 3, 4]);
    expect(Array.from(improvementRanker.rank(mixed))).toEqual([2, 3, 1, 5, 0, 4]);
    expect(Array.from(twoStageImprovementRanker.rank(mixed))).toEqual([2, 3, 1, 5, 0, 4]);
    const small = rowsOf([5, 1, 2], [50, 1, Number.NaN], ['improved', 'new', 'new']);
    expect(Array.from(improvementRanker.rank(small))).toEqual([0, 2, 1]);
    expect(Array.from(twoStageImprovementRanker.rank(small))).toEqual([2, 1, 0]);
  });

  it('order along a direction that is drawn at each start, in units of the ranges', () => {
    const ranker = new RandomDirectionRanker({ twoStage: false });
    const twoStage = new RandomDirectionRanker();
    const points = Array.from({ length: 40 }, (_, i) => [(i * 7) % 10, (i * 3) % 10]);
    const none = points.map(() => 0);
    const status = points.map((_, i): AddStatus => (i < 5 ? 'new' : 'rejected'));
    const rows = rowsOf(none, none, status, points);
    const orders = new Set<string>();
    for (let seed = 0; seed < 5; seed++) {
      for (const one of [ranker, twoStage]) one.start({ archive, random: randomStream(seed, 'test') });
      const direction = Float64Array.of(0, 0);
      randomStream(seed, 'test').fillNormal(direction);
      const along = (row: number) => direction[0]! * points[row]![0]! + direction[1]! * points[row]![1]!;
      const order = [...ranker.rank(rows)];
      for (let i = 1; i < order.length; i++) expect(along(order[i - 1]!)).toBeGreaterThanOrEqual(along(order[i]!));
      expect([...twoStage.rank(rows)].slice(0, 5).sort()).toEqual([0, 1, 2, 3, 4]);
      orders.add(order.join());
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  it('look for novelty, and for where few descriptors were seen', async () => {
    const unstructured = new UnstructuredArchive({ domain: bowl, threshold: 0.5, neighbours: 1 });
    noveltyRanker.check!(unstructured);
    expect(await errorOf(() => noveltyRanker.check!(archive))).toMatch(/^ARGUMENT noveltyRanker: archive.novelty must/);
    const three = rowsOf([0, 0, 0], [0, 0, 0], ['new', 'new', 'rejected']);
    const novel = { ...three, report: { ...three.report, novelty: Float64Array.of(1, 3, 2) } };
    expect(Array.from(noveltyRanker.rank(novel))).toEqual([1, 2, 0]);

    const make = () => new DescriptorDensity({ descriptor: bowl.descriptor, bandwidth: 0.5, seed: 1 });
    const density = make();
    const ranker = new DensityRanker({ density });
    density.add(
      Batch.from([
        [0, 0],
        [0, 0.1],
        [2, 0],
      ]),
    );
    // Descriptors 0, 1 and 2 on a line.
    expect([...ranker.rank(three)]).toEqual([1, 2, 0]);
    expect(density.size).toBe(6);
    const other = new DensityRanker({ density: make() });
    other.restore(ranker.snapshot());
    expect(other.snapshot()).toEqual(ranker.snapshot());
  });

  it('refuse an archive without a descriptor space', async () => {
    const blind = { ...archive, descriptor: undefined } as never;
    expect(await errorOf(() => new RandomDirectionRanker().check(blind))).toMatch(/^ARGUMENT RandomDirectionRanker/);
  });
});

it('RandomDirectionRanker refuses a direction that is not finite, or of other descriptors', async () => {
  const ranker = new RandomDirectionRanker();
  ranker.check(archive);
  ranker.start({ archive, random: randomStream(1) });
  const bytes = ranker.snapshot();
  const SNAPSHOT = {
    kind: 'RandomDirectionRanker',
    configuration: { twoStage: true },
    state: { direction: anyFloat64([undefined]) },
  };
  for (const direction of [[1, Number.NaN], [1, Number.POSITIVE_INFINITY], [1], [1, 2, 3]]) {
    const forged = encodeSnapshot(SNAPSHOT, { direction: Float64Array.from(direction) });
    expect(await errorOf(() => ranker.restore(forged))).toContain('SNAPSHOT');
  }
  expect(ranker.snapshot()).toEqual(bytes);
});
