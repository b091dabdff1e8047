/**
 * `npm run bench:cma-es`: evaluations that CMA-ES needs to a cost of 1e-8 beside pycma's, medians over seeds 1 to 11 that
 * reach it, default population, σ₀ 0.5; and the processor's seconds of 5000 evaluations at 1000 genes. Prints each bar
 * with its verdict. The ratio to LAPACK follows, by eigen.mjs.
 */
import { CmaEs, planarArm } from '../dist/index.js';
import { median, processorTime } from './measure.mjs';

const sphere = (x) => x.reduce((sum, value) => sum + value * value, 0);
const ellipsoid = (x) => x.reduce((sum, v, i) => sum + 10 ** ((6 * i) / (x.length - 1)) * v * v, 0);
const rosenbrock = (x) => {
  let sum = 0;
  for (let i = 0; i + 1 < x.length; i++) sum += 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2;
  return sum;
};

/** Name, cost, dimensions, start, seeds that must reach it, most evaluations, pycma's, scale. */
const contests = [
  ['sphere', sphere, 10, 1.5, 11, 1550, 1410],
  ['sphere', sphere, 20, 1.5, 11, 2900, 2628],
  ['ellipsoid', ellipsoid, 10, 1, 11, 4400, 3990],
  ['ellipsoid', ellipsoid, 20, 1, 11, 13_900, 12_600],
  ['Rosenbrock', rosenbrock, 10, 0, 9, 5700, 5160],
  ['ellipsoid × 0.01', ellipsoid, 10, 1, 11, 4400, undefined, 1e-2],
  ['ellipsoid × 100', ellipsoid, 10, 1, 11, 4400, undefined, 1e2],
];

let missed = false;
console.log('| | genes | seeds | evaluations | at most | pycma | |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const [name, cost, dimensions, start, solved, most, pycma, scale = 1] of contests) {
  const used = [];
  for (let seed = 1; seed <= 11; seed++) {
    const es = new CmaEs({ mean: new Float64Array(dimensions).fill(start * scale), sigma: 0.5 * scale, seed });
    const goal = 1e-8 * scale ** 2;
    while (es.best.cost > goal && es.evaluations < 30_000 && es.stopReasons().length === 0) {
      const batch = es.ask();
      es.tell(
        batch,
        Array.from({ length: batch.rows }, (_, i) => cost(batch.row(i))),
      );
    }
    if (es.best.cost <= goal) used.push(es.evaluations);
  }
  const reached = used.length >= solved && median(used) <= most;
  missed ||= !reached;
  const cells = [name, dimensions, `${used.length} of 11`, median(used), most, pycma ?? '–', reached ? 'yes' : 'NO'];
  console.log(`| ${cells.join(' | ')} |`);
}

const arm = planarArm({ joints: 1000 });
const es = new CmaEs({ mean: new Float64Array(1000), sigma: 0.1, lower: -1, upper: 1, seed: 1 });
const start = processorTime();
while (es.evaluations < 5000) {
  const batch = es.ask();
  const { descriptors } = arm.evaluate(batch);
  es.tell(
    batch,
    Array.from({ length: batch.rows }, (_, i) => Math.hypot(descriptors.row(i)[0] - 0.7, descriptors.row(i)[1] - 0.6)),
  );
}
const seconds = (processorTime() - start) / 1e6;
missed ||= seconds > 60;
const verdict = seconds <= 60 ? 'yes' : 'NO';
console.log(`\n5000 evaluations at 1000 genes: ${seconds.toFixed(1)} s of the processor, at most 60: ${verdict}`);
if (missed) process.exitCode = 1;
