import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { type Genomes, objectSpace } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { Pool } from '../../src/workers/index.ts';
import { errorOf } from '../support/error-of.ts';
import { evaluateRows } from '../support/evaluate-rows.ts';
import { laneTo } from '../support/workers/lane-to.ts';

/** A domain with columns of every kind, of genomes that JSON does not give back. */
const space = objectSpace<Map<string, number>>({
  sample: (random) => new Map([['x', random.uniform()]]),
  serialize: (genome) => JSON.stringify([...genome]),
  deserialize: (text) => new Map(JSON.parse(text) as [string, number][]),
});
const carrying = defineDomain({
  name: 'carrying',
  genome: space,
  descriptor: { dimensions: 1, lower: 0, upper: 1 },
  fields: { energy: 'number', path: { size: 3 }, one: { size: 1 }, note: 'json' },
  noisy: true,
  evaluate(genome, { seed }) {
    const x = genome.get('x')!;
    if (x < 0) throw new Error('below');
    const note = x > 0.9 ? undefined : { seed, deep: [x, null, 'µ'] };
    return {
      fitness: x + seed! / 2 ** 40,
      descriptor: [x],
      energy: 2 * x,
      path: [x, seed!, Number.NaN],
      one: [x],
      note,
    };
  },
});

describe("a domain's own columns", () => {
  const searched = async (domain: typeof carrying): Promise<unknown[]> => {
    const archive = new GridArchive({ domain, cells: [10], lineage: true });
    const variation = { vary: (parents: Genomes<Map<string, number>>) => parents };
    const search = new MapElites({ domain, archive, variation, batchSize: 10, initial: { evaluations: 100 }, seed: 1 });
    const { invalid } = await run(search, { evaluations: 100 });
    expect(invalid).toBeGreaterThan(0);
    return [...archive];
  };

  it('come back through a pool as they are, whatever they hold', async () => {
    const pool = new Pool({ domain: carrying, workers: 2, open: () => laneTo(carrying) });
    expect([pool.noisy, pool.fields]).toEqual([true, carrying.fields]);
    expect(await searched(pool as never)).toEqual(await searched(carrying));
    await pool.close();
  });

  it('must be those of the workers: a domain with others is refused by name', async () => {
    const { fields } = carrying;
    const message = async (other: object): Promise<string> => {
      const made = { ...carrying, fields: other } as unknown as typeof carrying;
      const pool = new Pool({ domain: carrying, open: () => laneTo(made) });
      return errorOf(() => evaluateRows(pool, { rows: 1, row: () => new Map([['x', 0]]) }));
    };
    const each = 'ARGUMENT Pool: each worker must tell its problem; it failed: its field';
    expect(await message({ ...fields, energy: 'json' })).toBe(
      `${each} energy must be that of the pool's domain, 'number'; got 'json'.`,
    );
    expect(await message({ ...fields, path: { size: 4 } })).toContain('field path must be that of the pool');
    expect(await message({ ...fields, more: 'number' })).toBe(
      `${each} more must be that of the pool's domain, none; got 'number'.`,
    );
    const { note, ...less } = fields!;
    expect(await message(less)).toBe(`${each} note must be that of the pool's domain, '${note}'; got none.`);
  });
});
