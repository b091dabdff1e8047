import { describe, expect, it } from 'vitest';
import { UnstructuredArchive, type UnstructuredArchiveOptions } from '../../../src/archives/index.ts';
import { Batch, type Problem } from '../../../src/core/index.ts';
import { archiveContract } from '../../../src/testing/index.ts';
import { checkLaws } from '../../support/check-laws.ts';
import { problem } from '../../support/domains/small-problem.ts';
import { words } from '../../support/domains/words.ts';
import { errorOf } from '../../support/error-of.ts';
import { conflict, expectResumed } from '../../support/expect-resumed.ts';

const make = (options: Partial<UnstructuredArchiveOptions> = {}): UnstructuredArchive =>
  new UnstructuredArchive({ domain: problem, threshold: 0.3, ...options });

checkLaws(
  'UnstructuredArchive with local competition',
  archiveContract({ problem, make: () => make({ localCompetition: true, neighbours: 3, lineage: true }) }),
);
checkLaws(
  'UnstructuredArchive that adapts',
  archiveContract({
    problem,
    make: () => make({ adapt: { every: 3, most: 1 } }),
    except: {
      'archive: each cell keeps the first of its best rows, and the report says so':
        'without local competition no elite is replaced',
    },
  }),
);
checkLaws(
  'UnstructuredArchive of words',
  archiveContract({
    problem: words,
    make: () => new UnstructuredArchive({ domain: words, threshold: 1, localCompetition: true }),
  }),
);

const line: Problem = { ...problem, descriptor: { dimensions: 1, lower: 0, upper: 1 } };
const addTo = (archive: UnstructuredArchive, places: number[], fitness = places.map(() => 0)) =>
  archive.add(Batch.zeros(places.length, 3), { fitness, descriptors: places.map((x) => [x]) });

describe('UnstructuredArchive', () => {
  it('takes rows whose mean distance to the nearest elites is at least the threshold', () => {
    const archive = make({ domain: line, threshold: 0.25, neighbours: 2 });
    // 0.5: (0.5) / 1; 0.75: (0.25 + 0.75) / 2; 0.625: (0.125 + 0.125) / 2; 1: (0.25 + 0.5) / 2.
    const report = addTo(archive, [0, 0.5, 0.75, 0.625, 1]);
    expect([...report.status]).toEqual(['new', 'new', 'new', 'rejected', 'new']);
    expect([...report.novelty!]).toEqual([Number.POSITIVE_INFINITY, 0.5, 0.5, 0.125, 0.375]);
    expect([...report.cell]).toEqual([0, 1, 2, 1, 3]);
    expect([...archive.novelty(Batch.from([[0.25], [7]]))]).toEqual([0.25, 0.125]);
    expect(archive.metrics()).toMatchObject({ size: 4, cells: 4, coverage: 1 });
  });

  it('replaces the nearest elite by a better row with local competition alone', () => {
    const rows = [
      [0, 1, 0.1],
      [0, 0, 1],
    ] as const;
    const without = make({ domain: line, neighbours: 1 });
    expect([...addTo(without, [...rows[0]], [...rows[1]]).status]).toEqual(['new', 'new', 'rejected']);
    const archive = make({ domain: line, localCompetition: true, neighbours: 1 });
    const report = addTo(archive, [...rows[0]], [...rows[1]]);
    expect([...report.status]).toEqual(['new', 'new', 'improved']);
    expect([...archive].map(({ descriptor, fitness }) => [descriptor[0], fitness])).toEqual([
      [0.1, 1],
      [1, 0],
    ]);
    expect([...archive.novelty(Batch.from([[0]]))]).toEqual([0.1]);
  });

  it('adapts the threshold: 20 % more after a generation with too many, 5 % less after ten with none', () => {
    const archive = make({ domain: line, threshold: 0.1, neighbours: 1, adapt: { every: 4, most: 1 } });
    addTo(archive, [0, 0.5, 0, 0]);
    expect(archive.threshold).toBe(1.2 * 0.1);
    addTo(archive, new Array(39).fill(0));
    expect(archive.threshold).toBe(1.2 * 0.1);
    addTo(archive, [0]);
    expect(archive.threshold).toBe(1.2 * 0.1 * 0.95);
  });

  it('illuminates a domain, and is resumed bit for bit', async () => {
    const options = { domain: conflict, threshold: 0.08, neighbours: 5, localCompetition: true, adapt: { every: 50 } };
    const archive = await expectResumed(() => new UnstructuredArchive(options));
    const read = UnstructuredArchive.fromBytes(archive.toBytes());
    expect(read.threshold).toBe(archive.threshold);
    expect([...read]).toEqual([...archive]);
    expect(read.toBytes()).toEqual(archive.toBytes());
  });

  it('refuses options that break their rules, a noisy domain, and bytes of other options', async () => {
    const error = (options: object): Promise<string> => errorOf(() => make(options));
    expect(await error({ threshold: -1 })).toContain('ARGUMENT UnstructuredArchive: threshold must be');
    expect(await error({ neighbours: 0 })).toContain('neighbours must be an integer');
    expect(await error({ localCompetition: 1 })).toContain('localCompetition must be true or false; got 1');
    expect(await error({ adapt: { every: 0 } })).toContain('adapt.every must be');
    expect(await error({ adapt: { most: -1 } })).toContain('adapt.most must be');
    expect(await error({ adapt: { window: 1 } })).toContain('window');
    expect(await error({ domain: { ...problem, noisy: true } })).toContain('domain.noisy must be false');
    expect(await errorOf(() => make().restore(make({ neighbours: 3 }).snapshot()))).toContain(
      'bytes must have settings.neighbours 15; got 3',
    );
    expect(await errorOf(() => make().novelty(Batch.from([[0, Number.NaN]])))).toContain('descriptors');
  });
});
