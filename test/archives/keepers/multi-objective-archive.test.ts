import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MultiObjectiveArchive, type MultiObjectiveArchiveOptions } from '../../../src/archives/index.ts';
import { covers, hypervolume } from '../../../src/archives/keepers/pareto.ts';
import { type AddReport, Batch } from '../../../src/core/index.ts';
import { archiveContract } from '../../../src/testing/index.ts';
import { checkLaws } from '../../support/check-laws.ts';
import { centroids, places, problem } from '../../support/domains/small-problem.ts';
import { errorOf } from '../../support/error-of.ts';
import { conflict, expectResumed } from '../../support/expect-resumed.ts';

const fields = { a: 'number', b: 'number', note: 'json' } as const;
const domain = { ...problem, fields };
type Made = MultiObjectiveArchive<Float64Array, typeof fields>;
const make = (options: Partial<MultiObjectiveArchiveOptions<Float64Array, typeof fields>> = {}): Made =>
  new MultiObjectiveArchive({ domain, cells: [2, 2], objectives: ['a', 'b'], reference: [0, 0], ...options });

describe.each(places)('on %s', (_, place) =>
  checkLaws(
    'MultiObjectiveArchive',
    archiveContract({
      problem: domain,
      make: () => make({ front: 3, lineage: true, ...place }) as never,
      except: {
        'archive: each cell keeps the first of its best rows, and the report says so': 'a cell keeps a Pareto front',
        'archive: elites come in the order in which their cells were filled':
          'elites that leave are replaced by the last ones',
        'archive: with lineage, elites keep the origins that they were added with': 'a cell has several elites',
      },
    }),
  ),
);

const addTo = (archive: Made, points: readonly (readonly [number, number])[]): AddReport =>
  archive.add(Batch.zeros(points.length, 3), {
    fitness: points.map(() => 0),
    descriptors: points.map(() => [0, 0]),
    fields: { a: points.map(([a]) => a), b: points.map(([, b]) => b), note: points.map((_, i) => i) },
  });
const frontOf = (archive: Made): number[][] => archive.frontOf(0).map(({ fields: { a, b } }) => [a, b]);

describe('MultiObjectiveArchive', () => {
  it('keeps the Pareto front of each cell', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
        const archive = make();
        const report = addTo(archive, points);
        const distinct = [...new Map(points.map((one) => [String(one), one])).values()];
        const front = distinct.filter((one) => !distinct.some((other) => other !== one && covers(other, one)));
        expect(frontOf(archive).map(String).sort()).toEqual(front.map(String).sort());
        expect(archive.moqdScore()).toBe(hypervolume(points, [0, 0]));
        expect(report.improvement.reduce((sum, x) => sum + x, 0)).toBe(archive.hypervolumeOf(0));
      }),
    );
  });

  it('lets the most crowded one leave a full front, of equal ones the youngest', () => {
    const archive = make({ front: 3 });
    addTo(archive, [
      [0, 8],
      [8, 0],
      [4, 4],
    ]);
    const report = addTo(archive, [
      [5, 3], // between (4, 4) and (8, 0): less crowded than (4, 4)
      [6, 2], // as crowded as (5, 3), and younger
      [4, 4],
      [9, 9],
    ]);
    expect([...report.status]).toEqual(['rejected', 'rejected', 'rejected', 'improved']);
    expect([...report.improvement]).toEqual([0, 0, 0, 81 - 16]);
    expect(frontOf(archive)).toEqual([[9, 9]]);
    expect(archive.metrics()).toMatchObject({ size: 1, cells: 4, coverage: 0.25 });
  });

  it('reports a row without a finite objective as invalid', () => {
    const archive = make();
    const report = addTo(archive, [
      [Number.NaN, 1],
      [1, 1],
    ]);
    expect([...report.status]).toEqual(['invalid', 'new']);
    expect(report.reasons[0]).toBe('fields.a must be finite, because it is an objective; got NaN');
  });

  it('illuminates a domain, and is resumed bit for bit', async () => {
    const archive = await expectResumed(
      () =>
        new MultiObjectiveArchive({
          domain: conflict,
          cells: [4, 4],
          objectives: ['near', 'far'],
          reference: [-1, -1],
          front: 10,
        }),
    );
    expect(archive.metrics().coverage).toBe(1);
    expect(archive.size).toBeGreaterThan(100);
    // The whole front of a cell has a hypervolume of 5 / 6.
    expect(archive.moqdScore() / 16).toBeGreaterThan(0.65);
    const read = MultiObjectiveArchive.fromBytes(archive.toBytes());
    expect([...read]).toEqual([...archive]);
    expect(read.moqdScore()).toBe(archive.moqdScore());
  });

  it('keeps the fronts of centroids in its file', () => {
    const archive = make({ cells: undefined, centroids });
    addTo(archive, [
      [1, 2],
      [2, 1],
    ]);
    const read = MultiObjectiveArchive.fromBytes<Float64Array, typeof fields>(archive.toBytes());
    expect(read.geometry()).toEqual({ centroids: Batch.from(centroids) });
    expect(frontOf(read)).toEqual(frontOf(archive));
  });

  it('refuses options that break their rules', async () => {
    const error = (options: object): Promise<string> => errorOf(() => make(options));
    expect(await error({ objectives: ['a'] })).toContain(
      'ARGUMENT MultiObjectiveArchive: objectives must be a list of at least two names',
    );
    expect(await error({ objectives: ['a', 'note'] })).toContain('objectives[1] must name a number field');
    expect(await error({ reference: [0] })).toContain('reference must have 2 numbers');
    expect(await error({ reference: [0, Number.NaN] })).toContain('reference[1] must be a finite number');
    expect(await error({ front: 0 })).toContain('front must be an integer');
    expect(await errorOf(() => make().frontOf(4))).toContain('cell must be an integer in [0, 3]');
  });
});
