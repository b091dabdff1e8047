import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DnsArchive, type DnsArchiveOptions } from '../../../src/archives/index.ts';
import { Batch, type Problem } from '../../../src/core/index.ts';
import { archiveContract } from '../../../src/testing/index.ts';
import { checkLaws } from '../../support/check-laws.ts';
import { problem } from '../../support/domains/small-problem.ts';
import { words } from '../../support/domains/words.ts';
import { errorOf } from '../../support/error-of.ts';
import { conflict, expectResumed } from '../../support/expect-resumed.ts';

const make = (options: Partial<DnsArchiveOptions> = {}): DnsArchive =>
  new DnsArchive({ domain: problem, capacity: 12, ...options });

const whole = 'a batch is judged as a whole';
const except = {
  'archive: a batch is added as its rows would be, one by one': whole,
  'archive: each cell keeps the first of its best rows, and the report says so':
    'rows compete with all others, not for a cell',
};
checkLaws('DnsArchive', archiveContract({ problem, make: () => make({ lineage: true }), except }));
checkLaws(
  'DnsArchive of words',
  archiveContract({ problem: words, make: () => new DnsArchive({ domain: words, capacity: 5 }), except }),
);

const line: Problem = { ...problem, descriptor: { dimensions: 1, lower: 0, upper: 1 } };
type Row = readonly [place: number, fitness: number];
const addTo = (archive: DnsArchive, rows: readonly Row[]) =>
  archive.add(Batch.zeros(rows.length, 3), {
    fitness: rows.map(([, fitness]) => fitness),
    descriptors: rows.map(([place]) => [place]),
  });
/** The oldest first. */
const rowsOf = (archive: DnsArchive): Row[] => {
  const ids = Array.from(archive.ids());
  const rows = [...archive].map(({ descriptor, fitness }, row) => [ids[row]!, descriptor[0]!, fitness] as const);
  return rows.sort(([a], [b]) => a - b).map(([, place, fitness]) => [place, fitness]);
};

/** The definition: all pairs, the oldest row first. */
function byDefinition(rows: readonly Row[], capacity: number, k: number): Row[] {
  const scores = rows.map(([place, fitness], i) => {
    const isFitter = (other: number, j: number): boolean => other > fitness || (other === fitness && j < i);
    const fitter = rows.filter(([, other], j) => isFitter(other, j)).map(([other]) => Math.abs(other - place));
    const near = fitter.sort((a, b) => a - b).slice(0, k);
    return near.length === 0 ? Number.POSITIVE_INFINITY : near.reduce((sum, x) => sum + x, 0) / near.length;
  });
  const order = rows.map((_, i) => i).sort((a, b) => (scores[a] === scores[b] ? a - b : scores[b]! - scores[a]!));
  return order.slice(0, capacity).map((i) => rows[i]!);
}

describe('DnsArchive', () => {
  it('keeps what is farthest from what is fitter, by the definition', () => {
    const row = fc.tuple(
      fc.integer({ min: 0, max: 32 }).map((x) => x / 32),
      fc.integer({ min: 0, max: 9 }),
    );
    const drawn = fc.record({
      batches: fc.array(fc.array(row, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 }),
      capacity: fc.integer({ min: 1, max: 12 }),
      neighbours: fc.integer({ min: 1, max: 4 }),
    });
    const sorted = (rows: readonly Row[]): string[] => rows.map(String).sort();
    fc.assert(
      fc.property(drawn, ({ batches, capacity, neighbours }) => {
        const archive = make({ domain: line, capacity, neighbours });
        for (const batch of batches) {
          const expected = byDefinition([...rowsOf(archive), ...batch], capacity, neighbours);
          addTo(archive, batch);
          expect(sorted(rowsOf(archive))).toEqual(sorted(expected));
        }
      }),
    );
  });

  it('reports rows that are new, that replace another elite, or do not enter, against the nearest', () => {
    const archive = make({ domain: line, capacity: 2, neighbours: 1 });
    addTo(archive, [
      [0.5, 3],
      [0.25, 1],
    ]);
    const report = addTo(archive, [
      [1, 1],
      [0.5, 2],
    ]);
    expect([...report.status]).toEqual(['improved', 'rejected']);
    expect([...report.cell]).toEqual([1, 0]);
    expect([...report.improvement]).toEqual([0, -1]);
    expect(archive.metrics()).toMatchObject({ size: 2, cells: 2, coverage: 1 });
  });

  it('keeps no second copy of the best, and spreads where all are equally fit', () => {
    const archive = make({ domain: line, capacity: 3, neighbours: 1 });
    addTo(
      archive,
      [0.5, 0.5, 0.5, 0, 0.1, 1].map((place) => [place, 7]),
    );
    expect(rowsOf(archive)).toEqual([
      [0.5, 7],
      [0, 7],
      [1, 7],
    ]);
  });

  it('illuminates a domain, and is resumed bit for bit', async () => {
    const archive = await expectResumed(() => new DnsArchive({ domain: conflict, capacity: 100 }));
    expect(archive.size).toBe(100);
    const read = DnsArchive.fromBytes(archive.toBytes());
    expect([...read]).toEqual([...archive]);
    expect(read.toBytes()).toEqual(archive.toBytes());
  });

  it('refuses options that break their rules', async () => {
    expect(await errorOf(() => make({ capacity: 0 }))).toContain('ARGUMENT DnsArchive: capacity must be an integer');
    expect(await errorOf(() => make({ neighbours: 0 }))).toContain('neighbours must be an integer');
    expect(await errorOf(() => make({ size: 1 } as never))).toContain('size');
  });
});
