import { describe, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import {
  type AddReport,
  type Archive,
  type Bandit,
  Batch,
  type Domain,
  ElitesError,
  type Genomes,
  type Learner,
  type Random,
  type Results,
  type VariationOperator,
} from '../../src/core/index.ts';
import {
  archiveContract,
  banditContract,
  domainContract,
  learnerContract,
  operatorContract,
} from '../../src/testing/index.ts';
import { caught } from '../support/caught.ts';
import { bowl, MeanLearner } from '../support/domains/bowl.ts';
import { problem } from '../support/domains/small-problem.ts';
import { NearestLearner } from '../support/nearest-learner.ts';
import { transfer } from '../support/workers/transfer.ts';

// Parts that keep, change or transfer what they were given, where they may not.

/** A grid that adds rows one by one out of the memory that it writes to. */
class Overwriting extends GridArchive {
  override add(genomes: Genomes<Float64Array>, results: Results): AddReport {
    const own = genomes.rows > 0 && genomes.row(0).buffer === (this.genomes() as Batch).data.buffer;
    if (!own) return super.add(genomes, results);
    const { fitness, descriptors } = results as { fitness: number[]; descriptors: number[][] };
    const reports = fitness.map((f, i) =>
      super.add(Batch.from([genomes.row(i)]), { fitness: [f], descriptors: [descriptors[i]!] }),
    );
    const sum = (name: 'new' | 'improved' | 'rejected' | 'invalid' | 'belowFloor'): number =>
      reports.reduce((total, report) => total + report[name], 0);
    return {
      new: sum('new'),
      improved: sum('improved'),
      rejected: sum('rejected'),
      invalid: sum('invalid'),
      belowFloor: sum('belowFloor'),
      status: reports.flatMap(({ status }) => [...status]),
      improvement: Float64Array.from(reports, ({ improvement }) => improvement[0]!),
      cell: Int32Array.from(reports, ({ cell }) => cell[0]!),
      reasons: reports.flatMap(({ reasons }) => [...reasons]),
    };
  }
}
const archives: Record<string, () => Archive> = {
  'writes over what it reads': () => new Overwriting({ domain: problem, cells: [4, 3] }),
};

const operators: Record<string, () => VariationOperator> = {
  'keeps its parents': () => {
    let kept: Genomes<Float64Array> | undefined;
    return {
      vary(parents) {
        kept ??= parents;
        return Batch.from(Array.from({ length: parents.rows }, () => kept!.row(0).map((x) => Math.min(x, 10))));
      },
    };
  },
  'keeps its stream': () => {
    let kept: Random | undefined;
    return {
      vary(parents, { random }) {
        kept ??= random;
        return Batch.from(Array.from({ length: parents.rows }, () => [kept!.uniform(), 0, 0, 0]));
      },
    };
  },
  'transfers its parents': () => ({
    vary(parents) {
      const children = Batch.zeros(parents.rows, 4);
      transfer(parents.row(0));
      return children;
    },
  }),
  "transfers the archive's genomes": () => ({
    vary(parents, { archive }) {
      transfer((archive.genomes() as Batch).data);
      return Batch.zeros(parents.rows, 4);
    },
  }),
  'restores nothing': () => {
    let calls = 0;
    return {
      vary: (parents) => Batch.from(Array.from({ length: parents.rows }, () => [calls++ % 10, 0, 0, 0])),
      snapshot: () => Uint8Array.of(calls >> 8, calls & 255),
      restore: () => undefined,
    };
  },
  'refuses its space': () => ({
    vary: (parents) => parents,
    check: () => {
      throw new Error('too small');
    },
  }),
};

type Fit = Parameters<MeanLearner['fit']>;
const learners: Record<string, () => Learner> = {
  'transfers the genomes that it learns from': () =>
    new (class extends MeanLearner {
      override async fit(...[genomes, context]: Fit): Promise<void> {
        await super.fit(genomes, context);
        transfer(genomes.data);
      }
    })(),
  'transfers the genomes that it reconstructs': () =>
    new (class extends MeanLearner {
      override reconstruct(genomes: Batch): Batch {
        const reconstructions = super.reconstruct(genomes);
        transfer(genomes.data);
        return reconstructions;
      }
    })(),
  'keeps its stream': () =>
    new (class extends MeanLearner {
      #kept: { uniform(): number } | undefined;
      override async fit(...[genomes, { random }]: Fit): Promise<void> {
        this.#kept ??= random;
        await super.fit(genomes, { random });
        this.mean[0]! += this.#kept.uniform();
      }
    })(),
  'lacks in its snapshot what it kept': () =>
    Object.assign(new NearestLearner(), {
      snapshot: () => Uint8Array.of(1),
      restore(bytes: Uint8Array) {
        if (bytes.length !== 1 || bytes[0] !== 1) throw new ElitesError('SNAPSHOT', 'damaged');
      },
    }),
  'fits aside at once': () =>
    Object.assign(new MeanLearner(), {
      async fitAside(this: MeanLearner, ...given: Fit) {
        await this.fit(...given);
        return () => undefined;
      },
    }),
  'learns nothing aside': () => Object.assign(new MeanLearner(), { fitAside: async () => () => undefined }),
  'refuses its space': () =>
    Object.assign(new MeanLearner(), {
      check: () => {
        throw new Error('too small');
      },
    }),
};

const bandits: Record<string, () => Bandit> = {
  'keeps its stream': () => {
    let kept: Random | undefined;
    const select = (random: Random): number => {
      kept ??= random;
      return kept.integer(0, 2);
    };
    return { arms: 3, select, reward: () => undefined };
  },
};

const domains: Record<string, Partial<Domain>> = {
  'transfers genomes': {
    evaluate: (genomes) => {
      const results = bowl.evaluate(genomes);
      transfer((genomes as Batch).data);
      return results;
    },
  },
  'writes into seeds': {
    evaluate: (genomes, context) => {
      (context!.seeds as Uint32Array).fill(1);
      return bowl.evaluate(genomes);
    },
  },
};

describe('a contract finds an archive', () =>
  caught(archives, (make) => archiveContract({ problem, make }), { 'writes over what it reads': /own genomes/ }));
describe('a contract finds an operator', () =>
  caught(operators, (make) => operatorContract({ space: bowl.genome, make }), {
    'keeps its parents': /not used any more|restored/,
    'keeps its stream': /not used any more|restored/,
    'transfers its parents': /parents are left|not used any more/,
    "transfers the archive's genomes": /are left|is left|not used any more/,
    'restores nothing': /restored|damaged/,
    'refuses its space': /check/,
  }));
describe('a contract finds a learner', () =>
  caught(learners, (make) => learnerContract({ space: bowl.genome, make }), {
    'transfers the genomes that it learns from': /left as they are/,
    'transfers the genomes that it reconstructs': /finite, new/,
    'keeps its stream': /only while it learns/,
    'lacks in its snapshot what it kept': /restored/,
    'fits aside at once': /aside/,
    'learns nothing aside': /aside/,
    'refuses its space': /check/,
  }));
describe('a contract finds a bandit', () =>
  caught(bandits, (make) => banditContract({ make }), { 'keeps its stream': /only while it selects/ }));
describe('a contract finds a domain', () =>
  caught(domains, (spoil) => domainContract({ make: () => ({ ...bowl, ...spoil }) }), {
    'transfers genomes': /as they are/,
    'writes into seeds': /as they are/,
  }));

it('a learner may keep the genomes that it was given, if its snapshot has them', async () => {
  const make = (): Learner => new NearestLearner();
  for (const { check } of learnerContract({ space: bowl.genome, make })) await check();
});
