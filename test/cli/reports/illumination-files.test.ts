import { expect, it } from 'vitest';
import { armSubject } from '../../../src/cli/arms/arm-subject.ts';
import { type Illumination, illuminate } from '../../../src/cli/illumination/illumination.ts';
import { resultOf } from '../../../src/cli/illumination/illumination-result.ts';
import { illuminationFiles } from '../../../src/cli/reports/illumination-files.ts';
import { operatorsOf } from '../../../src/cli/reports/operator-pictures.ts';
import { categoriesOf } from '../../../src/plot/index.ts';
import { elementsOf } from '../../plot/well-formed.ts';

const none = { total: 0, evaluation: 0, learning: 0, rest: 0 };

/**
 * The files of algorithms on an arm of four joints. Nobody looks, nothing is kept.
 * @param stops - Evaluations after which each search is stored, and another goes on from its snapshot.
 */
async function filesOf(
  algorithm: readonly string[],
  evaluations: number,
  signal = new AbortController().signal,
  stops: readonly number[] = [],
) {
  const subject = armSubject(4);
  const plan = {
    module: undefined,
    joints: 4,
    algorithm,
    evaluations,
    seed: 2,
    checkpoint: 0,
    finish: false,
    out: 'out',
  };
  const context = { evaluations, seed: 2, spent: none, stream: { write: () => true }, signal, keep: async () => {} };
  const runs: Illumination[] = [];
  for (const name of algorithm) {
    let search = await subject.make(name, 2);
    for (const evaluations of stops) {
      await illuminate(search, { ...context, evaluations, algorithm: name });
      const bytes = search.snapshot();
      search = await subject.make(name, 2);
      search.restore(bytes);
    }
    runs.push(await illuminate(search, { ...context, algorithm: name }));
  }
  const results = runs.map((run) => resultOf(subject, plan, run));
  return { results, files: illuminationFiles({ subject, plan, runs, results, command: '' }) };
}

it('a run that was stopped before its first generation can be drawn, and is null in JSON where there is no number', async () => {
  const { results, files } = await filesOf(['dde-elites'], 100, AbortSignal.abort());
  const json = JSON.parse(JSON.stringify(results[0]));
  expect(json).toMatchObject({ evaluations: 0, coverage: 0, qdScore: 0, meanFitness: null, maxFitness: null });
  for (const name of ['dde-elites.svg', 'coverage.svg']) {
    const svg = String(files.get(name));
    expect(elementsOf(svg.trimEnd())[0]).toBe('svg');
    expect(svg).not.toContain('NaN');
  }
  expect(files.get('history.csv')).toBe('algorithm,evaluations,coverage,meanFitness\n');
  expect(String(files.get('report.html'))).toContain('has filled 0.0 % of the 1,950 cells, and found no elite.');
  expect([...files.keys()]).not.toContain('fitness.svg');
});

it('the time spent on learning is told where something learns', async () => {
  const pageOf = async (name: string) => String((await filesOf([name], 500)).files.get('report.html'));
  expect(await pageOf('me-line')).not.toContain('· learning');
  expect(await pageOf('dde-elites')).toContain('· learning');
});

it('all archives are drawn in one scale of colours', async () => {
  const { files } = await filesOf(['map-elites', 'me-line'], 500);
  const legends = ['map-elites.svg', 'me-line.svg'].map((name) => {
    return /<g class="legend">.*<\/g>/.exec(String(files.get(name)))?.[0];
  });
  expect(legends[0]).toBeDefined();
  expect(legends[1]).toBe(legends[0]);
});

it('pictures of several operators have the one that made each elite and their shares, in the report as well', async () => {
  const { files } = await filesOf(['dde-elites', 'me-line'], 3000);
  const map = String(files.get('dde-elites.operators.svg'));
  const shares = String(files.get('dde-elites.shares.svg'));
  const page = String(files.get('report.html'));
  for (const svg of [map, shares]) {
    expect(elementsOf(svg.trimEnd())[0]).toBe('svg');
    for (const name of ['crossover', 'line', 'twoPoint']) expect(svg).toContain(`>${name}</text>`);
    expect(page).toContain(svg);
  }
  expect(shares).toContain('>initial</text>');
  expect(page).toContain('<h2>Which operator made the elites</h2>');
  // One operator made all: there is nothing to compare.
  expect([...files.keys()].filter((name) => name.startsWith('me-line'))).toEqual(['me-line.svg', 'me-line.npy']);
  const { files: alone } = await filesOf(['me-line'], 300);
  expect(String(alone.get('report.html'))).not.toContain('Which operator');
});

it('operators have the colours of their names, as in an `archiveSvg` of a user', () => {
  const history = { emitters: { mutation: [1], crossover: [1] }, entered: { '': [1], mutation: [1], crossover: [1] } };
  const listed = operatorsOf([{ history }] as never);
  expect(listed).toEqual(['initial', 'crossover', 'mutation']);
  expect(categoriesOf(listed).shown).toEqual(categoriesOf([], ['mutation', 'initial', 'crossover']).shown);
});

it('first genomes are a category of their own', async () => {
  const { files } = await filesOf(['dde-elites'], 100);
  const map = String(files.get('dde-elites.operators.svg'));
  expect(map).toMatch(/aria-label="dde-elites, by operator: \d+ of 1950 cells filled; initial 100\.0 %"/);
});

it('pictures of a run that was stopped and resumed are those of an unbroken one', async () => {
  const { files } = await filesOf(['dde-elites'], 3000);
  const { files: resumed } = await filesOf(['dde-elites'], 3000, undefined, [700, 1900]);
  for (const name of ['dde-elites.operators.svg', 'dde-elites.shares.svg', 'dde-elites.svg', 'history.csv']) {
    expect(resumed.get(name) === files.get(name) && files.has(name), name).toBe(true);
  }
});

it('the curves are those of the history that the search keeps, to its last evaluation', async () => {
  const { results, files } = await filesOf(['me-line'], 450);
  const rows = String(files.get('history.csv')).trimEnd().split('\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual(
    [100, 200, 300, 400, 500].map((evaluations) => ['me-line', String(evaluations)]),
  );
  const [{ coverage, meanFitness }] = results as [(typeof results)[number]];
  expect(rows.at(-1)!.split(',').slice(2).map(Number)).toEqual([coverage, meanFitness]);
});
