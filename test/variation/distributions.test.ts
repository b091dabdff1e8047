import { describe, expect, it } from 'vitest';
import { type Archive, Batch, type Box, type VariationContext, type VariationOperator } from '../../src/core/index.ts';
import { defineVariation, GaussianMutation, IsoLineMutation, type OutOfBounds } from '../../src/variation/index.ts';
import { contextFor } from '../support/context-for.ts';
import {
  clipped,
  counted,
  type Distribution,
  equalShares,
  expectDistribution,
  expectNormal,
  expectShares,
  expectUncorrelated,
  normal,
  phi,
} from '../support/distribution.ts';

const ROWS = 20_000;
const wide: Box = { dimensions: 3, lower: -1e6, upper: 1e6 };

/** Children of one parent, many times. */
async function childrenOf(
  operator: VariationOperator,
  parent: number[],
  context: VariationContext = contextFor({ ...wide, dimensions: parent.length }),
  rows: number = ROWS,
): Promise<Batch> {
  return (await operator.vary(Batch.from(Array.from({ length: rows }, () => parent)), context)) as Batch;
}

const column = (batch: Batch, j: number): Float64Array =>
  Float64Array.from({ length: batch.rows }, (_, i) => batch.row(i)[j]!);

/** What becomes of N(centre, sigma) in [0, 1], with each rule. */
const repaired = (centre: number, sigma: number): Record<OutOfBounds, Distribution> => {
  const at = (x: number): number => phi((x - centre) / sigma);
  const within = (x: number, value: number): number => (x < 0 ? 0 : x >= 1 ? 1 : value);
  const sum = (term: (k: number) => number): number =>
    [-4, -3, -2, -1, 0, 1, 2, 3, 4].reduce((total, k) => total + term(k), 0);
  return {
    clip: clipped(normal(centre, sigma), 0, 1),
    resample: { upTo: (x) => within(x, (at(x) - at(0)) / (at(1) - at(0))) },
    reflect: {
      upTo: (x) =>
        within(
          x,
          sum((k) => at(2 * k + x) - at(2 * k - x)),
        ),
    },
    wrap: {
      upTo: (x) =>
        within(
          x,
          sum((k) => at(k + x) - at(k)),
        ),
    },
  };
};

describe('GaussianMutation', () => {
  it('adds N(0, sigma²) to each gene, independently', async () => {
    const children = await childrenOf(new GaussianMutation({ sigma: [0.5, 2, 1e-3] }), [1, 2, 3]);
    expectNormal(column(children, 0), 1, 0.5);
    expectNormal(column(children, 1), 2, 2);
    expectNormal(column(children, 2), 3, 1e-3);
    const z = [column(children, 0).map((x) => (x - 1) / 0.5), column(children, 1).map((x) => (x - 2) / 2)] as const;
    expectUncorrelated(...z);
    expectUncorrelated(z[0].subarray(1), z[0].subarray(0, -1));
  });

  it.each(Object.keys(repaired(0, 1)) as OutOfBounds[])(
    'brings steps into the space as %s says',
    async (outOfBounds) => {
      const context = contextFor({ dimensions: 2, lower: 0, upper: 1 });
      const children = await childrenOf(new GaussianMutation({ sigma: [0.4, 0.9], outOfBounds }), [0.1, 0.8], context);
      expectDistribution(column(children, 0), repaired(0.1, 0.4)[outOfBounds]);
      expectDistribution(column(children, 1), repaired(0.8, 0.9)[outOfBounds]);
    },
  );
});

describe('IsoLineMutation', () => {
  /** The factor of each child of the origin, and its partner among the elites, by the line on which the child lies. */
  const lines = (children: Batch, elites: readonly Float64Array[]): { factors: Float64Array; chosen: number[] } => {
    const chosen: number[] = [];
    const factors = Float64Array.from({ length: children.rows }, (_, i) => {
      const child = children.row(i);
      const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);
      const off = (y: Float64Array): number => dot(child, child) - dot(child, y) ** 2 / dot(y, y);
      const partner = elites.findIndex((y) => off(y) < 1e-9 * dot(child, child) + 1e-20);
      expect(partner, 'on a line to one of the elites, with one factor for all genes').toBeGreaterThanOrEqual(0);
      chosen.push(partner);
      return -dot(child, elites[partner]!) / dot(elites[partner]!, elites[partner]!);
    });
    return { factors, chosen };
  };

  const archives: Record<string, (archive: Archive) => Archive> = {
    "the library's": (archive) => archive,
    'one that only samples': (archive) =>
      ({ sample: (count: number, random: never) => archive.sample(count, random) }) as Archive,
  };

  it.each(Object.entries(archives))(
    'moves along the line to a partner of %s archive by N(0, lineSigma²)',
    async (_, of) => {
      const { archive, ...context } = contextFor(wide);
      const elites = [...archive].map(({ genome }) => genome);
      const operator = new IsoLineMutation({ isoSigma: 1e-12, lineSigma: 0.3 });
      const children = await childrenOf(operator, [0, 0, 0], { ...context, archive: of(archive) });
      const { factors, chosen } = lines(children, elites);
      expectNormal(factors, 0, 0.3);
      expectShares(counted(chosen, elites.length), equalShares(elites.length));
      const z = factors.map((f) => f / 0.3);
      expectUncorrelated(z.subarray(1), z.subarray(0, -1));
      // One that moves away from its partner alone, or towards it, is found.
      expect(() => expectNormal(factors.map(Math.abs), 0, 0.3)).toThrow();
    },
  );

  it('adds N(0, isoSigma²) to each gene of that', async () => {
    const children = await childrenOf(new IsoLineMutation({ isoSigma: [0.5, 2], lineSigma: 0 }), [1, 2]);
    expectNormal(column(children, 0), 1, 0.5);
    expectNormal(column(children, 1), 2, 2);
    // With one elite at distance 3 both add up.
    const context = contextFor({ dimensions: 1, lower: -1e6, upper: 1e6 });
    const only = {
      sample: (count: number) => new Batch(count, 1, new Float64Array(count).fill(4)),
    } as unknown as Archive;
    const operator = new IsoLineMutation({ isoSigma: 2, lineSigma: 0.5 });
    const both = await childrenOf(operator, [1], { ...context, archive: only });
    expectNormal(both.data, 1, Math.hypot(2, 0.5 * 3));
  });

  it.each(Object.keys(repaired(0, 1)) as OutOfBounds[])(
    'brings steps into the space as %s says',
    async (outOfBounds) => {
      const context = contextFor({ dimensions: 1, lower: 0, upper: 1 });
      const operator = new IsoLineMutation({ isoSigma: 0.5, lineSigma: 0, outOfBounds });
      const children = await childrenOf(operator, [0.9], context);
      expectDistribution(children.data, repaired(0.9, 0.5)[outOfBounds]);
    },
  );
});

it('defineVariation gives each child a stream of its own, unrelated to that of the next', async () => {
  const space: Box = { dimensions: 2, lower: -100, upper: 100 };
  const operator = defineVariation(space, (parent, { random }) => parent.map(() => random.normal()));
  const children = await childrenOf(operator, [0, 0], contextFor(space));
  const [first, second] = [column(children, 0), column(children, 1)];
  for (const sample of [first, second]) {
    expectNormal(sample, 0, 1);
    expectUncorrelated(sample.subarray(1), sample.subarray(0, -1));
  }
  expectUncorrelated(first, second);
});
