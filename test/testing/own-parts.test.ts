import type { Admission, CellIndex } from '../../src/archives/index.ts';
import { GridArchive } from '../../src/archives/index.ts';
import {
  type Algorithm,
  type Archive,
  type Bandit,
  Batch,
  type Emitter,
  type Genomes,
  type Results,
} from '../../src/core/index.ts';
import { randomStream } from '../../src/random/index.ts';
import {
  admissionContract,
  algorithmContract,
  archiveContract,
  banditContract,
  domainContract,
  emitterContract,
  encodingContract,
  evaluatorContract,
  indexContract,
  learnerContract,
  operatorContract,
} from '../../src/testing/index.ts';
import { bowl, MeanLearner } from '../support/bowl.ts';
import { checkLaws } from '../support/check-laws.ts';

// A user's parts, as test/programs/08-typed.mts has them: none extends anything of ours, and all keep the laws.

/** Counts what passes through, and leaves the rest to a grid. */
class CountingArchive implements Archive {
  seen = 0;
  readonly #grid = new GridArchive({ domain: bowl, cells: [5, 5] });
  get size(): number {
    return this.#grid.size;
  }
  get cells(): number {
    return this.#grid.cells;
  }
  add: Archive['add'] = (genomes, results) => {
    this.seen += genomes.rows;
    return this.#grid.add(genomes, results);
  };
  sample: Archive['sample'] = (count, random) => this.#grid.sample(count, random);
  genomes: Archive['genomes'] = () => this.#grid.genomes();
  metrics: Archive['metrics'] = () => this.#grid.metrics();
  [Symbol.iterator](): ReturnType<Archive[typeof Symbol.iterator]> {
    return this.#grid[Symbol.iterator]();
  }
}

/** Each arm in turn. */
class RoundRobin implements Bandit {
  readonly arms = 3;
  #pulls = 0;
  select = (): number => this.#pulls % this.arms;
  reward(): void {
    this.#pulls++;
  }
}

/** Cells in rings around the middle of the box. */
const rings = (count: number): CellIndex => ({
  cells: count,
  layout: { rings: count },
  find(descriptors, cells) {
    for (let i = 0; i < cells.length; i++) {
      const distance = Math.hypot(descriptors[2 * i]! - 5, descriptors[2 * i + 1]! - 5);
      cells[i] = Math.min(count - 1, Math.floor((distance / 8) * count));
    }
  },
});

/** A cell's threshold follows its elites slowly, so that more enter. */
class SlowThreshold implements Admission {
  readonly #thresholds = new Float64Array(100).fill(-100);
  threshold(cell: number): number {
    return this.#thresholds[cell]!;
  }
  entered(cell: number, fitness: number): void {
    this.#thresholds[cell]! += 0.1 * (fitness - this.#thresholds[cell]!);
  }
  snapshot(): Uint8Array {
    return new Uint8Array(this.#thresholds.slice().buffer);
  }
  restore(bytes: Uint8Array): void {
    if (bytes.length !== 800) throw Object.assign(new Error('damaged'), { code: 'SNAPSHOT' });
    this.#thresholds.set(new Float64Array(bytes.slice().buffer));
  }
}

/** Searches around the best genome that it was told of, closer each time. */
class AroundBest implements Emitter {
  #best: Float64Array = new Float64Array(4).fill(5);
  #fitness = Number.NEGATIVE_INFINITY;
  #width = 5;
  ask: Emitter['ask'] = (count, { random }) => {
    const near = (x: number): number => Math.min(10, Math.max(0, x + this.#width * (2 * random.uniform() - 1)));
    return Batch.from(Array.from({ length: count }, () => this.#best.map(near)));
  };
  tell: NonNullable<Emitter['tell']> = ({ genomes, results }) => {
    for (const [i, fitness] of results.fitness.entries()) {
      if (results.reasons?.[i] !== undefined || fitness <= this.#fitness) continue;
      this.#fitness = fitness;
      this.#best = genomes.row(i).slice();
    }
    this.#width *= 0.9;
  };
}

/** An algorithm with the fewest members: draws at random, and has one batch out at a time. */
class RandomSearch implements Algorithm {
  readonly archive = new GridArchive({ domain: bowl, cells: [5, 5] });
  evaluations = 0;
  readonly #random = randomStream(1);
  #out: { given: Genomes<Float64Array>; own: Batch } | undefined;
  ask: Algorithm['ask'] = async () => {
    const own = Batch.from(
      Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => 10 * this.#random.uniform())),
    );
    const given = new Batch(6, 4, own.data.slice());
    this.#out = { given, own };
    return given;
  };
  tell: Algorithm['tell'] = async (genomes, results) => {
    const out = this.#out;
    if (out === undefined || out.given !== genomes) throw Object.assign(new Error('not out'), { code: 'STATE' });
    const report = this.archive.add(out.own, results as Results);
    this.#out = undefined;
    this.evaluations += 6;
    return report;
  };
}

checkLaws('an index', indexContract({ descriptor: bowl.descriptor, make: () => rings(7) }));
checkLaws('an admission', admissionContract({ make: () => new SlowThreshold() }));
checkLaws('an emitter', emitterContract({ problem: bowl, make: () => new AroundBest() }));
checkLaws('an algorithm', algorithmContract({ domain: bowl, make: () => new RandomSearch() }));
checkLaws('an evaluator', evaluatorContract({ problem: bowl, make: () => ({ evaluate: bowl.evaluate }) }));
checkLaws('a domain', domainContract({ make: () => bowl }));
checkLaws('an archive', archiveContract({ problem: bowl, make: () => new CountingArchive() }));
checkLaws(
  'an operator that swaps two genes',
  operatorContract({
    space: bowl.genome,
    make: () => ({
      vary(parents, { random }) {
        const children = Batch.zeros(parents.rows, 4);
        for (let i = 0; i < parents.rows; i++) {
          const child = children.row(i);
          child.set(parents.row(i));
          const [a, b] = [random.integer(0, 3), random.integer(0, 3)];
          [child[a], child[b]] = [child[b]!, child[a]!];
        }
        return children;
      },
    }),
  }),
);
checkLaws('an encoding', encodingContract({ make: () => new MeanLearner().encoding() }));
checkLaws('a learner', learnerContract({ space: bowl.genome, make: () => new MeanLearner() }));
checkLaws('a bandit', banditContract({ make: () => new RoundRobin() }));
