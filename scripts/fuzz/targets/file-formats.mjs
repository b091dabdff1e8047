// What reads files: each has good ones, and reads one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkArchive, expect, finite, orRefused, same } from '../checks.mjs';
import { makeDomains } from '../domains.mjs';

/** Names of the targets of files. */
export const FILES = [
  ...['DataDrivenEncoding', 'LinearEncoding', 'safetensors', 'npy', 'npy archive'],
  ...['GridArchive.fromBytes', 'CvtArchive.fromBytes', 'CSV archive', 'CSV targets'],
];

/** All targets of files. */
export function fileTargets(library) {
  const { DataDrivenEncoding, LinearEncoding, Pca, Vae, archiveFromNpy, archiveToNpy, decodeNpy, encodeNpy } = library;
  const { archiveFromCsv, archiveToCsv, Batch, GridArchive, decodeSafetensors, encodeSafetensors, randomStream } =
    library;
  const { hills: noted } = makeDomains(library);
  const { note: _, ...fields } = noted.fields;
  const hills = { ...noted, fields };
  const random = randomStream(1);
  const genomes = new Batch(
    30,
    4,
    Float64Array.from({ length: 120 }, () => 2 * random.uniform() - 1),
  );
  const encodingOf = (learner) => {
    learner.fit(genomes, { space: hills.genome, random });
    return learner.encoding().toBytes();
  };
  const encoding = (name, kind, learner) => ({
    name,
    files: [encodingOf(learner)],
    async read(bytes) {
      const found = await orRefused(() => kind.fromBytes(bytes));
      const phenotype = found.decode(new Float64Array(found.genome.dimensions).fill(0.5));
      expect('a phenotype is finite', phenotype.length === found.phenotype.dimensions && finite(phenotype));
      expect('bytes written again', same(kind.fromBytes(found.toBytes()).toBytes(), found.toBytes()));
    },
  });
  const archive = new GridArchive({ domain: hills, cells: [6, 5] });
  archive.add(genomes, hills.evaluate(genomes));
  const npy = archiveToNpy(archive, hills);
  const tensors = encodingOf(new Vae({ inputs: 4, latent: 2, epochs: 1 }));
  return [
    encoding('DataDrivenEncoding', DataDrivenEncoding, new Vae({ inputs: 4, latent: 2, epochs: 1 })),
    encoding('LinearEncoding', LinearEncoding, new Pca({ components: 2 })),
    {
      name: 'safetensors',
      files: [tensors, archive.snapshot()],
      async read(bytes) {
        const file = await orRefused(() => decodeSafetensors(bytes));
        expect(
          'a file written again',
          same(encodeSafetensors(decodeSafetensors(encodeSafetensors(file))), encodeSafetensors(file)),
        );
      },
    },
    {
      name: 'npy',
      npy: true,
      files: [
        npy,
        encodeNpy({ shape: [2, 3, 1], data: new Float32Array(6) }),
        encodeNpy({ shape: [], data: new Float64Array(1) }),
      ],
      async read(bytes) {
        const found = await orRefused(() => decodeNpy(bytes));
        expect('the shape', found.shape.reduce((a, b) => a * b, 1) === found.data.length);
        const again = decodeNpy(encodeNpy(found));
        expect(
          'the array written again',
          again.data.every((x, i) => Object.is(x, Number(found.data[i]))),
        );
      },
    },
    {
      name: 'npy archive',
      npy: true,
      files: [npy],
      async read(bytes) {
        const found = await orRefused(() => archiveFromNpy(bytes, hills));
        const filled = new GridArchive({ domain: hills, cells: [6, 5] });
        const report = filled.add(found.genomes, found.results);
        expect('rows are counted', report.status.length === found.genomes.rows);
        checkArchive(filled, randomStream(2));
      },
    },
    {
      name: 'CSV archive',
      text: true,
      files: [new TextEncoder().encode(archiveToCsv(archive, hills))],
      async read(bytes) {
        const filled = new GridArchive({ domain: hills, cells: [6, 5] });
        const text = new TextDecoder().decode(bytes);
        const report = await orRefused(() => archiveFromCsv(text, filled));
        expect('rows are counted', filled.size === report.new);
        checkArchive(filled, randomStream(2));
      },
    },
    ...archiveFiles(library),
    targetFile(library),
  ];
}

/** Archives from their files alone, of which spaces, cells and fields are read as well. */
function archiveFiles(library) {
  const { Batch, CvtArchive, GridArchive, ListBatch, cvtCentroids, randomStream } = library;
  const { hills, noisyHills, words } = makeDomains(library);
  const random = randomStream(3);
  const genomes = Batch.from(Array.from({ length: 30 }, () => [1, 2, 3, 4].map(() => 2 * random.uniform() - 1)));
  const filled = (archive, domain, rows = genomes) => {
    for (const seed of [1, 2])
      archive.add(rows, domain.evaluate(rows, { seeds: Array.from({ length: rows.rows }, (_, i) => seed * i) }));
    return archive.toBytes();
  };
  const centroids = cvtCentroids({ cells: 9, descriptor: hills.descriptor, seed: 1, method: 'sobol' });
  const reader = (name, kind, files) => ({
    name,
    files,
    donors: files,
    async read(bytes) {
      const found = await orRefused(() => kind.fromBytes(bytes));
      expect('bytes written again', same(found.toBytes(), kind.fromBytes(found.toBytes()).toBytes()));
      checkArchive(found, randomStream(2));
      expect('an archive like it', found.emptied().size === 0);
    },
  });
  const list = new ListBatch(['a', 'ab', 'abc', '']);
  return [
    reader('GridArchive.fromBytes', GridArchive, [
      filled(new GridArchive({ domain: hills, cells: [6, 5], lineage: true }), hills),
      filled(new GridArchive({ domain: noisyHills, cells: [3, 2], lineage: true }), noisyHills),
      filled(new GridArchive({ domain: words, cells: [5] }), words, list),
    ]),
    reader('CvtArchive.fromBytes', CvtArchive, [
      filled(new CvtArchive({ domain: hills, centroids }), hills),
      filled(new CvtArchive({ domain: noisyHills, centroids }), noisyHills),
    ]),
  ];
}

/** The CSV file of `elites reach --targets`: the only text that the bin reads. */
function targetFile({ CliError, readTargets }) {
  const path = join(mkdtempSync(join(tmpdir(), 'elites-fuzz-csv-')), 'targets.csv');
  process.on('exit', () => rmSync(dirname(path), { recursive: true, force: true }));
  const text = (lines) => new TextEncoder().encode(lines);
  return {
    name: 'CSV targets',
    text: true,
    files: [text('x,y\n0.7,0.5\n0.61538,0.69985\n'), text('\ufeff# far\r\n\r\n.5, 9e-1\r\n+0.3,0.4')],
    async read(bytes) {
      writeFileSync(path, bytes);
      let targets;
      try {
        targets = await readTargets('elites reach', path);
      } catch (error) {
        error.refusal = error instanceof CliError && error.exitCode === 1 && !error.message.includes('\n');
        throw error;
      }
      expect(
        'there are targets, all within reach',
        targets.length > 0 && targets.every(([x, y]) => (x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.251),
      );
    },
  };
}
