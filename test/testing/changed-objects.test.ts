import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, type Domain, type Genomes, objectSpace, type VariationOperator } from '../../src/core/index.ts';
import { operatorEmitter } from '../../src/emitters/index.ts';
import { archiveContract, domainContract, emitterContract, operatorContract } from '../../src/testing/index.ts';
import { defineVariation } from '../../src/variation/index.ts';
import { caught, spoilt } from '../support/caught.ts';

// Objects are handed on without a copy: whoever changes one changes the elite.

interface Robot {
  readonly t: number[] | Float64Array;
}
const lists = objectSpace<Robot>({ sample: (random) => ({ t: [random.uniform(), random.uniform()] }) });
const typed = objectSpace<Robot>({
  sample: (random) => ({ t: Float64Array.of(random.uniform()) }),
  serialize: ({ t }) => JSON.stringify([...t]),
  deserialize: (text) => ({ t: Float64Array.from(JSON.parse(text) as number[]) }),
});
const problem = { genome: lists, descriptor: { dimensions: 1, lower: 0, upper: 1 } };
const domain: Domain<Robot> = {
  ...problem,
  evaluate: ({ rows }) => ({ fitness: new Float64Array(rows), descriptors: Batch.zeros(rows, 1) }),
};
const change = (genomes: Genomes<Robot>): void => {
  if (genomes.rows > 0) genomes.row(0).t[0]!++;
};

const fresh: VariationOperator<Robot> = {
  vary: ({ rows }, { space, random }) => ({ rows, row: () => space.sample(random) }),
};
const operators: Record<string, (space: typeof lists) => VariationOperator<Robot>> = {
  'overwrites its parent': (space) =>
    defineVariation(space, (genome, { random }) => {
      genome.t[0] = random.uniform();
      return genome;
    }),
  'overwrites parents, and gives others': () => ({
    vary(parents, context) {
      change(parents);
      return fresh.vary(parents, context);
    },
  }),
};
const mates: Record<string, (space: typeof lists) => VariationOperator<Robot>> = {
  'overwrites a mate': () => ({
    vary(parents, context) {
      change(context.archive.sample(1, context.random));
      return fresh.vary(parents, context);
    },
  }),
};

for (const [kind, space] of Object.entries({ lists, typed })) {
  describe(`with genomes that hold ${kind}, a contract finds an operator`, () => {
    const laws = (make: (space: typeof lists) => VariationOperator<Robot>) =>
      operatorContract({ space, make: () => make(space) });
    const left = /(parents are|the archive is) left as/;
    caught(operators, laws, {
      'overwrites its parent': /left as they are|the archive is left|the same stream/,
      'overwrites parents, and gives others': left,
    });
    caught(mates, laws, { 'overwrites a mate': /the archive is left as it is|parents are left/ });
    it('but none that makes new ones', async () => {
      for (const { check } of laws(() => fresh)) await expect(check()).resolves.toBeUndefined();
    });
  });
}

describe('a contract finds an emitter of objects', () =>
  caught(
    { 'overwrites elites': operators['overwrites parents, and gives others']! },
    (make) => emitterContract<Robot>({ problem, make: () => operatorEmitter(make(lists)) }),
    { 'overwrites elites': /the archive, and what it is told, are left|same/ },
  ));

describe('a contract finds an archive of objects', () =>
  caught(
    { 'overwrites what is added': true },
    () =>
      archiveContract<Robot>({
        problem,
        make() {
          const grid = new GridArchive<Robot>({ domain: problem, cells: [3] });
          return spoilt(grid, {
            add(genomes: Genomes<Robot>, results: Parameters<typeof grid.add>[1]) {
              change(genomes);
              return grid.add(genomes, results);
            },
          });
        },
      }),
    { 'overwrites what is added': /copies/ },
  ));

describe('a contract finds a domain of objects', () => {
  const evaluations: Record<string, Partial<Domain<Robot>>> = {
    'overwrites genomes': {
      evaluate(genomes) {
        change(genomes);
        return domain.evaluate(genomes);
      },
    },
    'overwrites genomes, row by row': {
      async evaluateRows(genomes, { rows, done }) {
        change(genomes);
        const all = rows ?? Int32Array.from({ length: genomes.rows }, (_, i) => i);
        done(all, { fitness: new Float64Array(all.length), descriptors: Batch.zeros(all.length, 1) });
      },
    },
  };
  caught(evaluations, (other) => domainContract<Robot>({ make: () => ({ ...domain, ...other }) }), {
    'overwrites genomes': /evaluate leaves|evaluateRows/,
    'overwrites genomes, row by row': /evaluateRows/,
  });
});
