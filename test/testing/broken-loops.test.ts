import { describe, expect, it } from 'vitest';
import {
  type Algorithm,
  Batch,
  type Domain,
  type Emitter,
  type EmitterContext,
  type Evaluator,
  type FieldKinds,
  type Genomes,
  type Learner,
  type Random,
  type RowEvaluator,
} from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { operatorEmitter, Reevaluation } from '../../src/emitters/index.ts';
import { MapElites } from '../../src/search/index.ts';
import {
  algorithmContract,
  domainContract,
  emitterContract,
  evaluatorContract,
  learnerContract,
} from '../../src/testing/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { caught, spoilt } from '../support/caught.ts';
import { bowl, bowlArchive, MeanLearner } from '../support/domains/bowl.ts';

// Parts of which some methods are others.

let made = 0;

const evaluators: Record<string, RowEvaluator> = {
  'tells of no row': () => undefined,
  'tells of rows twice': (genomes, context) => {
    for (let time = 0; time < 2; time++) void bowl.evaluateRows!(genomes, context);
  },
  'tells of rows that nobody asked for': (genomes, context) =>
    bowl.evaluateRows!(genomes, { ...context, rows: undefined }),
  'tells of rows as of others': (genomes, context) =>
    bowl.evaluateRows!(genomes, {
      ...context,
      done: (rows, results) =>
        context.done(
          Array.from(rows, (row) => genomes.rows - 1 - row),
          results,
        ),
    }),
  'writes into genomes': (genomes, context) => {
    void bowl.evaluateRows!(genomes, context);
    for (let i = 0; i < genomes.rows; i++) genomes.row(i).fill(1);
  },
  'tells of a failure when it is stopped': (genomes, context) =>
    new Promise((resolve) => {
      setTimeout(() => {
        if (context.signal?.aborted) context.failed(0, context.signal.reason);
        resolve(bowl.evaluateRows!(genomes, context));
      });
    }),
};
describe('a contract finds an evaluator', () =>
  caught(
    evaluators,
    (evaluateRows) =>
      evaluatorContract({ problem: bowl, make: (): Evaluator => ({ evaluate: bowl.evaluate, evaluateRows }) }),
    {
      'tells of no row': /tells of the rows/,
      'tells of rows twice': /evaluateRows/,
      'tells of rows that nobody asked for': /tells of the rows/,
      'tells of rows as of others': /tells of the rows|while it works/,
      'writes into genomes': /evaluateRows/,
      'tells of a failure when it is stopped': /aborted/,
    },
  ));
const carrying: Domain<Float64Array, FieldKinds> = defineDomain({
  name: 'carrying',
  genome: bowl.genome,
  descriptor: bowl.descriptor,
  fields: { energy: 'number' },
  evaluate: (genome) => ({ fitness: genome[0]!, descriptor: genome.subarray(0, 2), energy: genome[1]! }),
});
it('a contract finds a domain that lacks a column of its own', async () => {
  const lacking = { ...carrying, fields: { ...carrying.fields, other: 'json' as const } };
  const laws = domainContract({ make: () => ({ ...lacking, evaluateRows: undefined }) });
  const law = laws.find(({ name }) => name.includes('all fields'))!;
  await expect(law.check()).rejects.toThrow(
    'Row 0 must have all fields; got "fields.other must be given; got undefined".',
  );
});

const mutating = (): Emitter => operatorEmitter(new GaussianMutation({ sigma: 0.5 }));
type Ask = (count: number, context: EmitterContext) => Genomes<Float64Array>;
const asking = (ask: Ask) => (): Emitter => ({ ask });
/** Counts up with what it is told, or asked. */
class Counting implements Emitter {
  count = 0;
  ask = (count: number): Batch => Batch.from(Array.from({ length: count }, () => [this.count % 10, 0, 0, 0]));
  tell(): void {
    this.count++;
  }
  snapshot = (): Uint8Array => Uint8Array.of(1, this.count);
  restore(bytes: Uint8Array): void {
    if (bytes.length !== 2 || bytes[0] !== 1) throw Object.assign(new Error('damaged'), { code: 'SNAPSHOT' });
    this.count = bytes[1]!;
  }
}
const emitters: Record<string, () => Emitter> = {
  'gives nothing': asking(() => Batch.zeros(0, 4)),
  'gives more than it is asked for': asking((count) => Batch.zeros(count + 1, 4)),
  'leaves the space': asking((count) => Batch.from(Array.from({ length: count }, () => [0, 0, 0, 11]))),
  'draws from elsewhere': asking((count) => Batch.from(Array.from({ length: count }, () => [made++ % 10, 0, 0, 0]))),
  'adds to the archive': asking((count, { archive }) => {
    archive.add(Batch.zeros(1, 4), { fitness: [99], descriptors: [[9, 9]] });
    return Batch.zeros(count, 4);
  }),
  'names parents that are none': () => ({
    ask: (count) => ({ genomes: Batch.zeros(count, 4), parents: Array.from({ length: count }, () => [2 ** 40]) }),
  }),
  'names fewer parents than children': () => ({ ask: (count) => ({ genomes: Batch.zeros(count, 4), parents: [] }) }),
  'keeps its stream': () => {
    let kept: Random | undefined;
    return {
      ask(count, { random }) {
        kept ??= random;
        return Batch.from(Array.from({ length: count }, () => [kept!.uniform(), 0, 0, 0]));
      },
    };
  },
  'has one batch out at a time': () => {
    let out = false;
    const good = mutating();
    return {
      ask(...given) {
        if (out) throw new Error('tell me first');
        out = true;
        return good.ask(...given);
      },
      tell: () => {
        out = false;
      },
    };
  },
  'refuses a number that it had before': () => {
    let last = -1;
    const good = mutating();
    return {
      ask(count, context) {
        if (context.ask <= last) throw new Error('again');
        last = context.ask;
        return good.ask(count, context);
      },
    };
  },
  'writes into what it is told': () => ({
    ask: (...given) => mutating().ask(...given),
    tell({ results }) {
      results.table.numbers('fitness').fill(0);
    },
  }),
  'learns into the archive': () => ({
    ask: (...given) => mutating().ask(...given),
    learn({ archive }) {
      archive.genomes().row(0)[0]! += 1;
    },
  }),
  'restores nothing': () => Object.assign(new Counting(), { restore: () => undefined }),
  'refuses its space': () => ({
    ...new Counting(),
    check: () => {
      throw new Error('too small');
    },
  }),
};
describe('a contract finds an emitter', () =>
  caught(emitters, (make) => emitterContract({ problem: bowl, make }), {
    'gives nothing': /at least one|in any order|repeated/,
    'gives more than it is asked for': /no more than|in any order|repeated/,
    'leaves the space': /inside the space|in any order|repeated/,
    'adds to the archive': /left as they are|names elites/,
    'names parents that are none': /names elites/,
    'names fewer parents than children': /names elites/,
    'keeps its stream': /draws from its streams|restored/,
    'has one batch out at a time': /several batches|restored|repeated/,
    'refuses a number that it had before': /repeated/,
    'writes into what it is told': /left as they are/,
    'learns into the archive': /left as they are|inside the space|in any order|repeated/,
    'restores nothing': /restored|damaged/,
    'refuses its space': /./,
  }));
it('a contract finds an emitter that names other genomes than those to be evaluated again', async () => {
  const domain = { ...bowl, noisy: true, evaluateRows: undefined };
  const make = (): Emitter => ({
    ask(count, context) {
      const { genomes, revises } = new Reevaluation().ask(count, context);
      return { genomes: Batch.zeros(genomes.rows, 4), revises };
    },
  });
  const laws = emitterContract({ problem: domain, make });
  const law = laws.find(({ name }) => name.includes('names elites'))!;
  await expect(law.check()).rejects.toThrow('The genome of the elite with id');
});

const searching = (): MapElites =>
  new MapElites({ domain: bowl, archive: bowlArchive(), variation: new GaussianMutation(), batchSize: 7, seed: 1 });
const algorithms: Record<string, (good: MapElites) => Partial<Algorithm>> = {
  'counts batches in place of genomes': () => ({ evaluations: 3 }),
  'draws from elsewhere': (good) => ({
    ask: async (options) => {
      if (made++ % 3 === 0) await good.drop(await good.ask());
      return good.ask(options);
    },
  }),
  'tells what became of a batch that was changed': (good) => ({
    ask: (options) => good.ask({ ...options, view: true }),
  }),
  'takes a batch twice': (good) => {
    let report: Awaited<ReturnType<MapElites['tell']>> | undefined;
    return {
      tell: async (...given) => {
        report = await good.tell(...given).catch(() => report!);
        return report;
      },
    };
  },
  'loses a batch of a wrong shape': (good) => ({
    tell: (batch, results, options) =>
      good.tell(batch, results, options).catch(async (error) => {
        if (good.pending.includes(batch as never)) await good.drop(batch);
        throw error;
      }),
  }),
  'loses a whole batch for one bad row': (good) => ({
    tell: (batch, results, options) => {
      const bad = results?.reasons?.some((reason) => reason !== undefined);
      return good.tell(batch, bad ? { ...results!, reasons: Array(batch.rows).fill('bad') } : results, options);
    },
  }),
  'takes batches in order alone': (good) => ({
    tell: async (batch, ...given) => {
      if (good.pending[0] !== batch && good.pending.includes(batch as never)) throw new Error('not yet');
      return good.tell(batch, ...given);
    },
  }),
  'applies at once what is to be held': (good) => ({
    hold: (batch, results, options) => void good.tell(batch, results, options),
  }),
  'lacks nothing': () => ({ missing: () => new Int32Array(0) }),
  'forgets what was out': (good) => ({
    restore: (bytes) => {
      good.restore(bytes);
      for (const batch of good.pending) void good.drop(batch);
    },
  }),
};
describe('a contract finds an algorithm', () =>
  caught(
    algorithms,
    (spoil) =>
      algorithmContract({
        domain: bowl,
        make: () => {
          const good = searching();
          return spoilt(good, spoil(good));
        },
      }),
    {
      'tells what became of a batch that was changed': /done to a batch/,
      'loses a batch of a wrong shape': /wrong shape|not out/,
      'loses a whole batch for one bad row': /costs no other/,
      'takes batches in order alone': /in any order/,
      'applies at once what is to be held': /held|run/,
      'lacks nothing': /held/,
      'forgets what was out': /restored/,
    },
  ));

const learners: Record<string, () => Learner> = {
  'learns otherwise with pauses': () =>
    new (class extends MeanLearner {
      override async fit(...[genomes, context]: Parameters<MeanLearner['fit']>): Promise<void> {
        await super.fit(genomes, context);
        if ('pause' in context) this.mean[0]! += 1;
      }
    })(),
  'is half-way when it is stopped': () =>
    new (class extends MeanLearner {
      override async fit(...[genomes, context]: Parameters<MeanLearner['fit']>): Promise<void> {
        const { signal } = context as { readonly signal?: AbortSignal };
        if (signal?.aborted) this.mean = this.mean.map(() => 1);
        signal?.throwIfAborted();
        await super.fit(genomes, context);
      }
    })(),
};
describe('a contract finds a learner', () =>
  caught(learners, (make) => learnerContract({ space: bowl.genome, make }), {
    'learns otherwise with pauses': /pauses/,
    'is half-way when it is stopped': /stopped/,
  }));
