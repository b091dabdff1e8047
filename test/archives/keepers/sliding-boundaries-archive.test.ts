import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlidingBoundariesArchive, type SlidingBoundariesArchiveOptions } from '../../../src/archives/index.ts';
import { quantiles } from '../../../src/archives/keepers/sliding-boundaries-archive.ts';
import { Batch, type Problem } from '../../../src/core/index.ts';
import { archiveContract } from '../../../src/testing/index.ts';
import { checkLaws } from '../../support/check-laws.ts';
import { problem } from '../../support/domains/small-problem.ts';
import { words } from '../../support/domains/words.ts';
import { errorOf } from '../../support/error-of.ts';
import { conflict, expectResumed } from '../../support/expect-resumed.ts';

const make = (options: Partial<SlidingBoundariesArchiveOptions> = {}): SlidingBoundariesArchive =>
  new SlidingBoundariesArchive({ domain: problem, cells: [3, 3], ...options });

checkLaws(
  'SlidingBoundariesArchive whose boundaries move',
  archiveContract({
    problem,
    make: () => make({ frequency: 5, buffer: 8, lineage: true }),
    except: {
      'archive: each cell keeps the first of its best rows, and the report says so':
        'cells change when boundaries move',
      'archive: elites come in the order in which their cells were filled':
        'cells are filled anew when boundaries move',
      'archive: with lineage, elites keep the origins that they were added with': 'elites change their cells',
    },
  }),
);
checkLaws(
  'SlidingBoundariesArchive before its boundaries move',
  archiveContract({
    problem: words,
    make: () => new SlidingBoundariesArchive({ domain: words, cells: [5], frequency: 10_000, lineage: true }),
  }),
);

const line: Problem = { ...problem, descriptor: { dimensions: 1, lower: 0, upper: 1 } };
const addTo = (archive: SlidingBoundariesArchive, places: readonly number[], fitness = places.map(() => 0)) =>
  archive.add(Batch.zeros(places.length, 3), { fitness, descriptors: places.map((x) => [x]) });

describe('SlidingBoundariesArchive', () => {
  it('puts boundaries where the last rows are divided evenly, and sorts elites and these rows into the cells', () => {
    const archive = make({ domain: line, cells: [4], frequency: 4, buffer: 8 });
    const first = addTo(archive, [0.01, 0.02, 0.03, 0.04], [1, 2, 3, 4]);
    expect([...first.status]).toEqual(['new', 'improved', 'improved', 'improved']);
    expect(archive.geometry()).toEqual({ boundaries: [Float64Array.of(0, 0.02, 0.03, 0.04, 1)] });
    expect([...archive].map(({ cell, fitness }) => [cell, fitness])).toEqual([
      [3, 4],
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    addTo(archive, [0.5, 0.6, 0.7, 0.8]);
    expect(archive.geometry()).toEqual({ boundaries: [Float64Array.of(0, 0.03, 0.5, 0.7, 1)] });
  });

  it('keeps boundaries ascending where descriptors are equal', () => {
    expect(quantiles(Float64Array.of(0.5, 0.5, 0.5, 0.5), 4, 0, 1)).toEqual(
      Float64Array.of(0, 0.5, 0.5 + 0.5 / 3, 0.5 + 0.5 * (2 / 3), 1),
    );
    expect(quantiles(Float64Array.of(0, 0, 0, 0), 4, 0, 1)).toEqual(Float64Array.of(0, 0.25, 0.5, 0.75, 1));
    expect(quantiles(Float64Array.of(1, 1, 1, 1), 4, 0, 1)).toEqual(Float64Array.of(0, 0.25, 0.5, 0.75, 1));
    const values = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 10 }), (list, cells) => {
        const edges = quantiles(Float64Array.from(list, (x) => x / 8).sort(), cells, 0, 1);
        expect([edges[0], edges.at(-1), edges.length]).toEqual([0, 1, cells + 1]);
        for (let k = 1; k <= cells; k++) expect(edges[k]).toBeGreaterThan(edges[k - 1]!);
      }),
    );
  });

  it('illuminates a domain, and is resumed bit for bit', async () => {
    const options = { domain: conflict, cells: [8, 8], frequency: 70, buffer: 150 };
    const archive = await expectResumed(() => new SlidingBoundariesArchive(options));
    const read = SlidingBoundariesArchive.fromBytes(archive.toBytes());
    expect(read.geometry()).toEqual(archive.geometry());
    expect([...read]).toEqual([...archive]);
    expect(read.toBytes()).toEqual(archive.toBytes());
  });

  it('refuses options that break their rules', async () => {
    const error = (options: object): Promise<string> => errorOf(() => make(options));
    expect(await error({ cells: [3] })).toContain('ARGUMENT SlidingBoundariesArchive: cells must have 2 numbers');
    expect(await error({ cells: [3, 0] })).toContain('cells[1] must be an integer');
    expect(await error({ frequency: 0 })).toContain('frequency must be an integer');
    expect(await error({ buffer: 0.5 })).toContain('buffer must be an integer');
  });
});
