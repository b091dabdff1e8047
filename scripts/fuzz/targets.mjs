// What reads bytes. A target has good files, and reads one: it throws an error with `refusal` if the bytes were refused as
// they should be, and any other error if something is wrong.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Everything that reads bytes. */
export async function makeTargets(library) {
  const files = [...(await partTargets(library)), ...(await loopTargets(library)), ...optimizerTargets(library)];
  return [...files, ...fileTargets(library), targetFile(library)];
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

/** Readers with a bug, to see each kind of it found: only if asked for by name. */
export const planted = {
  crash: (bytes) => bytes.length % 3 === 0 && undefined.length,
  'wrong code': () => {
    throw new TypeError('this is no ElitesError');
  },
  hang: (bytes) => {
    while (bytes.length > 0);
  },
  memory: () => new Uint8Array(300e6).fill(1).length,
};

const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);
const finite = (numbers) => numbers.every(Number.isFinite);

function expect(what, kept) {
  if (!kept) throw new Error(`${what}: not so`);
}

/** Does what may be refused: with SNAPSHOT and no other error. */
async function orRefused(act) {
  try {
    return await act();
  } catch (error) {
    if (error?.name === 'ElitesError' && error.code === 'SNAPSHOT' && !error.message.includes('\n'))
      error.refusal = true;
    throw error;
  }
}

/** A part or a loop that restores: a refusal changes nothing, and what is taken is the state from then on. */
function restoring(name, make, files, valid) {
  const read = async (bytes, library) => {
    const part = await make();
    const before = part.snapshot();
    try {
      await orRefused(() => part.restore(bytes));
    } catch (error) {
      expect(`the state after a refusal (${error.message})`, same(part.snapshot(), before));
      throw error;
    }
    const kept = part.snapshot();
    const twin = await make();
    twin.restore(kept);
    expect('the snapshot of what was restored, restored again', same(twin.snapshot(), kept));
    await valid(part, library);
  };
  return { name, restores: true, files, read };
}

/** The space that a learner is bound to, if it is. */
function spaceOf(learner) {
  try {
    return learner.encoding().phenotype;
  } catch {
    return undefined;
  }
}

/** Metrics are those of the elites, and the archive can be added to. */
function checkArchive(archive, problem, random, library) {
  const fitness = [...archive].map((elite) => elite.fitness);
  const { size, coverage, maxFitness, meanFitness } = archive.metrics();
  expect('size', size === fitness.length && archive.size === size && archive.genomes().rows === size);
  expect('cells are used once', new Set([...archive].map((elite) => elite.cell)).size === size);
  expect('coverage', coverage === size / archive.cells);
  expect('maxFitness', size === 0 || maxFitness === Math.max(...fitness));
  expect('meanFitness', size === 0 || !Number.isNaN(meanFitness));
  for (const elite of archive) {
    expect('descriptors and fitness are finite', finite([...elite.descriptor, elite.fitness]));
    if (elite.genome instanceof Float64Array) expect('genes are finite', finite(elite.genome));
  }
  if (size > 0) expect('sample', archive.sample(3, random).rows === 3);
  expect('best', size === 0 || archive.best().fitness === maxFitness);
  if (problem.genome.dimensions === undefined) return;
  const added = library.Batch.zeros(1, problem.genome.dimensions);
  const report = archive.add(added, { fitness: [0], descriptors: [new Float64Array(problem.descriptor.dimensions)] });
  expect('a row can be added', report.invalid === 0);
}

function domainsOf({ defineDomain, objectSpace }) {
  const hills = defineDomain({
    name: 'hills',
    genome: { dimensions: 4, lower: -1, upper: 1 },
    descriptor: { dimensions: 2, lower: -1, upper: 1 },
    fitnessFloor: -4,
    evaluate: (genome) => ({ fitness: -genome.reduce((sum, x) => sum + x * x, 0), descriptor: genome.subarray(0, 2) }),
  });
  const words = defineDomain({
    name: 'words',
    genome: objectSpace({ sample: (random) => 'abc'[random.integer(0, 2)] }),
    descriptor: { dimensions: 1, lower: 0, upper: 9 },
    // A genome from a file is whatever the space's deserialize makes of it: JSON by default.
    evaluate: (word) => ({ fitness: -String(word).length, descriptor: [String(word).length] }),
  });
  return { hills, words };
}

/** Genomes with results, as many as asked for. */
async function evaluated(domain, rows, random, { Batch }) {
  const data = Float64Array.from({ length: rows * 4 }, () => 2 * random.uniform() - 1);
  const genomes = new Batch(rows, 4, data);
  return [genomes, await domain.evaluate(genomes)];
}

async function partTargets(library) {
  const { CvtArchive, GridArchive, Pca, SlidingWindowUcb, Vae, cvtCentroids, randomStream } = library;
  const { hills } = domainsOf(library);
  const random = randomStream(1);
  const [genomes, results] = await evaluated(hills, 40, random, library);
  const centroids = cvtCentroids({ cells: 20, descriptor: hills.descriptor, seed: 1, method: 'sobol' });
  const filled = (part, teach) => {
    const empty = part.snapshot();
    teach(part);
    return [empty, part.snapshot()];
  };
  const archive = (name, make) =>
    restoring(
      name,
      make,
      filled(make(), (part) => part.add(genomes, results)),
      (part) => checkArchive(part, hills, randomStream(2), library),
    );
  const learner = (name, make) =>
    restoring(
      name,
      make,
      filled(make(), (part) => part.fit(genomes, { space: hills.genome, random })),
      (part) => {
        part.fit(genomes, { space: spaceOf(part) ?? hills.genome, random: randomStream(3) });
        expect('reconstructions are finite', finite(part.reconstruct(genomes).data));
        expect('what the encoding decodes is finite', finite(part.encoding().decode(new Float64Array(2))));
      },
    );
  const bandit = () => new SlidingWindowUcb({ arms: 3, window: 8 });
  return [
    archive('GridArchive', () => new GridArchive({ domain: hills, cells: [6, 5] })),
    archive('CvtArchive', () => new CvtArchive({ domain: hills, centroids })),
    learner('Vae', () => new Vae({ inputs: 4, latent: 2, epochs: 1 })),
    learner('Pca', () => new Pca({ components: 2 })),
    restoring(
      'SlidingWindowUcb',
      bandit,
      filled(bandit(), (part) => {
        for (const arm of [0, 1, 2, 0]) part.reward(arm, 0.5);
      }),
      (part) => {
        for (let i = 0; i < 10; i++) {
          const arm = part.select();
          expect('an arm that there is', Number.isInteger(arm) && arm >= 0 && arm < 3);
          part.reward(arm, 0.5);
        }
      },
    ),
  ];
}

async function loopTargets(library) {
  const {
    CvtArchive,
    DdeElites,
    GridArchive,
    IsoLineMutation,
    MapElites,
    Vae,
    cvtCentroids,
    defineVariation,
    randomStream,
    run,
  } = library;
  const { hills, words } = domainsOf(library);
  const centroids = cvtCentroids({ cells: 30, descriptor: hills.descriptor, seed: 1, method: 'sobol' });
  const grown = (domain, cells) => new GridArchive({ domain, cells });
  const longer = defineVariation(words.genome, (word, { random }) =>
    `${word}${'xyz'[random.integer(0, 2)]}`.slice(0, 12),
  );
  const loops = {
    MapElites: [
      hills,
      () =>
        new MapElites({
          domain: hills,
          archive: grown(hills, [5, 4]),
          variation: new IsoLineMutation(),
          batchSize: 8,
          seed: 1,
        }),
    ],
    'MapElites of words': [
      words,
      () => new MapElites({ domain: words, archive: grown(words, [5]), variation: longer, batchSize: 8, seed: 1 }),
    ],
    DdeElites: [
      hills,
      () => {
        const archive = new CvtArchive({ domain: hills, centroids });
        return new DdeElites({
          domain: hills,
          archive,
          learner: new Vae({ inputs: 4, latent: 2, epochs: 1 }),
          batchSize: 8,
          seed: 1,
        });
      },
    ],
  };
  const targets = [];
  for (const [name, [domain, make]] of Object.entries(loops)) {
    const files = [make().snapshot()];
    const search = make();
    await run(search, { evaluations: 24 });
    files.push(search.snapshot());
    await search.ask(); // a batch that waits
    files.push(search.snapshot());
    targets.push(
      restoring(name, make, files, async (part) => {
        const asked = await part.ask();
        await part.tell(asked, await domain.evaluate(asked));
        checkArchive(part.archive, domain, randomStream(2), library);
        expect('evaluations', Number.isSafeInteger(part.evaluations) && part.evaluations >= asked.rows);
      }),
    );
  }
  return targets;
}

function optimizerTargets({ CmaEs, SepCmaEs }) {
  const options = { mean: new Float64Array(3), sigma: 0.5, lower: -2, upper: 3, seed: 1, restarts: { count: 2 } };
  return Object.entries({ CmaEs, SepCmaEs }).map(([name, Optimizer]) => {
    const make = () => new Optimizer(options);
    const generation = (es) => {
      const candidates = es.ask();
      es.tell(
        candidates,
        Array.from({ length: candidates.rows }, (_, i) => candidates.row(i).reduce((sum, x) => sum + (x - 1) ** 2, 0)),
      );
    };
    const es = make();
    const files = [es.snapshot()];
    for (let i = 0; i < 12; i++) generation(es);
    files.push(es.snapshot());
    es.ask();
    files.push(es.snapshot());
    return restoring(name, make, files, (part) => {
      const candidates = part.ask();
      expect(
        'candidates lie inside the bounds',
        candidates.data.every((x) => x >= -2 && x <= 3),
      );
      try {
        generation(part);
      } catch (error) {
        // Candidates that wait may be as far away as a state of a run that diverges has them: tell refuses those.
        if (error.code !== 'NUMERICAL') throw error;
      }
      part.stopReasons();
      expect('the best cost', !Number.isNaN(part.best.cost));
    });
  });
}

function fileTargets(library) {
  const { DataDrivenEncoding, LinearEncoding, Pca, Vae, archiveFromNpy, archiveToNpy, decodeNpy, encodeNpy } = library;
  const { Batch, GridArchive, decodeSafetensors, encodeSafetensors, randomStream } = library;
  const { hills } = domainsOf(library);
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
          same(again.data.map(Math.sign), found.data.map(Math.sign)) || found.data.some(Number.isNaN),
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
        checkArchive(filled, hills, randomStream(2), library);
      },
    },
  ];
}
