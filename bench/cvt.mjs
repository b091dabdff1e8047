/**
 * `npm run bench:cvt`: cvtCentroids beside scikit-learn's k-means as pyribs calls it, one after the other on one pinned core;
 * seconds of processor time. Needs Debian's python3-sklearn, and taskset. Options: `--core K` (1), `--cells 1950,10000`.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cvtCentroids } from '../dist/index.js';
import { processorTime } from './processor-time.mjs';

const { values: options } = parseArgs({
  options: {
    core: { type: 'string', default: '1' },
    cells: { type: 'string', default: '1950,10000' },
    one: { type: 'string' },
  },
});
const samplesOf = { 1950: 25_000, 10000: 100_000 };
const descriptor = { dimensions: 2, lower: 0, upper: 1 };

if (options.one !== undefined) {
  const cells = Number(options.one);
  const start = processorTime();
  cvtCentroids({ cells, samples: samplesOf[cells], descriptor, seed: 1 });
  console.log(JSON.stringify({ seconds: (processorTime() - start) / 1e6 }));
} else {
  const here = (name) => fileURLToPath(new URL(name, import.meta.url));
  const measure = (...command) =>
    JSON.parse(
      execFileSync('taskset', ['-c', options.core, ...command], {
        encoding: 'utf8',
        env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
      }),
    );
  console.log('| cells | samples | ours, s | scikit-learn, s (iterations) | times as fast |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const cells of options.cells.split(',')) {
    const samples = samplesOf[cells];
    const ours = measure(process.execPath, here('cvt.mjs'), '--one', cells).seconds;
    const peer = measure('/usr/bin/python3', here('peers/sklearn_kmeans.py'), cells, String(samples));
    const row = [cells, samples, ours.toFixed(2), `${peer.seconds.toFixed(2)} (${peer.iterations})`];
    console.log(`| ${[...row, (peer.seconds / ours).toFixed(1)].join(' | ')} |`);
  }
}
