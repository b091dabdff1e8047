import { describe, expect, it } from 'vitest';
import { type PaperVariant, paperSettings } from '../../src/paper/index.ts';
import { run } from '../../src/run/index.ts';
import { DdeElites, MapElites } from '../../src/search/index.ts';
import { errorOf } from '../support/error-of.ts';

describe('paperSettings', () => {
  it.each(['map-elites', 'me-line', 'dde-xover', 'dde-elites'] as const)(
    'makes %s run',
    async (variant: PaperVariant) => {
      const settings = paperSettings({ variant, joints: 20 });
      const search =
        'learner' in settings ? new DdeElites({ ...settings, seed: 1 }) : new MapElites({ ...settings, seed: 1 });
      await run(search, { evaluations: 1000 });
      expect(search.archive.cells).toBe(1950);
      expect(search.archive.metrics().coverage).toBeGreaterThan(0.05);
    },
  );

  it('begins with random genomes until 5 % of the cells are filled, 1 % above 200 joints', async () => {
    for (const [joints, share] of [
      [200, 0.05],
      [1000, 0.01],
    ] as const) {
      const search = new MapElites({ ...paperSettings({ variant: 'me-line', joints }), seed: 1 });
      let [before, after] = [0, 0];
      await run(search, {
        evaluations: 100_000,
        until({ emitters }) {
          // First genomes are of no emitter.
          if (Object.values(emitters).some((rows) => rows > 0)) return true;
          [before, after] = [after, search.archive.metrics().coverage];
          return false;
        },
      });
      expect(before).toBeLessThan(share);
      expect(after).toBeGreaterThanOrEqual(share);
    }
  });

  it('refuses bad options', async () => {
    const bad = (options: object): Promise<string> =>
      errorOf(() => paperSettings({ variant: 'me-line', joints: 20, ...options }));
    expect(await bad({ variant: 'dde' })).toContain(
      "variant must be one of 'map-elites', 'me-line', 'dde-xover', 'dde-elites'; got 'dde'",
    );
    expect(await bad({ joints: 1 })).toContain('joints must be an integer in [2,');
  });
});

describe('quality', () => {
  it('DDE-Elites covers 70 % of the cells with 20 joints after 10,000 evaluations', async () => {
    const search = new DdeElites({ ...paperSettings({ variant: 'dde-elites', joints: 20 }), seed: 101 });
    await run(search, { evaluations: 10_000 });
    expect(search.archive.metrics().coverage).toBeGreaterThanOrEqual(0.7);
  });
});
