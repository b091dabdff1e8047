import { getEventListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Domain } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { run } from '../../src/run/index.ts';
import { DdeElites, MapElites } from '../../src/search/index.ts';
import { bowl, bowlArchive, bowlSearch, spiedBowl } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { warningsOf } from '../support/warnings-of.ts';

describe('run that is interrupted', () => {
  it('makes up the fit that failed in the last generation, with the bits that it would have had', async () => {
    const learners = [new Vae({ inputs: 4, latent: 2 }), new Vae({ inputs: 4, latent: 2 })] as const;
    const searches = learners.map(
      (learner) =>
        new DdeElites({
          domain: bowl,
          archive: bowlArchive(),
          learner,
          training: { every: 1 },
          batchSize: 20,
          initial: { evaluations: 20 },
          seed: 1,
        }),
    );
    const [search, plain] = [searches[0]!, searches[1]!];
    await run(plain, { evaluations: 100 });
    await run(search, { evaluations: 80 });
    const fit = learners[0].fit.bind(learners[0]);
    const failOnce = (then?: () => void): void => {
      learners[0].fit = (_, { random }) => {
        learners[0].fit = fit;
        random.normal();
        then?.();
        throw new Error('lost');
      };
    };
    failOnce();
    expect(await errorOf(() => run(search, { evaluations: 100 }))).toContain('lost');
    const controller = new AbortController();
    const { signal } = controller;
    failOnce(() => controller.abort());
    // All rows were told, but the fit is still due.
    const cut = { evaluations: 100, generations: 0, stoppedBy: 'signal' };
    expect(await run(search, { evaluations: 100, signal })).toMatchObject(cut);
    expect(await run(search, { evaluations: 100, signal })).toMatchObject(cut);
    expect(search.snapshot()).not.toEqual(plain.snapshot());
    expect(await run(search, { evaluations: 100 })).toMatchObject({ ...cut, stoppedBy: 'evaluations' });
    expect(search.snapshot()).toEqual(plain.snapshot());
    expect(search.encoding().toBytes()).toEqual(plain.encoding().toBytes());
  });

  it('stops at a signal, after the generation or within an evaluation, and says so', async () => {
    const controller = new AbortController();
    const search = bowlSearch();
    const outcome = await run(search, {
      evaluations: 1000,
      signal: controller.signal,
      onGeneration: ({ generation }) => {
        if (generation === 2) controller.abort();
      },
    });
    expect(outcome).toMatchObject({ evaluations: 40, stoppedBy: 'signal' });
    const within = new AbortController();
    const slow = bowlSearch(
      spiedBowl((_, context) => {
        within.abort();
        context?.signal?.throwIfAborted();
      }),
    );
    expect(await run(slow, { evaluations: 100, signal: within.signal })).toMatchObject({
      evaluations: 0,
      stoppedBy: 'signal',
    });
    expect(slow.evaluations).toBe(0);
  });

  it('gives each evaluation a signal of its own: what it leaves there is gone with it, over a thousand generations', async () => {
    const { signal } = new AbortController();
    const seen = new Set<unknown>();
    const listening = spiedBowl((_, context) => {
      seen.add(context?.signal);
      context?.signal?.addEventListener('abort', () => undefined);
    });
    const search = bowlSearch(listening);
    expect(await warningsOf(() => run(search, { evaluations: 20_000, signal }))).toEqual([]);
    expect([seen.size, seen.has(signal), getEventListeners(signal, 'abort')]).toEqual([1000, false, []]);
  });

  it('lets an evaluation listen to its signal once for each row, also where rows are evaluated alone', async () => {
    const { signal } = new AbortController();
    let calls = 0;
    const domain: Domain = {
      ...bowl,
      async evaluate(genomes, context = {}) {
        const waits = Array.from({ length: genomes.rows }, () => setTimeout(1, undefined, { signal: context.signal }));
        await Promise.all(waits);
        if (++calls === 1) throw new Error('one by one, please');
        return bowl.evaluate(genomes);
      },
    };
    const options = { evaluations: 40, signal, onEvaluationError: 'invalid' } as const;
    expect(await warningsOf(() => run(bowlSearch(domain), options))).toEqual([]);
    expect([calls, getEventListeners(signal, 'abort')]).toEqual([1 + 20 + 1, []]);
  });

  it('goes on when batches in flight are dropped between two generations', async () => {
    for (const order of ['asked', 'arrival'] as const) {
      const search = bowlSearch(spiedBowl(() => setTimeout(1)));
      let dropped = 0;
      const outcome = await run(search, {
        evaluations: 200,
        inFlight: 3,
        order,
        async onGeneration({ generation }) {
          const [, out] = search.pending;
          if (generation !== 3 || out === undefined) return;
          await search.drop(out);
          dropped++;
        },
      });
      expect([dropped, outcome.stoppedBy, search.pending.length]).toEqual([1, 'evaluations', 0]);
      expect(search.evaluations).toBeGreaterThanOrEqual(200);
    }
  });

  it('ends while an operator or an evaluation fails at once and is tried again without end', async () => {
    const fails = (): never => {
      throw new Error('down');
    };
    // So many that the signal comes first, and not so many that the test hangs if it is not heard.
    const retries = 200_000;
    const later = (): AbortSignal => AbortSignal.timeout(50);
    const whole = bowlSearch({ ...bowl, evaluate: fails });
    const { genome, descriptor } = bowl;
    const single = bowlSearch(defineDomain({ name: 'down', genome, descriptor, evaluate: fails }));
    for (const search of [whole, single]) {
      const outcome = await run(search, { evaluations: 40, retries, onEvaluationError: 'invalid', signal: later() });
      expect(outcome).toMatchObject({ evaluations: 0, stoppedBy: 'signal' });
    }
    const variation = { vary: fails };
    const varied = new MapElites({ domain: bowl, archive: bowlArchive(), variation, batchSize: 20, seed: 1 });
    expect(await run(varied, { evaluations: 400, retries, signal: later() })).toMatchObject({ stoppedBy: 'signal' });
  });
});
