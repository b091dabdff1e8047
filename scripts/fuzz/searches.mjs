// The searches that targets play with: how each is put together, driven, and watched at every call that it makes. `wrap(name, part)`
// may put something around a part, and around a function that the search calls.
import { asideVae, countingOperator, drawingBandit, meanLearner, stripArchive } from './own-parts.mjs';

const asIs = (_, part) => part;

/** Domains: of vectors, answered at once, later, and in a wider box, with noise of the seeds given; and of texts. */
export function makeDomains({ defineDomain, objectSpace }) {
  const box = { dimensions: 4, lower: -1, upper: 1 };
  const place = { dimensions: 2, lower: -1, upper: 1 };
  const hill = (genome, { seed = 0 }) => ({
    fitness: (seed % 1000) / 1e4 - genome.reduce((sum, x) => sum + x * x, 0),
    descriptor: genome.subarray(0, 2),
  });
  const hills = defineDomain({ name: 'hills', genome: box, descriptor: place, fitnessFloor: -4, evaluate: hill });
  const later = {
    name: 'later hills',
    genome: { ...box, lower: Float64Array.of(-1, -1, -1, -1) },
    descriptor: place,
    fitnessFloor: -16,
    initialGenome: (random) => Float64Array.from({ length: 4 }, () => 2 * random.uniform() - 1),
    evaluate: async (genome, context) => {
      await new Promise((resolve) => setImmediate(resolve));
      return hill(genome, context);
    },
  };
  const laterHills = defineDomain(later);
  const wideHills = defineDomain({ ...later, name: 'wide hills', genome: { dimensions: 4, lower: -2, upper: 2 } });
  const words = defineDomain({
    name: 'words',
    genome: objectSpace({ sample: (random) => 'abc'[random.integer(0, 2)] }),
    descriptor: { dimensions: 1, lower: 0, upper: 9 },
    // A genome from a file is whatever the space's deserialize makes of it: JSON by default.
    evaluate: (word) => ({ fitness: -String(word).length, descriptor: [String(word).length] }),
  });
  return { hills, laterHills, wideHills, words };
}

/** Makers by name: `make(wrap)` gives a new search, all of one name alike. A search of 48 evaluations has six generations. */
export function makeSearches(library) {
  const { hills, laterHills, wideHills, words } = makeDomains(library);
  const { CvtArchive, DdeElites, GridArchive, IsoLineMutation, GaussianMutation, MapElites, OperatorMixture } = library;
  const { Pca, SlidingWindowUcb, Vae, cvtCentroids, defineVariation } = library;
  const centroids = cvtCentroids({ cells: 30, descriptor: hills.descriptor, seed: 1, method: 'sobol' });
  const base = { batchSize: 8, seed: 1 };
  const vae = { inputs: 4, latent: 2, epochs: 1 };
  const grid = (domain, cells) => new GridArchive({ domain, cells });
  const longer = defineVariation(words.genome, (word, { random }) =>
    `${word}${'xyz'[random.integer(0, 2)]}`.slice(0, 12),
  );
  const mixtures = [{ crossover: 1 }, { crossover: 0.5, counting: 0.5 }, { line: 0.5, iso: 0.5 }];
  const share = ({ new: fresh, improved, status }) => (fresh + improved) / status.length;
  const mapElites = (domain, archive, variation, more) => (wrap) =>
    new MapElites({
      ...base,
      ...more,
      domain: wrap('domain', domain),
      archive: wrap('archive', archive()),
      variation: wrap('operator', variation(wrap)),
    });
  const ddeElites = (domain, archive, learner, bandit, more) => (wrap) =>
    new DdeElites({
      ...base,
      ...more,
      domain: wrap('domain', domain),
      archive: wrap('archive', archive()),
      learner: wrap('learner', learner()),
      bandit: wrap('bandit', bandit()),
      mixtures,
      operators: {
        line: wrap('line', new IsoLineMutation()),
        counting: wrap('counting', countingOperator(library, 4)),
      },
      reward: wrap('reward', share),
    });
  const mixture = (wrap) =>
    new OperatorMixture({
      operators: {
        line: wrap('line', new IsoLineMutation()),
        iso: wrap('iso', new GaussianMutation({ sigma: 0.1 })),
        counting: wrap('counting', countingOperator(library, 4)),
      },
      ratios: { line: 1, iso: 1, counting: 1 },
    });
  const makers = {
    MapElites: mapElites(
      hills,
      () => grid(hills, [5, 4]),
      () => new IsoLineMutation(),
    ),
    'MapElites of words': mapElites(
      words,
      () => grid(words, [5]),
      () => longer,
    ),
    'MapElites with a mixture': mapElites(laterHills, () => new CvtArchive({ domain: hills, centroids }), mixture, {
      initial: { untilCoverage: 0.3, atMost: 20 },
    }),
    'MapElites with an own archive': mapElites(
      hills,
      () => stripArchive(library, hills, 12),
      () => countingOperator(library, 4),
    ),
    DdeElites: ddeElites(
      hills,
      () => new CvtArchive({ domain: hills, centroids }),
      () => new Vae(vae),
      () => new SlidingWindowUcb({ arms: mixtures.length, window: 5 }),
    ),
    'DdeElites, overlapped': ddeElites(
      wideHills,
      () => grid(wideHills, [5, 4]),
      () => asideVae(library, vae),
      () => drawingBandit(library, mixtures.length),
      { learning: 'overlapped' },
    ),
    'DdeElites, adaptive': ddeElites(
      hills,
      () => grid(hills, [5, 4]),
      () => new Pca({ components: 2 }),
      () => drawingBandit(library, mixtures.length),
      { training: 'adaptive' },
    ),
    'DdeElites with own parts': ddeElites(
      laterHills,
      () => stripArchive(library, hills, 12),
      () => meanLearner(library, hills),
      () => drawingBandit(library, mixtures.length),
      { learning: 'overlapped', training: { every: 2 } },
    ),
  };
  return new Map(Object.entries(makers).map(([name, make]) => [name, (wrap = asIs) => make(wrap)]));
}

/** Evaluations that a search is driven to, one after the other. */
export const STOPS = [24, 48];

/**
 * What comes of each search if nothing is in its way, by its name, found once: its end, its snapshots after each generation, and
 * the number of calls that it makes.
 */
export function unbrokenRuns(library, searches) {
  const known = new Map();
  return async (name) => {
    if (!known.has(name)) {
      const probe = new Probe();
      const search = searches.get(name)(probe.wrap);
      const snapshots = [search.snapshot()];
      const onGeneration = probe.wrap('onGeneration', () => snapshots.push(search.snapshot()));
      await drive(library, search, { by: 'run' }, STOPS, { onGeneration });
      known.set(name, { snapshots, end: search.snapshot(), calls: probe.calls });
    }
    return known.get(name);
  };
}

/** How a search may be driven: `learns` calls learn by hand, `twice` asks for each batch two times at once. */
export const DRIVES = [
  { by: 'run' },
  { by: 'run', onEvaluationError: 'invalid' },
  { by: 'hand', learns: true },
  { by: 'hand', learns: false },
  { by: 'hand', learns: true, twice: true },
];

const throwIt = (error) => {
  throw error;
};

/**
 * Drives to each of `stops`, in evaluations, one after the other; what there was to learn is learned then. What goes wrong on the way
 * is given to `recover`, which throws what is no fault of the case's; then the same call is made again, as the documentation says.
 * `caller` gets what whoever drives by hand is given.
 */
export async function drive(library, search, how, stops, options = {}) {
  const { recover = throwIt, onGeneration, signal, caller } = options;
  for (const evaluations of stops) {
    if (how.by === 'run') await byRun(library, search, how, evaluations, { recover, onGeneration, signal });
    else await byHand(search, how, evaluations, { recover, onGeneration, caller });
  }
}

async function byRun({ run }, search, { onEvaluationError }, evaluations, { recover, onGeneration, signal }) {
  for (let stoppedBy; stoppedBy !== 'evaluations'; ) {
    try {
      ({ stoppedBy } = await run(search, { evaluations, onEvaluationError, onGeneration, signal: signal?.() }));
    } catch (error) {
      recover(error);
    }
  }
}

async function byHand(search, { learns, twice }, evaluations, { recover, onGeneration, caller }) {
  const again = async (act) => {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        recover(error);
      }
    }
  };
  const ask = async () => {
    if (!twice) return search.ask();
    const asked = await Promise.allSettled([search.ask(), search.ask()]);
    const failed = asked.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return asked[1].value;
  };
  const learn = () => again(async () => search.learn?.());
  while (search.evaluations < evaluations) {
    const genomes = await again(ask);
    const { seeds } = search;
    const results = await again(async () => search.domain.evaluate(genomes, { seeds }));
    caller?.({ genomes, seeds });
    try {
      const report = await search.tell(genomes, results);
      caller?.(report);
    } catch (error) {
      // Whether the batch was taken or still waits, the next ask tells.
      recover(error);
    }
    if (learns) await learn();
    await again(async () => onGeneration?.({ search }));
  }
  await learn();
}

/** Methods that the search may await: what is thrown there may be thrown later. */
const AWAITED = ['evaluate', 'evaluateRows', 'vary', 'fit', 'fitAside', 'reconstruct', 'onGeneration'];
/** Not points: they belong to snapshots, or only look. */
const QUIET = ['snapshot', 'restore', 'check', 'metrics', 'cellOf'];

/**
 * One call of a part by the search.
 * @typedef {object} Point
 * @property {number} index - Which call of this probe it is, from 0.
 * @property {string} name - Part and method.
 * @property {boolean} awaited - Whether the search awaits the answer.
 * @property {unknown[]} args
 * @property {object} part - As it is without the probe.
 */

export class Probe {
  /** Number of calls so far. */
  calls = 0;
  /** Called at each point with what would be done; its answer is the part's. */
  around = (_point, work) => work();

  /** The part, or function, with a point at each call. */
  wrap = (name, part) => {
    if (typeof part === 'function') return (...args) => this.call(name, name, part, args, () => part(...args));
    return new Proxy(part, {
      get: (_, key) => {
        const value = part[key];
        if (typeof value !== 'function') return value;
        const method = value.bind(part);
        if (typeof key === 'symbol' || QUIET.includes(key)) return method;
        return (...args) => this.call(`${name}.${key}`, key, part, args, () => method(...args));
      },
    });
  };

  call(name, method, part, args, work) {
    const point = { index: this.calls++, name, awaited: AWAITED.includes(method), args, part };
    const answer = this.around(point, work);
    if (method !== 'fitAside') return answer;
    // What the fit gives is called by the search, too.
    return answer.then((finish) => () => this.call(`${name} finish`, 'finish', part, [], finish));
  }
}
