import { describe, expect, expectTypeOf, it } from 'vitest';
import { GridArchive, UnstructuredArchive } from '../../src/archives/index.ts';
import {
  type FieldKinds,
  type Genomes,
  ListBatch,
  objectSpace,
  type Problem,
  type Random,
} from '../../src/core/index.ts';
import { type Initial, MapElites } from '../../src/search/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { Pool } from '../../src/workers/index.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';

interface Robot {
  readonly t: Float64Array;
}
const sample = (random: Random): Robot => ({ t: Float64Array.of(random.uniform()) });
const descriptor = { dimensions: 1, lower: 0, upper: 1 };

/** What a search says whose first genomes are typed arrays. */
const refusal = (domain: Problem<Robot>, initial?: Initial<Robot>): Promise<string> =>
  errorOf(() =>
    new MapElites<Robot>({
      domain,
      archive: new GridArchive<Robot>({ domain, cells: [2] }),
      variation: { vary: (parents) => parents },
      initial,
      seed: 1,
    }).ask(),
  );

describe('a search of objects', () => {
  it('refuses first genomes that their space cannot write before any is evaluated, not when the archive is saved', async () => {
    const genome = objectSpace<Robot>({ sample });
    const said =
      'ARGUMENT MapElites: domain.genome.serialize must write the first genome; got the error ' +
      'objectSpace: genome.t must be plain JSON (no typed array, Map, class, NaN or -0), or the space must have serialize';
    expect(await refusal({ genome, descriptor })).toContain(said);
    expect(await refusal({ genome, descriptor, initialGenome: sample })).toContain(said);
    const given = new ListBatch([{ t: Float64Array.of(1) }]);
    expect(await refusal({ genome, descriptor }, given)).toContain(said);
  });

  it('makes children invalid that their space cannot write, and can be saved after that', async () => {
    const domain = { genome: objectSpace<{ x: number }>({ sample: () => ({ x: 1 }) }), descriptor };
    const archives = {
      GridArchive: new GridArchive({ domain, cells: [9] }),
      UnstructuredArchive: new UnstructuredArchive({ domain, threshold: 0.01 }),
    };
    for (const [name, archive] of Object.entries(archives)) {
      const values = [-0, 0.5, Number.NaN];
      const variation = { vary: () => new ListBatch(values.map((x) => ({ x }))) };
      const search = new MapElites({ domain, archive, variation, batchSize: 3, initial: { evaluations: 3 }, seed: 1 });
      await search.tell(await search.ask(), { fitness: [1, 1, 1], descriptors: [[0], [0], [0]] });
      const report = await search.tell(await search.ask(), { fitness: [2, 2, 2], descriptors: [[0.3], [0.6], [0.9]] });
      expect([name, ...report.status]).toEqual([name, 'invalid', 'new', 'invalid']);
      expect(report.reasons[0]).toMatch(
        /^the genome cannot be written: objectSpace: genome.x must be plain JSON .* got -0/,
      );
      expect(search.snapshot().length).toBeGreaterThan(0);
    }
  });

  it('says how a file is read, if its archive has another object space', async () => {
    const genome = objectSpace<string>({ sample: () => 'a' });
    const domain = { genome, descriptor, fields: { cost: 'number' } } as const;
    const written = new GridArchive({ domain, cells: [2] });
    written.add(new ListBatch(['a']), { fitness: [1], descriptors: [[0]], fields: { cost: [3] } });
    const bytes = written.toBytes();
    const search = (archive: GridArchive<string, FieldKinds>) =>
      new MapElites({ domain, archive, variation: { vary: (parents) => parents }, seed: 1 });
    const alone = GridArchive.fromBytes<string>(bytes);
    expect(await errorOf(() => search(alone))).toBe(
      'ARGUMENT MapElites: archive.genome must be domain.genome itself: read files with ' +
        'fromBytes(bytes, { domain }); got an object with sample, serialize, deserialize.',
    );
    expect(search(GridArchive.fromBytes(bytes, { domain })).archive.size).toBe(1);
    // What TypeScript does not know of a file alone is unknown to it.
    expectTypeOf(GridArchive.fromBytes(bytes).elite(0).fields).toEqualTypeOf<{ readonly [name: string]: unknown }>();
    expectTypeOf(GridArchive.fromBytes(bytes, { domain }).elite(0).fields.cost).toBeNumber();
    expect(alone.elite(0).fields.cost).toBe(3);
  });

  it('asks the space to write one genome, however many are drawn', async () => {
    let written = 0;
    const serialize = ({ t }: Robot): string => {
      written++;
      return String(t);
    };
    const deserialize = (text: string): Robot => ({ t: Float64Array.of(Number(text)) });
    const genome = objectSpace<Robot>({ sample, serialize, deserialize });
    expect(await refusal({ genome, descriptor })).toBe('no error');
    expect(written).toBe(1);
  });

  it('draws first genomes by the methods of a space or a domain that is an instance of a class', async () => {
    class Space {
      readonly first = 3;
      sample(): { x: number } {
        return { x: this.first };
      }
      serialize(genome: { x: number }): string {
        return `${genome.x}`;
      }
      deserialize(text: string): { x: number } {
        return { x: Number(text) };
      }
    }
    class Bowl {
      readonly genome = bowl.genome;
      readonly descriptor = bowl.descriptor;
      readonly first = Float64Array.of(1, 2, 3, 4);
      initialGenome(): Float64Array {
        return this.first;
      }
    }
    const asked = (domain: Problem): Promise<Genomes<Float64Array>> =>
      new MapElites({
        domain,
        archive: bowlArchive(),
        variation: new GaussianMutation(),
        batchSize: 20,
        seed: 1,
      }).ask();
    const domain = new Bowl();
    expect((await asked(domain)).row(19)).toEqual(domain.first);
    const pool = new Pool({ domain, open: () => expect.unreachable() });
    expect((await asked(pool)).row(19)).toEqual(domain.first);
    const objects = { genome: new Space(), descriptor: bowl.descriptor };
    const archive = new GridArchive({ domain: objects, cells: [2, 2] });
    const variation = { vary: () => new ListBatch([{ x: 1 }]) };
    const search = new MapElites({ domain: objects, archive, variation, batchSize: 20, seed: 1 });
    expect((await search.ask()).row(19)).toEqual({ x: 3 });
    expect(search.snapshot()).toBeInstanceOf(Uint8Array);
  });
});
