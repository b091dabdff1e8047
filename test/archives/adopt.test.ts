import { describe, expect, it } from 'vitest';
import { CellArchive, CvtArchive, elitist, GridArchive, gridIndex } from '../../src/archives/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { addRows } from '../../src/testing/archive/subject.ts';
import { drawRows } from '../../src/testing/laws/draw.ts';
import { problem } from '../support/domains/small-problem.ts';
import { errorOf } from '../support/error-of.ts';

const domain = { ...problem, fields: { note: 'json' } as const };
const rows = drawRows(domain, 60, randomStream(1), false);
const filled = (archive: GridArchive<Float64Array, typeof domain.fields>): typeof archive => {
  addRows(archive as never, domain, rows);
  return archive;
};
const grid = (cells: number[], lineage = false): GridArchive<Float64Array, typeof domain.fields> =>
  new GridArchive({ domain, cells, lineage });

describe('adopt', () => {
  it('gives each cell the best of the elites that fall into it, with ids, origins and fields', () => {
    const fine = filled(grid([5, 5], true));
    const coarse = grid([2, 2], true);
    coarse.adopt(fine);
    const expected = new Map<number, object>();
    for (const elite of fine) {
      const cell = coarse.cellOf(elite.descriptor);
      const before = expected.get(cell) as typeof elite | undefined;
      if (before === undefined || elite.fitness > before.fitness) expected.set(cell, { ...elite, cell });
    }
    expect([...coarse]).toEqual([...expected.values()]);
    // The next rows get ids that no row had.
    addRows(coarse as never, domain, [{ ...rows[0]!, fitness: 100 }]);
    expect(coarse.best()!.origin!.id).toBe(60);
  });

  it('goes to other kinds of cells, leaves the other archive alone, and replaces what was there', () => {
    const fine = filled(grid([4, 4]));
    const before = fine.toBytes();
    const cvt = new CvtArchive({
      domain,
      centroids: [
        [0.2, 0.2],
        [0.8, 0.8],
        [0.3, 0.9],
      ],
    });
    cvt.adopt(fine);
    for (const elite of cvt) expect(cvt.cellOf(elite.descriptor)).toBe(elite.cell);
    expect(cvt.best()!.fitness).toBe(fine.best()!.fitness);
    const again = filled(grid([4, 4]));
    again.adopt(fine);
    again.adopt(again);
    expect(again.toBytes()).toEqual(before);
    expect(fine.toBytes()).toEqual(before);
    expect([...again.changes(0).cells].sort()).toEqual([...again].map(({ cell }) => cell).sort());
  });

  it('keeps the repeats and challengers of a noisy domain', () => {
    const noisy = { ...problem, noisy: true };
    const [fine, coarse] = [
      [4, 4],
      [2, 2],
    ].map((cells) => new GridArchive({ domain: noisy, cells })) as [GridArchive, GridArchive];
    const drawn = drawRows(noisy, 30, randomStream(2), false);
    addRows(fine as never, noisy, drawn);
    const ids = [...fine.ids()];
    fine.revise(ids, { fitness: ids.map(() => 3), descriptors: [...fine].map(({ descriptor }) => descriptor) });
    coarse.adopt(fine);
    for (const { repeats } of coarse) expect(repeats!.evaluations).toBe(2);
    const twin = new GridArchive({ domain: noisy, cells: [2, 2] });
    twin.restore(coarse.snapshot());
    expect(twin.snapshot()).toEqual(coarse.snapshot());
  });

  it('tells the admission of the elites that stay', () => {
    const heard: number[] = [];
    const admission = { ...elitist, entered: (cell: number) => void heard.push(cell) };
    const index = gridIndex({ descriptor: domain.descriptor, cells: [2, 2] });
    const archive = new CellArchive({ domain, index, admission });
    archive.adopt(filled(grid([5, 5])));
    expect(heard).toEqual([...archive].map(({ cell }) => cell));
  });

  it('compares the columns that the archives have, whatever became of the objects that said them', async () => {
    const fields: Record<string, 'number'> = { c: 'number' };
    const own = { ...domain, fields: { c: 'number' } as const };
    const other = new GridArchive({ domain: { ...domain, fields }, cells: [2, 2] });
    const archive = new GridArchive({ domain: own, cells: [2, 2] });
    archive.adopt(other as never);
    delete fields.c;
    archive.adopt(other as never);
    const more = new GridArchive({ domain: { ...domain, fields: { c: 'number', d: 'number' } }, cells: [2, 2] });
    expect(await errorOf(() => archive.adopt(more as never))).toContain('from.fields must be that of this archive');
  });

  it('refuses what is no archive of cells, and one of other spaces, fields or lineage', async () => {
    const other = { ...domain, descriptor: { dimensions: 2, lower: 0, upper: 2 } };
    const refused = [
      ['from must be an archive of cells; got', {}],
      [
        'from.descriptor must be that of this archive; got a box of 2 dimensions in',
        new GridArchive({ domain: other, cells: [2, 2] }),
      ],
      ['from.lineage must be that of this archive; got true.', grid([2, 2], true)],
      ['from.fields must be that of this archive; got undefined.', new GridArchive({ domain: problem, cells: [2, 2] })],
    ] as const;
    for (const [rule, from] of refused)
      expect(await errorOf(() => grid([2, 2]).adopt(from as never))).toContain(`ARGUMENT GridArchive.adopt: ${rule}`);
  });
});
