import { expect, it } from 'vitest';
import { illuminate } from '../../../src/cli/illumination/illumination.ts';
import { resultOf } from '../../../src/cli/illumination/illumination-result.ts';
import { drawPictures } from '../../../src/cli/reports/illumination-pictures.ts';
import { elementsOf } from '../../plot/well-formed.ts';

/** Nobody looks, nothing is kept. */
const context = (signal = new AbortController().signal) => ({
  stream: { write: () => true },
  signal,
  keep: async () => {},
});

it('a run that was stopped before its first generation can be drawn, and is null in JSON where there is no number', async () => {
  const settings = { algorithm: 'dde-elites', joints: 2, evaluations: 100, seed: 1 } as const;
  const run = await illuminate(settings, context(AbortSignal.abort()));
  const json = JSON.parse(JSON.stringify(resultOf(run)));
  expect(json).toMatchObject({ evaluations: 0, coverage: 0, qdScore: 0, meanFitness: null, maxFitness: null });
  const { archives, coverage, fitness } = drawPictures([run]);
  for (const svg of [...archives, coverage, fitness]) {
    expect(elementsOf(svg.trimEnd())[0]).toBe('svg');
    expect(svg).not.toContain('NaN');
  }
});

it('all archives are drawn in one scale of colours', async () => {
  const runs = [];
  for (const algorithm of ['map-elites', 'me-line'] as const) {
    runs.push(await illuminate({ algorithm, joints: 4, evaluations: 500, seed: 2 }, context()));
  }
  const legends = drawPictures(runs).archives.map((svg) => /<g class="legend">.*<\/g>/.exec(svg)?.[0]);
  expect(legends[0]).toBeDefined();
  expect(legends[1]).toBe(legends[0]);
});
