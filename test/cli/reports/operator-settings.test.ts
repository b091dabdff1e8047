import { expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { operatorSettings } from '../../../src/cli/reports/operator-settings.ts';
import { Batch, selectElites, type VariationOperator } from '../../../src/core/index.ts';
import { planarArm } from '../../../src/domains/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { cmaMe, MapElites } from '../../../src/search/index.ts';
import {
  chainOperators,
  defineVariation,
  GaussianMutation,
  IsoLineMutation,
  SparseMutation,
  TwoPointCrossover,
  UniformCrossover,
} from '../../../src/variation/index.ts';

const domain = planarArm({ joints: 4 });
const archive = () => new GridArchive({ domain, cells: [5, 5] });
const settingsOf = (variation: VariationOperator): [string, string][] => {
  const search = new MapElites({ domain, archive: archive(), variation, seed: 1 });
  return operatorSettings({ algorithm: 'mine', search: search as never });
};

it.each([
  [new IsoLineMutation(), 'IsoLineMutation (isoSigma 0.003 × range, outOfBounds clip, lineSigma 0.2)'],
  [new IsoLineMutation({ isoSigma: 0.1 * 0.9 }), 'IsoLineMutation (isoSigma 0.09, outOfBounds clip, lineSigma 0.2)'],
  [new GaussianMutation({ sigma: 0.25 }), 'GaussianMutation (sigma 0.25, outOfBounds clip)'],
  [
    chainOperators(new UniformCrossover(), new SparseMutation({ sigma: [1, 2, 3, 4] })),
    'UniformCrossover; SparseMutation (sigma [1, 2, 3, 4], outOfBounds clip, most 3)',
  ],
  [
    chainOperators(new TwoPointCrossover(), new GaussianMutation({ sigma: 0.25 })),
    'a chain of 2 operators; GaussianMutation (sigma 0.25, outOfBounds clip)',
  ],
])('tells the options of operators, also those by default', (variation, text) => {
  expect(settingsOf(variation)).toEqual([['mine', text]]);
});

it.each([
  ['GaussianMutation', () => new GaussianMutation(), (step: number) => new GaussianMutation({ sigma: step })],
  ['IsoLineMutation', () => new IsoLineMutation(), (step: number) => new IsoLineMutation({ isoSigma: step })],
  ['SparseMutation', () => new SparseMutation(), (step: number) => new SparseMutation({ sigma: step })],
])('names the step that %s has by default', (_, byDefault, given) => {
  const [[, text]] = settingsOf(byDefault()) as [[string, string]];
  const share = Number(/igma (\S+) × range/.exec(text)![1]);
  const range = 2;
  const filled = archive();
  filled.add(Batch.from([[0, 0, 0, 0]]), { fitness: [1], descriptors: [[0.5, 0.5]] });
  const children = (operator: VariationOperator) => {
    const random = randomStream(1);
    const context = { archive: filled, random, space: domain.genome };
    return operator.vary(selectElites(filled, 3, random) as never, context as never);
  };
  expect(children(given(share * range))).toEqual(children(byDefault()));
});

it('tells of emitters with the same options once', () => {
  const search = cmaMe({ domain, archive: archive(), sigma: 0.5, emitters: 3, seed: 1 });
  const [row, ...more] = operatorSettings({ algorithm: 'cma', search: search as never });
  expect(more).toEqual([]);
  expect(row![0]).toBe('cma, strategy1 and 2 more');
  const two = cmaMe({ domain, archive: archive(), sigma: 0.5, emitters: 2, seed: 1 });
  expect(operatorSettings({ algorithm: 'cma', search: two as never })[0]![0]).toBe('cma, strategy1, strategy2');
  expect(row![1]).toMatch(/^StrategyEmitter \(selection filter, .*\); CmaEsStrategy \(sigma 0\.5, boundary clip, /);
});

it('is silent about what has no options, and about searches of another kind', () => {
  expect(settingsOf(defineVariation(domain.genome, (genome) => genome))).toEqual([]);
  const snapshot = (): never => {
    throw new Error('cannot be written');
  };
  expect(operatorSettings({ algorithm: 'own', search: { snapshot } as never })).toEqual([]);
  expect(operatorSettings({ algorithm: 'own', search: { snapshot: () => new Uint8Array(9) } as never })).toEqual([]);
});
