import { describe, expect, it } from 'vitest';
import { DeepGridArchive, type DeepGridArchiveOptions } from '../../../src/archives/index.ts';
import { Batch } from '../../../src/core/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { archiveContract } from '../../../src/testing/index.ts';
import { checkLaws } from '../../support/check-laws.ts';
import { centroids, places, problem } from '../../support/domains/small-problem.ts';
import { errorOf } from '../../support/error-of.ts';
import { conflict, expectResumed } from '../../support/expect-resumed.ts';

const make = (options: Partial<DeepGridArchiveOptions> = {}): DeepGridArchive =>
  new DeepGridArchive({ domain: problem, cells: [2, 2], seed: 1, ...options });

describe.each(places)('on %s', (_, place) =>
  checkLaws(
    'DeepGridArchive',
    archiveContract({
      problem,
      make: () => make({ depth: 3, lineage: true, ...place }),
      except: {
        'archive: each cell keeps the first of its best rows, and the report says so': 'every row enters',
        'archive: elites come in the order in which their cells were filled': 'a cell has several elites',
        'archive: with lineage, elites keep the origins that they were added with': 'a cell has several elites',
        'archive: each elite is drawn equally often, by the stream given': 'parents are drawn by their fitness',
      },
    }),
  ),
);

const addTo = (archive: DeepGridArchive, fitness: readonly number[], place = [0, 0]) =>
  archive.add(Batch.zeros(fitness.length, 3), { fitness, descriptors: fitness.map(() => place) });

describe('DeepGridArchive', () => {
  it('takes every row, in a full cell in place of any elite', () => {
    const archive = make({ depth: 2 });
    expect([...addTo(archive, [5, 4]).status]).toEqual(['new', 'improved']);
    const left = new Set<number>();
    for (let i = 0; i < 200; i++) {
      const report = addTo(archive, [i % 3]);
      expect(report.status).toEqual(['improved']);
      expect(archive.size).toBe(2);
      left.add([...archive].findIndex(({ fitness }) => fitness === i % 3));
    }
    expect(left).toEqual(new Set([0, 1]));
    expect(archive.metrics()).toMatchObject({ size: 2, cells: 4, coverage: 0.25 });
  });

  it('draws cells equally often, and elites of a cell in proportion to their fitness above its worst', () => {
    const archive = make({ depth: 3 });
    addTo(archive, [1, 2, 4]);
    addTo(archive, [7], [1, 1]);
    const counts = [0, 0, 0, 0];
    for (const row of archive.select(8000, randomStream(1))) counts[row]!++;
    expect(counts[0]).toBe(0);
    for (const [row, expected] of [1, 1000, 3000, 4000].entries()) {
      expect(Math.abs(counts[row]! - expected)).toBeLessThan(5 * Math.sqrt(expected));
    }
  });

  it('illuminates a domain, and is resumed bit for bit', async () => {
    const archive = await expectResumed(() => make({ domain: conflict, cells: [4, 4], depth: 6 }));
    expect(archive.metrics().coverage).toBe(1);
    const read = DeepGridArchive.fromBytes(archive.toBytes());
    expect([...read]).toEqual([...archive]);
    expect(read.toBytes()).toEqual(archive.toBytes());
  });

  it('keeps the elites of centroids in its file', () => {
    const archive = make({ cells: undefined, centroids });
    addTo(archive, [1, 2]);
    addTo(archive, [3], [1, 0]);
    expect([...archive].map(({ cell }) => cell)).toEqual([0, 0, 1]);
    const read = DeepGridArchive.fromBytes(archive.toBytes());
    expect(read.geometry()).toEqual({ centroids: Batch.from(centroids) });
    expect([...read]).toEqual([...archive]);
    const others = make({ cells: undefined, centroids: centroids.slice(1) });
    expect(() => others.restore(archive.toBytes())).toThrow('bytes must have centroids.rows 2; got 3');
  });

  it('refuses options that break their rules', async () => {
    expect(await errorOf(() => make({ depth: 0 }))).toContain('ARGUMENT DeepGridArchive: depth must be an integer');
    expect(await errorOf(() => make({ seed: 0.5 }))).toContain('seed');
    expect(await errorOf(() => make({ cells: [2] }))).toContain('cells must have 2 numbers');
    expect(await errorOf(() => make({ centroids }))).toContain('cells must be left out with centroids');
    expect(await errorOf(() => make({ cells: undefined }))).toContain('cells must have 2 numbers');
    expect(await errorOf(() => make().sample(1, randomStream(1)))).toContain('STATE DeepGridArchive.sample');
  });
});
