import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { type Archive, Batch, ListBatch, Selection, selectElites } from '../../src/core/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

const unit = { dimensions: 1, lower: 0, upper: 1 };
const domain = { genome: unit, descriptor: unit, fields: { note: 'json' } } as const;

function filled(): GridArchive<Float64Array, typeof domain.fields> {
  const archive = new GridArchive({ domain, cells: [5], lineage: true });
  const places = [0.1, 0.3, 0.5, 0.7, 0.9].map((x) => [x]);
  archive.add(Batch.from(places), { fitness: [1, 2, 3, 4, 5], descriptors: places, fields: { note: places } });
  return archive;
}

/** Puts a better elite in every cell. */
function replaceAll(archive: GridArchive<Float64Array, typeof domain.fields>): void {
  const places = [0.1, 0.3, 0.5, 0.7, 0.9].map((x) => [x]);
  const better = { fitness: new Array(5).fill(9), descriptors: places, fields: { note: new Array(5).fill('new') } };
  archive.add(Batch.from(places.map(() => [0])), better);
}

describe('Selection', () => {
  it('is drawn as the archive samples, and tells ids, genomes and elites of what was drawn', () => {
    const archive = filled();
    const selection = selectElites(archive, 20, randomStream(1));
    const genomes = archive.sample(20, randomStream(1)) as Batch;
    expect((selection.gathered() as Batch).data).toEqual(genomes.data);
    for (let i = 0; i < 20; i++) {
      expect(selection.row(i)).toEqual(genomes.row(i));
      expect(selection.elite(i).genome).toEqual(genomes.row(i));
      expect(selection.elite(i).origin?.id).toBe(selection.ids![i]);
      expect(selection.elite(i)).toBe(selection.elite(i));
    }
  });

  it('has the values of the moment when it was fixed, whatever the archive takes afterwards', () => {
    const archive = filled();
    const draw = () => selectElites(archive, 20, randomStream(1));
    const [fixed, twin] = [draw(), draw()];
    const expected = Array.from({ length: 20 }, (_, i) => twin.elite(i));
    fixed.fix();
    replaceAll(archive);
    expect(Array.from({ length: 20 }, (_, i) => fixed.elite(i))).toEqual(expected);
    expect(Array.from({ length: 20 }, (_, i) => fixed.row(i))).toEqual(expected.map(({ genome }) => genome));
  });

  it('copies genomes once: what is done to them changes neither the archive nor another selection', () => {
    const archive = filled();
    const draw = () => selectElites(archive, 3, randomStream(1));
    const [one, other] = [draw(), draw()];
    const before = [...archive];
    one.row(0)[0] = 0.77;
    expect(one.row(0)[0]).toBe(0.77);
    expect(other.row(0)[0]).not.toBe(0.77);
    expect([...archive]).toEqual(before);
  });

  it('shows where vectors lie until it has copied them', () => {
    const archive = filled();
    const selection = selectElites(archive, 4, randomStream(1));
    const { data, indices } = selection.source(1)!;
    expect(Array.from(indices, (row) => data[row])).toEqual(Array.from({ length: 4 }, (_, i) => selection.row(i)[0]));
    expect(selection.source(1)).toBeUndefined();
    expect(selectElites(archive, 4, randomStream(1)).source(2)).toBeUndefined();
  });

  it('has genomes alone of an archive that tells no rows', async () => {
    const archive = {
      sample: (count: number) => new ListBatch(new Array(count).fill('a')),
    } as unknown as Archive<string>;
    const selection = selectElites(archive, 3, randomStream(1));
    expect([selection.rows, selection.row(2), selection.ids, selection.indices]).toEqual([
      3,
      'a',
      undefined,
      undefined,
    ]);
    expect(await errorOf(() => selection.elite(0))).toContain('STATE Selection.elite: the archive has no select()');
    selection.fix();
    expect(selection).toBeInstanceOf(Selection);
  });
});
