import { expect, it } from 'vitest';
import {
  decodeCheckpoint,
  encodeCheckpoint,
  type RunCheckpoint,
} from '../../../src/cli/illumination/run-checkpoint.ts';
import { errorOf } from '../../support/error-of.ts';
import { forged } from '../../support/forged.ts';

const arm: RunCheckpoint = {
  plan: {
    module: undefined,
    joints: 5,
    algorithm: ['me-line', 'dde-elites'],
    evaluations: 1000,
    seed: 2 ** 53 - 1,
    checkpoint: 0,
    finish: true,
    out: 'runs/a b',
  },
  searches: [Uint8Array.of(1, 2, 3)],
};
const module: RunCheckpoint = {
  plan: { ...arm.plan, module: { path: './own.mjs', digest: '0123abcd' }, joints: undefined },
  searches: [],
};

const failing: RunCheckpoint = {
  plan: { ...module.plan, retries: 3, onEvaluationError: 'invalid' },
  searches: [],
};

const noNames = { 'plan.algorithm.0': undefined, 'plan.algorithm.1': undefined };

it.each([
  ['the planar arm', arm],
  ["a user's module", module],
  ['a module whose evaluations may fail', failing],
])('a checkpoint of %s reads back as it was written', (_, checkpoint) => {
  expect(decodeCheckpoint(encodeCheckpoint(checkpoint))).toEqual(checkpoint);
});

it('a checkpoint of a run without options for failing evaluations has no entry for them', () => {
  const text = (checkpoint: RunCheckpoint): string => Buffer.from(encodeCheckpoint(checkpoint)).toString('latin1');
  expect(text(failing)).toMatch(/plan\.retries.*plan\.onEvaluationError/);
  expect(text(module)).not.toMatch(/retries|onEvaluationError/);
});

it.each([
  ['joints of an arm below two', { 'plan.joints': 1 }, 'plan.joints'],
  ['a seed that is text', { 'plan.seed': '7' }, 'plan.seed'],
  ['neither a module nor joints', { 'plan.joints?': false, 'plan.joints': undefined }, 'have a module or joints'],
  ['a negative number of retries', { 'plan.retries': -1 }, 'plan.retries'],
  ['no known way with errors', { 'plan.onEvaluationError': 'ignore' }, 'one of throw, invalid'],
  ['no algorithm', { 'plan.algorithm.length': 0, ...noNames }, 'have at least one algorithm'],
  ['an algorithm without a name', { 'plan.algorithm.1': 7 }, 'plan.algorithm'],
])('a checkpoint with %s is refused', async (_, change, rule) => {
  const bytes = forged(encodeCheckpoint(arm), ({ state }) => void Object.assign(state, change));
  const message = await errorOf(() => decodeCheckpoint(bytes));
  expect(message).toMatch(/^SNAPSHOT elites resume: /);
  expect(message).toContain(rule);
});

it('a checkpoint with more searches than algorithms is refused', async () => {
  const bytes = encodeCheckpoint({ plan: arm.plan, searches: Array.from({ length: 3 }, () => Uint8Array.of(1)) });
  expect(await errorOf(() => decodeCheckpoint(bytes))).toContain(
    'SNAPSHOT elites resume: bytes must have at most 2 searches',
  );
});
