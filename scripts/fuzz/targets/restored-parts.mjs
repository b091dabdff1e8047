// Everything that has snapshot and restore. Bytes are refused, and the part is as it was before; or the part goes on from them for a
// while, its snapshot is taken by another one, and both go on alike.
import { checkArchive, expect, finite, orRefused, same } from '../checks.mjs';
import { makeDomains } from '../domains.mjs';
import { DRIVES, drive } from '../drives.mjs';
import { keptArchives } from '../kept-archives.mjs';
import { countingOperator, meanLearner } from '../own-parts.mjs';

/** No search counts more. */
const MOST_EVALUATIONS = 2 ** 52;

/** Functions that make targets, by their names. */
export function partTargets({ library, searches }) {
  const parts = {
    ...smallParts(library),
    ...keptArchives(library, genomesOf),
    ...optimizers(library),
    ...strategies(library),
    ...searchParts(library, searches),
  };
  const known = new Map();
  /** Snapshots of a part that is used, each made once. */
  const filesOf = async (make, goOn) => {
    if (known.has(make)) return known.get(make);
    const part = make();
    const files = [part.snapshot()];
    for (const step of [1, 2, 3]) {
      await goOn(part, step);
      files.push(part.snapshot());
    }
    known.set(make, files);
    return files;
  };
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, () => restoring(name, part, filesOf)]));
}

/**
 * @param part - `make` makes one that is new; `goOn(part, step)` uses it, in steps each other than the one before, and throws if
 *   something is wrong; `others` make parts to take pieces of.
 */
async function restoring(name, { make, goOn, others = [] }, filesOf) {
  const files = await filesOf(make, goOn);
  const donors = [];
  for (const other of others) donors.push(...(await filesOf(other, goOn)));
  // Made once, because some are slow to make: one that has gone on, to see that a refusal leaves it alone, and another one.
  let kept;
  const fresh = async () => {
    const [used, twin] = [make(), make()];
    await goOn(used, 4);
    kept = { used, twin, before: used.snapshot() };
  };
  const read = async (bytes) => {
    if (kept === undefined) await fresh();
    const { used, twin, before } = kept;
    kept = undefined; // unless nothing is wrong with them
    used.restore(before);
    try {
      await orRefused(() => used.restore(bytes));
    } catch (error) {
      expect(`the state after a refusal (${error.message})`, same(used.snapshot(), before));
      kept = { used, twin, before };
      throw error;
    }
    for (const step of [5, 6, 7]) {
      const taken = used.snapshot();
      twin.restore(taken);
      expect('the snapshot of what was restored, restored again', same(twin.snapshot(), taken));
      for (const each of [used, twin]) await goOn(each, step);
      expect('both go on alike', same(twin.snapshot(), used.snapshot()));
    }
    kept = { used, twin, before };
  };
  return { name, files, donors: [...files, ...donors], read };
}

/** Genomes in the box, the same for a seed. */
function genomesOf({ Batch, randomStream }, rows, seed) {
  const random = randomStream(seed);
  return new Batch(
    rows,
    4,
    Float64Array.from({ length: 4 * rows }, () => 2 * random.uniform() - 1),
  );
}

/** The space that a learner was fitted to, if it was. */
function boundTo(learner) {
  try {
    return learner.encoding().phenotype;
  } catch {
    return undefined;
  }
}

function smallParts(library) {
  const { CvtArchive, GridArchive, Pca, SlidingWindowUcb, Vae, cvtCentroids, randomStream } = library;
  const { GaussianMutation, IsoLineMutation, LearningEmitter, ListBatch, Reevaluation, operatorEmitter } = library;
  const { hills, noisyHills, words } = makeDomains(library);
  const { genome: space } = hills;
  const centroids = cvtCentroids({ cells: 20, descriptor: hills.descriptor, seed: 1, method: 'sobol' });
  const genomes = (rows, seed) => genomesOf(library, rows, seed);
  const fill = (domain, draw) => async (archive, step) => {
    const batch = draw(step);
    const seeds = Array.from({ length: batch.rows }, (_, i) => 100 * i + step);
    const report = archive.add(batch, await domain.evaluate(batch, { seeds }));
    expect('rows can be added', report.invalid === 0);
    checkArchive(archive, randomStream(step));
    await revise(archive, domain, step);
    checkArchive(archive, randomStream(step));
  };
  /** Evaluates some elites again, and removes one. */
  const revise = async (archive, domain, step) => {
    const { ids, genomes: again } = archive.uncertain(5, new Set(archive.ids().slice(0, 2)));
    const known = archive.noisy ? ids : archive.ids().slice(0, 3);
    const rows = archive.noisy ? again : new ListBatch([...archive].slice(0, 3).map(({ genome }) => genome));
    const results = await domain.evaluate(rows, { seeds: Array.from(known, (_, i) => 7 * i + step) });
    const { invalid, status } = archive.revise(known, results);
    expect('rows can be revised', invalid === 0 && status.length === known.length);
    const { version } = archive.changes(0);
    const [{ cell }] = archive;
    expect(
      'an elite is removed, once',
      archive.remove(cell) && !archive.remove(cell) && archive.get(cell) === undefined,
    );
    expect('what was removed has changed', archive.changes(version).cells.includes(cell));
  };
  const wordsOf = (step) => new ListBatch(['a', 'ab', 'abc', 'abcdefgh'].map((word) => word.repeat(1 + (step % 2))));
  const learn = async (learner, step) => {
    // A forged one may be bound to another space than ours.
    await learner.fit(genomes(9, step), { space: boundTo(learner) ?? space, random: randomStream(step) });
    expect('reconstructions are finite', finite((await learner.reconstruct(genomes(5, step))).data));
    const encoding = learner.encoding();
    expect('what it decodes is finite', finite(encoding.decode(new Float64Array(encoding.genome.dimensions))));
  };
  const reward = (bandit, step) => {
    for (let i = 0; i < 5; i++) {
      const arm = bandit.select(randomStream(step));
      expect('an arm that there is', Number.isInteger(arm) && arm >= 0 && arm < bandit.arms);
      bandit.reward(arm, (step % 3) / 2);
    }
  };
  /** Shares of three batches; arm 1 gives no rows in one of them. */
  const rewardShares = (bandit, step) => {
    for (let i = 0; i < 3; i++) {
      const shares = [...bandit.shares(randomStream(step))];
      expect('a share of each arm', finite(shares) && shares.every((share) => share >= 0));
      expect('shares that add up to 1', Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
      for (let arm = 0; arm < bandit.arms; arm++)
        if (arm !== 1 || i !== 1) bandit.reward(arm, (step % 3) / 2, 1 + i, i);
    }
  };
  const sharing = (Rule) => ({
    make: () => new Rule({ arms: 3 }),
    goOn: rewardShares,
    others: [() => new Rule({ arms: 4 }), () => new Rule({ arms: 3, halfLife: 5 })],
  });
  const archive = new GridArchive({ domain: hills, cells: [6, 5] });
  archive.add(genomes(20, 1), hills.evaluate(genomes(20, 1)));
  const vary = async (operator, step) => {
    const children = await operator.vary(genomes(6, step), { random: randomStream(step), archive, space });
    expect('children are finite', children.rows === 6 && finite(children.data));
  };
  const context = (step) => ({ ask: step, random: randomStream(step), archive, space, retries: 0, onError: 'throw' });
  const emit = async (emitter, step) => {
    const { genomes: children } = await emitter.ask(6, context(step));
    expect(
      'children are finite',
      children.rows === 6 && finite(Array.from({ length: 6 }, (_, i) => [...children.row(i)]).flat()),
    );
  };
  /** Learns, and varies by what it learned. */
  const learning = (emitter, step) =>
    Promise.resolve(emitter.learn({ ...context(step), generations: step, entered: 9 * step })).then(() =>
      emit(emitter, step),
    );
  const noisy = new GridArchive({ domain: noisyHills, cells: [6, 5] });
  noisy.add(genomes(20, 1), noisyHills.evaluate(genomes(20, 1)));
  const evaluateAgain = (emitter, step) => {
    const { genomes: again, revises } = emitter.ask(4, { ...context(step), archive: noisy });
    expect('elites, each once', again.rows === revises.length && new Set(revises).size === revises.length);
    emitter.tell({ revises: revises.slice(0, 2) });
  };
  const learningEmitter = (learner, more) => () => {
    const emitter = new LearningEmitter({ learner: learner(), operator: countingOperator(library, 4), ...more });
    emitter.check(archive, space);
    return emitter;
  };
  const mean = () => meanLearner(library, hills);
  const vae = (options) => new Vae({ inputs: 4, latent: 2, epochs: 1, ...options });
  const grid = (cells, more) => () => new GridArchive({ domain: hills, cells, ...more });
  const cvt = () => new CvtArchive({ domain: hills, centroids });
  const draws = (stream) => [stream.uniform(), stream.normal(), stream.integer(1, 6)];
  return {
    RandomStream: { make: () => randomStream(1), goOn: draws, others: [() => randomStream(2)] },
    GridArchive: { make: grid([6, 5]), goOn: fill(hills, (step) => genomes(40, step)), others: [cvt, grid([5, 6])] },
    CvtArchive: { make: cvt, goOn: fill(hills, (step) => genomes(40, step)), others: [grid([6, 5])] },
    'GridArchive with lineage': {
      make: grid([6, 5], { lineage: true }),
      goOn: fill(hills, (step) => genomes(40, step)),
      others: [grid([6, 5])],
    },
    'GridArchive, noisy': {
      make: () => new GridArchive({ domain: noisyHills, cells: [3, 2], lineage: true }),
      goOn: fill(noisyHills, (step) => genomes(20, step)),
      others: [grid([3, 2], { lineage: true })],
    },
    'GridArchive of words': { make: () => new GridArchive({ domain: words, cells: [7] }), goOn: fill(words, wordsOf) },
    Vae: { make: vae, goOn: learn, others: [() => vae({ latent: 3 }), () => vae({ epochs: 2 })] },
    Pca: { make: () => new Pca({ components: 2 }), goOn: learn, others: [() => new Pca({ components: 3 })] },
    SlidingWindowUcb: {
      make: () => new SlidingWindowUcb({ arms: 3, window: 8 }),
      goOn: reward,
      others: [() => new SlidingWindowUcb({ arms: 4, window: 7 })],
    },
    ProbabilityMatching: sharing(library.ProbabilityMatching),
    AdaptivePursuit: sharing(library.AdaptivePursuit),
    DiscountedUcb: sharing(library.DiscountedUcb),
    ThompsonSampling: sharing(library.ThompsonSampling),
    GaussianMutation: { make: () => new GaussianMutation(), goOn: vary },
    IsoLineMutation: {
      make: () => new IsoLineMutation(),
      goOn: vary,
      others: [() => new IsoLineMutation({ lineSigma: 0.1 })],
    },
    operatorEmitter: {
      make: () => operatorEmitter(new GaussianMutation({ sigma: 0.1 })),
      goOn: emit,
      others: [() => operatorEmitter(new GaussianMutation())],
    },
    LearningEmitter: {
      make: learningEmitter(() => new Pca({ components: 2 })),
      goOn: learning,
      others: [learningEmitter(() => new Pca({ components: 3 }))],
    },
    'LearningEmitter, overlapped': {
      make: learningEmitter(mean, { learning: 'overlapped' }),
      goOn: learning,
      others: [learningEmitter(mean)],
    },
    Reevaluation: { make: () => new Reevaluation(), goOn: evaluateAgain },
  };
}

function searchParts(library, searches) {
  const hand = DRIVES.filter(({ by }) => by === 'hand');
  const goOn = async (search, step) => {
    const how = step % 2 === 0 ? hand[step % hand.length] : DRIVES[1];
    await drive(library, search, how, [Math.min(search.evaluations + 16, MOST_EVALUATIONS)]);
    checkArchive(search.archive, library.randomStream(step));
    if (step % 2 === 1) await leaveOut(search);
    const histories = (search.searches ?? [search]).map(({ history }) => history);
    expect(
      'history',
      histories.every(({ evaluations }) => evaluations.every((x) => x >= 0)),
    );
  };
  /** Leaves three batches out, of which the second was held and told in part. */
  const leaveOut = async (search) => {
    const batches = [await search.ask(), await search.ask(), await search.ask({ view: true })];
    const rows = [...search.missing(batches[1])];
    const evaluate = async (some) => {
      const list = some.map((row) => batches[1].row(row));
      const genomes = batches[1].data === undefined ? new library.ListBatch(list) : library.Batch.from(list);
      return search.domain.evaluate(genomes, { seeds: some.map((row) => batches[1].seeds[row]) });
    };
    search.hold(batches[1], await evaluate(rows.slice(0, 3)), { rows: rows.slice(0, 3) });
    await search.tell(batches[1], await evaluate(rows.slice(5)), { rows: rows.slice(5) });
  };
  const parts = Array.from(searches, ([name, make]) => {
    const others = [...searches].filter(([other]) => other !== name && other.slice(0, 3) === name.slice(0, 3));
    return [name, { make, goOn, others: others.map(([, other]) => other) }];
  });
  return Object.fromEntries(parts);
}

function strategies({ CmaEsStrategy, LmMaEsStrategy, OpenAiEsStrategy, randomStream, SepCmaEsStrategy }) {
  const options = { mean: new Float64Array(3), sigma: 0.5, lower: -2, upper: 3, populationSize: 6 };
  const goOn = (strategy, step) => {
    const random = randomStream(step);
    for (let parents = 0; parents < 4; parents++) {
      const rows = strategy.sample(random);
      const inside = (x) => x >= -2 && x <= 3;
      expect('candidates lie inside the bounds', rows.data.every(inside));
      try {
        strategy.tell(rows, [4, 0, 2, 1, 5], parents);
      } catch (error) {
        // A state may be one that diverged: tell refuses rows that would overflow it.
        if (error.code !== 'NUMERICAL') throw error;
      }
      expect('the mean lies inside the bounds', strategy.mean.every(inside));
      strategy.stopReasons();
    }
  };
  const kinds = { CmaEsStrategy, LmMaEsStrategy, OpenAiEsStrategy, SepCmaEsStrategy };
  const makers = Object.entries(kinds).map(([name, Kind]) => [name, () => new Kind(options)]);
  const parts = makers.map(([name, make]) => {
    const others = makers.filter(([other]) => other !== name);
    return [name, { make, goOn, others: others.map(([, other]) => other) }];
  });
  return Object.fromEntries(parts);
}

function optimizers({ CmaEs, SepCmaEs }) {
  const options = { mean: new Float64Array(3), sigma: 0.5, lower: -2, upper: 3, seed: 1 };
  const maker = (Optimizer, more) => () => new Optimizer({ ...options, ...more });
  const goOn = (es, step) => {
    for (let i = 0; i < 3; i++) {
      const candidates = es.ask();
      const inside = candidates.data.every((x) => x >= -2 && x <= 3);
      expect('candidates lie inside the bounds', inside);
      const cost = (row) => row.reduce((sum, x) => sum + (x - 1) ** 2, 1e-3 * step);
      try {
        es.tell(
          candidates,
          Array.from({ length: candidates.rows }, (_, k) => cost(candidates.row(k))),
        );
      } catch (error) {
        // Candidates that wait may be as far away as a state of a run that diverges has them: tell refuses those.
        if (error.code !== 'NUMERICAL') throw error;
      }
      es.stopReasons();
      expect('the best cost', !Number.isNaN(es.best.cost));
    }
    es.ask();
  };
  const restarts = { restarts: { count: 2 }, tolx: 0.3 };
  const [others, reflect] = [[maker(CmaEs), maker(SepCmaEs), maker(CmaEs, restarts)], { boundary: 'reflect' }];
  return {
    CmaEs: { make: maker(CmaEs, { populationSize: 6 }), goOn, others },
    'CmaEs that decomposes rarely': { make: maker(CmaEs, { eigenInterval: 3 }), goOn, others },
    'CmaEs with restarts': { make: maker(CmaEs, restarts), goOn, others },
    'CmaEs that reflects': { make: maker(CmaEs, reflect), goOn, others },
    SepCmaEs: { make: maker(SepCmaEs), goOn, others },
    'SepCmaEs with restarts': { make: maker(SepCmaEs, { ...restarts, ...reflect }), goOn, others },
  };
}
