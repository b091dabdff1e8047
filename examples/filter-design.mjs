// DDE-Elites learns an encoding of good filters: 16 latents for 32 numbers. CMA-ES then searches for a filter with a given band: in the
// numbers, in the latents (better for a few hundred evaluations), or first in the latents and then in the numbers.
import { writeFileSync } from 'node:fs';
import { CmaEs, DdeElites, defineDomain, GridArchive, IsoLineMutation, run, Vae } from 'elites';
import { curvesSvg } from 'elites/plot';

const [taps, frequencies] = [32, 64]; // of each half of a symmetric filter
const at = Array.from({ length: frequencies }, (_, f) => (f + 0.5) / frequencies);
const cosines = at.map((x) => Float64Array.from({ length: taps }, (_, t) => Math.cos(Math.PI * x * (t + 0.5))));
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** The amplitude of a filter at each frequency. */
const response = (filter) => at.map((_, f) => Math.abs(dot(cosines[f], filter)));

/** Root mean square difference of a response, divided by its height in the band, from 1 in the band and 0 elsewhere. */
function distance(amplitudes, centre, half) {
  const height = Math.sqrt(dot(amplitudes, amplitudes) / Math.max(1, 2 * half * frequencies));
  const wanted = at.map((x) => (Math.abs(x - centre) <= half ? 1 : 0));
  return Math.sqrt(amplitudes.reduce((sum, a, f) => sum + (a / height - wanted[f]) ** 2, 0) / frequencies);
}

const domain = defineDomain({
  name: 'band-pass filters',
  genome: { dimensions: taps, lower: -1, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: [1, 0.3] }, // centre and width of the band
  fitnessFloor: 0,
  evaluate(filter) {
    const amplitudes = response(filter);
    const power = amplitudes.map((a) => a * a);
    const total = power.reduce((sum, p) => sum + p, 1e-12);
    const centre = dot(power, at) / total;
    const width = Math.sqrt(at.reduce((sum, x, f) => sum + power[f] * (x - centre) ** 2, 0) / total);
    const error = distance(amplitudes, centre, Math.max(Math.sqrt(3) * width, 0.5 / frequencies));
    return { fitness: Math.max(0, 1 - error), descriptor: [centre, width] };
  },
});

const archive = new GridArchive({ domain, cells: [20, 20] });
const search = new DdeElites({
  domain,
  archive,
  learner: new Vae({ inputs: taps, latent: 16 }),
  operators: { line: new IsoLineMutation({ isoSigma: 0.02 }) },
  seed: 1,
});
await run(search, { evaluations: 20_000 });
console.log(archive.metrics().coverage, 'of the cells;', await search.finish({ samples: 0 }));

/** Improves a filter by CMA-ES until this number of evaluations in all. The band is 0.4 ± 0.2. */
function optimise({ x = [0], y = [1] }, { mean, sigma, box, decode = (genome) => genome, until }) {
  const es = new CmaEs({ mean, sigma, lower: -box, upper: box, seed: 1 });
  const spent = x.at(-1);
  while (spent + es.evaluations < until && es.stopReasons().length === 0) {
    const genomes = es.ask();
    const costs = Array.from({ length: genomes.rows }, (_, i) => distance(response(decode(genomes.row(i))), 0.4, 0.2));
    es.tell(genomes, costs);
    x = [...x, spent + es.evaluations];
    y = [...y, Math.min(y.at(-1), es.best.cost)];
  }
  return { x, y, filter: decode(es.best.genome) };
}

const latents = {
  mean: new Float64Array(16),
  sigma: 0.5,
  box: 5,
  decode: (genome) => search.encoding().decode(genome),
};
const numbers = { mean: new Float64Array(taps).fill(0.01), sigma: 0.3, box: 1 };
const first = optimise({}, { ...latents, until: 100 });
const results = [
  { name: 'numbers', ...optimise({}, { ...numbers, until: 1500 }) },
  { name: 'latents', ...optimise({}, { ...latents, until: 1500 }) },
  { name: 'both', ...optimise(first, { ...numbers, mean: first.filter, sigma: 0.05, until: 1500 }) },
];
for (const { name, y } of results) console.log(name, y.at(-1).toFixed(3));
const axes = { x: { label: 'evaluations' }, y: { label: 'distance from the band' } };
writeFileSync('cost.svg', curvesSvg({ series: results, ...axes, title: 'CMA-ES with and without an encoding' }));
const series = results.map(({ name, filter }) => ({ name, x: at, y: response(filter) }));
writeFileSync('filters.svg', curvesSvg({ series, x: { label: 'frequency' }, y: { label: 'amplitude' } }));
