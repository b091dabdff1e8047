/**
 * `node bench/eigen.mjs [N …]`: our symmetric eigendecomposition beside LAPACK's (numpy.linalg.eigh, one
 * thread, needs python3 with NumPy) and ml-matrix's, on the same matrices in one run on one pinned core, best of three by
 * processor time. At 1000 ours must take at most 5 times as long as LAPACK's. Needs taskset. Options: `--core K` (1); `--all`: ml-matrix
 * also above 500.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { bundled } from './bundled.mjs';
import { processorTime, runPinned } from './measure.mjs';

const {
  values: { all, core },
  positionals,
} = parseArgs({
  options: { all: { type: 'boolean' }, core: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [20, 200, 1000];

execFileSync('taskset', ['-cp', core, String(process.pid)], { stdio: 'ignore' });

const { SymmetricEigenSolver } = await bundled('linalg');

const python = `
import json, sys, time
import numpy as np
n = int(sys.argv[1])
a = np.array([(i * 16807 % 2147483647 * 48271 % 2147483647) / 2147483647 - 0.5 for i in range(1, n * n + 1)]).reshape(n, n)
a = np.tril(a) + np.tril(a, -1).T
best = 1e9
for _ in range(3):
    start = time.process_time()
    values, vectors = np.linalg.eigh(a)
    best = min(best, time.process_time() - start)
print(json.dumps([best * 1000, values[0], values[-1]]))
`;

function lapack(n) {
  try {
    return runPinned(core, 'python3', '-c', python, String(n));
  } catch {
    return [Number.NaN, Number.NaN, Number.NaN];
  }
}

function matrix(n) {
  const a = new Float64Array(n * n);
  for (let i = 0; i < n * n; i++) {
    a[i] = Number((BigInt(((i + 1) * 16807) % 2147483647) * 48271n) % 2147483647n) / 2147483647 - 0.5;
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a[j * n + i] = a[i * n + j];
  return a;
}

function milliseconds(act, times) {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = processorTime();
    act();
    best = Math.min(best, (processorTime() - start) / 1000);
  }
  return best;
}

console.log('n      elites    LAPACK   ratio  ml-matrix   largest difference of the extreme values');
for (const n of sizes) {
  const a = matrix(n);
  const solver = new SymmetricEigenSolver(n);
  let eigen = solver.decompose(a);
  const ours = milliseconds(
    () => {
      eigen = solver.decompose(a, eigen);
    },
    n < 100 ? 200 : 3,
  );
  const [theirs, low, high] = lapack(n);
  const oracle =
    n <= 500 || all
      ? milliseconds(() => new EigenvalueDecomposition(Matrix.from1DArray(n, n, a), { assumeSymmetric: true }), 1)
      : Number.NaN;
  const difference = Math.max(Math.abs(eigen.values[0] - low), Math.abs(eigen.values[n - 1] - high));
  const columns = [
    ours.toFixed(2),
    theirs.toFixed(2),
    (ours / theirs).toFixed(2),
    Number.isNaN(oracle) ? '–' : oracle.toFixed(1),
  ];
  if (n === 1000 && ours / theirs > 5) process.exitCode = 1;
  console.log(
    `${String(n).padEnd(5)}${columns.map((text) => text.padStart(9)).join('')}   ${difference.toExponential(1)}`,
  );
}
