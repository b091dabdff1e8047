// Two algorithms fill archives of the same domain. Which is better, by how much, and where? A page shows both archives with the same colour
// scale, and the better one in each cell. One run of each says little: compare-variants.mjs repeats runs, and tests the difference.
import { writeFileSync } from 'node:fs';
import {
  archiveProfile,
  cmaMae,
  cqdScore,
  GridArchive,
  IsoLineMutation,
  MapElites,
  run,
  sphereProjection,
} from 'elites';
import { archiveSvg, curvesSvg, reportHtml, valueRange } from 'elites/plot';

const domain = sphereProjection({ dimensions: 20 });
const variation = new IsoLineMutation({ isoSigma: 0.5 });
const searches = {
  'MAP-Elites': (archive) => new MapElites({ domain, archive, variation, seed: 1 }),
  'CMA-MAE': (archive) => cmaMae({ domain, archive, emitters: 5, sigma: 0.5, seed: 1 }),
};

const results = [];
for (const [name, make] of Object.entries(searches)) {
  const archive = new GridArchive({ domain, cells: [40, 40] });
  const search = make(archive);
  await run(search, { evaluations: 20_000 });
  const metrics = { ...archive.metrics(), cqdScore: cqdScore(archive, { fitnessRange: [0, 100], seed: 1 }) };
  results.push({ name, archive, history: search.history, metrics });
}
const [first, second] = results.map(({ archive }) => archive);
const [one, other] = Object.keys(searches);

/** A picture needs no archive, only cells and their places: here the archive with the better, or only, elite of each cell. */
const best = {
  descriptor: domain.descriptor,
  geometry: () => first.geometry(),
  *[Symbol.iterator]() {
    for (let cell = 0; cell < first.cells; cell++) {
      const [a, b] = [first.get(cell), second.get(cell)];
      const fitness = (b?.fitness ?? 0) - (a?.fitness ?? 0);
      if (a && b) yield { cell, fitness, who: fitness > 0 ? other : one };
      else if (a || b) yield { cell, fitness, who: `only ${a ? one : other}` };
    }
  },
};
const counts = {};
for (const { who } of best) counts[who] = (counts[who] ?? 0) + 1;
const list = Object.entries(counts).map((entry) => entry.join(' '));
const summary = `Cells by who has the better elite: ${list.join(', ')}.`;
console.log(summary);

/** A row of the table: the number of each archive, with the larger one highlighted. */
const row = (name, digits) => {
  const values = results.map(({ metrics }) => metrics[name]);
  const cells = values.map((value) => ({ text: value.toFixed(digits), value }));
  return { name, cells, best: [values[0] > values[1] ? 0 : 1] };
};
const rows = [row('coverage', 3), row('qdScore', 0), row('cqdScore', 0), row('meanFitness', 2), row('maxFitness', 2)];
const range = valueRange(first.columns().fitness, second.columns().fitness);
const pictures = results.map(({ name, archive }) => ({ svg: archiveSvg({ archive, range, title: name }) }));
pictures.push({ svg: archiveSvg({ archive: best, category: ({ who }) => who, title: 'Who has the better elite' }) });
const growth = results.map(({ name, history }) => ({ name, x: history.evaluations, y: history.metrics.coverage }));
const y = { label: 'coverage' };
const curves = [{ svg: curvesSvg({ series: growth, x: { label: 'evaluations' }, y, title: 'On the way' }) }];
const profiles = results.map(({ archive }) => archiveProfile(archive));
const atLeast = profiles.map(({ thresholds, coverage }, i) => ({ name: results[i].name, x: thresholds, y: coverage }));
curves.push({ svg: curvesSvg({ series: atLeast, x: { label: 'fitness' }, y, title: 'Cells of at least a fitness' }) });
const page = {
  title: 'Two archives',
  summary,
  table: { heading: 'In numbers', columns: [one, other], rows },
  figures: [pictures, curves].map((figures, i) => ({ heading: ['Elites', 'Coverage'][i], figures })),
  settings: [['evaluations of each', '20,000']],
  command: 'node compare-archives.mjs',
  files: [],
};
writeFileSync('compare-archives.html', reportHtml(page));
