import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { illuminate } from '../../../src/cli/illumination/illumination.ts';
import { resultOf } from '../../../src/cli/illumination/illumination-result.ts';
import type { IlluminatedSearch } from '../../../src/cli/illumination/subject.ts';
import { faultSentences } from '../../../src/cli/reports/run-faults.ts';
import { defineDomain } from '../../../src/domains/index.ts';
import { MapElites } from '../../../src/search/index.ts';
import { GaussianMutation } from '../../../src/variation/index.ts';

const unit = { dimensions: 1, lower: 0, upper: 1 };
const noSeconds = { total: 0, evaluation: 0, learning: 0, rest: 0 };

/** Illuminates a noisy domain. @param hook - Called before each evaluation, with the number of those before. */
function illuminated(hook: (calls: number) => void, signal: AbortSignal = new AbortController().signal) {
  let calls = 0;
  const domain = defineDomain({
    name: 'noisy',
    noisy: true,
    genome: unit,
    descriptor: unit,
    evaluate([x = 0]) {
      hook(calls++);
      return { fitness: x, descriptor: [x] };
    },
  });
  const archive = new GridArchive({ domain, cells: [5] });
  const search = new MapElites({ domain, archive, variation: new GaussianMutation(), seed: 1 });
  return illuminate(search as unknown as IlluminatedSearch, {
    algorithm: 'own',
    evaluations: 100,
    seed: 1,
    spent: noSeconds,
    stream: { isTTY: false, write: () => true } as never,
    signal,
    keep: async () => {},
  });
}

describe('illuminate, on a noisy domain', () => {
  it('corrects the metrics', async () => {
    const { corrected, uncorrected } = await illuminated(() => {});
    expect([corrected?.size, uncorrected]).toEqual([5, undefined]);
  });

  it('leaves failed evaluations out of the correction, and says how many there were', async () => {
    const one = await illuminated((calls) => {
      if (calls === 100) throw new Error('down');
    });
    expect([one.metrics.size, one.corrected?.size, one.uncorrected]).toEqual([5, 5, undefined]);
    expect(faultSentences(one)).toEqual(['own: evaluations for the corrected metrics that were invalid: 1.']);
    expect(resultOf({ facts: {} }, { seed: 1 }, one).corrected).toMatchObject({ coverage: 1, invalid: 1, leftOut: 0 });
    // Each evaluation of the first of five elites.
    const always = await illuminated((calls) => {
      if (calls >= 100 && calls % 5 === 0) throw new Error('down');
    });
    expect(always.corrected).toMatchObject({ size: 4, invalid: 10, leftOut: 1 });
    expect(faultSentences(always)).toEqual([
      'own: evaluations for the corrected metrics that were invalid: 10; elites without a valid one are left out: 1.',
    ]);
  });

  it('ends the correction when it is interrupted, with the results so far', async () => {
    const controller = new AbortController();
    const ended = await illuminated((calls) => {
      if (calls === 103) controller.abort();
      if (calls > 104) throw new Error('goes on');
    }, controller.signal);
    expect([ended.search.evaluations, ended.corrected, ended.uncorrected]).toEqual([100, undefined, undefined]);
  });
});
