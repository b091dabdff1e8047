import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { drawnElites } from '../../../src/cli/reports/explorer-insert.ts';
import { ListBatch, objectSpace } from '../../../src/core/index.ts';

describe('drawnElites', () => {
  it('has genomes and fields as a page has them', () => {
    const genome = objectSpace<unknown>({ sample: () => ({}), serialize: String, deserialize: String });
    const descriptor = { dimensions: 1, lower: 0, upper: 1 };
    const archive = new GridArchive<unknown, { path: { size: 2 } }>({
      domain: { genome, descriptor, fields: { path: { size: 2 } } },
      cells: [10],
    } as never);
    const drawn = () => drawnElites({ reading: () => undefined } as never, { archive } as never);
    expect(drawn()).toEqual([]);
    const genomes = new ListBatch<unknown>([{ at: Float64Array.of(1), grow: () => 1, names: new Map([[1, 2]]) }]);
    archive.add(genomes, { fitness: [1], descriptors: [[0.55]], fields: { path: [[1, 2]] } } as never);
    expect(drawn()).toEqual([
      {
        cell: 5,
        fitness: 1,
        descriptor: Float64Array.of(0.55),
        genome: { at: { 0: 1 }, names: {} },
        origin: undefined,
        fields: { path: [1, 2] },
      },
    ]);
  });
});
