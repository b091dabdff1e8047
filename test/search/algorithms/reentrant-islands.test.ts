import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { type AskedBatch, Batch, type Emitter } from '../../../src/core/index.ts';
import { sphereProjection } from '../../../src/domains/index.ts';
import { Islands, MapElites, Search } from '../../../src/search/index.ts';
import { GaussianMutation } from '../../../src/variation/index.ts';
import { errorOf } from '../../support/error-of.ts';

const domain = sphereProjection({ dimensions: 6 });
const grid = (): GridArchive => new GridArchive({ domain, cells: [12, 12] });
const island = (seed: number): Search => {
  const shared = { domain, archive: grid(), batchSize: 10, initial: { evaluations: 10 }, seed };
  return new MapElites({ ...shared, variation: new GaussianMutation({ sigma: 0.5 }) });
};
const make = (): Islands<Float64Array, GridArchive> =>
  new Islands({ searches: [island(1), island(2)], archive: grid(), every: 2, migrants: 3, seed: 1 });
const evaluate = (batch: AskedBatch) => domain.evaluate(batch);
const tell = async (islands: Islands<Float64Array, GridArchive>, batch: AskedBatch) =>
  islands.tell(batch, evaluate(batch));
const turn = async (islands: Islands<Float64Array, GridArchive>) => tell(islands, await islands.ask());

describe('Islands', () => {
  it('refuse calls of a part that is being stored or restored, and are not changed by them', async () => {
    const [islands, plain] = [make(), make()];
    for (const one of [islands, plain]) for (let i = 0; i < 3; i++) await turn(one);
    const batch = await islands.ask();
    await plain.ask();
    const bytes = plain.snapshot();
    const calls = [
      () => islands.ask(),
      () => islands.tell(batch),
      () => islands.drop(batch),
      async () => islands.hold(batch, evaluate(batch)),
      async () => islands.learn(),
      async () => islands.missing(batch),
      async () => islands.snapshot(),
      async () => islands.restore(bytes),
    ];
    const asked: Promise<string>[] = [];
    for (const name of ['snapshot', 'restore'] as const) {
      const { archive } = islands;
      const own = archive[name].bind(archive) as (bytes?: Uint8Array | ArrayBuffer) => never;
      archive[name] = (given?: Uint8Array | ArrayBuffer) => {
        asked.push(...calls.map((call) => errorOf(call)));
        return own(given);
      };
    }
    expect(islands.snapshot()).toEqual(bytes);
    islands.restore(bytes);
    expect(asked.length).toBeGreaterThanOrEqual(2 * calls.length);
    for (const message of await Promise.all(asked)) expect(message).toContain('snapshot() or restore() is under way');
    expect(islands.snapshot()).toEqual(bytes);
  });

  it('refuse a tell while the common archive is given rows, and a restore while another search uses it', async () => {
    const islands = make();
    const [first, second] = [await islands.ask(), await islands.ask()];
    const bytes = islands.snapshot();
    const add = islands.archive.add.bind(islands.archive);
    let nested: Promise<string> | undefined;
    islands.archive.add = (...rows) => {
      nested ??= errorOf(() => tell(islands, second));
      return add(...rows);
    };
    await tell(islands, first);
    expect(await nested).toBe('STATE Islands.tell: add() is under way.');
    await tell(islands, second);
    const other = new MapElites({
      domain,
      archive: islands.archive,
      variation: new GaussianMutation({ sigma: 1 }),
      seed: 1,
    });
    await other.ask();
    expect(await errorOf(() => islands.restore(bytes))).toContain(
      'Islands.restore: archive is in use by another search',
    );
  });

  it('tell of a drop whose migration fails with that error, if an emitter fails later, too', async () => {
    const search = (seed: number): Search => {
      const failing: Emitter = {
        ask: (count) => Batch.zeros(count, 6),
        async tell() {
          await new Promise((resolve) => setTimeout(resolve, 1));
          throw new Error('tell failed');
        },
      };
      const shared = { domain, batchSize: 10, initial: { evaluations: 10 }, seed };
      return new Search({ ...shared, archive: grid(), emitters: { failing } });
    };
    const islands = new Islands({ searches: [search(1), search(2)], archive: grid(), every: 1, migrants: 3, seed: 1 });
    for (let i = 0; i < 2; i++) await tell(islands, await islands.ask());
    const [first, second] = [await islands.ask(), await islands.ask()];
    expect(await errorOf(() => tell(islands, first))).toContain('tell failed');
    for (const { archive } of islands.searches) {
      const add = archive.add.bind(archive);
      archive.add = (...rows) => {
        if (rows[2] === undefined && rows[0].rows === 3) throw new Error('migration failed');
        return add(...rows);
      };
    }
    expect(await errorOf(() => islands.drop(second))).toContain('migration failed');
    // An unhandled rejection would come now.
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
});
