import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, ListBatch, objectSpace, type Problem } from '../../src/core/index.ts';
import { archiveContract } from '../../src/testing/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { errorOf } from '../support/error-of.ts';
import { problem } from '../support/small-problem.ts';
import { words } from '../support/words.ts';

checkLaws('GridArchive', archiveContract({ problem, make: () => new GridArchive({ domain: problem, cells: [4, 3] }) }));
checkLaws(
  'GridArchive of words, without a floor',
  archiveContract({ problem: words, make: () => new GridArchive({ domain: words, cells: [5] }) }),
);

const line = (lower: number, upper: number): Problem => ({ ...problem, descriptor: { dimensions: 1, lower, upper } });
const cellOf = (archive: GridArchive, ...descriptors: number[]): number[] => [
  ...archive.add(Batch.zeros(descriptors.length, 3), { fitness: descriptors, descriptors: descriptors.map((x) => [x]) })
    .cell,
];

describe('GridArchive', () => {
  it('has half-open cells, the last one closed, on any box', () => {
    const box = fc.tuple(
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
      fc.double({ noNaN: true, min: 1e-9, max: 1e6 }),
    );
    fc.assert(
      fc.property(box, fc.integer({ min: 1, max: 300 }), ([lower, width], cells) => {
        const upper = lower + width;
        fc.pre(upper - lower > 1e-9 * Math.abs(lower));
        const archive = new GridArchive({ domain: line(lower, upper), cells: [cells] });
        const edges = Array.from({ length: cells + 1 }, (_, k) =>
          k === cells ? upper : lower + (upper - lower) * (k / cells),
        );
        expect(cellOf(archive, ...edges)).toEqual([...edges.slice(0, -1).map((_, k) => k), cells - 1]);
      }),
    );
  });

  it('has the same cells at any scale, in 1 to 6 dimensions, on edges and off them', () => {
    const drawn = fc.integer({ min: 1, max: 6 }).chain((dimensions) => {
      const list = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
        fc.array(one, { minLength: dimensions, maxLength: dimensions });
      const coordinate = fc.oneof(
        fc.double({ noNaN: true, min: -0.5, max: 1.5 }),
        fc.integer({ min: 0, max: 12 }).map((k) => k / 12),
      );
      return fc.record({
        cells: list(fc.integer({ min: 1, max: 7 })),
        point: list(coordinate),
        exponent: fc.integer({ min: -900, max: 900 }),
      });
    });
    fc.assert(
      fc.property(drawn, ({ cells, point, exponent }) => {
        const cellAt = (scale: number): number => {
          const descriptor = { dimensions: cells.length, lower: 0, upper: scale };
          const archive = new GridArchive({ domain: { ...problem, descriptor }, cells });
          const descriptors = [point.map((x) => x * scale)];
          return archive.add(Batch.zeros(1, 3), { fitness: [0], descriptors }).cell[0]!;
        };
        // The cell by its definition: the last edge that is not above the coordinate.
        const expected = cells.reduce((cell, n, j) => {
          let k = 0;
          while (k < n - 1 && point[j]! >= (k + 1) / n) k++;
          return cell * n + k;
        }, 0);
        expect([cellAt(1), cellAt(2 ** exponent)]).toEqual([expected, expected]);
      }),
    );
  });

  it('has the cells of its definition in boxes next to the least and the largest numbers', () => {
    const bound = fc
      .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(-1074, -1060, -1022, -400, 0, 400, 1022))
      .map(([x, exponent]) => x * 2 ** exponent);
    const drawn = fc.record({ ends: fc.tuple(bound, bound), cells: fc.integer({ min: 1, max: 300 }), x: bound });
    fc.assert(
      fc.property(drawn, ({ ends, cells, x }) => {
        const [lower, upper] = [Math.min(...ends), Math.max(...ends)];
        fc.pre(lower < upper);
        const edge = (k: number): number => (k === cells ? upper : lower + (upper - lower) * (k / cells));
        const inside = Math.min(Math.max(x, lower), upper);
        let expected = cells - 1;
        while (inside < edge(expected)) expected--;
        expect(cellOf(new GridArchive({ domain: line(lower, upper), cells: [cells] }), x)).toEqual([expected]);
      }),
    );
  });

  it('sends a descriptor outside to the nearest cell, however far', () => {
    const archive = new GridArchive({ domain: line(0, 1), cells: [20] });
    expect(cellOf(archive, 1e9, 1e300, -1e300, 1 + 1e-15, -0)).toEqual([19, 19, 0, 19, 0]);
  });

  it('numbers cells row-major, the last dimension fastest', () => {
    const archive = new GridArchive({ domain: problem, cells: [2, 5] });
    const report = archive.add(Batch.zeros(1, 3), { fitness: [1], descriptors: [[0.6, 0.5]] });
    expect([...report.cell]).toEqual([1 * 5 + 2]);
  });

  it('takes memory for the elites, not for the cells', () => {
    const domain = { ...problem, descriptor: { dimensions: 3, lower: 0, upper: 1 } };
    const before = process.memoryUsage().arrayBuffers;
    const archive = new GridArchive({ domain, cells: [1000, 1000, 1000] });
    archive.add(Batch.zeros(1, 3), { fitness: [1], descriptors: [[1, 1, 1]] });
    expect([...archive].map((elite) => elite.cell)).toEqual([999_999_999]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e6);
  });

  it('keeps objects as they are', () => {
    const words = objectSpace<string>({ sample: () => '' });
    const archive = new GridArchive({
      domain: { genome: words, descriptor: { dimensions: 1, lower: 0, upper: 9 } },
      cells: [9],
    });
    archive.add(new ListBatch(['a', 'bcd']), { fitness: [0, 0], descriptors: [[1], [3]] });
    expect([...archive].map((elite) => elite.genome)).toEqual(['a', 'bcd']);
    expect(archive.metrics().qdScore).toBeNaN();
  });

  it('finds the best elite, and that of the cell of a descriptor', async () => {
    const archive = new GridArchive({ domain: problem, cells: [2, 2] });
    expect(archive.best()).toBeUndefined();
    archive.add(
      Batch.from([
        [1, 0, 0],
        [-1, 0, 0],
      ]),
      {
        fitness: [3, 4],
        descriptors: [
          [0, 0],
          [1, 1],
        ],
      },
    );
    expect(archive.best()?.fitness).toBe(4);
    expect(archive.get(archive.cellOf([0.2, 0.3]))?.genome[0]).toBe(1);
    expect(archive.get(archive.cellOf([0.2, 0.8]))).toBeUndefined();
    expect(await errorOf(() => archive.cellOf([0.2]))).toBe(
      'ARGUMENT GridArchive.cellOf: descriptor must have 2 numbers; got [0.2].',
    );
    expect(await errorOf(() => archive.cellOf([0.2, NaN]))).toContain('descriptor[1] must be a finite number; got NaN');
    expect(await errorOf(() => archive.get(4))).toBe(
      'ARGUMENT GridArchive.get: cell must be an integer in [0, 3]; got 4.',
    );
  });

  it('notices that it is added to while it is iterated over', async () => {
    const archive = new GridArchive({ domain: problem, cells: [2, 2] });
    const add = (): unknown => archive.add(Batch.zeros(1, 3), { fitness: [0], descriptors: [[0, 0]] });
    add();
    expect(
      await errorOf(() => {
        for (const _ of archive) add();
      }),
    ).toMatch(/^STATE GridArchive/);
  });

  it('refuses bad options', async () => {
    const make = (cells: unknown, domain: unknown = problem): Promise<string> =>
      errorOf(() => new GridArchive({ domain, cells } as never));
    expect(await make([4])).toBe('ARGUMENT GridArchive: cells must have 2 numbers; got [4].');
    expect(await make([0, 4])).toContain('cells[0] must be an integer in [1, 2147483647]; got 0');
    expect(await make([2.5, 4])).toContain('cells[0]');
    expect(await make([2 ** 20, 2 ** 20])).toContain(
      'the product of cells must be an integer in [1, 2147483647]; got 1099511627776',
    );
    expect(await make([4, 4], { ...problem, descriptor: { dimensions: 2, lower: 0, upper: 0 } })).toContain('below');
    expect(await make([4, 4], { ...problem, descriptor: { dimensions: 2, lower: 0, upper: 1 / 0 } })).toContain(
      'finite',
    );
    expect(await make([4, 4], { ...problem, descriptor: { dimensions: 2, lower: NaN, upper: 1 } })).toContain('NaN');
    expect(await make([4, 4], { ...problem, fitnessFloor: NaN })).toContain('fitnessFloor');
    expect(await make([4, 4], null)).toBe('ARGUMENT GridArchive: domain must be an object; got null.');
    expect(await errorOf(() => new GridArchive({ domain: problem, cells: [2, 2], cell: 1 } as never))).toContain(
      "got 'cell'",
    );
  });
});
