import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import {
  Batch,
  type EmitterContext,
  type Genomes,
  ListBatch,
  type Proposal,
  type VariationOperator,
} from '../../src/core/index.ts';
import { operatorEmitter } from '../../src/emitters/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { errorOf } from '../support/error-of.ts';

const unit = { dimensions: 1, lower: 0, upper: 1 };
const domain = { genome: unit, descriptor: unit };

function contextOf(options: Partial<EmitterContext> = {}): EmitterContext {
  const archive = new GridArchive({ domain, cells: [10], lineage: true });
  const places = Array.from({ length: 10 }, (_, i) => [(i + 0.5) / 10]);
  archive.add(Batch.from(places), { fitness: new Array(10).fill(1), descriptors: places });
  return { ask: 0, archive, random: randomStream(1), space: unit, retries: 0, onError: 'throw', ...options };
}

const ask = async (operator: VariationOperator, count: number, context = contextOf()): Promise<Proposal> =>
  (await operatorEmitter(operator).ask(count, context)) as Proposal;

/** What one parent becomes. */
const each = (child: (parent: Float64Array, i: number) => Float64Array | undefined): VariationOperator => ({
  vary: (parents: Genomes<Float64Array>) =>
    new ListBatch(Array.from({ length: parents.rows }, (_, i) => child(parents.row(i), i) as Float64Array)),
});
const genes = ({ genomes }: Proposal): number[] => Array.from({ length: genomes.rows }, (_, i) => genomes.row(i)[0]!);

describe('operatorEmitter', () => {
  it('gives the children of parents that the archive draws, with their ids', async () => {
    const context = contextOf();
    const rows = context.archive.select!(6, randomStream(1));
    const proposal = await ask(
      each((parent) => parent),
      6,
      context,
    );
    expect(genes(proposal)).toEqual(Array.from(rows, (row) => context.archive.elite!(row).genome[0]));
    expect(proposal.parents).toEqual(Array.from(rows, (row) => [context.archive.ids!()[row]]));
  });

  it('counts what the operator drew itself as parents, if there is one for each child', async () => {
    const context = contextOf();
    const drawing = (count: (rows: number) => number): VariationOperator => ({
      vary(parents, { select }) {
        select!(count(parents.rows));
        return parents;
      },
    });
    expect(
      (
        await ask(
          drawing((rows) => rows),
          4,
          context,
        )
      ).parents!.map((ids) => ids.length),
    ).toEqual([2, 2, 2, 2]);
    expect(
      (
        await ask(
          drawing(() => 1),
          4,
          context,
        )
      ).parents!.map((ids) => ids.length),
    ).toEqual([1, 1, 1, 1]);
  });

  it('draws another parent for a row without a child', async () => {
    const proposal = await ask(
      each((parent) => (parent[0]! < 0.5 ? undefined : parent)),
      20,
    );
    expect(proposal.genomes.rows).toBe(20);
    expect(genes(proposal).every((gene) => gene >= 0.5)).toBe(true);
    expect(proposal.parents).toHaveLength(20);
  });

  it('draws at most 100 parents for a row, and gives the children that there are', async () => {
    let [calls, rows] = [0, 0];
    const barren: VariationOperator = {
      vary(parents) {
        calls++;
        rows += parents.rows;
        return new ListBatch(
          Array.from({ length: parents.rows }, (_, i) =>
            calls === 1 && i < 3 ? parents.row(i) : (undefined as never),
          ),
        );
      },
    };
    expect((await ask(barren, 10)).genomes.rows).toBe(3);
    expect([calls, rows]).toEqual([100, 10 + 99 * 7]);
  });

  it('takes a failed row for one without a child if errors are not thrown', async () => {
    const failing: VariationOperator = {
      vary(parents, { failed }) {
        const rows = Array.from({ length: parents.rows }, (_, i) => parents.row(i));
        for (const [i, row] of rows.entries()) if (row[0]! < 0.5) failed!(i, new Error('no child'));
        return new ListBatch(rows.map((row) => (row[0]! < 0.5 ? (undefined as never) : row)));
      },
    };
    expect(await errorOf(() => ask(failing, 20))).toContain('no child');
    expect((await ask(failing, 20, contextOf({ onError: 'invalid' }))).genomes.rows).toBe(20);
  });

  it('calls an operator that fails as a whole again, from the same random numbers and with the same parents', async () => {
    let failures = 0;
    const mutation = new GaussianMutation({ sigma: 0.1 });
    const failing: VariationOperator = {
      vary(parents, context) {
        const children = mutation.vary(parents, context);
        if (failures-- > 0) throw new Error('down');
        return children;
      },
    };
    const expected = genes(await ask(failing, 5));
    failures = 2;
    expect(genes(await ask(failing, 5, contextOf({ retries: 2 })))).toEqual(expected);
    failures = 3;
    expect(await errorOf(() => ask(failing, 5, contextOf({ retries: 2 })))).toContain('down');
    failures = Number.POSITIVE_INFINITY;
    expect(await errorOf(() => ask(failing, 5, contextOf({ onError: 'invalid' })))).toContain('down');
  });

  it('has the state of its operator, and no other', () => {
    const emitter = operatorEmitter(new GaussianMutation({ sigma: 0.1 }));
    expect(emitter.snapshot!()).toEqual(new GaussianMutation({ sigma: 0.1 }).snapshot());
    const plain = operatorEmitter(each((parent) => parent));
    expect([plain.snapshot, plain.restore, plain.stateful]).toEqual([undefined, undefined, undefined]);
  });

  it('refuses what is no operator, and children of another shape', async () => {
    expect(await errorOf(() => operatorEmitter({} as never))).toContain(
      'ARGUMENT operatorEmitter: operator must have vary()',
    );
    const shape = (genomes: unknown): Promise<string> => errorOf(() => ask({ vary: () => genomes as never }, 4));
    expect(await shape(Batch.zeros(3, 1))).toBe(
      'ARGUMENT operatorEmitter: what the operator answers must have 4 rows; got 3.',
    );
    expect(await shape(Batch.zeros(4, 2))).toContain('must have shape (4, 1)');
    expect(await shape(undefined)).toContain(
      'what the operator answers must be a Batch, or have rows and row(); got undefined',
    );
  });

  it('passes on what the archive throws once an asynchronous operator has ended', async () => {
    const context = contextOf();
    context.archive.elite = () => {
      throw new Error('no elite');
    };
    let ended = false;
    const slow: VariationOperator = {
      async vary() {
        await new Promise((resolve) => setImmediate(resolve));
        ended = true;
        throw new Error('no child');
      },
    };
    expect(await errorOf(() => ask(slow, 3, context))).toContain('no elite');
    expect(ended).toBe(true);
  });
});
