import { describe, expect, it } from 'vitest';
import { encodeCheckpoint } from '../../src/cli/illumination/run-checkpoint.ts';
import { contentSentence } from '../../src/explorer/files/file-content.ts';
import { readFile } from '../../src/explorer/files/read-file.ts';
import { changedRows, type ExplorerArchive } from '../../src/explorer/index.ts';
import {
  Batch,
  CategoricalArchive,
  CvtArchive,
  DataDrivenEncoding,
  DnsArchive,
  defineDomain,
  GridArchive,
  IsoLineMutation,
  ListBatch,
  MapElites,
  objectSpace,
  planarArm,
  run,
} from '../../src/index.ts';
import { archiveToCsv, archiveToNpy, encodeNpy } from '../../src/npy/index.ts';
import { LinearEncoding } from '../../src/pca/index.ts';

const domain = planarArm({ joints: 3 });
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function filled(): Promise<{ archive: GridArchive; search: MapElites }> {
  const archive = new GridArchive({ domain, cells: [8, 8] });
  const search = new MapElites({ domain, archive, variation: new IsoLineMutation(), seed: 1 });
  await run(search, { evaluations: 300 });
  return { archive, search: search as MapElites };
}

async function archiveIn(name: string, bytes: Uint8Array, like?: ExplorerArchive): Promise<ExplorerArchive> {
  const [content] = await readFile(name, bytes, like);
  if (content === undefined || !('archive' in content)) throw new Error('no archive');
  return content.archive;
}

const fitnessOf = (archive: ExplorerArchive): number[] =>
  Array.from(changedRows(archive, 0).rows.fitness)
    .filter((value) => !Number.isNaN(value))
    .sort();

describe('a file that is dropped', () => {
  it('as npy and CSV lies in the cells that are shown, else in a grid', async () => {
    const { archive } = await filled();
    const wanted = fitnessOf(archive);
    for (const bytes of [archiveToNpy(archive, domain), bytesOf(archiveToCsv(archive, domain))]) {
      const like = await archiveIn('a', bytes, archive);
      expect([like.cells, fitnessOf(like)]).toEqual([64, wanted]);
      expect(await archiveIn('a', bytes)).toMatchObject({ cells: 2500, descriptor: { lower: [0, 0], upper: [1, 1] } });
    }
    const centroids = new CvtArchive({
      domain,
      centroids: Batch.from([
        [0, 0],
        [1, 1],
      ]),
    });
    expect((await archiveIn('a', archiveToNpy(archive, domain), centroids)).cells).toBe(2);
  });

  it('of an archive is that archive, also in a snapshot of its search', async () => {
    const { archive, search } = await filled();
    for (const bytes of [archive.toBytes(), search.snapshot()]) {
      const found = await archiveIn('a', bytes);
      expect([found.geometry!(), fitnessOf(found)]).toEqual([archive.geometry(), fitnessOf(archive)]);
    }
  });

  it('that is a checkpoint of `elites illuminate` has an archive for each search, by name', async () => {
    const { search } = await filled();
    const options = {
      module: undefined,
      joints: 3,
      evaluations: 300,
      seed: 1,
      checkpoint: 30,
      finish: false,
      out: 'runs',
    };
    const plan = { ...options, algorithm: ['line', 'iso'] };
    const bytes = encodeCheckpoint({ plan, searches: [search.snapshot(), search.snapshot()] });
    expect((await readFile('a', bytes, undefined)).map(({ name }) => name)).toEqual(['line (a)', 'iso (a)']);
    const none = encodeCheckpoint({ plan, searches: [] });
    await expect(readFile('a', none, undefined)).rejects.toThrow(/^a: file must hold an archive of this package/);
  });

  it('of an archive whose cells have no place lies in a grid', async () => {
    const { archive } = await filled();
    const dns = new DnsArchive({ domain, capacity: 10 });
    dns.add(archive.genomes(), archive.columns());
    expect((await archiveIn('a', dns.toBytes())).cells).toBe(2500);
    expect((await archiveIn('a', dns.toBytes(), archive)).cells).toBe(64);
  });

  it('as CSV with genomes that are no vectors is read by the space that is shown, and refused where there is none', async () => {
    const genome = objectSpace<{ a: number }>({ sample: () => ({ a: 0 }) });
    const own = { genome, descriptor: { dimensions: 2, lower: 0, upper: 1 } };
    const archive = new GridArchive({ domain: own, cells: [4, 4] });
    archive.add(new ListBatch([{ a: 1 }, { a: 2 }]), {
      fitness: [1, 2],
      descriptors: [
        [0, 0],
        [1, 1],
      ],
    });
    const bytes = bytesOf(archiveToCsv(archive, own));
    const found = await archiveIn('a', bytes, archive as never);
    expect(Array.from(found, (elite) => elite.genome)).toEqual([{ a: 1 }, { a: 2 }]);
    for (const like of [undefined, (await filled()).archive])
      await expect(readFile('a', bytes, like)).rejects.toThrow(
        /^a: file must have vectors, solution_0 …: other genomes/,
      );
  });

  it('as CSV of genomes that are no vectors has these, also where a field is called solution_0', async () => {
    const genome = objectSpace<{ a: number }>({ sample: () => ({ a: 0 }) });
    const fields = { solution_0: 'number' } as const;
    const own = { genome, descriptor: { dimensions: 2, lower: 0, upper: 1 }, fields };
    const archive = new GridArchive({ domain: own, cells: [4, 4] });
    archive.add(new ListBatch([{ a: 1 }]), { fitness: [1], descriptors: [[0, 0]], fields: { solution_0: [7] } });
    const found = await archiveIn('a', bytesOf(archiveToCsv(archive, own)), archive as never);
    expect(Array.from(found, (elite) => [elite.genome, elite.fields])).toEqual([[{ a: 1 }, { solution_0: 7 }]]);
  });

  it('as CSV with origins has no fields of these', async () => {
    const space = { genome: domain.genome, descriptor: domain.descriptor, fields: { origin_x: 'number' } } as const;
    const archive = new GridArchive({ domain: space, cells: [4, 4], lineage: true });
    archive.add(Batch.zeros(1, 3), { fitness: [1], descriptors: [[0, 0]], fields: { origin_x: [2] } });
    const text = archiveToCsv(archive, space, { lineage: true });
    expect(text).toContain('origin_id,origin_parents,origin_emitter,origin_evaluation,origin_seed');
    const found = await archiveIn('a', bytesOf(text), archive);
    expect(Array.from(found, ({ fields }) => fields)).toEqual([{ origin_x: 2 }]);
  });

  it('keeps columns of numbers of a CSV file', async () => {
    const own = defineDomain({
      name: 'own',
      genome: domain.genome,
      descriptor: domain.descriptor,
      fields: { energy: 'number' },
      evaluate: () => ({ fitness: 0, descriptor: [0, 0], energy: 1 }),
    });
    const archive = new GridArchive({ domain: own, cells: [2, 2] });
    archive.add(Batch.from([[0, 0, 0]]), { fitness: [1], descriptors: [[0.2, 0.3]], fields: { energy: [7] } });
    const found = await archiveIn('a', bytesOf(archiveToCsv(archive, own)), archive);
    expect(changedRows(found, 0).rows.fields).toEqual({ energy: [7] });
  });

  it('of an encoding is that encoding', async () => {
    const mean = new Float64Array(2);
    const phenotype = { dimensions: 2, lower: -1, upper: 1 };
    const linear = new LinearEncoding({
      mean,
      components: Batch.from([[1, 0]]),
      deviations: Float64Array.of(1),
      phenotype,
    });
    const [content] = await readFile('a', linear.toBytes(), undefined);
    expect(content).toMatchObject({ name: 'a', encoding: { genome: { dimensions: 1 } } });
    expect(() => DataDrivenEncoding.fromBytes(linear.toBytes())).toThrow();
  });
});

describe('what is said of a file', () => {
  const said = async (name: string, text: string, like?: ExplorerArchive): Promise<string> =>
    (await readFile(name, bytesOf(text), like)).map(contentSentence).join(' ');
  const header = 'solution_0,objective,measures_0,measures_1\n';
  const shown = () => new GridArchive({ domain, cells: [2, 2] });

  it('is how many elites it holds', async () => {
    expect(await said('a', `${header}1,2,0.1,0.1\n`)).toBe('a: 1 elite.');
    expect(await said('a', `${header}1,2,0.1,0.1\n1,2,0.9,0.9\n`)).toBe('a: 2 elites.');
  });

  it('is which rows are left out, not shown, or outside the space, and why', async () => {
    const rows = ['1,2,0.1,0.1', '1,2,abc,0.1', '1,2,0.1', '1,1,0.2,0.2', '1,1,0.9,1e300', '1,,0.9,0.1'];
    const text = [
      'a: 2 elites of 6 rows',
      "3 left out (the first: line 3: measures_0 must be a number; got 'abc')",
      '1 not shown, since elites as fit or fitter are in their cells',
      '1 outside the descriptor space, in cells at its edge.',
    ];
    expect(await said('a', `${header}${rows.join('\n')}`, shown())).toBe(text.join('; '));
    expect(await said('a', `${header}1,,0.9,0.1\n1,1,0.9,0.1`, shown())).toContain(
      '(the first: row 1: fitness must be finite',
    );
  });

  it('has the name of the file, short and without characters that cannot be seen', async () => {
    const name = `\u202e${'x'.repeat(200)}.csv`;
    expect(await said(name, `${header}1,2,0.1,0.1\n`)).toMatch(/^\\u\{202e\}x{50,60}\.\.\.: 1 elite\.$/);
    await expect(said(name, '')).rejects.toThrow(/^\\u\{202e\}x{50,60}\.\.\.: file must/);
  });
});

/** Rows of a table of two genes, of an archive of 2500 cells. */
const manyRows = Array.from({ length: 60_000 }, (_, i) => [(i * 7919) % 60_000, i / 6e4, (i % 251) / 251, 0, 1]);
const tables: [string, Uint8Array][] = [
  ['npy', encodeNpy({ shape: [manyRows.length, 5], data: Float64Array.from(manyRows.flat()) })],
  ['CSV', bytesOf(`objective,measures_0,measures_1,solution_0,solution_1\n${manyRows.join('\n')}`)],
];

it.each(tables)('the page answers, and is told how far it is, while a large %s file is read', async (_, bytes) => {
  const told: string[] = [];
  let answers = 0;
  const timer = setInterval(() => answers++, 1);
  const [content] = await readFile('a', bytes, undefined, (text) => told.push(text));
  clearInterval(timer);
  expect(answers).toBeGreaterThan(0);
  expect(told[0]).toMatch(/^a: (reading|[\d,]+ rows (read|put into cells)) …$/);
  // In parts as all at once.
  const whole = new GridArchive({
    domain: { genome: { dimensions: 2, lower: -1, upper: 1 }, descriptor: { dimensions: 2, lower: 0, upper: 1 } },
    cells: [50, 50],
  });
  const [genomes, descriptors] = [
    Batch.from(manyRows.map((row) => row.slice(3))),
    manyRows.map((row) => row.slice(1, 3)),
  ];
  whole.add(genomes, { fitness: manyRows.map(([fitness]) => fitness!), descriptors });
  expect(fitnessOf((content as { archive: ExplorerArchive }).archive)).toEqual(fitnessOf(whole));
});

it('an archive whose space writes genomes by functions of its own is read by the space that is shown, with its fields', async () => {
  const own = objectSpace<Set<number>>({
    sample: () => new Set(),
    serialize: (set) => [...set].join(),
    deserialize: (text) => new Set(text.split(',').map(Number)),
  });
  const unit = { dimensions: 1, lower: 0, upper: 1 };
  const fields = { weight: 'number', path: { size: 2 } } as const;
  const archive = new GridArchive({
    domain: { genome: own, descriptor: unit, fitnessFloor: -1, noisy: true, fields },
    cells: [4],
    lineage: true,
  });
  const results = { fitness: [1], descriptors: [[0.3]], fields: { weight: [5], path: [[1, 2]] } };
  archive.add(new ListBatch([new Set([1, 2])]), results);
  const [elite] = await archiveIn('a', archive.toBytes(), { ...archive, genome: own } as never);
  expect(elite).toMatchObject({ genome: new Set([1, 2]), fields: { weight: 5, path: Float64Array.of(1, 2) } });
  await expect(archiveIn('a', archive.toBytes())).rejects.toThrow(
    'a: file must hold genomes that are vectors or plain JSON: others are read where the archive that is shown has such',
  );
});

it('a table lies in cells that are shown of categories beside numbers', async () => {
  const mixed = new CategoricalArchive({
    domain: { genome: domain.genome, descriptor: { dimensions: 2, lower: 0, upper: [1, 2] } },
    categories: [4, ['cave', 'crypt', 'swamp']],
  });
  const rows = [
    [0, 0.1, 2],
    [1, 0.9, 0],
    [2, 0.6, 1],
  ]; // fitness, descriptors
  const genes = Array(domain.genome.dimensions).fill(0.5);
  const data = Float64Array.from(rows.flatMap((row) => [...row, ...genes]));
  const { cells, ...table } = await archiveIn('a', encodeNpy({ shape: [3, 3 + genes.length], data }), mixed);
  expect(cells).toBe(12);
  expect(Array.from(table, ({ cell }) => cell).sort()).toEqual(rows.map(([, ...at]) => mixed.cellOf(at)).sort());
  expect(table.geometry?.()).toEqual(mixed.geometry());
});

it('the first row that is left out is told with its place in the file', async () => {
  const rows = manyRows.map((row) => row.slice());
  rows[30_000]![0] = Number.NaN;
  const bytes = encodeNpy({ shape: [rows.length, 5], data: Float64Array.from(rows.flat()) });
  const [content] = await readFile('a', bytes, undefined);
  expect(contentSentence(content!)).toMatch(
    /of 60,000 rows; 1 left out \(the first: row 30001: fitness must be finite/,
  );
});

it('a table with most descriptors outside what is shown lies in a grid of its own', async () => {
  const { archive } = await filled();
  const table = (...places: number[]): Uint8Array =>
    encodeNpy({ shape: [3, 4], data: Float64Array.from(places.flatMap((place) => [0, place, 0.5, 0])) });
  expect((await archiveIn('a', table(0.1, 0.2, 9), archive)).cells).toBe(64);
  expect(await archiveIn('a', table(0.1, 2, 9), archive)).toMatchObject({
    cells: 2500,
    descriptor: { lower: [0.1, 0], upper: [9, 1] },
  });
});

it('rows of a table without a descriptor do not count as outside what is shown', async () => {
  const { archive } = await filled();
  const places = [0.1, 0.2, Number.NaN, Number.NaN, Number.NaN];
  const rows = places.flatMap((place) => [0, place, 0.5, 0]);
  expect((await archiveIn('a', encodeNpy({ shape: [5, 4], data: Float64Array.from(rows) }), archive)).cells).toBe(64);
});

it('a table has the words of what is shown if it is of that domain', async () => {
  const { archive } = await filled();
  const like = Object.assign(archive, { labels: ['x', 'y'], fitnessLabel: 'speed' });
  expect(await archiveIn('a', archiveToNpy(archive, domain), like)).toMatchObject({ fitnessLabel: 'speed' });
  const other = await archiveIn('a', encodeNpy({ shape: [1, 4], data: Float64Array.of(0, 0.5, 0.5, 0) }), like);
  expect([other.cells, other.labels, other.fitnessLabel]).toEqual([64, undefined, undefined]);
});

it('a CSV file of very many fields is read in a moment', async () => {
  const fields = Array.from({ length: 20_000 }, (_, i) => `field${i}`);
  const text = `solution_0,objective,measures_0,${fields}\n1,1,0.5,${fields.map(() => 2)}\n`;
  expect(Object.keys(changedRows(await archiveIn('a', bytesOf(text)), 0).rows.fields ?? {})).toHaveLength(20_000);
});

it('a broken or foreign file says why in one line', async () => {
  const { archive } = await filled();
  const flipped = archive.toBytes();
  flipped[flipped.length - 3]! ^= 1;
  const cases: [Uint8Array, RegExp][] = [
    [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0xff), /^a: file must be an npy or CSV file/],
    [bytesOf('<!doctype html><p>é'), /^a: file must be an npy, CSV or safetensors file/],
    [bytesOf(''), /^a: file must be an npy, CSV or safetensors file/],
    [encodeNpy({ shape: [4], data: new Float64Array(4) }), /^a: file must have rows of at least 4 numbers/],
    [
      encodeNpy({ shape: [1, 4], data: new Float64Array(4).fill(Number.NaN) }),
      /^a: file must hold an elite; got 1 row without \(row 1: fitness must be finite; got NaN\)\.$/,
    ],
    [archiveToNpy(archive, domain).subarray(0, 200), /^a: bytes must/],
    [flipped, /^a: .*checksum/],
    [bytesOf('solution_0,measures_0\n1,2\n'), /^a: text must have a column objective/],
    [bytesOf('solution_0;measures_0;objective\n1;2;3\n'), /^a: columns must be separated by commas alone; got/],
    [bytesOf('solution_0\tmeasures_0\tobjective\n1\t2\t3\n'), /^a: columns must be separated by commas alone; got/],
    [bytesOf('solution_0,measures_0,objective\n1,-1e308,3\n1,1e308,3\n'), /^a: descriptors must be in a range/],
  ];
  for (const [bytes, message] of cases) {
    const failed = readFile('a', bytes, undefined);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.not.toThrow('\n');
  }
});
