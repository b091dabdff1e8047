/**
 * `npm run bench:cvt`: cvtCentroids beside scikit-learn's k-means from the same samples and the same first centroids, to the
 * same end, and as pyribs calls it; on one pinned core, one after the other, each in a process of its own. Medians of seconds
 * of processor time. Needs Debian's python3-sklearn, and taskset. Options: `--core K` (1), `--repeats N` (5),
 * `--cells 500`, `--dimensions 2,5,10,20,50`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cvtCentroids, randomStream } from '../../dist/index.js';
import { median, processorTime, runPinned } from '../measure.mjs';
import { optionsWith } from '../options.mjs';

const options = optionsWith({ core: '1', repeats: '5', cells: '500', dimensions: '2,5,10,20,50', one: undefined });

/** What cvtCentroids draws from the seed. */
function samplesOf(count, dimensions, seed) {
  const random = randomStream(seed);
  return Float64Array.from({ length: count * dimensions }, () => random.uniform());
}

const seconds = () => processorTime() / 1e6;

if (options.one !== undefined) {
  const start = seconds();
  const { data } = cvtCentroids({
    cells: Number(options.cells),
    descriptor: { dimensions: Number(options.dimensions), lower: 0, upper: 1 },
    seed: 1,
  });
  const spent = seconds() - start;
  writeFileSync(options.one, data);
  console.log(JSON.stringify({ seconds: spent }));
} else {
  const folder = mkdtempSync(join(tmpdir(), 'elites-cvt-'));
  const [samplesFile, centroidsFile] = ['samples', 'centroids'].map((name) => join(folder, name));
  const here = (name) => fileURLToPath(new URL(name, import.meta.url));
  const measure = (...command) => runPinned(options.core, ...command);
  console.log(
    '| cells | samples | dimensions | ours, s | scikit-learn, s (iterations) | ours in its times | the same centroids up to | as pyribs calls it, s (iterations) |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const cells of options.cells.split(',')) {
    const samples = Math.max(25_000, 10 * Number(cells));
    for (const dimensions of options.dimensions.split(',')) {
      writeFileSync(samplesFile, samplesOf(samples, Number(dimensions), 1));
      const runs = Array.from({ length: Number(options.repeats) }, () => {
        const size = ['--cells', cells, '--dimensions', dimensions];
        const ours = measure(process.execPath, here('cvt.mjs'), '--one', centroidsFile, ...size);
        const peer = (how) =>
          measure('/usr/bin/python3', here('../peers/sklearn_kmeans.py'), samplesFile, dimensions, cells, how);
        return { ours, same: peer(centroidsFile), pyribs: peer('pyribs') };
      });
      const of = (name) => median(runs.map((run) => run[name].seconds));
      const { same, pyribs } = runs[0];
      const row = [cells, samples, dimensions, of('ours').toFixed(2), `${of('same').toFixed(2)} (${same.iterations})`];
      row.push((of('ours') / of('same')).toFixed(2), same.difference.toExponential(0));
      row.push(`${of('pyribs').toFixed(2)} (${pyribs.iterations})`);
      console.log(`| ${row.join(' | ')} |`);
    }
  }
  rmSync(folder, { recursive: true });
}
