/**
 * `npm run bench:growth`: how the iso+line loop slows down as archives grow: evaluations per second with 1,000, 100,000 and
 * 1,000,000 filled cells, batches of 100, for a grid and for Sobol centroids, medians of seven rounds of all sizes in turn. The
 * work is the same at each size: every child replaces the elite of its cell. Beside it what the memory alone asks for: plain
 * copies of random genomes out of the archive's array and back, as many bytes as an evaluation moves (parent, partner, child);
 * and the memory of the process beside that of the elites. Processor time. Pin it: `taskset -c 0`. Options: `--joints 20,200`,
 * `--cells 1000,100000,1000000`, `--json`. A million elites of 200 genes take 1.6 GB.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Batch, CvtArchive, cvtCentroids, GridArchive, IsoLineMutation, MapElites, run } from '../../dist/index.js';
import { median, processorTime } from '../measure.mjs';
import { optionsWith } from '../options.mjs';

const options = optionsWith({ joints: '20,200', cells: '1000,100000,1000000', one: undefined, json: false });

/** Any genome can fall into any cell: the first two genes are the descriptor. Each is fitter than all before. */
function domainOf(joints) {
  let evaluated = 1;
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
        fitness[i] = ++evaluated;
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

/** µs for plain copies of two random rows out of `data` and of one into it, one after the other. */
function plainCopies(data, columns) {
  const rows = data.length / columns;
  const copies = 20_000;
  const kept = new Float64Array(columns);
  let random = 1;
  const next = () => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((random / 2 ** 32) * rows) * columns;
  };
  const copy = (from, start, to, at) => {
    if (columns > 64) to.set(from.subarray(start, start + columns), at);
    else for (let j = 0; j < columns; j++) to[at + j] = from[start + j];
  };
  const start = processorTime();
  for (let i = 0; i < copies; i++) {
    copy(data, next(), kept, 0);
    copy(data, next(), kept, 0);
    copy(kept, 0, data, next());
  }
  return (processorTime() - start) / copies;
}

function prepare(kind, joints, cells) {
  const domain = domainOf(joints);
  const archive = archiveOf(kind, cells, domain);
  fill(archive, joints);
  const search = new MapElites({ domain, archive, variation: new IsoLineMutation({ isoSigma: 0.01 }), seed: 1 });
  return { joints, archive, search, generations: Math.round(40_000 / (joints + 80)), times: [], copies: [] };
}

async function round({ joints, archive, search, generations, times, copies }) {
  const start = processorTime();
  await run(search, { evaluations: search.evaluations + 100 * generations });
  times.push((processorTime() - start) / (100 * generations));
  copies.push(plainCopies(archive.genomes().data, joints));
}

/** One archive of each size, measured in turn: the machine's other work meets all of them. */
async function measure(kind, joints, sizes) {
  const subjects = sizes.map((cells) => {
    const before = process.memoryUsage.rss();
    const subject = prepare(kind, joints, cells);
    return { ...subject, resident: (process.memoryUsage.rss() - before) / 2 ** 20 };
  });
  for (let i = 0; i < 8; i++) for (const subject of subjects) await round(subject);
  return subjects.map(({ archive, times, copies, resident }) => {
    const [time, plain] = [median(times.slice(1)), median(copies.slice(1))];
    return { kind, joints, filled: archive.size, time, plain, resident, elites: (archive.size * joints * 8) / 2 ** 20 };
  });
}

if (options.one !== undefined) {
  const [kind, joints] = options.one.split(',');
  console.log(JSON.stringify(await measure(kind, Number(joints), options.cells.split(',').map(Number))));
} else {
  const rows = [];
  for (const kind of ['grid', 'cvt']) {
    for (const joints of options.joints.split(',')) {
      const one = [fileURLToPath(import.meta.url), '--one', `${kind},${joints}`, '--cells', options.cells];
      const measured = JSON.parse(execFileSync(process.execPath, one, { encoding: 'utf8' }));
      rows.push(...measured.map((row) => ({ ...row, times: row.time / measured[0].time })));
    }
  }
  if (options.json) console.log(JSON.stringify(rows));
  else {
    const head = ['archive', 'genes', 'filled cells', 'evaluations/s', 'µs', 'times the first', 'plain copies, µs'];
    console.log(`| ${head.join(' | ')} | resident MB | genomes MB |`);
    console.log(`|${' --- |'.repeat(9)}`);
    for (const { kind, joints, filled, time, times, plain, resident, elites } of rows) {
      const speed = [Math.round(1e6 / time), time.toFixed(2), times.toFixed(2), plain.toFixed(2)];
      console.log(`| ${[kind, joints, filled, ...speed, Math.round(resident), Math.round(elites)].join(' | ')} |`);
    }
  }
}
