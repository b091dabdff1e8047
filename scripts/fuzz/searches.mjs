// The searches that targets play with. `wrap(name, part)` may put something around a part, and around a function that the search calls.
import { makeDomains } from './domains.mjs';
import { asideVae, countingEmitter, countingOperator, drawingBandit, meanLearner, stripArchive } from './own-parts.mjs';

const asIs = (_, part) => part;
const base = { batchSize: 8, initial: { evaluations: 8 }, seed: 1 };
const vae = { inputs: 4, latent: 2, epochs: 1 };
const mixtures = [{ crossover: 1 }, { crossover: 0.5, counting: 0.5 }, { line: 0.5, iso: 0.5 }];
const share = ({ new: fresh, improved, status }) => (fresh + improved) / status.length;

/** Emitters of the user's own of a search, see `countingEmitter`. */
const accounts = new WeakMap();

/** Rows that emitters of the user's own gave in a search, and were not told; but for those of some names. */
export const unheard = (search, except = []) =>
  Object.entries(accounts.get(search) ?? {}).reduce(
    (sum, [name, emitter]) => sum + (except.includes(name) ? 0 : emitter.unheard()),
    0,
  );

function mapElites(library, { domain: name, archive, variation, more }) {
  return (wrap) => {
    const domain = makeDomains(library, wrap)[name];
    return new library.MapElites({
      ...base,
      ...more,
      domain,
      archive: wrap('archive', archive(domain)),
      variation: wrap('operator', variation(domain)),
    });
  };
}

function ddeElites(library, { domain: name, archive, learner, bandit, more }) {
  return (wrap) => {
    const domain = makeDomains(library, wrap)[name];
    return new library.DdeElites({
      ...base,
      ...more,
      domain,
      archive: wrap('archive', archive(domain)),
      learner: wrap('learner', learner(domain)),
      bandit: wrap('bandit', bandit()),
      mixtures,
      operators: {
        line: wrap('line', new library.IsoLineMutation()),
        counting: wrap('counting', countingOperator(library, 4)),
      },
      reward: wrap('reward', share),
    });
  };
}

/** A search of emitters of all kinds: `own` gives fixed numbers of rows and is told of them. */
function emitterSearch(library, { domain: name, more }) {
  const { GaussianMutation, GridArchive, IsoLineMutation, LearningEmitter, Pca, Reevaluation, Search } = library;
  return (wrap) => {
    const domain = makeDomains(library, wrap)[name];
    const [own, fixed] = [countingEmitter(library, 4), countingEmitter(library, 4, 2)];
    const operator = wrap('operator', new IsoLineMutation());
    const search = new Search({
      ...base,
      ...more(wrap),
      domain,
      archive: wrap('archive', new GridArchive({ domain, cells: [5, 4], lineage: true })),
      emitters: {
        iso: wrap('iso', library.operatorEmitter(wrap('mutation', new GaussianMutation({ sigma: 0.1 })))),
        own: wrap('own', own),
        fixed: wrap('fixed', fixed),
        learning: wrap(
          'learning',
          new LearningEmitter({ operator, learner: wrap('learner', new Pca({ components: 2 })) }),
        ),
        ...(domain.noisy && { again: wrap('again', new Reevaluation()) }),
      },
    });
    accounts.set(search, { own, fixed });
    return search;
  };
}

/** Strategies and an operator, of which a bandit keeps two at work: those end by restarts, and the bandit asks them whether they did. */
function strategySearch(library) {
  const {
    ActiveUcb,
    CmaEsStrategy,
    fitnessRanker,
    GridArchive,
    IsoLineMutation,
    RandomDirectionRanker,
    Search,
    StrategyEmitter,
  } = library;
  const start = { mean: [0, 0, 0, 0], sigma: 0.2, lower: [-1, -1, -1, -1], upper: [1, 1, 1, 1], populationSize: 4 };
  return (wrap) => {
    const domain = makeDomains(library, wrap).hills;
    const archive = new GridArchive({ domain, cells: [5, 4], lineage: true });
    const emitter = (options) => new StrategyEmitter({ strategy: new CmaEsStrategy(start), ...options });
    const emitters = {
      climb: emitter({ ranker: fitnessRanker, restart: { every: 2 } }),
      wander: emitter({ ranker: new RandomDirectionRanker() }),
      improve: emitter(),
      line: library.operatorEmitter(wrap('operator', new IsoLineMutation())),
    };
    const bandit = new ActiveUcb({ arms: Object.keys(emitters).length, active: 2, reselect: 'ended' });
    return new Search({ ...base, domain, archive: wrap('archive', archive), emitters, bandit });
  };
}

/** Two searches in turn, with migrants after every third batch. */
function islands(library) {
  const { GridArchive, Islands, IsoLineMutation, MapElites } = library;
  return (wrap) => {
    const domain = makeDomains(library, wrap).hills;
    const archive = () => new GridArchive({ domain, cells: [5, 4] });
    const searches = [1, 2].map((seed) => {
      const variation = wrap('operator', new IsoLineMutation());
      return new MapElites({ ...base, domain, archive: wrap('archive', archive()), variation, seed });
    });
    return new Islands({ searches, archive: archive(), every: 3, migrants: 2, seed: 3 });
  };
}

/** Makers by name: `make(wrap)` gives a new search, all of one name alike. A search of 48 evaluations has six batches or more. */
export function makeSearches(library) {
  const { CvtArchive, GridArchive, IsoLineMutation, Pca, SlidingWindowUcb, ThompsonSampling, Vae } = library;
  const { cvtCentroids, defineVariation } = library;
  const { hills, words } = makeDomains(library);
  const centroids = cvtCentroids({ cells: 30, descriptor: hills.descriptor, seed: 1, method: 'sobol' });
  const grid = (more) => (domain) => new GridArchive({ domain, cells: [5, 4], ...more });
  const cvt = (more) => (domain) => new CvtArchive({ domain, centroids, ...more });
  const strip = (domain) => stripArchive(library, domain, 12);
  const counting = () => countingOperator(library, 4);
  const drawing = (arms) => () => drawingBandit(library, arms);
  const longer = defineVariation(words.genome, (word, { random }) =>
    `${word}${'xyz'[random.integer(0, 2)]}`.slice(0, 12),
  );
  const initial = { untilCoverage: 0.3, atMost: 20 };
  const ucb = () => new SlidingWindowUcb({ arms: mixtures.length, window: 5 });
  const line = () => new IsoLineMutation();
  const five = [{ iso: 1 }, { own: 1, again: 1 }, { iso: 1, again: 3 }, { fixed: 1, learning: 3 }, { learning: 1 }];
  const makers = {
    MapElites: mapElites(library, { domain: 'hills', archive: grid({ lineage: true }), variation: line }),
    'MapElites of words': mapElites(library, {
      domain: 'words',
      archive: (domain) => new GridArchive({ domain, cells: [5], lineage: true }),
      variation: () => longer,
    }),
    'MapElites, noisy': mapElites(library, {
      domain: 'laterHills',
      archive: cvt({ lineage: true }),
      variation: counting,
      more: { initial },
    }),
    'MapElites with an own archive': mapElites(library, { domain: 'wholeHills', archive: strip, variation: counting }),
    Search: emitterSearch(library, { domain: 'pieceHills', more: () => ({}) }),
    'Search with a bandit': emitterSearch(library, {
      domain: 'noisyHills',
      more: (wrap) => ({
        bandit: wrap('bandit', drawing(five.length)()),
        mixtures: five,
        reward: wrap('reward', share),
      }),
    }),
    'Search with shares by a bandit': emitterSearch(library, {
      domain: 'noisyHills',
      more: (wrap) => ({
        bandit: wrap('bandit', new ThompsonSampling({ arms: 4, floor: 0.1 })),
        reward: wrap('reward', share),
      }),
    }),
    'Search of strategies': strategySearch(library),
    Islands: islands(library),
    DdeElites: ddeElites(library, { domain: 'hills', archive: cvt(), learner: () => new Vae(vae), bandit: ucb }),
    'DdeElites, overlapped': ddeElites(library, {
      domain: 'wideHills',
      archive: grid(),
      learner: () => asideVae(library, vae),
      bandit: drawing(mixtures.length),
      more: { learning: 'overlapped' },
    }),
    'DdeElites, adaptive': ddeElites(library, {
      domain: 'hills',
      archive: grid(),
      learner: () => new Pca({ components: 2 }),
      bandit: drawing(mixtures.length),
      more: { training: 'adaptive' },
    }),
    'DdeElites with own parts': ddeElites(library, {
      domain: 'wholeHills',
      archive: strip,
      learner: (domain) => meanLearner(library, domain),
      bandit: drawing(mixtures.length),
      more: { learning: 'overlapped', training: { every: 2 } },
    }),
  };
  return new Map(Object.entries(makers).map(([name, make]) => [name, (wrap = asIs) => make(wrap)]));
}

/** Methods that the search may await: what is thrown there may be thrown later. */
const AWAITED = [
  ...['evaluate', 'evaluateRows', 'evaluate later', 'vary', 'ask', 'tell', 'learn'],
  ...['fit', 'fitAside', 'normalize', 'reconstruct', 'onGeneration'],
];
/** Not points: they belong to snapshots, or only look. */
const QUIET = ['snapshot', 'restore', 'check', 'metrics', 'cellOf', 'unheard'];

/**
 * One call of a part by the search.
 * @typedef {object} Point
 * @property {number} index - Which call of this probe it is, from 0.
 * @property {string} name - Part and method.
 * @property {string} method
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

  /** Does work without a point at its calls of parts. */
  quietly(work) {
    const { around, calls } = this;
    this.around = (_point, call) => call();
    try {
      return work();
    } finally {
      Object.assign(this, { around, calls });
    }
  }

  call(name, method, part, args, work) {
    const point = { index: this.calls++, name, method, awaited: AWAITED.includes(method), args, part };
    const answer = this.around(point, work);
    if (method !== 'fitAside') return answer;
    // What the fit gives is called by the search, too.
    return answer.then((finish) => () => this.call(`${name} finish`, 'finish', part, [], finish));
  }
}
