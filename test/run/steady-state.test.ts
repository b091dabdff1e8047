import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import type { Algorithm, Domain, Genomes, Results } from '../../src/core/index.ts';
import { defineDomain, planarArm } from '../../src/domains/index.ts';
import { type OrderRecord, type RunOptions, run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { IsoLineMutation } from '../../src/variation/index.ts';
import { errorOf } from '../support/error-of.ts';
import { runs } from '../support/runs.ts';

/** A service whose latency and failures follow from the genome; `clock` changes the latencies alone. */
class Service {
  calls = 0;
  done = 0;
  open = 0;
  most = 0;
  readonly clock: number;
  readonly failing: number;
  readonly concurrency: number | undefined;
  /** Whether evaluations end early at a signal. */
  readonly listens: boolean;

  constructor(clock: number, failing = 0, concurrency?: number, listens = true) {
    this.clock = clock;
    this.failing = failing;
    this.concurrency = concurrency;
    this.listens = listens;
  }

  get domain(): Domain {
    const service = this;
    return defineDomain({
      name: 'service',
      genome: { dimensions: 6, lower: 0, upper: 1 },
      descriptor: { dimensions: 2, lower: 0, upper: 1 },
      fitnessFloor: -2,
      concurrency: this.concurrency,
      async evaluate(genome, { signal }) {
        service.calls++;
        service.most = Math.max(service.most, ++service.open);
        try {
          for (let turns = Math.floor(5 * ((genome[5]! * service.clock) % 1) ** 3); turns >= 0; turns--) {
            await new Promise((resolve) => setImmediate(resolve));
            if (service.listens) signal?.throwIfAborted();
          }
          service.done++;
          if ((genome[4]! * 1e6) % 1 < service.failing) throw new Error('503');
          return { fitness: -genome.reduce((sum, x) => sum + (x - 0.5) ** 2, 0), descriptor: [genome[0]!, genome[1]!] };
        } finally {
          service.open--;
        }
      },
    });
  }
}

const make = (domain: Domain, batchSize = 1): MapElites =>
  new MapElites({
    domain,
    archive: new GridArchive({ domain, cells: [8, 8] }),
    variation: new IsoLineMutation({ isoSigma: 0.05, lineSigma: 0.2 }),
    batchSize,
    initial: { evaluations: 8 },
    seed: 5,
  });
const invalid = { onEvaluationError: 'invalid' } as const;
const elites = (search: Algorithm): unknown[] => [...search.archive];

afterEach(() => vi.restoreAllMocks());

describe('run, with several batches in flight', () => {
  it("gives the same archive under any latencies with 'asked', and repeats 'arrival' from its record", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(1, 4, 100),
        async (inFlight, batchSize, concurrency) => {
          const clocks = [1, 7.3].map((clock) => make(new Service(clock, 0.1, concurrency).domain, batchSize));
          for (const search of clocks) await run(search, { evaluations: 90, inFlight, ...invalid });
          expect(clocks[1]!.snapshot()).toEqual(clocks[0]!.snapshot());
          const arrival = make(new Service(1, 0.1, concurrency).domain, batchSize);
          const { order } = await run(arrival, { evaluations: 90, inFlight, order: 'arrival', ...invalid });
          const repeated = make(new Service(3.7, 0.1, concurrency).domain, batchSize);
          const stored = JSON.parse(JSON.stringify(order)) as OrderRecord;
          await run(repeated, { evaluations: 90, order: stored, ...invalid });
          expect(repeated.snapshot()).toEqual(arrival.snapshot());
        },
      ),
      { numRuns: runs(12) },
    );
  });

  it('ends as the unbroken run, stopped and resumed at any time: nothing is lost or evaluated again', async () => {
    const [inFlights, anyTurns] = [fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40 })];
    await fc.assert(
      fc.asyncProperty(inFlights, anyTurns, fc.boolean(), async (inFlight, turns, listens) => {
        const options = { evaluations: 120, inFlight, ...invalid };
        const unbroken = make(new Service(2, 0.1).domain, 2);
        await run(unbroken, options);
        const first = new Service(1, 0.1, undefined, listens);
        const stopped = make(first.domain, 2);
        const controller = new AbortController();
        const running = run(stopped, { ...options, signal: controller.signal });
        for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
        controller.abort();
        const { stoppedBy, evaluations } = await running;
        expect(stoppedBy).toBe(evaluations < 120 ? 'signal' : 'evaluations');
        expect(first.open).toBe(0);
        const second = new Service(3, 0.1);
        const resumed = make(second.domain, 2);
        resumed.restore(stopped.snapshot());
        await run(resumed, options);
        expect(elites(resumed)).toEqual(elites(unbroken));
        expect(first.done + second.done).toBe(120);
      }),
      // In the example batches land after the signal.
      { numRuns: runs(15), examples: [[3, 1, false]] },
    );
  });

  it('goes on from a snapshot of any generation to the end of the unbroken run', async () => {
    const snapshots: Uint8Array[] = [];
    const unbroken = make(new Service(1, 0.1).domain, 3);
    const options = { evaluations: 90, inFlight: 5, ...invalid };
    await run(unbroken, { ...options, onGeneration: ({ search }) => void snapshots.push(search.snapshot!()) });
    for (const bytes of snapshots.filter((_, i) => i % 4 === 0)) {
      const resumed = make(new Service(4, 0.1).domain, 3);
      resumed.restore(bytes);
      await run(resumed, options);
      expect(elites(resumed)).toEqual(elites(unbroken));
    }
  });

  it('tries a row again that failed, and no other, as often as it is told; then it is invalid or the run ends', async () => {
    const attempts = new Map<string, number>();
    const domain = defineDomain({
      name: 'flaky',
      genome: { dimensions: 6, lower: 0, upper: 1 },
      descriptor: { dimensions: 2, lower: 0, upper: 1 },
      async evaluate(genome, { seed }) {
        const key = `${genome.join()} ${seed}`;
        const tries = (attempts.get(key) ?? 0) + 1;
        attempts.set(key, tries);
        if (genome[4]! < 0.3 && (tries < 3 || genome[4]! < 0.1)) throw new Error('503');
        return { fitness: 0, descriptor: [genome[0]!, genome[1]!] };
      },
    });
    const search = make(domain, 10);
    const { invalid: lost } = await run(search, { evaluations: 100, inFlight: 2, retries: 2, ...invalid });
    const counts = [...attempts.entries()].map(([key, tries]) => [Number(key.split(',')[4]), tries]);
    for (const [gene, tries] of counts) expect(tries).toBe(gene! < 0.3 ? 3 : 1);
    expect(lost).toBe(counts.filter(([gene]) => gene! < 0.1).length);
    attempts.clear();
    const thrown = make(domain, 10);
    expect(await errorOf(() => run(thrown, { evaluations: 100, inFlight: 2, retries: 1 }))).toContain('503');
    expect(thrown.pending.length).toBeGreaterThan(0);
    // What was evaluated when the run ended is kept.
    await run(thrown, { evaluations: 100, inFlight: 2, retries: 5, ...invalid });
    expect(thrown.pending).toEqual([]);
    expect([...attempts].filter(([key, tries]) => Number(key.split(',')[4]) >= 0.3 && tries > 1)).toEqual([]);
  });

  it('evaluates a batch once that a domain of whole batches refuses, and then its rows one by one', async () => {
    const sizes: number[] = [];
    const inner = new Service(1).domain;
    const whole: Domain = {
      ...inner,
      async evaluate(genomes: Genomes<Float64Array>): Promise<Results> {
        sizes.push(genomes.rows);
        if (genomes.rows > 1 || genomes.row(0)[4]! < 0.2) throw new Error('no');
        return inner.evaluate(genomes);
      },
    };
    const search = make(whole, 10);
    const { invalid: lost } = await run(search, { evaluations: 10, ...invalid });
    expect(sizes.filter((size) => size > 1)).toEqual([8, 10].slice(0, sizes.filter((size) => size > 1).length));
    expect(lost).toBeGreaterThan(0);
    expect(search.archive.size).toBeGreaterThan(0);
  });

  it('runs as many evaluations at once as the domain allows, over all batches', async () => {
    const service = new Service(1, 0, 5);
    const { evaluations } = await run(make(service.domain, 3), { evaluations: 60, inFlight: 7 });
    expect(service.most).toBe(5);
    expect(service.calls).toBe(evaluations);
  });

  it('ends by until, by time and by the sum of a column, and tells what is out', async () => {
    const domain = defineDomain({
      name: 'costly',
      genome: { dimensions: 6, lower: 0, upper: 1 },
      descriptor: { dimensions: 2, lower: 0, upper: 1 },
      fields: { cost: 'number' },
      async evaluate(genome) {
        await new Promise((resolve) => setImmediate(resolve));
        return { fitness: 0, descriptor: [genome[0]!, genome[1]!], cost: 0.5 };
      },
    });
    const end = async (options: Partial<RunOptions>): Promise<[string, number, number]> => {
      const search = make(domain as never, 2);
      const { stoppedBy, evaluations } = await run(search, {
        evaluations: Number.POSITIVE_INFINITY,
        inFlight: 3,
        ...options,
      });
      return [stoppedBy, evaluations, search.pending.length];
    };
    expect(await end({ until: ({ evaluations }) => evaluations >= 20 })).toEqual(['until', 24, 0]);
    expect(await end({ budget: { field: 'cost', total: 10 } })).toEqual(['budget', 24, 0]);
    const [stoppedBy, evaluations, pending] = await end({ seconds: 0.05 });
    expect([stoppedBy, pending, evaluations > 0]).toEqual(['seconds', 0, true]);
  });

  it('lets timers and signals have their turn while a fast domain is searched', async () => {
    const domain = planarArm({ joints: 20 });
    const slow = defineDomain({
      name: 'slow',
      genome: domain.genome,
      descriptor: domain.descriptor,
      evaluate(genome) {
        const end = performance.now() + 5;
        while (performance.now() < end);
        return { fitness: 0, descriptor: [Math.abs(genome[0]!), Math.abs(genome[1]!)] };
      },
    });
    for (const one of [domain, slow] as Domain[]) {
      const search = new MapElites({
        domain: one,
        archive: new GridArchive({ domain: one, cells: [40, 40] }),
        variation: new IsoLineMutation(),
        seed: 1,
      });
      let ticks = 0;
      const controller = new AbortController();
      const timer = setInterval(() => {
        if (++ticks === 5) controller.abort();
      }, 1);
      const { stoppedBy } = await run(search, { evaluations: Number.POSITIVE_INFINITY, signal: controller.signal });
      clearInterval(timer);
      expect([stoppedBy, ticks]).toEqual(['signal', 5]);
    }
  });

  it('drives an algorithm that has neither pending batches nor columns, one batch at a time', async () => {
    const domain = new Service(1).domain;
    const inner = make(domain, 4);
    let waiting: Genomes<Float64Array> | undefined;
    const own: Algorithm = {
      archive: inner.archive,
      domain,
      get evaluations() {
        return inner.evaluations;
      },
      async ask() {
        waiting ??= await inner.ask();
        return waiting;
      },
      tell(genomes, results) {
        waiting = undefined;
        return inner.tell(genomes, results);
      },
    };
    expect(await run(own, { evaluations: 40 })).toMatchObject({ evaluations: 40, generations: 10 });
    expect(await errorOf(() => run(own, { evaluations: 50, inFlight: 2 }))).toContain('inFlight must be 1');
  });
});
