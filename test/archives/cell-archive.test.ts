import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  type Admission,
  CellArchive,
  type CellIndex,
  CvtArchive,
  GridArchive,
  gridIndex,
} from '../../src/archives/index.ts';
import { Batch, type Genomes, ListBatch, type Results } from '../../src/core/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { problem } from '../support/domains/small-problem.ts';
import { errorOf } from '../support/error-of.ts';
import { forged } from '../support/forged.ts';

const corners = [
  [0.1, 0.1],
  [0.9, 0.9],
];

// What archiveContract cannot ask of every archive: which error it is, and results that are stranger than a user's.
describe.each<[string, () => CellArchive<Float64Array>]>([
  ['GridArchive', () => new GridArchive({ domain: problem, cells: [4, 3] })],
  ['CvtArchive', () => new CvtArchive({ domain: problem, centroids: corners })],
])('%s', (_, make) => {
  it('adds rows that lie in its own memory, wherever they begin, as it adds copies of them', () => {
    const size = fc.integer({ min: 1, max: 40 });
    const drawn = { seed: fc.integer(), filled: size, rows: size, start: fc.nat({ max: 60 }) };
    const kinds = { listed: fc.boolean(), described: fc.boolean() };
    fc.assert(
      fc.property(fc.record({ ...drawn, ...kinds }), ({ seed, filled, rows, start, listed, described }) => {
        const random = randomStream(seed);
        const uniform = (length: number) => Float64Array.from({ length }, () => random.uniform());
        const results = (length: number) => ({
          fitness: uniform(length),
          descriptors: Array.from({ length }, () => uniform(2)),
        });
        const [archive, twin] = [make(), make()];
        const first: [Batch, Results] = [new Batch(filled, 3, uniform(3 * filled)), results(filled)];
        for (const each of [archive, twin]) each.add(...first);
        const { data } = archive.genomes() as Batch;
        const from = Math.min(start, data.length - 3);
        const length = Math.min(rows, Math.floor((data.length - from) / 3));
        const part = new Batch(length, 3, data.subarray(from, from + 3 * length));
        const found = results(length);
        const given = (batch: Batch): [Genomes<Float64Array>, Results] => {
          const list = Array.from({ length }, (_, i) => batch.row(i));
          const descriptors = described ? list.map((row) => row.subarray(0, 2)) : found.descriptors;
          return [listed ? new ListBatch(list) : batch, { ...found, descriptors }];
        };
        const expected = twin.add(...given(new Batch(length, 3, data.slice(from, from + 3 * length))));
        expect(archive.add(...given(part))).toEqual(expected);
        expect([...archive]).toEqual([...twin]);
      }),
    );
  });

  it('takes descriptors that a worker has cloned, and reads a list by its indices', () => {
    const genomes = Batch.zeros(2, 3);
    const [fitness, rows] = [[1, 2], corners as [number[], number[]]];
    const backwards = { length: 2, 0: rows[0], 1: rows[1], [Symbol.iterator]: () => [rows[1], rows[0]].values() };
    for (const descriptors of [structuredClone(Batch.from(rows)), backwards as unknown as number[][]]) {
      const archive = make();
      expect(archive.add(genomes, { fitness, descriptors }).new).toBe(2);
      expect(archive.get(archive.cellOf(corners[0]!))!.fitness).toBe(1);
    }
  });

  it('refuses wrong shapes and is left as it was', async () => {
    const archive = make();
    const genomes = Batch.from([[0, 0, 0]]);
    archive.add(genomes, { fitness: [1], descriptors: [[0.5, 0.5]] });
    const before = [...archive];
    const bad: [string, Batch, Results][] = [
      ['fitness must have shape (1)', genomes, { fitness: [1, 2], descriptors: [[0.5, 0.5]] }],
      [
        'descriptors must have shape (1, 2), that is (rows, descriptorDimensions); got (0)',
        genomes,
        { fitness: [1], descriptors: [] },
      ],
      ['descriptors must have shape (1, 2)', genomes, { fitness: [1], descriptors: [[1]] }],
      ['descriptors must have shape (1, 2)', genomes, { fitness: [1], descriptors: Batch.zeros(1, 3) }],
      ['reasons must have shape (1)', genomes, { fitness: [1], descriptors: [[1, 1]], reasons: [] }],
      ['genomes must have shape (1, 3)', Batch.zeros(1, 4), { fitness: [1], descriptors: [[1, 1]] }],
      ['fitness must have shape', genomes, undefined as unknown as Results],
    ];
    for (const [rule, rowsOf, results] of bad) {
      const error = await errorOf(() => archive.add(rowsOf, results));
      expect(error).toMatch(/^ARGUMENT /);
      expect(error).toContain(rule);
    }
    expect([...archive]).toEqual(before);
  });

  it('takes what is no number for NaN, not for 0, and keeps the rest of the batch', () => {
    const archive = make();
    const odd = [null, '3', true, [], 1n, Symbol('x'), Object.create(null)] as unknown as number[];
    const genomes = new ListBatch(Array.from({ length: 15 }, (_, i) => [i >= 8 ? odd[i - 8]! : 0, 0, 0])) as never;
    const report = archive.add(genomes, {
      fitness: [1, ...odd, ...new Array(7).fill(1)],
      descriptors: Array.from({ length: 15 }, () => [0.5, 0.5]),
    });
    expect([report.new, report.invalid]).toEqual([1, 14]);
    const descriptors = [null, '3'].map((x) => [0.5, x]) as unknown as number[][];
    expect(archive.add(Batch.zeros(2, 3), { fitness: [9, 9], descriptors }).invalid).toBe(2);
  });

  it('is left as it was by results that fail while they are read', async () => {
    const archive = make();
    const fitness = Object.defineProperty([1, 2], 1, {
      get() {
        throw new Error('gone');
      },
    });
    expect(
      await errorOf(() =>
        archive.add(Batch.zeros(2, 3), {
          fitness,
          descriptors: [
            [0, 0],
            [1, 1],
          ],
        }),
      ),
    ).toContain('gone');
    expect(await errorOf(() => archive.add({ rows: 2 } as never, { fitness: [1], descriptors: [] }))).toContain(
      'have rows and row()',
    );
    expect(
      await errorOf(() =>
        archive.add(Batch.zeros(1, 3), { fitness: [1], descriptors: [[0, 0]], reasons: [5 as never] }),
      ),
    ).toContain('reasons[0] must be a string');
    expect(archive.size).toBe(0);
  });

  it('takes a gene outside its bounds for invalid, with the reason, and keeps the rest of the batch', () => {
    const archive = make();
    const outside = [
      [0, 1.5, 0],
      [0, 0, 0],
      [-1, 1, -0],
      [0, 0, -1 - 2 ** -52],
      [Number.NaN, 7, 0],
      [0, 0, Number.NEGATIVE_INFINITY],
    ];
    const fitness = [9, 1, 2, 9, 9, 9];
    const descriptors = [0.1, 0.1, 0.9, 0.1, 0.1, 0.1].map((x) => [x, x]);
    const report = archive.add(Batch.from(outside), { fitness, descriptors });
    expect(report.status).toEqual(['invalid', 'new', 'new', 'invalid', 'invalid', 'invalid']);
    expect(report.reasons).toEqual([
      'gene 1 must lie in [-1, 1]; got 1.5',
      undefined,
      undefined,
      'gene 2 must lie in [-1, 1]; got -1.0000000000000002',
      'gene 0 must be finite; got NaN',
      'gene 2 must be finite; got -Infinity',
    ]);
    expect([...archive].map((elite) => elite.fitness)).toEqual([1, 2]);
  });

  it('counts valid rows whose descriptor lies outside its space', () => {
    const archive = make();
    const descriptors = [
      [0, 1],
      [1 + 2 ** -52, 1],
      [0.5, -1e-300],
      [Number.NaN, 7],
      [0.5, 0.5],
      [7, 7],
    ];
    const genomes = Batch.zeros(6, 3);
    genomes.data[15] = 5;
    const report = archive.add(genomes, { fitness: [1, 2, 3, 4, 5, 6], descriptors });
    expect([report.invalid, report.outsideDescriptor]).toEqual([2, 2]);
  });

  it('finds the elite of each cell, names the cells that changed, and lists them all, whatever is added and removed', () => {
    const row = fc.record({ place: fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })), fitness: fc.nat({ max: 9 }) });
    const step = fc.oneof({ weight: 4, arbitrary: fc.array(row, { maxLength: 6 }) }, fc.nat({ max: 99 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const archive = make();
        const model = new Map<number, number>();
        for (const one of steps) {
          const { version } = archive.changes(0);
          const changed = new Set<number>();
          if (typeof one === 'number') {
            const cell = one % archive.cells;
            const had = model.delete(cell);
            expect(archive.remove(cell)).toBe(had);
            if (had) expect([...archive.changes(version).cells]).toContain(cell);
          } else {
            const descriptors = one.map(({ place: [x, y] }) => [x / 9, y / 9]);
            archive.add(Batch.zeros(one.length, 3), { fitness: one.map(({ fitness }) => fitness), descriptors });
            for (const [i, { fitness }] of one.entries()) {
              const cell = archive.cellOf(descriptors[i]!);
              if (fitness <= (model.get(cell) ?? -1)) continue;
              model.set(cell, fitness);
              changed.add(cell);
            }
          }
          const named = archive.changes(version).cells;
          // A cell that was empty and stays so may be named or not.
          expect(Array.from(named).filter((cell) => model.has(cell) && !changed.has(cell))).toEqual([]);
          expect([...changed].filter((cell) => model.has(cell) && !named.includes(cell))).toEqual([]);
        }
        for (let cell = 0; cell < archive.cells; cell++) expect(archive.get(cell)?.fitness).toBe(model.get(cell));
        const { cells, fitness, descriptors, genomes } = archive.columns();
        expect([cells.length, fitness.length, descriptors.rows, genomes.rows]).toEqual(new Array(4).fill(model.size));
        expect(new Map(Array.from(cells, (cell, i) => [cell, fitness[i]]))).toEqual(model);
        expect([...archive].map((elite) => elite.cell)).toEqual([...cells]);
        expect(
          Array.from(archive.changes(0).cells)
            .filter((cell) => model.has(cell))
            .sort(),
        ).toEqual([...model.keys()].sort());
      }),
    );
  });

  it('has metrics of what it holds, whatever it held before: they do not drift', () => {
    const row = fc.record({
      cell: fc.constantFrom(...corners),
      fitness: fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 200 }), (rows) => {
        const [long, fresh] = [make(), make()];
        for (const { cell, fitness } of rows) long.add(Batch.zeros(1, 3), { fitness: [fitness], descriptors: [cell] });
        const elites = [...long];
        fresh.add(Batch.from(elites.map((elite) => elite.genome)), {
          fitness: elites.map((elite) => elite.fitness),
          descriptors: elites.map((elite) => elite.descriptor),
        });
        expect(long.metrics()).toEqual(fresh.metrics());
        expect(long.best()).toEqual(fresh.best());
      }),
    );
  });
});

describe("CellArchive, of parts of one's own", () => {
  it('lets in whom its admission says, and tells it who entered', () => {
    const entered: [number, number][] = [];
    // Each cell has a bar that rises half way to what enters, and ignores its elite.
    const bars = new Map<number, number>();
    const admission: Admission = {
      threshold: (cell) => bars.get(cell) ?? 0,
      entered(cell, fitness) {
        entered.push([cell, fitness]);
        bars.set(cell, ((bars.get(cell) ?? 0) + fitness) / 2);
      },
    };
    const index = gridIndex({ descriptor: problem.descriptor, cells: [2, 1] });
    const archive = new CellArchive({ domain: problem, index, admission });
    const descriptors = Array.from({ length: 4 }, () => [0.1, 0.1]);
    const report = archive.add(Batch.zeros(4, 3), { fitness: [-1, 8, 4, 5], descriptors });
    expect(report.status).toEqual(['rejected', 'new', 'rejected', 'improved']);
    expect([...report.improvement]).toEqual([-1, 8, 0, 1]);
    expect(entered).toEqual([
      [0, 8],
      [0, 5],
    ]);
    expect(archive.get(0)?.fitness).toBe(5);
  });

  it('keeps elites in the cells that its index names', () => {
    const index: CellIndex = {
      cells: 2,
      layout: { halves: 'of the sum' },
      find(descriptors, cells) {
        for (let i = 0; i < cells.length; i++) cells[i] = descriptors[2 * i]! + descriptors[2 * i + 1]! < 1 ? 0 : 1;
      },
    };
    const make = () => new CellArchive({ domain: problem, index, name: 'Halves' });
    const archive = make();
    archive.add(Batch.zeros(2, 3), { fitness: [1, 2], descriptors: corners });
    expect([archive.cellOf([0.4, 0.5]), archive.cellOf([0.6, 0.5])]).toEqual([0, 1]);
    expect([archive.get(0)?.fitness, archive.get(1)?.fitness, archive.geometry()]).toEqual([1, 2, undefined]);
    const again = make();
    again.restore(archive.snapshot());
    expect([...again]).toEqual([...archive]);
    expect(() => new GridArchive({ domain: problem, cells: [2, 1] }).restore(archive.snapshot())).toThrow(
      'kind GridArchive',
    );
  });
});

it('holds whatever is finite beside an infinite bound, and keeps to the bound given', () => {
  const genome = { dimensions: 3, lower: [Number.NEGATIVE_INFINITY, 0, 0], upper: Number.POSITIVE_INFINITY };
  const archive = new GridArchive({ domain: { ...problem, genome }, cells: [9, 9] });
  // What the archive was made for counts, not what becomes of it.
  genome.lower[1] = -9;
  const genomes = Batch.from([
    [-Number.MAX_VALUE, Number.MAX_VALUE, 0],
    [Number.NEGATIVE_INFINITY, 0, 0],
    [0, -1, 0],
  ]);
  const descriptors = [0.1, 0.5, 0.9].map((x) => [x, x]);
  expect(archive.add(genomes, { fitness: [1, 1, 1], descriptors }).reasons).toEqual([
    undefined,
    'gene 0 must be finite; got -Infinity',
    'gene 1 must lie in [0, Infinity]; got -1',
  ]);
});

it('restores no elite outside the box of the genomes, and is as it was', async () => {
  const archive = new GridArchive({ domain: problem, cells: [4, 3] });
  archive.add(Batch.from([[-1, 0, 1]]), { fitness: [1], descriptors: [[0.5, 0.5]] });
  const before = archive.snapshot();
  const stored = (gene: number): Uint8Array =>
    forged(before, ({ tensors }) => {
      (tensors.get('elites.genome')!.data as Float64Array)[1] = gene;
    });
  archive.restore(stored(1));
  archive.restore(before);
  for (const gene of [2, -1.5]) {
    expect(await errorOf(() => archive.restore(stored(gene)))).toBe(
      `SNAPSHOT GridArchive.restore: bytes must have genomes inside their box; got ${gene}.`,
    );
  }
  for (const gene of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(await errorOf(() => archive.restore(stored(gene)))).toMatch(
      /^SNAPSHOT .*finite numbers in elites.genome; got /,
    );
  }
  expect(archive.snapshot()).toEqual(before);
});

it('is left as it was where there is no memory for more elites', async () => {
  const archive = new GridArchive({ domain: problem, cells: [200, 1] });
  const rows = (start: number, count: number): [Batch, Results] => [
    Batch.from(Array.from({ length: count }, (_, i) => [(start + i) / 200, 0, 0])),
    {
      fitness: new Array(count).fill(start),
      descriptors: Array.from({ length: count }, (_, i) => [(start + i) / 200, 0]),
    },
  ];
  archive.add(...rows(0, 60));
  const before = [...archive];
  const given = rows(30, 70);
  class Scarce extends Float64Array {
    constructor(...size: [never]) {
      if ((size[0] as number) > 500) throw new RangeError('Array buffer allocation failed');
      super(...size);
    }
  }
  vi.stubGlobal('Float64Array', Scarce);
  try {
    expect(() => archive.add(...given)).toThrow('Array buffer allocation failed');
  } finally {
    vi.unstubAllGlobals();
  }
  expect([...archive]).toEqual(before);
  expect(archive.add(...given)).toMatchObject({ new: 40, improved: 30 });
});
