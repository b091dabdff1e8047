import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { ActiveUcb } from '../../../src/bandits/index.ts';
import { Batch } from '../../../src/core/index.ts';
import { sphereProjection } from '../../../src/domains/index.ts';
import { operatorEmitter, StrategyEmitter } from '../../../src/emitters/index.ts';
import { CmaEsStrategy } from '../../../src/optimizers/index.ts';
import { run } from '../../../src/run/index.ts';
import { MapElites, type MeMapElitesOptions, meMapElites, Search } from '../../../src/search/index.ts';
import { IsoLineMutation } from '../../../src/variation/index.ts';
import { errorOf } from '../../support/error-of.ts';

const domain = sphereProjection({ dimensions: 20 });
const common = (seed = 1) => ({ domain, archive: new GridArchive({ domain, cells: [50, 50] }), seed });
const make = (options: Partial<MeMapElitesOptions<GridArchive>> = {}, seed?: number) =>
  meMapElites({ ...common(seed), sigma: 0.5, emitters: 3, populationSize: 12, active: 5, ...options });

describe('meMapElites', () => {
  it('begins with the mean, then every batch has the rows of exactly the active emitters', async () => {
    const search = make();
    const first = await search.ask();
    expect([...(first as unknown as Batch).data]).toEqual(new Array(20).fill(0));
    await search.tell(first, domain.evaluate(first));
    const seen = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const batch = await search.ask();
      const rows = Object.entries(batch.emitters).filter(([, count]) => count > 0);
      expect(rows.map(([, count]) => count)).toEqual(new Array(5).fill(12));
      for (const [name] of rows) seen.add(name);
      await search.tell(batch, domain.evaluate(batch));
    }
    // Each is tried before one is chosen by what it earned.
    expect(seen.size).toBe(12);
  });

  it('asks every strategy that has begun until it ends', async () => {
    const strategies = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => {
        const strategy = new CmaEsStrategy({ mean: new Float64Array(20), sigma: 0.5, populationSize: 12 });
        return [`strategy${i}`, new StrategyEmitter({ strategy, restart: { every: 3 + i } })];
      }),
    );
    const line = operatorEmitter(new IsoLineMutation({ isoSigma: 0.01, lineSigma: 0.1 }));
    const emitters = { ...strategies, line };
    const bandit = new ActiveUcb({ arms: Object.keys(emitters).length, active: 3 });
    const search = new Search({ ...common(), emitters, bandit, batchSize: 36, initial: { evaluations: 36 } });
    let changes = 0;
    for (let i = 0; i < 60; i++) {
      const begun = Object.keys(strategies).filter((name) => !strategies[name]!.ended);
      const batch = await search.ask();
      const active = Object.keys(emitters).filter((name) => batch.emitters[name]! > 0);
      expect(active).toEqual(expect.arrayContaining(begun));
      if (i > 0) expect(active).toHaveLength(3);
      if (begun.length < 3) changes++;
      await search.tell(batch, domain.evaluate(batch));
    }
    expect(changes).toBeGreaterThan(10);
  });

  it('fills more of the sphere projection than line mutation alone', async () => {
    const variation = new IsoLineMutation({ isoSigma: 0.01, lineSigma: 0.1 });
    const line = new MapElites({ ...common(), batchSize: 180, initial: { evaluations: 36 }, variation });
    const search = make({ active: 15, emitters: 15 });
    for (const one of [line, search]) await run(one, { evaluations: 18_000 });
    expect(search.archive.metrics().qdScore).toBeGreaterThan(1.1 * line.archive.metrics().qdScore);
  });

  it('goes on from a snapshot bit for bit, taken while a batch was told in part', async () => {
    const [search, other] = [make(), make({}, 5)];
    await run(search, { evaluations: 1200 });
    const batch = await search.ask();
    const rows = [3, 17, 4, 0, 11, 59];
    await search.tell(batch, domain.evaluate(Batch.from(rows.map((row) => batch.row(row)))), { rows });
    other.restore(search.snapshot());
    for (const one of [search, other]) await run(one, { evaluations: 2400 });
    expect(other.snapshot()).toEqual(search.snapshot());
  });

  it('is the same in every run with several batches out', async () => {
    const runs = [make(), make()];
    for (const search of runs) await run(search, { evaluations: 3000, inFlight: 3 });
    expect(runs[1]!.snapshot()).toEqual(runs[0]!.snapshot());
  });

  it('refuses options that do not fit, in its own name', async () => {
    expect(await errorOf(() => make({ emitters: 0 }))).toContain('ARGUMENT meMapElites: emitters must');
    expect(await errorOf(() => make({ active: 13 }))).toContain('ARGUMENT ActiveUcb: active must');
    expect(await errorOf(() => make({ mean: [1] }))).toContain('ARGUMENT meMapElites: mean must');
    expect(await errorOf(() => make({ ranker: () => 1 } as never))).toContain('ARGUMENT meMapElites: ');
  });
});
