import { GridArchive } from '../../src/archives/index.ts';
import { type Archive, type Bandit, Batch } from '../../src/core/index.ts';
import {
  archiveContract,
  banditContract,
  domainContract,
  encodingContract,
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
