/**
 * `npm run bench:growth`: how the iso+line loop slows down while an archive fills: evaluations per second with 1,000,
 * 100,000 and 1,000,000 filled cells, batches of 100, for a grid and for random centroids, and the memory of the process beside
 * that of the elites. Processor time, not wall-clock time. Options: `--joints 20,200`, `--cells 1000,100000,1000000`, `--json`.
 * A million elites of 200 genes take 1.6 GB.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Batch, CvtArchive, cvtCentroids, GridArchive, IsoLineMutation, MapElites, run } from '../dist/index.js';

const { values: options } = parseArgs({
  options: {
    joints: { type: 'string', default: '20,200' },
    cells: { type: 'string', default: '1000,100000,1000000' },
    one: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

/** Any genome can fall into any cell: the first two genes are the descriptor. */
function domainOf(joints) {
  return {
    genome: { dimensions: joints, lower: 0, upper: 1 },
    descriptor: { dimensions: 2, lower: 0, upper: 1 },
    fitnessFloor: 0,
    evaluate({ rows, columns, data }) {
      const fitness = new Float64Array(rows);
      const descriptors = Batch.zeros(rows, 2);
      for (let i = 0; i < rows; i++) {
        descriptors.data[2 * i] = data[i * columns];
        descriptors.data[2 * i + 1] = data[i * columns + 1];
        fitness[i] = 1 + data[i * columns + 2];
      }
      return { fitness, descriptors };
    },
  };
}

function archiveOf(kind, cells, domain) {
  if (kind === 'cvt') {
    const centroids = cvtCentroids({ cells, descriptor: domain.descriptor, seed: 1, method: 'sobol' });
    return new CvtArchive({ domain, centroids });
  }
  const side = Math.round(Math.sqrt(cells));
  return new GridArchive({ domain, cells: [side, Math.round(cells / side)] });
}

/** One elite in each cell, in a shuffled order. */
function fill(archive, joints) {
  const all = archive.centroids?.data ?? gridCentres(archive.shape);
  const cells = all.length / 2;
  for (let start = 0; start < cells; start += 1000) {
    const rows = Math.min(1000, cells - start);
    const genomes = Batch.zeros(rows, joints);
    genomes.data.fill(0.5);
    const descriptors = Batch.zeros(rows, 2);
    for (let i = 0; i < rows; i++) {
      // 514,229 has no factor in common with the numbers of cells.
      const from = 2 * (((start + i) * 514_229) % cells);
      for (const k of [0, 1]) genomes.data[i * joints + k] = descriptors.data[2 * i + k] = all[from + k];
    }
    archive.add(genomes, { fitness: new Float64Array(rows).fill(1), descriptors });
  }
}

function gridCentres([width, height]) {
  const centres = new Float64Array(2 * width * height);
  for (let i = 0; i < width * height; i++) {
    centres[2 * i] = (Math.floor(i / height) + 0.5) / width;
    centres[2 * i + 1] = ((i % height) + 0.5) / height;
  }
  return centres;
}

async function measure(kind, joints, cells) {
  const domain = domainOf(joints);
  const archive = archiveOf(kind, cells, domain);
  fill(archive, joints);
  const filled = archive.size;
  const search = new MapElites({ domain, archive, variation: new IsoLineMutation({ isoSigma: 0.01 }), seed: 1 });
  const generations = Math.round(40_000 / (joints + 80));
  await run(search, { evaluations: 100 * generations });
  const rates = [];
  for (let i = 0; i < 7; i++) {
    const before = process.cpuUsage();
    await run(search, { evaluations: search.evaluations + 100 * generations });
    const { user, system } = process.cpuUsage(before);
    rates.push((1e8 * generations) / (user + system));
  }
  rates.sort((a, b) => a - b);
  const resident = process.memoryUsage.rss() / 2 ** 20;
  return { kind, joints, filled, perSecond: rates[3], resident, elites: (filled * joints * 8) / 2 ** 20 };
}

if (options.one !== undefined) {
  const [kind, joints, cells] = options.one.split(',');
  console.log(JSON.stringify(await measure(kind, Number(joints), Number(cells))));
} else {
  const rows = [];
  for (const kind of ['grid', 'cvt']) {
    for (const joints of options.joints.split(',')) {
      for (const cells of options.cells.split(',')) {
        const one = ['--one', `${kind},${joints},${cells}`];
        rows.push(
          JSON.parse(execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...one], { encoding: 'utf8' })),
        );
      }
    }
  }
  if (options.json) console.log(JSON.stringify(rows));
  else {
    console.log('| archive | genes | filled cells | evaluations/s of processor time | resident MB | genomes MB |');
    console.log('| --- | --- | --- | --- | --- | --- |');
    for (const { kind, joints, filled, perSecond, resident, elites } of rows) {
      const numbers = [joints, filled, Math.round(perSecond), Math.round(resident), Math.round(elites)];
      console.log(`| ${kind} | ${numbers.join(' | ')} |`);
    }
  }
}
