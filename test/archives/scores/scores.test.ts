import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  archiveProfile,
  type CqdScoreOptions,
  cqdScore,
  descriptorDistributions,
  GridArchive,
  qdScore,
} from '../../../src/archives/index.ts';
import { Batch } from '../../../src/core/index.ts';
import { errorOf } from '../../support/error-of.ts';
import { runs } from '../../support/runs.ts';

const problem = {
  genome: { dimensions: 1, lower: 0, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: [3, 4] },
};

/** An archive of 12 cells with elites of a fitness at a descriptor. */
function archiveOf(elites: readonly (readonly [fitness: number, x: number, y: number])[], fitnessFloor?: number) {
  const archive = new GridArchive({ domain: { ...problem, fitnessFloor }, cells: [3, 4] });
  const results = { fitness: elites.map(([fitness]) => fitness), descriptors: elites.map(([, x, y]) => [x, y]) };
  archive.add(Batch.zeros(elites.length, 1), results);
  return archive;
}
const three = archiveOf([
  [-1, 0, 0],
  [1, 2.5, 0],
  [3, 2.5, 3.5],
]);
const elites = fc.array(
  fc.tuple(fc.double({ min: -1, max: 3, noNaN: true }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4 })),
  { maxLength: 15 },
);

describe('qdScore', () => {
  it('is counted from the given number', () => {
    expect(qdScore(three, -2)).toBe(1 + 3 + 5);
    expect(qdScore(three, 0)).toBe(3);
  });

  it('is that of metrics(), counted from the floor', () => {
    fc.assert(
      fc.property(elites, (some) => {
        const archive = archiveOf(some, -1);
        expect(qdScore(archive, -1)).toBeCloseTo(archive.metrics().qdScore, 10);
      }),
    );
  });

  it('is 0 for an empty archive, NaN from NaN, and refuses what is no number', async () => {
    expect(qdScore(archiveOf([]), 5)).toBe(0);
    expect(qdScore([], 5)).toBe(0);
    expect(qdScore(three, Number.NaN)).toBeNaN();
    expect(qdScore(archiveOf([]), Number.NaN)).toBeNaN();
    expect(await errorOf(() => qdScore(three, undefined as never))).toMatch(/^ARGUMENT qdScore: offset/);
    expect(await errorOf(() => qdScore(7 as never, 0))).toMatch(/^ARGUMENT qdScore: archive/);
  });
});

describe('archiveProfile', () => {
  it('counts the elites of at least each fitness', () => {
    expect(archiveProfile(three)).toEqual({
      thresholds: Float64Array.of(-1, 1, 3),
      elites: Int32Array.of(3, 2, 1),
      coverage: Float64Array.of(3 / 12, 2 / 12, 1 / 12),
    });
    expect([...archiveProfile(three, [3.5, -9, 1]).elites]).toEqual([0, 3, 2]);
  });

  it('agrees with counting, and begins with the coverage', () => {
    fc.assert(
      fc.property(elites, (some) => {
        const archive = archiveOf(some);
        const { thresholds, elites: counts, coverage } = archiveProfile(archive);
        const fitness = Array.from(archive, (elite) => elite.fitness);
        expect([...counts]).toEqual(Array.from(thresholds, (x) => fitness.filter((one) => one >= x).length));
        if (archive.size > 0) expect(coverage[0]).toBe(archive.metrics().coverage);
      }),
    );
  });

  it('of an empty archive is 0 everywhere', async () => {
    expect(archiveProfile(archiveOf([])).thresholds).toHaveLength(0);
    expect([...archiveProfile(archiveOf([]), [0, 1]).coverage]).toEqual([0, 0]);
    expect(await errorOf(() => archiveProfile(three, [0, Number.NaN]))).toMatch(
      /^ARGUMENT archiveProfile: thresholds\[1\]/,
    );
  });
});

describe('descriptorDistributions', () => {
  it('are the shares of elites up to each value, of each descriptor', () => {
    expect(descriptorDistributions(three)).toEqual([
      { values: Float64Array.of(0, 2.5), shares: Float64Array.of(1 / 3, 1) },
      { values: Float64Array.of(0, 3.5), shares: Float64Array.of(2 / 3, 1) },
    ]);
    expect(descriptorDistributions(archiveOf([]))).toEqual([]);
  });
});

describe('cqdScore', () => {
  const fitnessRange = [-1, 3] as const;
  const score = (archive: GridArchive, options: Partial<CqdScoreOptions>) =>
    cqdScore(archive, { fitnessRange, ...options });
  const corner = { targets: [[0, 0]] };

  it('sums the best trade-off for each target and penalty', () => {
    // Scaled fitness 0, 1/2 and 1; distances to (0, 0) are 0, 2.5 and √(2.5² + 3.5²), of at most 5.
    const far = Math.hypot(2.5, 3.5) / 5;
    expect(score(three, { ...corner, penalties: [0] })).toBe(1);
    expect(score(three, { ...corner, penalties: [1] })).toBeCloseTo(Math.max(0, 1 / 2 - 1 / 2, 1 - far), 14);
    expect(score(three, { ...corner, penalties: [0, 1, 2] })).toBeCloseTo(1 + Math.max(0, 1 - far) + 0, 14);
    expect(
      score(three, {
        targets: Batch.from([
          [0, 0],
          [3, 4],
        ]),
        penalties: [0],
      }),
    ).toBe(2);
  });

  it("has pyribs' numbers, which do not subtract the lowest fitness", () => {
    const far = Math.hypot(2.5, 3.5) / 5;
    const pyribs = score(three, { ...corner, penalties: [0, 1], scaling: 'pyribs' });
    expect(pyribs).toBeCloseTo(3 / 4 + Math.max(-1 / 4, 1 / 4 - 1 / 2, 3 / 4 - far), 14);
    const nonNegative = archiveOf([[2, 1, 1]]);
    const options = { seed: 1, fitnessRange: [0, 4] } as const;
    expect(cqdScore(nonNegative, { ...options, scaling: 'pyribs' })).toBe(cqdScore(nonNegative, options));
  });

  it('knows three norms, and scales distances by the largest', () => {
    const one = archiveOf([[3, 1, 2]]);
    const loss = (options: Partial<CqdScoreOptions>) => 1 - score(one, { ...corner, penalties: [1], ...options });
    expect(loss({})).toBeCloseTo(Math.sqrt(5) / 5, 14);
    expect(loss({ norm: 1 })).toBeCloseTo(3 / 7, 14);
    expect(loss({ norm: Number.POSITIVE_INFINITY })).toBeCloseTo(2 / 4, 14);
    expect(loss({ norm: 1, largestDistance: 10 })).toBeCloseTo(3 / 10, 14);
  });

  it('never falls when an elite is added, from the empty archive on, and is at most targets × penalties', () => {
    fc.assert(
      fc.property(elites, fc.constantFrom('range', 'pyribs'), (some, scaling) => {
        let before = Number.NEGATIVE_INFINITY;
        for (let count = 0; count <= some.length; count++) {
          const held = some.slice(0, count).map(([fitness, ...at]) => ({ fitness, descriptor: Float64Array.from(at) }));
          const archive = Object.assign(held, { descriptor: problem.descriptor });
          const now = cqdScore(archive, { fitnessRange, seed: 3, samples: 5, scaling });
          expect(now).toBeGreaterThanOrEqual(before - 1e-12);
          expect(now).toBeLessThanOrEqual(25);
          before = now;
        }
      }),
      { numRuns: runs(30) },
    );
    expect(score(archiveOf([]), { ...corner, penalties: [0, 1] })).toBe(-1);
    expect(score(archiveOf([]), { ...corner, penalties: [0], scaling: 'pyribs' })).toBe(-1 / 4);
  });

  it('draws its targets from the seed', () => {
    expect(score(three, { seed: 1 })).toBe(score(three, { seed: 1 }));
    expect(score(three, { seed: 1 })).not.toBe(score(three, { seed: 2 }));
    const [few, many] = [score(three, { seed: 1 }) / 1000, score(three, { seed: 2, samples: 20_000 }) / 20_000];
    expect(Math.abs(few - many)).toBeLessThan(0.1);
  });

  it.each([
    [{ fitnessRange: [1, 1] }, 'fitnessRange must be two finite numbers, ascending'],
    [{ fitnessRange: undefined }, 'fitnessRange'],
    [{ seed: undefined }, 'seed must be given, or targets'],
    [{ targets: [[0, 0]] }, 'seed and samples must be left out with targets'],
    [{ seed: undefined, targets: [[0]] }, 'targets[0] must have 2 numbers; got [0].'],
    [{ seed: undefined, targets: [[0, 0], [0]] }, 'cqdScore: targets[1] must have 2 numbers; got [0].'],
    [{ seed: undefined, targets: [[0, Number.NaN]] }, 'targets[0]'],
    [{ samples: 0 }, 'samples'],
    [{ penalties: [-1] }, 'penalties[0]'],
    [{ penalties: {} }, 'penalties must be a list of numbers; got an object'],
    [{ norm: 3 }, 'norm must be 1, 2 or Infinity'],
    [{ largestDistance: 0 }, 'largestDistance'],
    [{ scaling: 'none' }, 'scaling'],
    [{ dist_ord: 2 }, 'dist_ord'],
  ])('refuses %j', async (options, message) => {
    const given = { fitnessRange, seed: 1, ...options } as never;
    expect(await errorOf(() => cqdScore(three, given))).toMatch(/^ARGUMENT cqdScore: /);
    expect(await errorOf(() => cqdScore(three, given))).toContain(message);
    expect(await errorOf(() => cqdScore([], { fitnessRange, seed: 1 } as never))).toMatch(/^ARGUMENT/);
  });
});

it('scores of a list refuse a fitness that is no number', async () => {
  const list = [
    { fitness: 1, descriptor: Float64Array.of(0) },
    { fitness: null as never, descriptor: Float64Array.of(0) },
  ];
  expect(await errorOf(() => qdScore(list, 0))).toContain(
    'ARGUMENT qdScore: archive[1].fitness must be a number; got null.',
  );
  const cells = Object.assign(list, { cells: 4 });
  expect(await errorOf(() => archiveProfile(cells))).toContain(
    'ARGUMENT archiveProfile: archive[1].fitness must be a number',
  );
});
