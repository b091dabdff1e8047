import { execFileSync } from 'node:child_process';

/** The middle number of a list, or the mean of the two in the middle. */
export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** Processor time that this process has spent so far, in µs. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const environment = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };
// Some machines set these for faults of old OpenBLAS builds; they slow it down, and the peer shall be as fast as it can.
for (const name of ['OPENBLAS_CORETYPE', 'OPENBLAS_L2_SIZE']) delete environment[name];

/** Runs a command on some cores, with libraries of one thread, and answers with the JSON of its last line. Needs taskset. */
export function runPinned(cores, ...command) {
  const output = execFileSync('taskset', ['-c', cores, ...command], { env: environment, encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').at(-1));
}
