import { expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { illuminate } from '../../../src/cli/illumination/illumination.ts';
import { resultOf } from '../../../src/cli/illumination/illumination-result.ts';
import { moduleSubject } from '../../../src/cli/illumination/module-subject.ts';
import { illuminationFiles } from '../../../src/cli/reports/illumination-files.ts';
import { defineDomain } from '../../../src/domains/index.ts';
import { MapElites } from '../../../src/search/index.ts';
import { GaussianMutation } from '../../../src/variation/index.ts';

const none = { total: 0, evaluation: 0, learning: 0, rest: 0 };
const unit = { dimensions: 2, lower: 0, upper: 1 };

/** The files of a module whose domain has this fitness. */
async function filesOf(fitness: (x: number) => number, fitnessLabel?: string) {
  const domain = defineDomain({
    name: 'own',
    genome: unit,
    descriptor: unit,
    fitnessFloor: -1,
    evaluate: (genome) => ({ fitness: fitness(genome[0]!), descriptor: [...genome] }),
  });
  const make = ({ seed }: { seed: number }) => {
    const archive = new GridArchive({ domain, cells: [10, 10] });
    return new MapElites({ domain, archive, variation: new GaussianMutation(), seed });
  };
  const view = { title: 'own', labels: undefined, fitnessLabel, render: undefined, text: '' };
  const variants = new Map([['own', make]]) as never;
  const subject = moduleSubject('test', { path: 'own.mjs', name: 'own', digest: '', variants, view });
  const context = { evaluations: 4000, seed: 1, spent: none, stream: { write: () => true }, keep: async () => {} };
  const search = await subject.make('own', 1);
  const signal = new AbortController().signal;
  const run = await illuminate(search, { ...context, algorithm: 'own', signal });
  const plan = { evaluations: 4000, seed: 1, algorithm: ['own'], checkpoint: 0, finish: false, out: 'out' } as never;
  const results = [resultOf(subject, plan, run)];
  const files = illuminationFiles({ subject, plan, runs: [run], results, command: '' });
  return { json: JSON.parse(String(files.get('results.json'))), report: String(files.get('report.html')), files };
}

it('report and results say how many evaluations were invalid or below the floor', async () => {
  const { json, report } = await filesOf((x) => (x < 0.1 ? Number.POSITIVE_INFINITY : x < 0.2 ? -2 : x));
  const { evaluations, invalid, belowFloor, reasons } = json.faults;
  expect(json.faults).toMatchObject({ evaluations: json.evaluations, outsideDescriptor: 0 });
  expect(invalid).toBeGreaterThan(0);
  expect(belowFloor).toBeGreaterThan(0);
  const total = evaluations.toLocaleString('en-US');
  const reason = 'fitness must be finite; got Infinity';
  expect(reasons).toEqual([{ reason, rows: invalid }]);
  expect(report).toContain(`own: ${invalid} of ${total} evaluations were invalid: ${invalid} because ${reason}.`);
  const below = `own: ${belowFloor} of ${total} evaluations had a fitness below`;
  expect(report).toContain(`${below} the domain&#39;s fitnessFloor, which makes the QD score too low.`);
});

it('a floor that some evaluations were below, but no elite is, is said to be no lower bound, and the QD score to be right', async () => {
  let calls = 0;
  const { json, report } = await filesOf((x) => (calls++ < 100 ? -2 : x));
  expect(json.faults.belowFloor).toBe(100);
  const means = 'which is no lower bound of the fitness then; the QD score is right, since no elite is below it.';
  expect(report).toContain(means);
  expect(report).not.toContain('QD score too low');
});

it('without any elite, the report says so and draws no map and no curve of fitness', async () => {
  const { report, files } = await filesOf(() => Number.NaN);
  expect(report).toContain('own has filled 0.0 % of the 100 cells, and found no elite.');
  expect(report).not.toContain('<elites-explorer');
  expect([...files.keys()].filter((name) => name.endsWith('.svg'))).toEqual(['coverage.svg']);
});

it('the curve of mean fitness has the name of fitness, and says where the beginning is cut off', async () => {
  let calls = 0;
  const { report, files } = await filesOf(() => (calls++ < 100 ? -0.9 : 0.5), 'minus roughness');
  expect(String(files.get('fitness.svg'))).toContain('>mean of minus roughness</text>');
  expect(report).toContain('The scale is that of what came after the first twentieth of the run');
  const { report: level } = await filesOf(() => 0.5);
  expect(level).not.toContain('first twentieth');
});
