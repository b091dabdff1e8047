import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import type { AddReport, Batch, Domain, Genomes, Results } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { type GenerationReport, run } from '../../src/run/index.ts';
import { DdeElites, MapElites } from '../../src/search/index.ts';
import { GaussianMutation, IsoLineMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive, bowlSearch, spiedBowl } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { forged } from '../support/forged.ts';
import { transfer } from '../support/workers/transfer.ts';

describe('run', () => {
  it('ends as an unbroken run where onGeneration restores a snapshot with batches out at the end', async () => {
    const unbroken = bowlSearch();
    const snapshots: Uint8Array[] = [];
    const options = { evaluations: 100, inFlight: 3 };
    await run(unbroken, { ...options, onGeneration: () => void snapshots.push(unbroken.snapshot()) });
    const search = bowlSearch();
    let told = 0;
    await run(search, {
      ...options,
      onGeneration() {
        if (++told === snapshots.length) search.restore(snapshots[1]!);
      },
    });
    expect(search.snapshot()).toEqual(unbroken.snapshot());
  });

  it('stops at the first generation that reaches the total, and goes on from there', async () => {
    const search = bowlSearch();
    const outcome = await run(search, { evaluations: 50 });
    expect(outcome).toMatchObject({ evaluations: 60, generations: 3, stoppedBy: 'evaluations' });
    expect((await run(search, { evaluations: 50 })).generations).toBe(0);
    expect((await run(search, { evaluations: 100 })).generations).toBe(2);
    const { total, evaluation, learning, rest } = outcome.seconds;
    expect(evaluation + learning + rest).toBeCloseTo(total, 9);
  });

  it('says why rows were invalid, and how many were outside the descriptor space or below the floor', async () => {
    const domain = defineDomain({
      name: 'odd',
      genome: { dimensions: 1, lower: 0, upper: 1 },
      descriptor: { dimensions: 1, lower: 0, upper: 1 },
      fitnessFloor: 0,
      evaluate: ([x]) => ({ fitness: x! < 0.25 ? Number.NaN : x! < 0.5 ? -1 : 1, descriptor: [x! < 0.75 ? 0.5 : 2] }),
    });
    const archive = new GridArchive({ domain, cells: [5] });
    const search = new MapElites({
      domain,
      archive,
      variation: new IsoLineMutation(),
      batchSize: 20,
      initial: { evaluations: 20 },
      seed: 1,
    });
    const reports: AddReport[] = [];
    const failed: number[] = [];
    const onGeneration = ({ report, genomes }: GenerationReport): void => {
      reports.push(report);
      expect(genomes.seeds).toHaveLength(report.status.length);
      for (const [i, reason] of report.reasons.entries()) if (reason !== undefined) failed.push(genomes.row(i)[0]!);
    };
    const outcome = await run(search, { evaluations: 200, onGeneration });
    const sum = (of: (report: AddReport) => number) => reports.reduce((total, report) => total + of(report), 0);
    expect(outcome.reasons).toEqual([{ reason: 'fitness must be finite; got NaN', rows: outcome.invalid }]);
    expect(outcome.outsideDescriptor).toBe(sum((report) => report.outsideDescriptor!));
    expect(outcome.belowFloor).toBe(sum((report) => report.belowFloor));
    expect(failed).toHaveLength(outcome.invalid);
    expect(failed.every((gene) => gene < 0.25)).toBe(true);
    expect(Math.min(outcome.invalid, outcome.outsideDescriptor, outcome.belowFloor)).toBeGreaterThan(0);
  });

  it('counts invalid rows by reason, the ten most frequent first; a value that was got makes no other reason', async () => {
    const search = bowlSearch();
    const evaluator = {
      evaluate: (genomes: Genomes<Float64Array>): Results => ({
        fitness: new Array(genomes.rows).fill(0),
        descriptors: new Array(genomes.rows).fill([0, 0]),
        reasons: Array.from({ length: genomes.rows }, (_, i) => {
          if (i < 11) return `once ${i}`;
          return i < 14 ? 'crashed' : `x must be above 0; got ${-i}`;
        }),
      }),
    };
    const { invalid, reasons } = await run(search, { evaluations: 20, evaluator });
    const once = Array.from({ length: 8 }, (_, i) => ({ reason: `once ${i}`, rows: 1 }));
    const often = [
      { reason: 'x must be above 0; got -14', rows: 6 },
      { reason: 'crashed', rows: 3 },
    ];
    expect([invalid, reasons]).toEqual([20, [...often, ...once]]);
  });

  it('counts the rows of this call that the archive refused as invalid', async () => {
    const search = bowlSearch();
    const evaluator = {
      async evaluate(genomes: Genomes<Float64Array>): Promise<Results> {
        const { fitness, descriptors } = await bowl.evaluate(genomes);
        return { fitness: Array.from(fitness, (value, i) => (i < 3 ? Number.NaN : value)), descriptors };
      },
    };
    expect(await run(search, { evaluations: 60, evaluator })).toMatchObject({ generations: 3, invalid: 9 });
    expect(await run(search, { evaluations: 80, evaluator })).toMatchObject({ generations: 1, invalid: 3 });
    expect(await run(search, { evaluations: 100 })).toMatchObject({ generations: 1, invalid: 0 });
  });

  it('tells of each generation, and waits for the answer', async () => {
    const search = bowlSearch();
    const seen: number[] = [];
    await run(search, {
      evaluations: 60,
      onGeneration: async ({ generation, evaluations, report, search: told }) => {
        await setTimeout(1);
        expect(told).toBe(search);
        expect(evaluations).toBe(search.evaluations);
        expect(report.status).toHaveLength(20);
        seen.push(generation);
      },
    });
    expect(seen).toEqual([1, 2, 3]);
  });

  it('loses nothing when the domain throws: the same batch, with the same seeds, is evaluated again', async () => {
    const batches: [Genomes<Float64Array>, unknown][] = [];
    const search = bowlSearch(
      spiedBowl((genomes, context) => {
        batches.push([genomes, context?.seeds]);
        if (batches.length === 3) throw new Error('the simulator fell over');
      }),
    );
    const error = await errorOf(() => run(search, { evaluations: 100 }));
    expect(error).toContain('the simulator fell over');
    expect(search.evaluations).toBe(40);
    await run(search, { evaluations: 100 });
    expect(batches[3]).toEqual(batches[2]);
    expect(batches[3]![0]).not.toBe(batches[2]![0]);
    const unbroken = bowlSearch();
    await run(unbroken, { evaluations: 100 });
    expect([...search.archive]).toEqual([...unbroken.archive]);
  });

  it("makes the rows invalid that fail twice, with 'invalid', and keeps the others", async () => {
    const poisoned = spiedBowl((genomes) => {
      for (let i = 0; i < genomes.rows; i++) if (genomes.row(i)[0]! < 2) throw new Error('too low');
    });
    const reasons: (string | undefined)[] = [];
    let invalid = 0;
    const search = bowlSearch(poisoned);
    await run(search, {
      evaluations: 200,
      onEvaluationError: 'invalid',
      onGeneration: ({ report }) => {
        invalid += report.invalid;
        reasons.push(...report.reasons);
      },
    });
    expect(invalid).toBeGreaterThan(0);
    expect(reasons.filter((reason) => reason !== undefined)).toEqual(new Array(invalid).fill('too low'));
    for (const { genome } of search.archive) expect(genome[0]).toBeGreaterThanOrEqual(2);
    expect(search.evaluations).toBe(200);
  });

  it('does not take an evaluation that forgets its return for a signal', async () => {
    for (const evaluate of [() => undefined, async () => undefined]) {
      const error = await errorOf(() => run(bowlSearch(), { evaluations: 20, evaluator: { evaluate } as never }));
      expect(error).toMatch(/^ARGUMENT .*fitness must have shape/);
    }
  });

  it("keeps the good rows with 'invalid' when a single answer has another shape", async () => {
    let calls = 0;
    const search = bowlSearch();
    const evaluator = {
      evaluate(genomes: Genomes<Float64Array>): never {
        calls++;
        if (genomes.rows > 1) throw new Error('one by one, please');
        if (calls % 2 === 0) return { fitness: [1], descriptors: ['ab'] } as never;
        return bowl.evaluate(genomes) as never;
      },
    };
    await run(search, { evaluations: 20, evaluator, onEvaluationError: 'invalid' });
    expect(search.evaluations).toBe(20);
    expect(search.archive.size).toBeGreaterThan(3);
  });

  it('takes a row with a fitness of null for invalid, also where it is evaluated alone', async () => {
    const search = bowlSearch();
    const evaluator = {
      evaluate({ rows }: Genomes<Float64Array>): never {
        if (rows > 1) throw new Error('one by one, please');
        return { fitness: [null], descriptors: [[0, 0]] } as never;
      },
    };
    const { invalid } = await run(search, { evaluations: 20, evaluator, onEvaluationError: 'invalid' });
    expect(invalid).toBe(20);
    expect(search.archive.size).toBe(0);
  });

  it('is the same whatever an evaluator does to the genomes and seeds that it was given', async () => {
    const kept: unknown[] = [];
    const spoils: ((genomes: Batch, seeds: Uint32Array) => unknown)[] = [
      ({ data }, seeds) => [data.fill(3), seeds.fill(3)],
      ({ data }, seeds) => [transfer(data), transfer(seeds)],
      (genomes, seeds) => kept.push(genomes, seeds),
    ];
    const plain = bowlSearch();
    await run(plain, { evaluations: 100 });
    const evaluate = bowl.evaluate as (genomes: Genomes<Float64Array>) => Results;
    for (const spoil of spoils) {
      for (const onEvaluationError of ['throw', 'invalid'] as const) {
        // Every other batch fails once it was spoilt, and is evaluated again.
        let calls = 0;
        const evaluator: Domain['evaluate'] = (genomes, context) => {
          const results = evaluate(genomes);
          spoil(genomes as Batch, context!.seeds as Uint32Array);
          if (calls++ % 2 === 0 && genomes.rows > 1) throw new Error('lost');
          return results;
        };
        const search = bowlSearch({ ...bowl, evaluate: evaluator });
        for (let i = 0; i < 20 && search.evaluations < 100; i++) {
          await errorOf(() => run(search, { evaluations: 100, onEvaluationError }));
          search.snapshot();
        }
        expect(search.snapshot()).toEqual(plain.snapshot());
      }
    }
  });

  it('evaluates with an evaluator where the algorithm has none, or in its place', async () => {
    const { evaluate: _, ...problem } = bowl;
    const archive = new GridArchive({ domain: problem, cells: [10, 10] });
    const search = new MapElites({
      domain: problem,
      archive,
      variation: new GaussianMutation(),
      batchSize: 20,
      initial: { evaluations: 20 },
      seed: 1,
    });
    expect(await errorOf(() => run(search, { evaluations: 20 }))).toContain(
      'ARGUMENT run: evaluator or search.domain must have evaluate(); got an object',
    );
    await run(search, { evaluations: 20, evaluator: { evaluate: (genomes) => bowl.evaluate(genomes) } });
    expect(search.evaluations).toBe(20);
  });

  it('ends at the most evaluations that are counted, and refuses a total that no search comes to', async () => {
    const search = bowlSearch();
    await run(search, { evaluations: 20 });
    const bytes = forged(search.snapshot(), ({ state }) => {
      state['counts.evaluations'] = 2 ** 52 - 30;
    });
    search.restore(bytes);
    expect(await run(search, { evaluations: 2 ** 52 })).toMatchObject({ evaluations: 2 ** 52, generations: 2 });
    const beyond = await errorOf(() => run(search, { evaluations: 2 ** 52 + 1 }));
    expect(beyond).toMatch(/^ARGUMENT run: evaluations must be an integer in \[0, 4503599627370496\]/);
  });

  it('has no limit of time where seconds is Infinity', async () => {
    const outcome = await run(bowlSearch(), { evaluations: 10, seconds: Number.POSITIVE_INFINITY });
    expect(outcome.stoppedBy).toBe('evaluations');
  });

  it('refuses bad options', async () => {
    const bad = (options: object): Promise<string> => errorOf(() => run(bowlSearch(), { evaluations: 10, ...options }));
    expect(await bad({ evaluations: -1 })).toContain('run: evaluations must be an integer in [0,');
    expect(await bad({ evaluations: NaN })).toContain('got NaN');
    expect(await bad({ inFlight: 0 })).toContain('inFlight must be an integer in [1,');
    expect(await bad({ order: 'any' })).toContain("order must be one of 'asked', 'arrival'; got 'any'");
    expect(await bad({ order: { inFlight: 1 } })).toContain('order.asked must be an integer');
    expect(await bad({ retries: -1 })).toContain('retries must be an integer in [0,');
    expect(await bad({ seconds: 0 })).toContain('seconds must be a finite number');
    expect(await bad({ until: 1 })).toContain('until must be a function; got 1');
    expect(await bad({ budget: { field: 'cost', total: 1 } })).toContain('budget.field must be a number column');
    expect(await bad({ onEvaluationError: 'ignore' })).toContain("one of 'throw', 'invalid'");
    expect(await bad({ evaluator: {} })).toContain('evaluator or search.domain must have evaluate(); got an object');
    expect(await bad({ onGeneration: 5 })).toContain('onGeneration must be a function; got 5');
    expect(await bad({ signal: 'abc' })).toContain("signal must be an AbortSignal; got 'abc'");
    expect(await bad({ signal: { aborted: false } })).toContain('signal must be an AbortSignal; got an object');
    expect(await bad({ evals: 1 })).toContain("got 'evals'");
    expect(await errorOf(() => run({} as never, { evaluations: 1 }))).toContain('search must have ask()');
  });

  it('passes on what reward throws, as it was thrown', async () => {
    const lost = new Error('lost');
    const search = new DdeElites({
      domain: bowl,
      archive: bowlArchive(),
      learner: new Vae({ inputs: 4, latent: 2, epochs: 1 }),
      mixtures: [{ line: 1 }, { iso: 1 }],
      batchSize: 10,
      initial: { evaluations: 10 },
      seed: 1,
      reward: () => {
        throw lost;
      },
    });
    const { evaluate } = bowl;
    const evaluator = { evaluate: async (genomes: Genomes<Float64Array>) => evaluate(genomes) };
    await expect(run(search, { evaluations: 40, evaluator })).rejects.toBe(lost);
  });

  it('goes on from an older state if the search goes back to it while rows are evaluated', async () => {
    const search = bowlSearch();
    let restored = false;
    const before = search.snapshot();
    const domain = search.domain as Domain;
    const evaluator: Domain = {
      ...domain,
      async evaluateRows(genomes, { rows = Array.from({ length: genomes.rows }, (_, i) => i), done }) {
        for (let i = 0; i < rows.length; i++) {
          const { fitness, descriptors } = await domain.evaluate(genomes);
          if (i === 1 && !restored) {
            restored = true;
            search.restore(before);
          }
          done([rows[i]!], { fitness: [fitness[i]!], descriptors: [(descriptors as Batch).row(i)] });
        }
      },
    };
    Object.assign(evaluator.evaluateRows!, { of: evaluator.evaluate });
    await run(search, { evaluations: 20, evaluator, onEvaluationError: 'invalid', retries: 1 });
    const unbroken = bowlSearch();
    await run(unbroken, { evaluations: 20 });
    expect(search.snapshot()).toEqual(unbroken.snapshot());
  });
});
