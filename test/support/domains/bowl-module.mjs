// A module as a pool of workers loads it: the bowl, with faults where the options ask for them.
import { setTimeout } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';

const genome = { dimensions: 4, lower: 0, upper: 10 };
const descriptor = { dimensions: 2, lower: 0, upper: 10 };

/** What a fault does instead of evaluating. The names are those of the tests. */
const faults = {
  throws: () => {
    throw new Error('the simulator fell over');
  },
  exits: () => process.exit(3),
  spins: () => {
    for (;;);
  },
  // As deaf as what spins, and takes no time from the others.
  hangs: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  sleeps: ({ signal }) => setTimeout(60_000, undefined, { signal }),
  sleepsDeeply: () => setTimeout(60_000),
  pauses: ({ rows }) =>
    setTimeout(300, { fitness: new Array(rows).fill(1), descriptors: new Array(rows).fill([1, 1]) }),
  allocates: () => {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
  throwsLater: async () => {
    queueMicrotask(() => {
      throw new Error('a callback fell over');
    });
    await setTimeout(60_000);
  },
  posts: () => {
    parentPort.postMessage(null);
    parentPort.postMessage({ kind: 'evaluated' });
    return undefined;
  },
  // Every genome fails at first, and again in the thread where it failed.
  dislikesThread: ({ seeds: [seed], visits }) => {
    const before = Atomics.compareExchange(visits, seed, 0, threadId);
    if (before === 0) throw new Error('the first time');
    if (before === threadId) throw new Error('the same thread');
    return { fitness: [seed], descriptors: [[1, 1]] };
  },
  nothing: () => undefined,
  text: () => 'fine',
  short: () => ({ fitness: [], descriptors: [] }),
  words: ({ rows }) => ({ fitness: new Array(rows).fill('3'), descriptors: new Array(rows).fill([1, 1]) }),
  bigints: ({ rows }) => ({ fitness: new Array(rows).fill(3n), descriptors: new Array(rows).fill([1, 1]) }),
  narrow: ({ rows }) => ({ fitness: new Array(rows).fill(1), descriptors: new Array(rows).fill([1]) }),
  unreadable: () => ({
    get fitness() {
      throw new Error('cannot be read');
    },
  }),
};

/** A part of the unit interval that the genome alone decides. */
const chance = (genes) => (genes.reduce((sum, x) => sum + x, 0) * 1e4) % 1;

/** @param options - `faults`: by name, the share of genomes that meet it; `spaces`, to be another domain. */
export function createDomain({ faults: shares = {}, spaces = {}, fail, visits } = {}) {
  if (fail === 'throw') throw new Error('no licence');
  if (fail === 'exit') process.exit(4);
  if (fail === 'hang') return setTimeout(60_000);
  if (fail === 'rubbish') return 5;
  return {
    name: 'bowl',
    genome,
    descriptor,
    ...spaces,
    async evaluate(genomes, context) {
      const fitness = [];
      const descriptors = [];
      for (let i = 0; i < genomes.rows; i++) {
        const genes = genomes.row(i);
        let at = chance(genes);
        for (const [name, share] of Object.entries(shares)) {
          if (at >= 0 && at < share) {
            const answer = await faults[name]({ ...context, rows: genomes.rows, visits });
            return answer;
          }
          at -= share;
        }
        fitness.push(-genes.reduce((sum, x) => sum + (x - 5) ** 2, 0));
        descriptors.push(genes.slice(0, 2));
      }
      return { fitness, descriptors };
    },
  };
}
