import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { decodeSafetensors } from '../../src/formats/index.ts';
import { CmaEs, type CmaEsOptions, SepCmaEs } from '../../src/optimizers/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';
import { forged } from '../support/forged.ts';
import { symmetricEigen } from '../support/symmetric-eigen.ts';
import { both, costsOf, ellipsoid, minimise, options, rosenbrock, sphere, step } from './objectives.ts';

/** That C is finite, symmetric and positive definite. */
function expectDefinite(es: CmaEs): void {
  const n = es.dimensions;
  const c = es.covariance;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) expect(c[i * n + j]).toBe(c[j * n + i]);
  expect(symmetricEigen(c).values[0]).toBeGreaterThan(0);
  expect(es.sigma).toBeGreaterThan(0);
}

describe('laws', () => {
  it('C stays finite, symmetric and positive definite, whatever it is told', () => {
    const gene = fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(0, 1, 1e9, -1e30));
    const cost = fc.oneof(fc.double({ min: 0, max: 10, noNaN: true }), fc.constantFrom(NaN, Infinity, -Infinity, 1, 1));
    const row = fc.array(gene, { minLength: 3, maxLength: 3 });
    const generation = fc.tuple(
      fc.array(row, { minLength: 6, maxLength: 6 }),
      fc.array(cost, { minLength: 6, maxLength: 6 }),
    );
    fc.assert(
      fc.property(
        fc.array(generation, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(1, 3),
        (told, eigenInterval) => {
          const es = new CmaEs({ mean: [0, 0, 0], sigma: 1, populationSize: 6, eigenInterval, seed: 1 });
          for (const [rows, costs] of told) {
            es.tell(Batch.from(rows), costs);
            expectDefinite(es);
            expect(es.mean.every(Number.isFinite)).toBe(true);
            es.stopReasons();
          }
          expect(es.ask().data.every(Number.isFinite)).toBe(true);
        },
      ),
    );
  });

  it.each(both)('only the order of costs counts, and the order of rows does not: %o', (make) => {
    const a = new make(options());
    const b = new make(options());
    for (let i = 0; i < 20; i++) {
      const batch = a.ask();
      const reversed = Batch.from(Array.from({ length: batch.rows }, (_, k) => b.ask().row(batch.rows - 1 - k)));
      a.tell(batch, costsOf(batch, ellipsoid));
      b.tell(
        reversed,
        costsOf(reversed, (x) => 1e-3 * ellipsoid(x) - 7),
      );
      expect(b.mean).toEqual(a.mean);
      expect(b.sigma).toBe(a.sigma);
    }
  });

  it.each(both)('same seed, same bits; other seed, others: %o', (make) => {
    const run = (seed: number): Float64Array => {
      const es = new make(options({ seed }));
      for (let i = 0; i < 30; i++) step(es, rosenbrock);
      return es.mean;
    };
    expect(run(3)).toEqual(run(3));
    expect(run(3)).not.toEqual(run(4));
  });

  it.each(both)('the first candidates are normal with the given mean and σ: %o', (make) => {
    const es = new make(options({ mean: [2, -1], sigma: 0.25, populationSize: 4000 }));
    const { rows, data } = es.ask();
    for (const [i, mean] of [2, -1].entries()) {
      const values = Array.from({ length: rows }, (_, k) => data[2 * k + i]!);
      const average = values.reduce((sum, x) => sum + x, 0) / rows;
      const deviation = Math.sqrt(values.reduce((sum, x) => sum + (x - average) ** 2, 0) / rows);
      expect(Math.abs(average - mean)).toBeLessThan(0.02);
      expect(Math.abs(deviation - 0.25)).toBeLessThan(0.015);
    }
  });
});

describe('ask and tell', () => {
  it('gives the same batch until something is told, and remembers the best as it was told', () => {
    const es = new CmaEs(options());
    expect(es.best).toEqual({ cost: Number.POSITIVE_INFINITY, genome: new Float64Array(4).fill(1) });
    const batch = es.ask();
    expect(es.ask()).toBe(batch);
    const costs = costsOf(batch, sphere);
    es.tell(batch, costs);
    const at = costs.indexOf(Math.min(...costs));
    expect(es.best.cost).toBe(costs[at]);
    expect(es.best.genome).toEqual(batch.row(at));
    expect(es.ask()).not.toBe(batch);
    expect([es.evaluations, es.generation]).toEqual([8, 1]);
  });

  it('goes to foreign rows, told without being asked', () => {
    const es = new CmaEs(options({ mean: [0, 0], populationSize: 6 }));
    const random = randomStream(2);
    const rows = Batch.from(Array.from({ length: 6 }, () => [5 + random.normal(), 5 + random.normal()]));
    es.tell(
      rows,
      costsOf(rows, (x) => (x[0]! - 5) ** 2),
    );
    expect(es.mean[0]).toBeGreaterThan(3);
  });

  it('shortens foreign steps if it is told to', () => {
    const moved = (injectionClip: boolean): number => {
      const es = new CmaEs(options({ mean: [0, 0], sigma: 0.1, injectionClip, populationSize: 6 }));
      const batch = Batch.from(
        Array.from(es.ask().data.subarray(0, 10), (_, i) => i)
          .slice(0, 5)
          .map((i) => es.ask().row(i)),
      );
      es.tell(Batch.from([[100, 0], ...Array.from({ length: 5 }, (_, i) => batch.row(i))]), [0, 1, 2, 3, 4, 5]);
      return es.mean[0]!;
    };
    expect(moved(false)).toBeGreaterThan(10);
    expect(moved(true)).toBeLessThan(0.3);
  });

  it.each(both)(
    'ranks costs that are not finite last, and learns nothing of a batch without a finite one: %o',
    (make) => {
      const es = new make(options());
      const untouched = new make(options());
      const batch = es.ask();
      es.tell(batch, new Array(8).fill(Number.NaN));
      expect(es.mean).toEqual(untouched.mean);
      expect(es.sigma).toBe(untouched.sigma);
      expect(es.generation).toBe(1);
      expect(es.best.cost).toBe(Number.POSITIVE_INFINITY);
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        const a = new make(options());
        const b = new make(options());
        const costs = costsOf(a.ask(), sphere);
        const worst = costs.indexOf(Math.max(...costs));
        a.tell(
          a.ask(),
          costs.map((cost, i) => (i === worst ? bad : cost)),
        );
        b.tell(b.ask(), costs);
        expect(a.mean).toEqual(b.mean);
      }
    },
  );

  it('survives a third of failing evaluations', () => {
    const es = new CmaEs(options({ mean: new Float64Array(6).fill(2) }));
    let count = 0;
    minimise(es, (x) => (count++ % 3 === 0 ? Number.NaN : sphere(x)), 1e-8, 20_000);
    expect(es.best.cost).toBeLessThan(1e-8);
  });
});

describe.each(both)('bounds: %o', (make) => {
  // The minimum of the box lies on its lower bounds.
  const towards = (x: Float64Array): number => x.reduce((sum, value) => sum + (value + 3) ** 2, 0);

  it.each(['penalty', 'clip', 'reflect'] as const)(
    '%s: what is asked is inside, and a minimum on the bound is found, or with clip approached',
    (boundary) => {
      const lower = [-1, -2, 0.5, -1, 0];
      const es = new make(options({ mean: new Float64Array(5).fill(1), lower, upper: 2, boundary, seed: 2 }));
      while (es.evaluations < 6000 && es.stopReasons().length === 0) {
        const batch = es.ask();
        expect(batch.data.filter((value, i) => !(value >= lower[i % 5]! && value <= 2))).toHaveLength(0);
        es.tell(batch, costsOf(batch, towards));
      }
      const minimum = towards(Float64Array.from(lower));
      // From a distance of 49 at the start. Clipped steps cannot tell how far beyond the bound they were.
      expect(es.best.cost - minimum).toBeLessThan(boundary === 'clip' ? 10 : 1e-9);
    },
  );

  it('a minimum inside is found as without bounds', () => {
    const es = new make(options({ lower: -3, upper: 3 }));
    expect(minimise(es, sphere, 1e-8, 10_000).best.cost).toBeLessThan(1e-8);
  });
});

describe('reasons to stop', () => {
  it('tolx, when the distribution is small', () => {
    expect(minimise(new CmaEs(options({ tolx: 1e-3, tolfun: 0 })), sphere, 0, 1e5).stopReasons()).toEqual(['tolx']);
  });
  it('tolfun, when costs are flat', () => {
    const es = minimise(new CmaEs(options()), (x) => 1 + Math.min(1e-13, sphere(x)), 0, 1e5);
    expect(es.stopReasons()).toContain('tolfun');
  });
  it('condition, when a coordinate hardly counts', () => {
    const es = new CmaEs(options({ tolfun: 0, tolx: 0, maxCondition: 1e4 }));
    expect(minimise(es, ellipsoid, 0, 1e5).stopReasons()).toEqual(['condition']);
  });
  it('stagnation, when costs are noise', () => {
    const random = randomStream(9);
    const es = minimise(new CmaEs(options({ tolfun: 0 })), () => random.normal(), Number.NEGATIVE_INFINITY, 1e5);
    expect(es.stopReasons().some((reason) => reason === 'stagnation' || reason === 'tolxup')).toBe(true);
  });
  it('noeffectcoord, when the step is below the mean’s last digit', () => {
    const es = new CmaEs(options({ mean: [1e9, 1e9], sigma: 1e-8 }));
    expect(es.stopReasons()).toEqual(['noeffectaxis', 'noeffectcoord']);
  });
  it('tolxup, when there is no minimum', () => {
    const es = minimise(new CmaEs(options()), (x) => x[0]!, Number.NEGATIVE_INFINITY, 1e5);
    expect(es.stopReasons()).toContain('tolxup');
  });
  it('maxevaluations and maxiterations', () => {
    const es = new CmaEs(options({ maxEvaluations: 20, maxIterations: 3 }));
    for (let i = 0; i < 3; i++) {
      expect(es.stopReasons()).toEqual([]);
      step(es, sphere);
    }
    expect(es.stopReasons()).toEqual(['maxevaluations', 'maxiterations']);
  });
});

it('restarts with twice the population, and says why', () => {
  // Rastrigin: a small population ends in a local minimum.
  const rastrigin = (x: Float64Array): number =>
    x.reduce((sum, v) => sum + v * v + 10 * (1 - Math.cos(2 * Math.PI * v)), 0);
  const start = { mean: new Float64Array(6).fill(3), sigma: 1, lower: -5, upper: 5, seed: 2 };
  const alone = minimise(new CmaEs(start), rastrigin, 1e-8, 100_000);
  expect(alone.best.cost).toBeGreaterThan(0.5);
  const es = minimise(new CmaEs({ ...start, restarts: { count: 8 } }), rastrigin, 1e-8, 100_000);
  expect(es.best.cost).toBeLessThan(1e-8);
  expect(es.restarts.length).toBeGreaterThan(0);
  expect(es.restarts.map(({ populationSize }) => populationSize)).toEqual(es.restarts.map((_, i) => 9 * 2 ** (i + 1)));
  expect(es.restarts.every(({ reasons }) => reasons.length > 0)).toBe(true);
});

describe.each(both)('a snapshot of %o', (make) => {
  it.each([
    ['before anything', 0],
    ['later', 17],
  ])('continues bit for bit: %s', (_, generations) => {
    const given = options({ lower: 0.5, upper: 4, restarts: { count: 2 } });
    const es = new make(given);
    for (let i = 0; i < generations; i++) step(es, ellipsoid);
    es.ask();
    const bytes = es.snapshot();
    const other = new make({ ...given, seed: 99 });
    other.restore(bytes);
    expect(other.snapshot()).toEqual(bytes);
    for (let i = 0; i < 20; i++) {
      expect(other.ask().data).toEqual(es.ask().data);
      step(es, ellipsoid);
      step(other, ellipsoid);
    }
    expect(other.best).toEqual(es.best);
    expect(other.snapshot()).toEqual(es.snapshot());
  });

  it('is refused if it is damaged, foreign, or of other options; nothing has changed then', async () => {
    const es = new make(options());
    step(es, sphere);
    const bytes = es.snapshot();
    const other = new make(options({ sigma: 0.6 }));
    const before = other.snapshot();
    expect(await errorOf(() => other.restore(bytes))).toMatch(/^SNAPSHOT .*: bytes must have sigma 0.6; got 0.5.$/);
    expect(await errorOf(() => other.restore(bytes.subarray(0, bytes.length - 8)))).toMatch(/^SNAPSHOT /);
    expect(await errorOf(() => other.restore(new Uint8Array(3)))).toMatch(/^SNAPSHOT /);
    expect(await errorOf(() => other.restore('x' as never))).toMatch(/^ARGUMENT /);
    expect(other.snapshot()).toEqual(before);
  });

  it('is refused with a number that no search comes to', async () => {
    const es = new make(options());
    for (let i = 0; i < 3; i++) step(es, sphere);
    es.ask();
    const { tensors } = decodeSafetensors(es.snapshot());
    /** The snapshot with another first number in a tensor. */
    const changed = (name: string, value: number): Uint8Array =>
      forged(es.snapshot(), (content) => {
        (content.tensors.get(name)!.data as Float64Array)[0] = value;
      });
    const fresh = new make(options());
    const before = fresh.snapshot();
    const restored = (name: string, value: number): Promise<string> =>
      errorOf(() => fresh.restore(changed(name, value)));
    const float64 = [...tensors].filter(([, { data }]) => data instanceof Float64Array && data.length > 0);
    expect(float64.length).toBeGreaterThanOrEqual(11);
    for (const [name] of float64)
      expect(await restored(name, Number.NaN)).toMatch(`SNAPSHOT ${make.name}.restore: bytes`);
    const spread = make === CmaEs ? 'deviations' : 'variances';
    for (const [name, value] of [
      ['sigma', 0],
      ['sigma', 1e101],
      ['run.mean', -1e101],
      ['run.ps', 1e101],
      ['run.pc', 1e101],
      ['run.penalty.weights', -1],
      [`run.${spread}`, 0],
      [`run.${spread}`, 1e201],
      ['range', -1],
    ] as const) {
      expect(await restored(name, value)).toMatch(/^SNAPSHOT .*: bytes must have numbers in \[.*; got /);
    }
    expect(fresh.snapshot()).toEqual(before);
    fresh.restore(changed('bestCost', Number.POSITIVE_INFINITY));
    expect(fresh.best.cost).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('what is refused', () => {
  it.each<[string, Partial<Record<keyof CmaEsOptions, unknown>>, string]>([
    ['mean', { mean: [] }, 'CmaEs: mean must be a list of at least one number; got [].'],
    ['mean', { mean: [1, Number.NaN] }, 'CmaEs: mean[1] must be a finite number in [-1e+60, 1e+60]; got NaN.'],
    ['box', { upper: 0.5 }, 'CmaEs: mean[0] must be a finite number in [-1e+60, 0.5]; got 1.'],
    ['sigma', { sigma: 0 }, 'CmaEs: sigma must be a finite number in [1e-60, 1e+60]; got 0.'],
    ['population', { populationSize: 1 }, 'CmaEs: populationSize must be an integer in [2, 100000]; got 1.'],
    ['boundary', { boundary: 'wrap' }, "CmaEs: boundary must be one of 'penalty', 'clip', 'reflect'; got 'wrap'."],
    ['interval', { eigenInterval: 0 }, 'CmaEs: eigenInterval must be an integer in [1, 2147483647]; got 0.'],
    ['tolfun', { tolfun: -1 }, 'CmaEs: tolfun must be a number of at least 0; got -1.'],
    ['restarts', { restarts: { count: 0 } }, 'CmaEs: restarts.count must be an integer in [1, 1000]; got 0.'],
    ['seed', { seed: 0.5 }, 'CmaEs: seed must be an integer in [-9007199254740991, 9007199254740991]; got 0.5.'],
    ['active', { active: 1 }, 'CmaEs: active must be true or false; got 1.'],
  ])('%s', async (_, wrong, message) => {
    expect(await errorOf(() => new CmaEs(options(wrong as Partial<CmaEsOptions>)))).toBe(`ARGUMENT ${message}`);
  });

  it('an unknown option, and eigenInterval where nothing is decomposed', async () => {
    expect(await errorOf(() => new CmaEs({ ...options(), popsize: 3 } as never))).toMatch(/^ARGUMENT CmaEs: options/);
    expect(await errorOf(() => new SepCmaEs(options({ eigenInterval: 1 })))).toMatch(/^ARGUMENT SepCmaEs: options/);
  });

  it('wrong counts and rows that are not finite, and nothing has changed', async () => {
    const es = new CmaEs(options());
    const batch = es.ask();
    const before = es.snapshot();
    const costs = costsOf(batch, sphere);
    const bad = new Batch(8, 4, batch.data.slice().fill(Number.NaN, 9, 10));
    const far = new Batch(8, 4, batch.data.slice().fill(1e200, 9, 10));
    const errors = await Promise.all(
      [
        () => es.tell(batch, costs.slice(1)),
        () => es.tell(Batch.zeros(7, 4), costs.slice(1)),
        () => es.tell(Batch.zeros(8, 3), costs),
        () => es.tell(bad, costs),
        () => es.tell(batch, ['1', ...costs.slice(1)] as never),
        () => es.tell(undefined as never, costs),
        () => es.tell(far, costs),
      ].map(errorOf),
    );
    expect(errors).toEqual([
      `ARGUMENT CmaEs.tell: costs must have 8 numbers, one for each row; got [${costs.slice(1).join(', ')}].`,
      'ARGUMENT CmaEs.tell: candidates must have shape (8, 4), that is (populationSize, genomeDimensions); got (7).',
      'ARGUMENT CmaEs.tell: genomes must have shape (8, 4), that is (rows, genomeDimensions); got (8, 3).',
      'ARGUMENT CmaEs.tell: candidates must be finite; got NaN in row 2, column 1.',
      "ARGUMENT CmaEs.tell: costs[0] must be a number; got '1'.",
      'ARGUMENT CmaEs.tell: candidates must have shape (8, 4), that is (populationSize, genomeDimensions); got (undefined).',
      'NUMERICAL CmaEs.tell: candidates must be nearer to the mean, or numbers would overflow; got 1e+200 in row 2.',
    ]);
    expect(es.snapshot()).toEqual(before);
  });
});
