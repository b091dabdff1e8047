import { expect, it } from 'vitest';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';

/** The bowl, evaluated asynchronously after some ms. */
const later = {
  ...bowl,
  evaluate: async (genomes: Parameters<typeof bowl.evaluate>[0]) => {
    await new Promise((resolve) => setTimeout(resolve, 1 + (genomes.rows % 3)));
    return bowl.evaluate(genomes);
  },
};
const make = (): MapElites =>
  new MapElites({ domain: later, archive: bowlArchive(), variation: new GaussianMutation(), batchSize: 6, seed: 1 });

it.each([1, 3])('follows a search that is restored in onGeneration, with %i batches in flight', async (inFlight) => {
  const unbroken = make();
  const snapshots: Uint8Array[] = [];
  const options = { evaluations: 150, inFlight };
  await run(unbroken, { ...options, onGeneration: () => void snapshots.push(unbroken.snapshot()) });
  for (const [at, from] of [
    [9, 2],
    [20, 19],
    [24, 22],
  ] as const) {
    const search = make();
    let restored = false;
    const { evaluations } = await run(search, {
      ...options,
      onGeneration({ generation }) {
        if (restored || generation !== at) return;
        restored = true;
        search.restore(snapshots[from]!);
      },
    });
    expect([restored, evaluations, search.pending.length]).toEqual([true, unbroken.evaluations, 0]);
    expect(search.snapshot()).toEqual(unbroken.snapshot());
  }
});

it.each([1, 3])(
  'follows a search that its evaluation restores at once, with %i batches in flight',
  async (inFlight) => {
    const variation = new GaussianMutation();
    const plain = (domain: typeof bowl): MapElites =>
      new MapElites({ domain, archive: bowlArchive(), variation, batchSize: 6, seed: 1 });
    const unbroken = plain(bowl);
    const snapshots: Uint8Array[] = [];
    const options = { evaluations: 150, inFlight };
    await run(unbroken, { ...options, onGeneration: () => void snapshots.push(unbroken.snapshot()) });
    for (const at of [0, 1, 5]) {
      let calls = 0;
      const evaluate: typeof bowl.evaluate = (genomes) => {
        if (calls++ === at) search.restore(snapshots[2]!);
        return bowl.evaluate(genomes);
      };
      const search: MapElites = plain({ ...bowl, evaluate, evaluateRows: undefined });
      await run(search, options);
      expect(search.snapshot()).toEqual(unbroken.snapshot());
    }
  },
);

it.each(['throw', 'invalid'] as const)(
  'ignores results and errors of the batches that a restore dropped (onEvaluationError %s)',
  async (onEvaluationError) => {
    let [calls, late] = [0, 0];
    let restore = (): void => {};
    const restored = new Promise<void>((resolve) => {
      restore = resolve;
    });
    // The batches after the ninth fail when they were dropped; those that are asked for after that do not.
    const failing = {
      ...bowl,
      evaluate: async (genomes: Parameters<typeof bowl.evaluate>[0]) => {
        if (calls++ >= 9 && !isRestored) {
          await restored;
          late++;
          throw new Error('too late');
        }
        await new Promise((resolve) => setTimeout(resolve, 2));
        return bowl.evaluate(genomes);
      },
    };
    let isRestored = false;
    const search = new MapElites({
      domain: failing,
      archive: bowlArchive(),
      variation: new GaussianMutation(),
      batchSize: 6,
      seed: 1,
    });
    const snapshots: Uint8Array[] = [];
    const { evaluations, stoppedBy } = await run(search, {
      evaluations: 150,
      inFlight: 3,
      onEvaluationError,
      async onGeneration({ generation }) {
        snapshots.push(search.snapshot());
        if (generation !== 9) return;
        search.restore(snapshots[2]!);
        isRestored = true;
        restore();
        await new Promise((resolve) => setTimeout(resolve, 10));
      },
    });
    expect([late > 1, evaluations, stoppedBy, search.pending.length]).toEqual([true, 150, 'evaluations', 0]);
  },
);

it('follows a search that a timer restores while a batch is evaluated', async () => {
  for (const inFlight of [1, 3]) {
    const search = make();
    const first = search.snapshot();
    setTimeout(() => search.restore(first), 30);
    const { stoppedBy } = await run(search, { evaluations: 300, inFlight });
    expect([stoppedBy, search.evaluations, search.pending.length]).toEqual(['evaluations', 300, 0]);
  }
});

it('evaluates nothing more if it is aborted after the search was restored', async () => {
  const stop = new AbortController();
  let calls = 0;
  const domain = {
    ...later,
    evaluate: (genomes: Parameters<typeof bowl.evaluate>[0]) => {
      calls++;
      return later.evaluate(genomes);
    },
  };
  const search = new MapElites({
    domain,
    archive: bowlArchive(),
    variation: new GaussianMutation(),
    batchSize: 6,
    seed: 1,
  });
  await search.ask();
  const out = search.snapshot();
  let before = 0;
  setTimeout(() => {
    search.restore(out);
    before = calls;
    stop.abort();
  }, 20);
  const { stoppedBy } = await run(search, { evaluations: 6000, signal: stop.signal });
  expect([stoppedBy, calls, search.pending.length]).toEqual(['signal', before, 1]);
});
