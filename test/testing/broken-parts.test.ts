import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { SlidingWindowUcb } from '../../src/bandits/index.ts';
import {
  type AddReport,
  type Archive,
  type Bandit,
  Batch,
  type Domain,
  type Encoding,
  type Genomes,
} from '../../src/core/index.ts';
import {
  archiveContract,
  banditContract,
  domainContract,
  encodingContract,
  type Law,
  learnerContract,
  operatorContract,
} from '../../src/testing/index.ts';
import type { GaussianMutation } from '../../src/variation/index.ts';
import { caught } from '../support/caught.ts';
import { bowl, MeanLearner } from '../support/domains/bowl.ts';
import { problem } from '../support/domains/small-problem.ts';
import { errorOf } from '../support/error-of.ts';

/** The names of the laws that a part breaks. */
async function broken(laws: readonly Law[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(laws.map((law) => law.check()));
  return laws.filter((_, i) => outcomes[i]!.status === 'rejected').map((law) => law.name);
}

/** Numbers in [0, 1) from elsewhere: what `Math.random` is to a part. */
let elsewhere = 0;
const draw = (): number => {
  elsewhere = (elsewhere + 0.618034) % 1;
  return elsewhere;
};

type Add = Archive['add'];
type Row = { fitness: number; descriptor: ArrayLike<number>; genome: Float64Array };
const rowsOf = (genomes: Genomes<Float64Array>, results: Parameters<Add>[1]): Row[] =>
  Array.from({ length: genomes.rows }, (_, i) => ({
    genome: genomes.row(i),
    fitness: results.fitness[i]!,
    descriptor: results.descriptors instanceof Batch ? results.descriptors.row(i) : results.descriptors[i]!,
  }));

/** A grid of which one method is another. */
function spoiltGrid(spoil: (grid: GridArchive) => Partial<Archive>): () => Archive {
  return () => {
    const grid = new GridArchive({ domain: problem, cells: [4, 3] });
    const archive: Archive = {
      get size() {
        return grid.size;
      },
      cells: grid.cells,
      add: (genomes, results) => grid.add(genomes, results),
      sample: (count, random) => grid.sample(count, random),
      genomes: () => grid.genomes(),
      metrics: () => grid.metrics(),
      [Symbol.iterator]: () => grid[Symbol.iterator](),
    };
    return Object.assign(archive, spoil(grid));
  };
}

/** Adds with a change of the rows. */
const changing = (change: (row: Row) => Row) => (grid: GridArchive) => ({
  add: ((genomes, results) => {
    const rows = rowsOf(genomes, results).map(change);
    return grid.add(Batch.from(rows.map((row) => row.genome)), {
      fitness: rows.map((row) => row.fitness),
      descriptors: rows.map((row) => row.descriptor),
      reasons: results.reasons,
    });
  }) satisfies Add,
});
const reporting = (change: (report: AddReport) => Partial<AddReport>) => (grid: GridArchive) => ({
  add: ((genomes, results) => {
    const report = grid.add(genomes, results);
    return { ...report, ...change(report) };
  }) satisfies Add,
});
let later = 0;

const archives: Record<string, (grid: GridArchive) => Partial<Archive>> = {
  // A tiny rise with each row lets an equal fitness win, as ≥ in place of > does.
  'replaces on equal fitness': changing((row) => ({ ...row, fitness: row.fitness + later++ * 1e-9 })),
  'minimises fitness': changing((row) => ({ ...row, fitness: -row.fitness })),
  'takes NaN for 0': changing((row) => ({ ...row, fitness: Number.isNaN(row.fitness) ? 0 : row.fitness })),
  'stores a NaN gene as 0': changing((row) => ({ ...row, genome: row.genome.map((x) => (Number.isNaN(x) ? 0 : x)) })),
  'reports all as improved': reporting(({ status }) => ({ status: status.map(() => 'improved') })),
  'reports cells from 1 on': reporting(({ cell }) => ({ cell: cell.map((x) => x + 1) })),
  'measures improvement from 0': reporting(({ improvement, status }) => ({
    improvement: improvement.map((x, i) => (status[i] === 'new' ? x - 10 : x)),
  })),
  'counts descriptors outside twice': reporting(({ outsideDescriptor }) => ({
    outsideDescriptor: 2 * outsideDescriptor!,
  })),
  'gives no reasons': reporting(({ reasons }) => ({ reasons: reasons.map(() => undefined) })),
  'loses a whole batch for one bad row': (grid) => ({
    add: (genomes, results) => {
      const bad = rowsOf(genomes, results).some((row) => !Number.isFinite(row.fitness));
      return grid.add(genomes, { ...results, reasons: bad ? Array(genomes.rows).fill('bad') : results.reasons });
    },
  }),
  'takes any shape': (grid) => ({
    add: (genomes, { fitness, descriptors }) =>
      grid.add(genomes, { fitness: Array.from({ length: genomes.rows }, (_, i) => fitness[i]!), descriptors }),
  }),
  'has a score that drifts': (grid) => ({
    metrics: () => ({ ...grid.metrics(), qdScore: grid.metrics().qdScore * (1 + 1e-6) }),
  }),
  'counts the score from 0': (grid) => ({
    metrics: () => ({ ...grid.metrics(), qdScore: grid.metrics().qdScore - 10 * grid.size }),
  }),
  'has a maximum of 0 when empty': (grid) => ({
    metrics: () => ({ ...grid.metrics(), maxFitness: grid.metrics().maxFitness || 0 }),
  }),
  'gives coverage in percent': (grid) => ({
    metrics: () => ({ ...grid.metrics(), coverage: 100 * grid.metrics().coverage }),
  }),
  'samples the first elite only': (grid) => ({
    sample: (count) => Batch.from(Array.from({ length: count }, () => grid.genomes().row(0))),
  }),
  'samples from elsewhere': (grid) => ({
    sample: (count) =>
      Batch.from(Array.from({ length: count }, () => grid.genomes().row(Math.floor(draw() * grid.size)))),
  }),
  'hands out what it keeps': (grid) => ({
    sample: (count) => grid.sample(count, { integer: () => 0 } as never),
    ...live(grid),
  }),
  'iterates backwards': (grid) => ({ [Symbol.iterator]: () => [...grid].reverse()[Symbol.iterator]() }),
};

/** Elites as live views. */
function live(grid: GridArchive): Partial<Archive> {
  return {
    *[Symbol.iterator]() {
      let row = 0;
      for (const elite of grid) yield { ...elite, genome: grid.genomes().row(row++) };
    },
  };
}

const operators: Record<string, (parents: Batch, context: Parameters<GaussianMutation['vary']>[1]) => Batch> = {
  'writes into parents': (parents) => {
    parents.data.fill(1);
    return Batch.zeros(parents.rows, 4);
  },
  'leaves the space': (parents) => Batch.from(Array.from({ length: parents.rows }, () => [0, 0, 0, 10.5])),
  'makes NaN': (parents) => Batch.from(Array.from({ length: parents.rows }, () => [0, 0, 0, Number.NaN])),
  'loses the last child': ({ rows }) => Batch.zeros(Math.max(0, rows - 1), 4),
  'draws from elsewhere': ({ rows }) => Batch.from(Array.from({ length: rows }, () => [draw(), 0, 0, 0])),
  'writes into the archive': ({ rows }, { archive }) => {
    archive.genomes().row(0).fill(3);
    return Batch.zeros(rows, 4);
  },
  'adds to the archive': ({ rows }, { archive }) => {
    archive.add(Batch.from([[7, 7, 7, 7]]), { fitness: [9], descriptors: [[0]] });
    return Batch.zeros(rows, 4);
  },
};

/** An encoding of which some parts are others. */
const encoding = (spoil: (good: Encoding) => Partial<Encoding>): Encoding => {
  const good = new MeanLearner().encoding();
  return { ...good, ...spoil(good) };
};
/** Decodes with a change of the rows. */
const decoding = (change: (row: Float64Array, rows: number) => Float64Array | number[]) => (): Partial<Encoding> => ({
  decode: ((latents: Float64Array | Batch) =>
    latents instanceof Float64Array
      ? Float64Array.from(change(latents, 1))
      : Batch.from(
          Array.from({ length: latents.rows }, (_, i) => change(latents.row(i), latents.rows)),
        )) as Encoding['decode'],
});
const encodings: Record<string, (good: Encoding) => Partial<Encoding>> = {
  'decodes a batch otherwise than its rows': decoding((row, rows) => row.map((x) => x + rows)),
  'decodes to NaN': decoding((row) => row.map(() => Number.NaN)),
  'decodes to another length': decoding((row) => [...row, 0]),
  'decodes in place': () => ({ decode: ((latents: unknown) => latents) as Encoding['decode'] }),
  'decodes from elsewhere': decoding((row) => row.map(draw)),
  'encodes to another length': () => ({ encode: (phenotypes) => Batch.zeros(phenotypes.rows, 3) }),
  'encodes relative to the batch': () => ({
    encode: ({ rows, data }) =>
      new Batch(
        rows,
        4,
        data.map((x) => x - data[0]!),
      ),
  }),
  'samples outside': () => ({ sample: () => Float64Array.of(0, 0, 0, 5.5) }),
  'samples from elsewhere': () => ({ sample: () => new Float64Array(4).map(draw) }),
};

const learners: Record<string, () => MeanLearner> = {
  'whose normalize changes its reconstructions': () => {
    const learner = new MeanLearner();
    const normalize = () => {
      learner.mean = learner.mean.map((x) => x + 1);
    };
    return Object.assign(learner, { normalize });
  },
  'draws from elsewhere': () =>
    new (class extends MeanLearner {
      override async fit(...[genomes, context]: Parameters<MeanLearner['fit']>): Promise<void> {
        await super.fit(genomes, context);
        this.mean[0]! += draw();
      }
    })(),
  'writes into the genomes that it learns from': () =>
    new (class extends MeanLearner {
      override async fit(...[genomes, context]: Parameters<MeanLearner['fit']>): Promise<void> {
        await super.fit(genomes, context);
        genomes.data.sort();
      }
    })(),
  'reconstructs in place': () => Object.assign(new MeanLearner(), { reconstruct: (genomes: Batch) => genomes }),
  'reconstructs to another shape': () => Object.assign(new MeanLearner(), { reconstruct: () => Batch.zeros(1, 4) }),
  'gives an encoding that goes on learning': () => {
    const learner = new MeanLearner();
    const copy = learner.encoding.bind(learner);
    const decode = ((latents: Batch) => copy().decode(latents)) as Encoding['decode'];
    return Object.assign(learner, { encoding: () => ({ ...copy(), decode }) });
  },
  'gives an encoding of another space': () => {
    const learner = new MeanLearner();
    const good = learner.encoding.bind(learner);
    return Object.assign(learner, {
      encoding: () => ({ ...good(), phenotype: { dimensions: 4, lower: 0, upper: 1 } }),
    });
  },
  'divides by the number of rows less one': () =>
    new (class extends MeanLearner {
      override async fit(...[genomes, context]: Parameters<MeanLearner['fit']>): Promise<void> {
        await super.fit(genomes, context);
        this.mean = this.mean.map((x) => x / (genomes.rows - 1));
      }
    })(),
};

const bandits: Record<string, (good: SlidingWindowUcb) => Partial<SlidingWindowUcb>> = {
  'selects beyond the last arm': ({ arms }) => ({ select: () => arms }),
  'selects a fraction': () => ({ select: () => 0.5 }),
  'selects from elsewhere': () => ({ select: () => Math.floor(draw() * 3) }),
  'has no arms': () => ({ arms: 0 }),
  'loses its head after a reward of 0': (good) => {
    let lost = false;
    return {
      select: () => (lost ? Number.NaN : good.select()),
      reward: (_arm, value) => {
        lost ||= value === 0;
      },
    };
  },
};

const domains: Record<string, Partial<Domain>> = {
  'has descriptors of another length': {
    evaluate: ({ rows }) => ({ fitness: new Float64Array(rows), descriptors: Batch.zeros(rows, 3) }),
  },
  'loses a row': {
    evaluate: (genomes) => bowl.evaluate(Batch.zeros(Math.max(0, genomes.rows - 1), 4)),
  },
  'ranks within the batch': {
    evaluate: ({ rows }) => ({
      fitness: Float64Array.from({ length: rows }, (_, i) => -i),
      descriptors: Batch.zeros(rows, 2),
    }),
  },
  'draws from elsewhere': {
    evaluate: ({ rows }) => ({ fitness: new Float64Array(rows).map(draw), descriptors: Batch.zeros(rows, 2) }),
  },
  'writes into genomes': {
    evaluate: (genomes) => {
      const results = bowl.evaluate(genomes);
      if (genomes.rows > 0) genomes.row(0).fill(1);
      return results;
    },
  },
  'falls below its floor': { fitnessFloor: -1 },
  'starts outside': { initialGenome: () => Float64Array.of(0, 0, 0, -1) },
  'starts elsewhere': { initialGenome: () => new Float64Array(4).map(draw) },
  'has an open descriptor space': { descriptor: { dimensions: 2, lower: 0, upper: Number.POSITIVE_INFINITY } },
};

/** Counts rewards, and stores the count, or fails to. */
class CountingBandit implements Bandit {
  readonly arms = 3;
  count = 0;
  select = (): number => this.count % 3;
  reward(): void {
    this.count++;
  }
  snapshot(): Uint8Array {
    return Uint8Array.of(1, this.count & 255, this.count >> 8);
  }
  restore(bytes: Uint8Array): void {
    if (bytes.length !== 3 || bytes[0] !== 1) throw Object.assign(new Error('damaged'), { code: 'SNAPSHOT' });
    this.count = bytes[1]! + 256 * bytes[2]!;
  }
}
const forgetful: Record<string, (good: CountingBandit) => object> = {
  'restores nothing': () => ({ restore: () => {} }),
  'cannot be restored': () => ({ restore: undefined }),
  'takes damaged bytes': (good) => ({ restore: (bytes: Uint8Array) => bytes.length === 3 && good.restore(bytes) }),
  'refuses with another code': () => ({
    restore: () => {
      throw new TypeError('damaged');
    },
  }),
  'changes before it refuses': (good) => ({
    restore(bytes: Uint8Array) {
      good.count++;
      CountingBandit.prototype.restore.call(good, bytes);
    },
  }),
};

describe('a contract finds an archive', () =>
  caught(archives, (spoil) => archiveContract({ problem, make: spoiltGrid(spoil) })));
describe('a contract finds an operator', () =>
  caught(operators, (vary) => operatorContract({ space: bowl.genome, make: () => ({ vary }) as never })));
describe('a contract finds an encoding', () =>
  caught(encodings, (spoil) => encodingContract({ make: () => encoding(spoil) })));
describe('a contract finds a learner', () => caught(learners, (make) => learnerContract({ space: bowl.genome, make })));
describe('a contract finds a bandit', () =>
  caught(bandits, (spoil) =>
    banditContract({
      make: () => {
        const good = new SlidingWindowUcb({ arms: 3 });
        return {
          arms: 3,
          select: () => good.select(),
          reward: (arm, value) => good.reward(arm, value),
          ...spoil(good),
        };
      },
    }),
  ));
describe('a contract finds a stored bandit', () =>
  caught(forgetful, (spoil) =>
    banditContract({
      make: () => {
        const good = new CountingBandit();
        return Object.assign(good, spoil(good));
      },
    }),
  ));
describe('a contract finds a domain', () =>
  caught(domains, (spoil) => domainContract({ make: () => ({ ...bowl, ...spoil }) })));

describe('a contract', () => {
  it('finds nothing in the parts that the broken ones were made of', async () => {
    expect(await broken(archiveContract({ problem, make: spoiltGrid(() => ({})) }))).toEqual([]);
    expect(await broken(encodingContract({ make: () => encoding(() => ({})) }))).toEqual([]);
    expect(await broken(learnerContract({ space: bowl.genome, make: () => new MeanLearner() }))).toEqual([]);
    expect(await broken(domainContract({ make: () => bowl }))).toEqual([]);
    expect(await broken(banditContract({ make: () => new CountingBandit() }))).toEqual([]);
  });

  it('names the law, what was expected, what came, and the case in full', async () => {
    const laws = archiveContract({ problem, make: spoiltGrid(archives['takes NaN for 0']!) });
    const law = laws.find(({ name }) => name.includes('invalid'))!;
    expect(await errorOf(law.check)).toMatch(
      /^undefined The archive breaks the law "an invalid row is reported with a reason and costs no other row": Whether row \d+ is invalid must be true; got false\. The case: \[\{ genome: \[.*\], fitness: NaN, descriptor: \[.*\], fields: {} \}/,
    );
    expect(await errorOf(law.check)).toBe(await errorOf(law.check));
  });

  it('refuses bad options', async () => {
    expect(await errorOf(() => banditContract({} as never))).toBe(
      'ARGUMENT banditContract: make must be a function; got undefined.',
    );
    expect(await errorOf(() => archiveContract({ make: () => 1, problems: 1 } as never))).toContain("got 'problems'");
  });
});
