import { describe, expect, it } from 'vitest';
import { type Admission, CellArchive, type CellIndex, gridIndex } from '../../src/archives/index.ts';
import { Batch, type Results } from '../../src/core/index.ts';
import { problem } from '../support/domains/small-problem.ts';
import { errorOf } from '../support/error-of.ts';

describe('the parts of a CellArchive', () => {
  const grid = gridIndex({ descriptor: problem.descriptor, cells: [2, 1] });
  const rows = (fitness: number[]): [Batch, Results] => [
    Batch.from(fitness.map((x) => [x / 10, 0, 0])),
    { fitness, descriptors: fitness.map((x) => [x / 10, 0]) },
  ];

  it('refuses options that are none, and parts that lack something', async () => {
    const good = { domain: problem, index: grid };
    const { layout: _, ...bare } = grid;
    for (const [options, rule] of [
      [undefined, 'options must be an object'],
      [{ ...good, lineage: 'yes' }, "lineage must be true or false; got 'yes'"],
      [{ ...good, admissions: {} }, 'options must have only the keys'],
      [{ ...good, index: bare }, 'index.layout must be an object; got undefined'],
    ] as [never, string][]) {
      expect(await errorOf(() => new CellArchive(options))).toContain(`ARGUMENT CellArchive: ${rule}`);
    }
    expect(new CellArchive({ ...good, lineage: undefined }).lineage).toBe(false);
  });

  it('tells changes since versions that there were, and refuses others', async () => {
    const archive = new CellArchive({ domain: problem, index: grid });
    archive.add(...rows([1]));
    const { version } = archive.changes(0);
    expect([...archive.changes(version).cells]).toEqual([]);
    for (const since of [undefined, Number.NaN, 'x', 1e9, version + 1, -1, Number.POSITIVE_INFINITY]) {
      expect(await errorOf(() => archive.changes(since as number))).toMatch(
        /^ARGUMENT CellArchive.changes: since must /,
      );
    }
  });

  it.each([-1, 2, 7])('is left as it was by an index that gives cell %s of two', async (cell) => {
    let broken = false;
    const index: CellIndex = {
      ...grid,
      find(descriptors, cells) {
        grid.find(descriptors, cells);
        if (broken) cells[1] = cell;
      },
    };
    const archive = new CellArchive({ domain: problem, index });
    archive.add(...rows([1]));
    const before = archive.snapshot();
    broken = true;
    const rule = `what index.find() writes must be cells in [0, 1]; got ${cell}.`;
    expect(await errorOf(() => archive.add(...rows([3, 9])))).toBe(`ARGUMENT CellArchive.add: ${rule}`);
    expect(archive.snapshot()).toEqual(before);
    const [genomes, results] = rows([3, 9]);
    const { new: fresh, improved, invalid } = archive.add(genomes, { ...results, reasons: [undefined, 'lost'] });
    expect({ fresh, improved, invalid }).toEqual({ fresh: 0, improved: 1, invalid: 1 });
  });

  it('gives its index copies of descriptors, and refuses a cell that the index did not write', async () => {
    const greedy: CellIndex = {
      ...grid,
      find(descriptors, cells) {
        grid.find(descriptors, cells);
        descriptors.fill(0.5);
      },
    };
    const archive = new CellArchive({ domain: problem, index: greedy });
    archive.add(...rows([1]));
    expect([...archive.get(0)!.descriptor]).toEqual([0.1, 0]);
    const lazy = new CellArchive({ domain: problem, index: { ...grid, find() {} } });
    expect(await errorOf(() => lazy.add(...rows([1])))).toContain('ARGUMENT CellArchive.add: what index.find() writes');
    expect(await errorOf(() => lazy.cellOf([0, 0]))).toContain('ARGUMENT CellArchive.cellOf: what index.find() writes');
  });

  it.each(['threshold', 'entered', 'NaN', 'text'])(
    'holds the rows before the one at which its admission fails: %s',
    async (how) => {
      let calls = 0;
      const failing = (): void => {
        if (++calls === 3) throw new Error('gone');
      };
      const admission: Admission = {
        threshold(_cell, elite = Number.NEGATIVE_INFINITY) {
          if (how === 'threshold') failing();
          if (how === 'NaN' && ++calls === 3) return Number.NaN;
          if (how === 'text' && ++calls === 3) return '0' as never;
          return elite;
        },
        entered: () => void (how === 'entered' && failing()),
      };
      const [archive, twin] = [
        new CellArchive({ domain: problem, index: grid, admission }),
        new CellArchive({ domain: problem, index: grid }),
      ];
      const message = await errorOf(() => archive.add(...rows([1, 2, 9, 8])));
      if (how === 'NaN' || how === 'text')
        expect(message).toContain('ARGUMENT CellArchive.add: what admission.threshold() gives');
      else expect(message).toContain('gone');
      twin.add(...rows([1, 2]));
      expect([...archive]).toEqual([...twin]);
      for (const each of [archive, twin]) each.add(...rows([7, 3]));
      expect([...archive]).toEqual([...twin]);
    },
  );
});
