import { expect, it } from 'vitest';
import { changedRows } from '../../src/explorer/index.ts';
import { packRows, packSpace, unpackRows, unpackSpace } from '../../src/explorer/page/packed.ts';
import { Batch, GridArchive, ListBatch, objectSpace } from '../../src/index.ts';

const descriptor = { dimensions: 2, lower: 0, upper: 1 };

it('rows of vectors come out as they went in, genes to 1/65535 of their range', () => {
  const genome = { dimensions: 2, lower: [-1, 0], upper: [1, 10] };
  const domain = { genome, descriptor, fields: { energy: 'number' } } as const;
  const archive = new GridArchive({ domain, cells: [4, 4], lineage: true });
  const genomes = Batch.from([
    [-0.5, 7],
    [1, 0],
  ]);
  const origins = { parents: [[], [0]], emitters: ['', 'line'], seeds: [1, 2], evaluations: [0, 1] };
  archive.add(
    genomes,
    {
      fitness: [1.25, -3],
      descriptors: [
        [0.25, 0.75],
        [1, 0],
      ],
      fields: { energy: [2, 3] },
    },
    origins,
  );
  const { version, rows } = changedRows(archive, 0);
  const back = unpackRows(JSON.parse(JSON.stringify(packRows(rows, genome))));
  expect([...(back.cells as Int32Array)]).toEqual([...(rows.cells as Int32Array)]);
  expect(back.fitness).toEqual(rows.fitness);
  expect([...(back.descriptors as Batch).data]).toEqual([0.25, 0.75, 1, 0]);
  for (const [i, gene] of (back.genomes as Batch).data.entries())
    expect(Math.abs(gene - genomes.data[i]!)).toBeLessThan(1e-3 / 6);
  expect(back.origins).toEqual(rows.origins!.map((origin) => ({ ...origin, seed: -1 })));
  expect(back.fields).toEqual({ energy: [2, 3] });

  archive.remove(archive.cellOf([1, 0]));
  const left = unpackRows(packRows(changedRows(archive, version).rows, genome));
  expect([...(left.cells as Int32Array)]).toEqual([archive.cellOf([1, 0])]);
  expect(left.fitness[0]).toBeNaN();
  expect(left.origins).toBeUndefined();
});

it('other genomes are kept as JSON, and are null where JSON cannot hold them', () => {
  const genome = objectSpace<unknown>({ sample: () => 'a', serialize: String, deserialize: String });
  const archive = new GridArchive({ domain: { genome, descriptor }, cells: [2, 2] });
  archive.add(new ListBatch<unknown>(['word', 10n]), {
    fitness: [1, 2],
    descriptors: [
      [0, 0],
      [1, 1],
    ],
  });
  const { genomes } = unpackRows(packRows(changedRows(archive, 0).rows, undefined));
  expect(genomes).toEqual(['word', null]);
});

it('a space comes out as it went in', () => {
  const centroids = Batch.from([
    [0.1, 0.2],
    [0.3, 0.4],
  ]);
  const labels = ['a', 'b'];
  const packed = JSON.parse(JSON.stringify(packSpace({ descriptor, outline: 'hull', labels }, { centroids })));
  const back = unpackSpace(packed);
  expect(back).toMatchObject({ descriptor, outline: 'hull', labels });
  expect((back.geometry!() as { centroids: Batch }).centroids.data).toEqual(centroids.data);
  const grid = unpackSpace(packSpace({ descriptor }, { grid: [2, 3] }));
  expect(grid.geometry!()).toEqual({ grid: [2, 3] });
});
