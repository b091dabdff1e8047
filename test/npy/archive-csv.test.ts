import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, ListBatch, objectSpace } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { archiveFromCsv, archiveToCsv, archiveToNpy } from '../../src/npy/index.ts';
import { errorOf } from '../support/error-of.ts';
import { runs } from '../support/runs.ts';

const domain = defineDomain({
  name: 'walkers',
  genome: { dimensions: 2, lower: -1, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fields: { energy: 'number', path: { size: 2 }, note: 'json' },
  evaluate: ([a, b]) => ({ fitness: a! + b!, descriptor: [a! ** 2, b! ** 2], energy: -a!, path: [b!, 0], note: null }),
});
const { genome, descriptor } = domain;
const problem = { genome, descriptor };
const plain = () => new GridArchive({ domain: problem, cells: [4, 4] });
const withFields = () => new GridArchive({ domain, cells: [4, 4] });
const genomesOf = (archive: GridArchive) => Array.from(archive, (elite) => [...elite.genome]);

describe('archives as CSV', () => {
  it('take no longer than they have columns', () => {
    const box = { dimensions: 20_000, lower: -1, upper: 1 };
    const wide = { genome: box, descriptor };
    const make = () => new GridArchive({ domain: wide, cells: [4, 4] });
    const archive = make();
    archive.add(Batch.zeros(1, 20_000), { fitness: [1], descriptors: [[0, 0]] });
    const start = performance.now();
    const read = make();
    archiveFromCsv(archiveToCsv(archive, wide), read);
    expect(read.size).toBe(1);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it("have pyribs' columns, then fields by name", () => {
    const archive = withFields();
    const results = {
      fitness: [0.75],
      descriptors: [[0.25, 1]],
      fields: { energy: [-0], path: [[1e-7, 2]], note: [{ text: 'a, "b"' }] },
    };
    archive.add(Batch.from([[0.5, 0.1]]), results);
    expect(archiveToCsv(archive, domain)).toBe(
      [
        'solution_0,solution_1,objective,measures_0,measures_1,index,energy,path_0,path_1,note',
        '0.5,0.1,0.75,0.25,1,7,-0,1e-7,2,"{""text"":""a, \\""b\\""""}"',
        '',
      ].join('\n'),
    );
    expect(archiveToCsv(archive, problem).split('\n')[1]).toBe('0.5,0.1,0.75,0.25,1,7');
    expect(archiveToCsv([], problem)).toBe('solution_0,solution_1,objective,measures_0,measures_1,index\n');
  });

  it('come back bit for bit, with their fields', () => {
    const unit = fc.double({ min: -1, max: 1, noNaN: true });
    const row = fc.tuple(unit, unit, fc.double(), fc.string());
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        const genomes = Batch.from(rows.map(([a, b]) => [a, b]));
        const archive = withFields();
        const evaluated = domain.evaluate(genomes.rows === 0 ? Batch.zeros(0, 2) : genomes);
        const own = {
          energy: rows.map(([, , x]) => x),
          path: rows.map(([a, , x]) => [x, a]),
          note: rows.map((r) => r[3]),
        };
        archive.add(genomes.rows === 0 ? Batch.zeros(0, 2) : genomes, { ...evaluated, fields: own });
        const again = withFields();
        const report = archiveFromCsv(archiveToCsv(archive, domain), again);
        expect(report.new).toBe(archive.size);
        expect([...again]).toEqual([...archive]);
      }),
      { numRuns: runs(50) },
    );
  });

  it.each([
    // Columns as pyribs' documentation has them: data(return_type="pandas") of 0.8, with pandas' row names; of 0.10, with a threshold.
    [
      '0.8',
      ',objective,measures_0,measures_1,solution_0,solution_1,index\n0,1.5,0.1,0.9,0.25,-0.5,3\n1,-2.0,0.6,0.6,1e-05,1.0,10\n',
    ],
    [
      '0.10',
      'solution_0,solution_1,objective,measures_0,measures_1,threshold,index\r\n0.25,-0.5,1.5,0.1,0.9,0.0,3\r\n1e-05,1.0,-2.0,0.6,0.6,-inf,10\r\n',
    ],
  ])('are read as pyribs %s orders its columns', (_, text) => {
    const archive = plain();
    expect(archiveFromCsv(text, archive).status).toEqual(['new', 'new']);
    const found = Array.from(archive, ({ cell, fitness, descriptor: at, genome: genes }) => [
      cell,
      fitness,
      ...at,
      ...genes,
    ]);
    expect(found).toEqual([
      [3, 1.5, 0.1, 0.9, 0.25, -0.5],
      [10, -2, 0.6, 0.6, 1e-5, 1],
    ]);
  });

  it('lose no line: what cannot be read is reported as invalid, with its line', () => {
    const archive = plain();
    const lines = [
      'solution_0,solution_1,objective,measures_0,measures_1',
      '0,0,1,0.1,0.1',
      '0,zero,1,0.2,0.3',
      '0,0,1,0.2',
      '0,0,,0.4,0.3',
      '0,7,1,0.4,0.3',
      '"0","0.5",2,0.9,0.9',
    ];
    const { status, reasons } = archiveFromCsv(lines.join('\n'), archive);
    expect(status).toEqual(['new', 'invalid', 'invalid', 'invalid', 'invalid', 'new']);
    expect(reasons.slice(1, 3)).toEqual([
      "line 3: solution_1 must be a number; got 'zero'",
      'line 4 must have 5 values; got 4',
    ]);
    expect(reasons[3]).toMatch(/fitness must be finite/);
    expect(reasons[4]).toMatch(/gene|bounds|genome/i);
    expect(genomesOf(archive)).toEqual([
      [0, 0],
      [0, 0.5],
    ]);
  });

  it('have invalid lines for an archive with fields that the file lacks, or that are no JSON', () => {
    const text = archiveToCsv([], problem).concat('0,0,1,0,0,0\n');
    expect(archiveFromCsv(text, withFields()).reasons[0]).toMatch(/^fields\.energy must/);
    const broken =
      'solution_0,solution_1,objective,measures_0,measures_1,energy,path_0,path_1,note\n0,0,1,0,0,1,1,1,{\n';
    expect(archiveFromCsv(broken, withFields()).reasons[0]).toMatch(/^line 2: note must be JSON/);
  });

  it.each([
    ['', 'have a header'],
    ['solution_0,objective,measures_0,measures_1\n', 'have a column solution_1'],
    ['solution_0,solution_1,objective,measures_0\n', 'have a column measures_1'],
    ['solution_0,solution_1,measures_0,measures_1\n', 'have a column objective'],
    ['solution_0,solution_1,solution_0,objective,measures_0,measures_1\n', 'have one column solution_0'],
    [
      'solution_0,solution_1,solution_2,objective,measures_0,measures_1\n',
      'have no column solution_2, for genomes have 2',
    ],
    ['solution_0,"solution_1\n', 'have a closing quote'],
    ['genome,objective,measures_0,measures_1\n', 'have a column solution_0'],
  ])('are refused where columns do not fit: %j', async (text, rule) => {
    const archive = plain();
    expect(await errorOf(() => archiveFromCsv(text, archive))).toContain(`SNAPSHOT archiveFromCsv: text must ${rule}`);
    expect(archive.size).toBe(0);
  });

  it('are read where a field of their own has the name that a further gene, descriptor or number of a vector would have', () => {
    const fields = { solution_2: 'number', measures_2: 'json', v: { size: 2 }, v_2: 'number' } as const;
    const own = { genome, descriptor, fields };
    const make = () => new GridArchive({ domain: own, cells: [4, 4] });
    const archive = make();
    const values = { solution_2: [5], measures_2: ['six'], v: [[7, 8]], v_2: [9] };
    archive.add(Batch.from([[0.5, 0.1]]), { fitness: [1], descriptors: [[0.2, 0.3]], fields: values });
    const text = archiveToCsv(archive, own);
    const again = make();
    expect(archiveFromCsv(text, again).reasons).toEqual([undefined]);
    expect([...again]).toEqual([...archive]);
  });

  it('of genomes that are no vectors have them as texts of their space, which come back', () => {
    const genomes = ['', 'a', '#b', ' c', 'd,"e"', 'f\r\ng', '7', 'NA', 'true', 'h\n'];
    const texts = objectSpace<string>({ sample: () => '', serialize: (genome) => genome, deserialize: (text) => text });
    const json = objectSpace<string>({ sample: () => '' });
    for (const [space, second] of [
      [texts, 'a,1,0.1,1,"""7"""\n'],
      [json, '"""a""",1,0.1,1,"""7"""\n'],
    ] as const) {
      const box = { dimensions: 1, lower: 0, upper: 1 };
      const of = { genome: space, descriptor: box, fields: { note: 'json' } } as const;
      const make = () => new GridArchive({ domain: of, cells: [10] });
      const archive = make();
      const results = { fitness: genomes.map((_, i) => i), descriptors: genomes.map((_, i) => [i / 10 + 1e-9]) };
      archive.add(new ListBatch(genomes), { ...results, fields: { note: genomes.map(() => '7') } });
      expect(archive.size).toBe(genomes.length);
      const text = archiveToCsv(archive, of);
      expect(text).toContain('genome,objective,measures_0,index,note\n');
      expect(text).toContain(second.replace('0.1', String(0.1 + 1e-9)));
      const again = make();
      expect(archiveFromCsv(text, again).new).toBe(genomes.length);
      expect([...again]).toEqual([...archive]);
    }
  });

  it('of genomes that are no vectors lose no line: what deserialize refuses is invalid, with its line', () => {
    const of = { genome: objectSpace<{ a: number }>({ sample: () => ({ a: 0 }) }), descriptor };
    const archive = new GridArchive({ domain: of, cells: [4, 4] });
    const text = 'genome,objective,measures_0,measures_1\n"{""a"":1}",1,0,0\n{a,1,1,1\n"{""a"":2}",1,1,1\n';
    const { status, reasons } = archiveFromCsv(text, archive);
    expect(status).toEqual(['new', 'invalid', 'new']);
    expect(reasons[1]).toMatch(/^line 3: genome must be a genome \(.*\); got '\{a'$/);
    expect(Array.from(archive, ({ genome }) => genome.a)).toEqual([1, 2]);
  });

  it('of genomes whose deserialize is asynchronous are refused, and its rejection ends nothing', async () => {
    for (const answer of [() => Promise.resolve('a'), () => Promise.reject(new Error('late'))]) {
      const space = objectSpace({ sample: () => 'a', serialize: (genome) => genome, deserialize: answer as never });
      const archive = new GridArchive({ domain: { genome: space, descriptor }, cells: [4, 4] });
      const text = 'genome,objective,measures_0,measures_1\na,1,0,0\nb,2,1,1\n';
      expect(await errorOf(() => archiveFromCsv(text, archive))).toMatch(
        /^ARGUMENT archiveFromCsv: archive\.genome\.deserialize\(\) must be synchronous/,
      );
      expect(archive.size).toBe(0);
    }
  });

  it('are refused in their own name where an elite, a field or an origin is missing or no JSON', async () => {
    const words = { genome: objectSpace({ sample: () => 'a' }), descriptor, fields: { note: 'json' } } as const;
    const bare = { cell: 0, fitness: 1, descriptor: Float64Array.of(0, 0), genome: 'a', fields: { note: 1 } };
    const origin = { id: 0, parents: [], emitter: '', evaluation: 0, seed: 0 };
    const whole = { ...bare, origin };
    const wrong: [unknown, string][] = [
      [bare, 'archive must keep lineage'],
      [null, 'archive[1] must be an object; got null'],
      [undefined, 'archive[1] must be an object'],
      [{ ...whole, fields: undefined }, 'fields.note must be plain JSON; got undefined'],
      [{ ...whole, fields: {} }, 'fields.note must be plain JSON; got undefined'],
      [{ ...whole, fields: { note: Number.NaN } }, 'fields.note must be plain JSON; got NaN'],
      [{ ...whole, origin: null }, 'archive must keep lineage'],
      [{ ...whole, origin: { ...origin, parents: [Number.NaN] } }, 'origin.parents must be plain JSON; got [NaN]'],
    ];
    for (const [elite, rule] of wrong) {
      const list = [whole, elite] as never;
      const error = await errorOf(() => archiveToCsv<string>(list, words, { lineage: true }));
      expect(error).toContain(`ARGUMENT archiveToCsv: ${rule}`);
    }
    expect(await errorOf(() => archiveToNpy([null as never], problem))).toMatch(
      /^ARGUMENT archiveToNpy: archive\[0\] must/,
    );
  });

  it('have origins where they are asked for, which the reader skips', async () => {
    const archive = new GridArchive({ domain: problem, cells: [4, 4], lineage: true });
    const results = {
      fitness: [1, 2],
      descriptors: [
        [0, 0],
        [0.9, 0.9],
      ],
    };
    const origins = { parents: [[], [0, 7]], emitters: ['', 'iso, line'], seeds: [5, 6], evaluations: [0, 1] };
    archive.add(Batch.zeros(2, 2), results, origins);
    const text = archiveToCsv(archive, problem, { lineage: true });
    expect(text.split('\n')).toEqual([
      'solution_0,solution_1,objective,measures_0,measures_1,index,origin_id,origin_parents,origin_emitter,origin_evaluation,origin_seed',
      '0,0,1,0,0,0,0,[],,0,5',
      '0,0,2,0.9,0.9,15,1,"[0,7]","iso, line",1,6',
      '',
    ]);
    expect(archiveToCsv(archive, problem, { lineage: false })).toBe(archiveToCsv(archive, problem));
    const without = plain();
    expect(archiveFromCsv(text, without).new).toBe(2);
    expect(await errorOf(() => archiveToCsv(without, problem, { lineage: true }))).toMatch(
      /^ARGUMENT archiveToCsv: archive must keep lineage/,
    );
    expect(await errorOf(() => archiveToCsv(archive, problem, { lineage: 1 } as never))).toMatch(/lineage must be/);
    expect(await errorOf(() => archiveToCsv(archive, problem, { origins: true } as never))).toMatch(/^ARGUMENT/);
  });

  it('are refused where a genome has no text, or names are taken', async () => {
    const space = { ...objectSpace({ sample: () => 'a' }), serialize: () => 7 as never };
    const elite = { cell: 0, fitness: 1, descriptor: Float64Array.of(0, 0), genome: 'a', fields: {} };
    expect(await errorOf(() => archiveToCsv([elite], { descriptor, genome: space }))).toMatch(
      /^ARGUMENT archiveToCsv: domain.genome.serialize must give a text; got 7/,
    );
    const half = { ...space, deserialize: undefined as never };
    expect(await errorOf(() => archiveToCsv([], { descriptor, genome: half }))).toMatch(/genome.deserialize must be/);
    const other = { ...space, serialize: undefined as never };
    expect(await errorOf(() => archiveToCsv([], { descriptor, genome: other }))).toMatch(/genome.serialize must be/);
    const named = { descriptor, genome: objectSpace({ sample: () => 'a' }), fields: { genome: 'json' } } as const;
    expect(await errorOf(() => archiveToCsv([], named))).toMatch(/^ARGUMENT .*taken; got 'genome'/);
    const taken = { ...problem, fields: { index: 'number' } } as const;
    expect(await errorOf(() => archiveToCsv([], taken))).toMatch(/^ARGUMENT .*taken; got 'index'/);
    expect(await errorOf(() => archiveFromCsv('', {} as never))).toMatch(/^ARGUMENT archiveFromCsv: archive/);
    expect(await errorOf(() => archiveToCsv(7 as never, problem))).toMatch(/^ARGUMENT archiveToCsv: archive/);
  });
});
