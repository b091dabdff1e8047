import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { SearchDistribution } from '../../src/optimizers/cma/search-distribution.ts';
import { StopCriteria } from '../../src/optimizers/cma/stop-criteria.ts';
import { strategyParameters } from '../../src/optimizers/cma/strategy-parameters.ts';
import { DiagonalCovariance } from '../../src/optimizers/covariance/diagonal-covariance.ts';
import { CmaEs, type CmaEsOptions } from '../../src/optimizers/index.ts';
import { errorOf } from '../support/error-of.ts';
import { forged } from '../support/forged.ts';
import { runs } from '../support/runs.ts';
import { transfer } from '../support/workers/transfer.ts';
import { both, costsOf, options, sphere, step } from './objectives.ts';

describe.each(both)('%o', (make) => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'stops with nofinite where costs are all %d',
    (cost) => {
      const es = new make(options());
      let generations = 0;
      while (es.stopReasons().length === 0 && generations < 100) {
        es.tell(es.ask(), new Array(es.populationSize).fill(cost));
        generations++;
        // One finite cost begins the count anew.
        if (generations === 20) step(es, sphere);
      }
      expect(es.stopReasons()).toEqual(['nofinite']);
      expect(generations).toBe(20 + 10 + (30 * 4) / 8);
      const other = new make(options());
      other.restore(es.snapshot());
      expect(other.stopReasons()).toEqual(['nofinite']);
    },
  );

  it('restarts where no cost is finite', () => {
    const es = new make(options({ restarts: { count: 2 } }));
    for (let i = 0; i < 500 && es.stopReasons().length === 0; i++) {
      es.tell(es.ask(), new Array(es.populationSize).fill(Number.NaN));
    }
    expect(es.restarts.map(({ reasons }) => reasons)).toEqual([['nofinite'], ['nofinite']]);
    expect(es.stopReasons()).toEqual(['nofinite']);
  });

  it('restores what it wrote far from 0, with the widest steps; wider ones are refused from the start', async () => {
    const far = options({ mean: [1e60, 1], sigma: 1e60 });
    const es = new make(far);
    step(es, sphere);
    const other = new make(far);
    other.restore(es.snapshot());
    expect(other.snapshot()).toEqual(es.snapshot());
    const made = (more: Partial<CmaEsOptions>): Promise<string> => errorOf(() => new make(options(more)));
    expect(await made({ mean: [2e100, 1] })).toMatch(
      /^ARGUMENT .*mean\[0\] must be .* in \[-1e\+60, 1e\+60\]; got 2e\+100/,
    );
    expect(await made({ sigma: 1e101 })).toMatch(/^ARGUMENT .*sigma must be a finite number in \[1e-60, 1e\+60\]/);
    expect(await made({ sigma: 1e-101 })).toMatch(/^ARGUMENT .*sigma must be a finite number in \[1e-60, 1e\+60\]/);
  });

  it('restores what it wrote after rows were told from afar', () => {
    const es = new make(options({ mean: [0, 0], populationSize: 4 }));
    for (const far of [1e60, 1e80]) {
      es.tell(
        Batch.from([
          [far, 0],
          [-far, 1],
          [0, far],
          [1, -far],
        ]),
        [1, 2, 3, 4],
      );
      const other = new make(options({ mean: [0, 0], populationSize: 4 }));
      other.restore(es.snapshot());
      expect(other.snapshot()).toEqual(es.snapshot());
      expect(other.ask().data.every(Number.isFinite)).toBe(true);
    }
  });

  it('restores what it wrote long past tolxup on a linear cost, until tell refuses', async () => {
    const es = new make(options());
    let error = 'no error';
    for (let i = 0; i < 3000 && error === 'no error'; i++) {
      es.ask();
      const before = es.snapshot();
      error = await errorOf(() => step(es, (x) => x[0]!));
      if (error !== 'no error' || i % 50 === 0) {
        const other = new make(options());
        other.restore(es.snapshot());
        expect(other.snapshot()).toEqual(error === 'no error' ? es.snapshot() : before);
      }
    }
    expect(error).toMatch(/^NUMERICAL .*tell: candidates must be nearer/);
    expect(es.stopReasons()).toContain('tolxup');
  });

  it('keeps C above zero where every row told is the mean', () => {
    const es = new make(options({ mean: [0, 0], populationSize: 6 }));
    for (let i = 0; i < 4000; i++) es.tell(Batch.zeros(6, 2), [1, 2, 3, 4, 5, 6]);
    const other = new make(options({ mean: [0, 0], populationSize: 6 }));
    other.restore(es.snapshot());
    expect(other.snapshot()).toEqual(es.snapshot());
    expect(es.ask().data.every(Number.isFinite)).toBe(true);
  });

  it('goes on where the batch that it gave is transferred', () => {
    const [es, twin] = [new make(options({ lower: 0 })), new make(options({ lower: 0 }))];
    for (let generation = 0; generation < 4; generation++) {
      const batch = es.ask();
      const costs = costsOf(batch, sphere);
      transfer(batch.data);
      const again = es.ask();
      expect(again).toEqual(twin.ask());
      if (generation % 2 === 0) transfer(again.data);
      es.tell(again, costs);
      twin.tell(twin.ask(), costs);
      expect(es.snapshot()).toEqual(twin.snapshot());
    }
  });

  it('draws finite means at a restart in a box up to the largest number', () => {
    const most = Number.MAX_VALUE / 4;
    const es = new make(options({ lower: -most, upper: most, restarts: { count: 1 } }));
    for (let i = 0; i < 500 && es.restarts.length === 0; i++) {
      es.tell(es.ask(), new Array(es.populationSize).fill(Number.NaN));
    }
    expect(es.restarts.length).toBe(1);
    expect(es.mean.every((x) => Math.abs(x) <= 1e60)).toBe(true);
    new make(options({ lower: -most, upper: most, restarts: { count: 1 } })).restore(es.snapshot());
  });
});

it('restores its snapshots whatever it is told, or tell refuses and changes nothing', async () => {
  const number = fc.oneof(
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.constantFrom(0, 1e30, -1e60, 1e88, -1e91, 1e99, 1e-300, 1.7e308),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const cost = fc.oneof(number, fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY));
  const generation = fc.record({
    rows: fc.option(fc.array(fc.tuple(number, number), { minLength: 5, maxLength: 5 })),
    costs: fc.array(cost, { minLength: 5, maxLength: 5 }),
    times: fc.constantFrom(1, 2, 30),
  });
  const exponent = fc.integer({ min: -60, max: 60 });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        make: fc.constantFrom(...both),
        mean: fc.tuple(exponent, exponent).map((powers) => powers.map((power) => 10 ** power)),
        sigma: exponent.map((power) => Number(`1e${power}`)),
        boundary: fc.constantFrom('penalty', 'clip', 'reflect'),
        injectionClip: fc.boolean(),
        bounds: fc.constantFrom({}, { lower: -1e60, upper: 1e61 }, { lower: 0, upper: 1.7e308 }, { lower: -1e300 }),
        told: fc.array(generation, { minLength: 1, maxLength: 6 }),
      }),
      async ({ make, mean, bounds, told, ...more }) => {
        const given = { ...more, ...bounds, mean: mean.map((m) => Math.min(1e60, m)), populationSize: 5, seed: 1 };
        const es = new make(given as CmaEsOptions);
        const other = new make(given as CmaEsOptions);
        for (const { rows, costs, times } of told) {
          for (let i = 0; i < times; i++) {
            const batch = rows === null ? es.ask() : Batch.from(rows);
            const before = es.snapshot();
            const error = await errorOf(() => es.tell(batch, costs));
            if (error !== 'no error') {
              expect(error).toMatch(/^NUMERICAL/);
              expect(es.snapshot()).toEqual(before);
            }
          }
          es.ask();
          other.restore(es.snapshot());
          expect(other.snapshot()).toEqual(es.snapshot());
          expect(es.ask().data.every(Number.isFinite)).toBe(true);
          es.stopReasons();
        }
      },
    ),
    { numRuns: runs(150) },
  );
});

it('stays finite, and restores its snapshots, past its stop reasons: flat and huge costs, steps of 0, large populations', () => {
  const flat =
    (cost: number): ((i: number) => number) =>
    () =>
      cost;
  const costs: Record<string, (i: number) => number> = {
    flat: flat(0),
    huge: (i) => [1e308, -1e308, 1.7e308][i % 3]!,
    infinite: (i) => [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 1][i % 3]!,
    none: flat(Number.NEGATIVE_INFINITY),
    ordered: (i) => i,
  };
  fc.assert(
    fc.property(
      fc.record({
        make: fc.constantFrom(...both),
        n: fc.integer({ min: 1, max: 5 }),
        populationSize: fc.oneof(fc.integer({ min: 2, max: 20 }), fc.constantFrom(50, 100, 300)),
        eigenInterval: fc.constantFrom(undefined, 1, 7),
        active: fc.boolean(),
        bounds: fc.constantFrom({}, { lower: 0, upper: 2 }, { lower: 1.5 }),
        boundary: fc.constantFrom('penalty', 'clip', 'reflect'),
        // Rows that were asked, or the mean alone: steps of 0.
        told: fc.array(
          fc.record({
            zero: fc.boolean(),
            cost: fc.constantFrom(...Object.keys(costs)),
            times: fc.constantFrom(1, 20),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      }),
      ({ make, n, eigenInterval, bounds, told, ...more }) => {
        const interval = make === both[0] ? { eigenInterval } : {};
        const given = { ...more, ...bounds, ...interval, mean: new Float64Array(n).fill(1.5), sigma: 1, seed: 1 };
        const es = new make(given as CmaEsOptions);
        for (const { zero, cost, times } of told) {
          for (let i = 0; i < times; i++) {
            const { mean, populationSize } = es;
            const rows = zero ? Batch.from(Array.from({ length: populationSize }, () => mean)) : es.ask();
            es.tell(
              rows,
              Array.from({ length: populationSize }, (_, k) => costs[cost]!(k)),
            );
            const { ps, pc } = es.paths;
            expect([es.sigma, ...es.mean, ...ps, ...pc, ...es.ask().data].every(Number.isFinite)).toBe(true);
            es.stopReasons();
          }
          const other = new make(given as CmaEsOptions);
          other.restore(es.snapshot());
          expect(other.snapshot()).toEqual(es.snapshot());
        }
      },
    ),
    { numRuns: runs(100) },
  );
});

it('looks back at most 20,000 generations for tolfun, where 30 n/λ are more', () => {
  const criteria = new StopCriteria({ sigma: 1, tolx: 0, tolfun: 1e-12, maxCondition: 1e14 });
  const parameters = strategyParameters(20_000, 2, { active: true, separable: true });
  const distribution = new SearchDistribution(new Float64Array(20_000), 1, parameters, new DiagonalCovariance(20_000));
  // 300,010 generations were asked for, and at most 40,000 remembered.
  for (let i = 0; i < 19_999; i++) criteria.remember(Float64Array.of(1, 1));
  expect(criteria.reasons(distribution)).not.toContain('tolfun');
  criteria.remember(Float64Array.of(1, 1));
  expect(criteria.reasons(distribution)).toContain('tolfun');
  for (let i = 0; i < 25_000; i++) criteria.remember(Float64Array.of(1, 1));
  expect(criteria.reasons(distribution)).toContain('tolfun');
});

it.each([100, -100, 1.5])(
  'a snapshot is refused whose covariance is above the product of two deviations: %d',
  async (entry) => {
    const es = new CmaEs({ mean: new Float64Array(6), sigma: 1, seed: 1 });
    for (let i = 0; i < 7; i++) {
      const x = es.ask();
      es.tell(
        x,
        Float64Array.from({ length: x.rows }, (_, k) => x.row(k).reduce((sum, value) => sum + value * value, 0)),
      );
      const bytes = es.snapshot();
      const wrong = forged(bytes, ({ tensors }) => {
        const [name] = [...tensors.keys()].filter((one) => one.endsWith('covariance'));
        const data = tensors.get(name!)!.data as Float64Array;
        data[6] = entry * Math.sqrt(data[0]! * data[7]!);
      });
      expect(await errorOf(() => es.restore(wrong))).toContain('SNAPSHOT');
      es.restore(bytes);
    }
  },
);
