// An emitter of your own beside an operator: a cross-entropy search for rows that improve the archive. A bandit chooses between the two.
import {
  Batch,
  defineDomain,
  ElitesError,
  GridArchive,
  IsoLineMutation,
  operatorEmitter,
  run,
  Search,
  SlidingWindowUcb,
} from 'elites';

const domain = defineDomain({
  name: 'sphere',
  genome: { dimensions: 8, lower: -2, upper: 2 },
  descriptor: { dimensions: 2, lower: -2, upper: 2 },
  fitnessFloor: -32, // without it, the improvement of a new elite would be NaN
  evaluate: (x) => ({ fitness: -x.reduce((sum, v) => sum + v * v, 0), descriptor: [x[0], x[1]] }),
});

/** Draws genomes around a mean, and moves the mean to the rows that improved the archive most. */
class Narrowing {
  mean = new Float64Array(8);
  sigma = 1;

  ask(count, { random, space }) {
    const clipped = (gene) => Math.min(space.upper, Math.max(space.lower, gene));
    const draw = () => this.mean.map((gene) => clipped(gene + this.sigma * random.normal()));
    return Batch.from(Array.from({ length: count }, draw));
  }

  /** `genomes`, `results` and `report` have only the rows of this emitter. */
  tell({ genomes, report }) {
    const rows = [...report.status.keys()].filter((i) => report.status[i] !== 'invalid');
    const best = rows.sort((a, b) => report.improvement[b] - report.improvement[a]).slice(0, 5);
    if (best.length === 0) return;
    this.mean = this.mean.map((_, j) => best.reduce((sum, i) => sum + genomes.row(i)[j], 0) / best.length);
    this.sigma = Math.max(0.05, this.sigma * (report.new > 0 ? 1.02 : 0.97));
  }

  // An emitter with state needs both, so that snapshots of the search contain it.
  snapshot() {
    return new TextEncoder().encode(JSON.stringify([this.sigma, ...this.mean]));
  }

  restore(bytes) {
    const text = new TextDecoder().decode(bytes);
    if (!/^\[[-\d.e]+(,[-\d.e]+){8}\]$/.test(text))
      throw new ElitesError('SNAPSHOT', `bytes must be nine numbers; got ${text}.`);
    const [sigma, ...mean] = JSON.parse(text);
    this.sigma = sigma;
    this.mean = Float64Array.from(mean);
  }
}

const search = new Search({
  domain,
  archive: new GridArchive({ domain, cells: [30, 30] }),
  emitters: { line: operatorEmitter(new IsoLineMutation({ isoSigma: 0.05, lineSigma: 0.2 })), own: new Narrowing() },
  bandit: new SlidingWindowUcb({ arms: 2, exploration: 0.1 }), // without it, both have equal shares of each batch
  batchSize: 40,
  seed: 4,
});
const rows = { line: 0, own: 0 };
await run(search, {
  evaluations: 20_000,
  inFlight: 4,
  onGeneration({ emitters }) {
    for (const name of Object.keys(rows)) rows[name] += emitters[name];
  },
});
console.log(search.archive.metrics(), rows);
