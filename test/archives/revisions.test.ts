import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Admission, CellArchive, GridArchive, gridIndex } from '../../src/archives/index.ts';
import { Batch, type Results } from '../../src/core/index.ts';
import { errorOf } from '../support/error-of.ts';
import { runs } from '../support/runs.ts';

const unit = { dimensions: 1, lower: 0, upper: 1 };
const plain = { genome: unit, descriptor: unit, fitnessFloor: -100 };
const noisy = { ...plain, noisy: true };

const make = (domain: typeof plain & { noisy?: boolean }): GridArchive => new GridArchive({ domain, cells: [10] });
const found = (fitness: number, place: number): Results => ({ fitness: [fitness], descriptors: [[place]] });
const add = (archive: GridArchive, fitness: number, place: number, gene = place) =>
  archive.add(Batch.from([[gene]]), found(fitness, place));
const idOf = (archive: GridArchive, cell: number): number =>
  archive.ids()[[...archive].findIndex((elite) => elite.cell === cell)]!;

/** Evaluates the elite of a cell again. */
const revise = (archive: GridArchive, cell: number, fitness: number, place: number) =>
  archive.revise([idOf(archive, cell)], found(fitness, place));

it('revises the elites whose ids were given, although ids() changes while they move', () => {
  const archive = new GridArchive({ domain: plain, cells: [4] });
  const places = [[0.1], [0.4], [0.6], [0.9]];
  archive.add(Batch.from(places), { fitness: [1, 2, 3, 4], descriptors: places });
  // The first leaves its cell for that of a better one, and is dropped: the last takes its row.
  archive.revise(archive.ids(), { fitness: [1, 20, 30, 40], descriptors: [[0.4], [0.4], [0.6], [0.9]] });
  expect(Array.from(archive, ({ genome, fitness }) => [genome[0], fitness]).sort()).toEqual([
    [0.4, 20],
    [0.6, 30],
    [0.9, 40],
  ]);
});

it('takes nothing for an id that is none', () => {
  const archive = make(plain);
  add(archive, 1, 0.05);
  for (const id of [null, '0', false]) {
    expect(archive.revise([id] as never, found(9, 0.05)).status).toEqual(['rejected']);
  }
  expect(archive.get(0)!.fitness).toBe(1);
});

describe('revise, without noise', () => {
  it('takes what was told last, and moves an elite to its new cell, which leaves the old one empty', () => {
    const archive = make(plain);
    add(archive, 1, 0.05);
    expect(revise(archive, 0, 3, 0.35)).toMatchObject({ revised: 1, status: ['revised'], cell: Int32Array.of(3) });
    expect(archive.get(0)).toBeUndefined();
    expect(archive.get(3)).toMatchObject({ fitness: 3, genome: Float64Array.of(0.05) });
    revise(archive, 3, -5, 0.35);
    expect(archive.get(3)?.fitness).toBe(-5);
  });

  it('drops an elite that moves to a cell whose elite is as good, and lets it replace one that is worse', () => {
    const archive = make(plain);
    for (const place of [0.05, 0.15, 0.25]) add(archive, 1, place);
    expect(revise(archive, 0, 1, 0.15).status).toEqual(['rejected']);
    expect([archive.size, archive.get(1)?.genome[0]]).toEqual([2, 0.15]);
    expect(revise(archive, 1, 2, 0.25).status).toEqual(['revised']);
    expect([archive.size, archive.get(2)?.genome[0]]).toEqual([1, 0.15]);
  });

  it('drops results of elites that have left, and keeps one whose evaluation failed', () => {
    const archive = make(plain);
    add(archive, 1, 0.05);
    const id = idOf(archive, 0);
    expect(revise(archive, 0, Number.NaN, 0.05)).toMatchObject({ invalid: 1, status: ['invalid'] });
    expect(archive.get(0)?.fitness).toBe(1);
    add(archive, 2, 0.05, 0.06);
    expect(archive.revise([id], found(9, 0.05)).status).toEqual(['rejected']);
    expect(archive.get(0)).toMatchObject({ fitness: 2, genome: Float64Array.of(0.06) });
  });
});

describe('revise', () => {
  it('counts rows below the floor and outside the space of descriptors as add does', () => {
    for (const domain of [plain, noisy]) {
      const archive = make(domain);
      add(archive, 1, 0.05);
      const [id] = archive.ids();
      const results = { fitness: [-101, 1, -101, Number.NaN], descriptors: [[0.05], [-1], [0.05], [2]] };
      const { belowFloor, outsideDescriptor } = archive.revise([id!, id!, 99, 99], results);
      expect({ belowFloor, outsideDescriptor }).toEqual({ belowFloor: 2, outsideDescriptor: 1 });
      expect(make(domain).add(Batch.zeros(4, 1), results)).toMatchObject({ belowFloor, outsideDescriptor });
    }
  });

  it.each([
    ['index', 'gives', 'ARGUMENT CellArchive.revise: what index.find() writes must be cells in [0, 9]; got 10.'],
    ['threshold', 'gives', 'ARGUMENT CellArchive.revise: what admission.threshold() gives must be a number; got NaN.'],
    ['threshold', 'throws', 'gone'],
    ['entered', 'throws', 'gone'],
  ])(
    'leaves elites and challengers as they were before the row for which %s %s what it must not',
    async (part, how, rule) => {
      for (const domain of [plain, noisy]) {
        let broken = '';
        const fail = (): number => {
          if (how === 'throws') throw new Error('gone');
          return part === 'index' ? 10 : Number.NaN;
        };
        const grid = gridIndex({ descriptor: unit, cells: [10] });
        const index = {
          ...grid,
          find(descriptors: Float64Array, cells: Int32Array): void {
            grid.find(descriptors, cells);
            if (broken === 'index' && descriptors[0]! > 0.5) cells[0] = fail();
          },
        };
        const admission: Admission = {
          threshold: (_cell, elite = Number.NEGATIVE_INFINITY) => (broken === 'threshold' ? fail() : elite),
          entered: () => void (broken === 'entered' ? fail() : 0),
        };
        const archive = new CellArchive({ domain, index, admission });
        const ids = (): number[] =>
          [0.15, 0.05].map((place) => archive.ids()[[...(archive.genomes() as Batch).data].indexOf(place)]!);
        for (const place of [0.05, 0.15, 0.95]) archive.add(Batch.from([[place]]), found(1, place));
        broken = part;
        const two = { fitness: [7, 9], descriptors: [[0.15], [1.9]] };
        const twin = new CellArchive({ domain, index: grid });
        twin.restore(archive.snapshot());
        twin.revise(ids().slice(0, 1), found(7, 0.15));
        expect(await errorOf(() => archive.revise(ids(), two))).toContain(rule);
        broken = '';
        expect([...archive]).toEqual([...twin]);
        expect(archive.snapshot()).toEqual(twin.snapshot());
        for (const each of [archive, twin]) each.revise(ids(), two);
        expect(archive.snapshot()).toEqual(twin.snapshot());
      }
    },
  );

  it('finds elites by id wherever they went, and none that has left', () => {
    const step = fc.record({ act: fc.nat({ max: 3 }), place: fc.nat({ max: 9 }), fitness: fc.nat({ max: 9 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom(plain, noisy), (steps, domain) => {
        const archive = make(domain);
        let given = 0;
        for (const { act, place, fitness } of steps) {
          if (act === 0) archive.remove(place);
          else if (act === 1 && archive.size > 0)
            archive.revise([archive.ids()[place % archive.size]!], found(fitness, fitness / 9));
          else {
            archive.add(Batch.from([[place / 9], [place / 9]]), {
              fitness: [fitness, 9 - fitness],
              descriptors: [[place / 9], [place / 9]],
            });
            given += 2;
          }
          if (act === 3) archive.restore(archive.snapshot());
          const twin = make(domain);
          twin.restore(archive.snapshot());
          const ids = Array.from({ length: given }, (_, i) => i);
          const results = { fitness: ids, descriptors: ids.map((id) => [(id % 10) / 9]) };
          const copy = make(domain);
          copy.restore(archive.snapshot());
          const known = new Set([...twin.ids(), ...twin.uncertain(99, new Set()).ids]);
          for (const id of ids) expect(known.has(id) || twin.revise([id], found(1e9, 0.05)).rejected === 1).toBe(true);
          expect([...twin]).toEqual([...copy]);
          twin.revise(ids, results);
          for (const [i, id] of ids.entries()) copy.revise([id], found(i, (id % 10) / 9));
          expect(twin.snapshot()).toEqual(copy.snapshot());
        }
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('an archive of a noisy domain', () => {
  it('keeps means and squares finite, whatever finite numbers it is told, and can be written', () => {
    const most = Number.MAX_VALUE;
    const archive = make({ ...noisy, fitnessFloor: -most });
    add(archive, -most, 0.05);
    revise(archive, 0, most, 0.05);
    expect(archive.get(0)).toMatchObject({ fitness: 0, repeats: { evaluations: 2 } });
    expect(Number.isFinite(archive.get(0)!.repeats!.deviation)).toBe(true);
    revise(archive, 0, most, most);
    revise(archive, 9, -most, -most);
    const again = GridArchive.fromBytes(archive.toBytes());
    expect([...again]).toEqual([...archive]);
  });

  it('evaluates those again first that were tried least often, those that always fail too', () => {
    const archive = make(noisy);
    for (const place of [0.05, 0.15, 0.25]) add(archive, 1, place);
    const first = (of: GridArchive): number => of.uncertain(1, new Set()).ids[0]!;
    expect(first(archive)).toBe(0);
    expect(archive.revise([0], found(Number.NaN, 0)).invalid).toBe(1);
    expect(first(archive)).toBe(1);
    revise(archive, 1, 1, 0.15);
    expect(first(archive)).toBe(2);
    expect(first(GridArchive.fromBytes(archive.toBytes())), 'from its file').toBe(2);
    revise(archive, 2, 1, 0.25);
    expect(first(archive)).toBe(0);
    expect(archive.get(0)?.repeats?.evaluations).toBe(1);
  });

  it('takes memory for the rows that it names', () => {
    const archive = new GridArchive({ domain: noisy, cells: [100] });
    for (let i = 0; i < 100; i++) add(archive, 1, (i + 0.5) / 100);
    expect(archive.uncertain(80, new Set()).ids.buffer.byteLength).toBe(80 * 8);
  });

  it('refuses a number of rows that is none', async () => {
    const archive = make(noisy);
    for (const count of [Number.NaN, -1, 1.5, '3', undefined]) {
      expect(await errorOf(() => archive.uncertain(count as number, new Set()))).toMatch(
        /^ARGUMENT GridArchive.uncertain: count must be an integer in /,
      );
    }
    expect(await errorOf(() => archive.uncertain(1, undefined as never))).toMatch(
      /^ARGUMENT GridArchive.uncertain: out/,
    );
  });

  it('keeps mean, number and standard deviation of all evaluations of an elite', () => {
    const numbers = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(numbers, (fitness) => {
        const archive = make(noisy);
        add(archive, fitness[0]!, 0.05);
        for (const one of fitness.slice(1)) revise(archive, 0, one, 0.05);
        const mean = fitness.reduce((sum, x) => sum + x, 0) / fitness.length;
        const variance = fitness.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (fitness.length - 1);
        const elite = archive.get(0)!;
        expect(elite.fitness).toBeCloseTo(mean, 9);
        expect(elite.repeats!.evaluations).toBe(fitness.length);
        expect(elite.repeats!.deviation).toBeCloseTo(Math.sqrt(variance), 9);
      }),
    );
    const archive = make(noisy);
    add(archive, 1, 0.05);
    expect(archive.get(0)?.repeats).toEqual({ evaluations: 1, deviation: Number.NaN });
  });

  it('puts an elite where the mean of its descriptors belongs', () => {
    const archive = make(noisy);
    add(archive, 1, 0.05);
    revise(archive, 0, 1, 0.09);
    expect(archive.get(0)?.descriptor[0]).toBeCloseTo(0.07, 12);
    revise(archive, 0, 1, 0.9);
    expect(archive.get(0)).toBeUndefined();
    expect(archive.get(3)?.descriptor[0]).toBeCloseTo((0.05 + 0.09 + 0.9) / 3, 12);
  });

  it('lets a newcomer replace an elite once it was evaluated as often, and only as long as it is better', () => {
    const archive = make(noisy);
    add(archive, 0, 0.05, 0.01);
    for (const fitness of [0.1, -0.1]) revise(archive, 0, fitness, 0.05);
    // The standard error of the difference is 0.1 √(1/1 + 1/3) = 0.12 for a row of one evaluation.
    expect(add(archive, 0.1, 0.05, 0.02).status).toEqual(['rejected']);
    expect(add(archive, 5, 0.05, 0.03).status).toEqual(['challenging']);
    expect(add(archive, 9, 0.05, 0.04).status, 'one at a time').toEqual(['rejected']);
    const challenger = archive.uncertain(1, new Set());
    expect(challenger.genomes.row(0)[0]).toBe(0.03);
    expect(archive.revise(challenger.ids, found(5, 0.05)).status).toEqual(['challenging']);
    expect(archive.get(0)?.genome[0]).toBe(0.01);
    expect(archive.revise(challenger.ids, found(2, 0.05))).toMatchObject({ improved: 1, status: ['improved'] });
    expect(archive.get(0)).toMatchObject({ fitness: 4, genome: Float64Array.of(0.03), repeats: { evaluations: 3 } });

    expect(add(archive, 20, 0.05, 0.05).status).toEqual(['challenging']);
    const other = archive.uncertain(1, new Set()).ids;
    expect(archive.revise(other, found(-30, 0.05)).status).toEqual(['rejected']);
    expect(archive.get(0)?.genome[0]).toBe(0.03);
  });

  it('names the elites and challengers with the fewest evaluations, the oldest first, but none that is out', () => {
    const archive = make(noisy);
    for (const place of [0.05, 0.15, 0.25]) add(archive, 1, place);
    revise(archive, 0, 1, 0.05);
    add(archive, 7, 0.05, 0.5);
    const genes = (count: number, out: number[] = []): number[] => {
      const { ids, genomes } = archive.uncertain(count, new Set(out));
      expect(ids.length).toBe(genomes.rows);
      return Array.from(ids, (_, i) => genomes.row(i)[0]!);
    };
    expect(genes(9)).toEqual([0.15, 0.25, 0.5, 0.05]);
    expect(genes(2)).toEqual([0.15, 0.25]);
    expect(genes(2, [idOf(archive, 1)])).toEqual([0.25, 0.5]);
    expect(genes(0)).toEqual([]);
    const still = make(plain);
    add(still, 1, 0.05);
    expect(still.uncertain(5, new Set()).ids).toHaveLength(0);
  });

  it('adds a batch as it adds its rows one by one, and as one that was read from its file, whatever was removed before', () => {
    const row = fc.record({ fitness: fc.nat({ max: 20 }), place: fc.nat({ max: 2 }) });
    const batch = fc.array(row, { minLength: 1, maxLength: 6 });
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ act: fc.constant('add' as const), rows: batch }) },
      { weight: 3, arbitrary: fc.record({ act: fc.constant('revise' as const), row, at: fc.nat({ max: 2 }) }) },
      { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), cell: fc.nat({ max: 2 }) }) },
    );
    const small = (): GridArchive => new GridArchive({ domain: noisy, cells: [3] });
    const state = (archive: GridArchive): unknown => [[...archive], archive.uncertain(99, new Set())];
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const [whole, single] = [small(), small()];
        for (const one of steps) {
          const again = GridArchive.fromBytes(whole.toBytes());
          for (const archive of [whole, single, again]) {
            if (one.act === 'remove') archive.remove(one.cell);
            else if (one.act === 'revise') {
              const id = archive.ids()[one.at % archive.size];
              if (id !== undefined) archive.revise([id], found(one.row.fitness, one.row.place / 2));
            } else if (archive === single) {
              for (const { fitness, place } of one.rows) add(archive, fitness, place / 2);
            } else {
              const places = one.rows.map(({ place }) => [place / 2]);
              archive.add(Batch.from(places), { fitness: one.rows.map(({ fitness }) => fitness), descriptors: places });
            }
          }
          expect(state(whole)).toEqual(state(single));
          expect(again.toBytes()).toEqual(whole.toBytes());
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('keeps repeats and challengers in its file', () => {
    const archive = make(noisy);
    add(archive, 1, 0.05);
    revise(archive, 0, 1, 0.05);
    add(archive, 7, 0.05, 0.5);
    const again = GridArchive.fromBytes(archive.toBytes());
    expect([...again]).toEqual([...archive]);
    expect(again.uncertain(9, new Set())).toEqual(archive.uncertain(9, new Set()));
    expect(again.toBytes()).toEqual(archive.toBytes());
  });

  it('lets a row into a cell that was emptied as into one that was always empty', () => {
    const emptied = make(noisy);
    add(emptied, 1, 0.05);
    revise(emptied, 0, 1.5, 0.05);
    emptied.remove(0);
    const two = Batch.from([[0.25], [0.25]]);
    const results = { fitness: [1, 2], descriptors: [[0.25], [0.25]] };
    const report = { status: ['new', 'improved'] };
    expect(emptied.add(two, results)).toMatchObject(report);
    expect(make(noisy).add(two, results)).toMatchObject(report);
  });
});
