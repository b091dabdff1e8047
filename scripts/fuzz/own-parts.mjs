// Parts of a user's own, one of each seam that has state, as plain as they can be and still keep its contract.

const refuse = ({ ElitesError }, name, got) => {
  throw new ElitesError('SNAPSHOT', `${name}.restore: bytes must be what snapshot wrote; got ${got}.`);
};
const toBytes = (value) => new TextEncoder().encode(JSON.stringify(value));
const fromBytes = (bytes) => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
};
const isCount = (value) => Number.isSafeInteger(value) && value >= 0 && value <= 1e9;
const isNumbers = (value, length) => Array.isArray(value) && value.length === length && value.every(Number.isFinite);

/** An operator that counts its calls, draws, and varies by both; asynchronous. */
export function countingOperator(library, dimensions) {
  let calls = 0;
  return {
    async vary(parents, { random }) {
      const children = library.Batch.zeros(parents.rows, dimensions);
      for (let i = 0; i < parents.rows; i++) {
        const steps = 0.1 * random.normal() + 0.01 * (calls % 7);
        children.row(i).set(parents.row(i).map((x) => Math.min(1, Math.max(-1, x + steps))));
      }
      await Promise.resolve();
      calls++;
      return children;
    },
    snapshot: () => toBytes({ calls }),
    restore(bytes) {
      const read = fromBytes(bytes);
      if (!isCount(read?.calls)) refuse(library, 'counting', bytes.length);
      calls = read.calls;
    },
  };
}

/**
 * An emitter that varies elites by a step that grows with its asks, and keeps account of its rows: which it gave, and which it was not
 * told yet. Asynchronous.
 */
export function countingEmitter(library, dimensions, batchSize) {
  /** The rows of each ask that were not told, by its number. */
  let out = new Map();
  let strange = 0;
  const toRows = (list) => list.map(([ask, rows]) => [ask, new Set(rows)]);
  return {
    ...(batchSize === undefined ? {} : { batchSize }),
    async ask(count, { ask, random, archive }) {
      await Promise.resolve();
      const parents = archive.sample(count, random);
      const ids = Array.from({ length: count }, () => [ask, count]);
      const genomes = library.Batch.zeros(count, dimensions);
      for (let i = 0; i < count; i++) {
        const step = 0.1 * random.normal() + 0.01 * (ask % 5);
        genomes.row(i).set(parents.row(i).map((x) => Math.min(1, Math.max(-1, x + step))));
      }
      out.set(ask, new Set(Array.from({ length: count }, (_, i) => i)));
      return { genomes, parents: ids };
    },
    async tell({ ask, rows, genomes, results, report }) {
      const left = out.get(ask);
      const sizes = [genomes.rows, results.fitness.length, results.descriptors.rows, report.status.length];
      for (const row of rows) if (!left?.delete(row) || sizes.some((size) => size !== rows.length)) strange++;
      if (left?.size === 0) out.delete(ask);
      await Promise.resolve();
    },
    /** Rows that it gave and was not told, and rows that it was told and did not give. */
    unheard: () => strange + [...out.values()].reduce((sum, { size }) => sum + size, 0),
    snapshot: () => toBytes({ out: Array.from(out, ([ask, rows]) => [ask, [...rows]]) }),
    restore(bytes) {
      const read = fromBytes(bytes)?.out;
      const isAsk = (value) => Number.isSafeInteger(value) && value >= 0;
      const sound = (one) => Array.isArray(one) && isAsk(one[0]) && Array.isArray(one[1]) && one[1].every(isCount);
      if (!Array.isArray(read) || !read.every(sound)) refuse(library, 'counting emitter', bytes.length);
      out = new Map(toRows(read));
    },
  };
}

/** A bandit that draws: mostly the arm of the best mean, sometimes any. */
export function drawingBandit(library, arms) {
  let sums = new Array(arms).fill(0);
  let counts = new Array(arms).fill(0);
  return {
    arms,
    select(random, out) {
      if (random.uniform() < 0.3) return random.integer(0, arms - 1);
      const means = sums.map((sum, arm) => sum / (counts[arm] + out[arm] + 1));
      return means.indexOf(Math.max(...means));
    },
    reward(arm, value) {
      sums[arm] += value;
      counts[arm]++;
    },
    snapshot: () => toBytes({ sums, counts }),
    restore(bytes) {
      const read = fromBytes(bytes);
      const good = isNumbers(read?.sums, arms) && isNumbers(read?.counts, arms) && read.counts.every(isCount);
      if (!good) refuse(library, 'drawing bandit', bytes.length);
      ({ sums, counts } = read);
    },
  };
}

/** A learner that keeps the mean of the elites and a number that it drew; asynchronous. */
export function meanLearner(library, { genome }) {
  const { Batch, ElitesError } = library;
  const { dimensions } = genome;
  let mean;
  const towards = (batch) => {
    if (mean === undefined) throw new ElitesError('STATE', 'meanLearner: fit has not been called yet.');
    const out = Batch.zeros(batch.rows, batch.columns);
    for (let i = 0; i < batch.rows; i++) out.row(i).set(batch.row(i).map((x, j) => (x + mean[j]) / 2));
    return out;
  };
  return {
    async fit(genomes, { random }) {
      const noise = 0.01 * random.normal();
      await new Promise((resolve) => setImmediate(resolve));
      const next = new Array(dimensions).fill(0);
      for (let i = 0; i < genomes.rows; i++) {
        for (let j = 0; j < dimensions; j++) next[j] += genomes.row(i)[j] / genomes.rows;
      }
      mean = next.map((x) => Math.min(1, Math.max(-1, x + noise)));
    },
    async reconstruct(genomes) {
      return towards(genomes);
    },
    encoding() {
      towards(Batch.zeros(0, dimensions));
      return {
        genome,
        phenotype: genome,
        decode: (latents) => (latents.rows === undefined ? latents.slice() : latents),
      };
    },
    snapshot: () => toBytes({ mean }),
    restore(bytes) {
      const read = fromBytes(bytes);
      const good =
        typeof read === 'object' && read !== null && (read.mean === undefined || isNumbers(read.mean, dimensions));
      if (!good || read.mean?.some((x) => Math.abs(x) > 1)) refuse(library, 'meanLearner', bytes.length);
      mean = read.mean;
    },
  };
}

/** A Vae that fits aside: a twin does the work a moment later, and nothing changes before the promise's function is called. */
export function asideVae({ Vae, randomStream }, options) {
  const vae = new Vae(options);
  // Kept: networks come and go slowly.
  const twins = [];
  return {
    check: (space) => vae.check(space),
    fit: (genomes, context) => vae.fit(genomes, context),
    async fitAside(genomes, { space, random }) {
      const [twin, stream] = [twins.pop() ?? new Vae(options), randomStream(0)];
      twin.restore(vae.snapshot());
      stream.setState(random.getState());
      await new Promise((resolve) => setImmediate(resolve));
      twin.fit(genomes, { space, random: stream });
      const learned = twin.snapshot();
      twins.push(twin);
      return () => {
        random.setState(stream.getState());
        vae.restore(learned);
      };
    },
    normalize: (genomes) => vae.normalize(genomes),
    reconstruct: (genomes) => vae.reconstruct(genomes),
    encoding: () => vae.encoding(),
    snapshot: () => vae.snapshot(),
    restore: (bytes) => vae.restore(bytes),
  };
}

/** An archive with as many cells as asked for along the first descriptor, which lies in [-1, 1]; rows of vectors in a Map. */
export function stripArchive(library, { genome, descriptor }, cells) {
  const { Batch } = library;
  let elites = new Map();
  const cellOf = ([x]) => Math.min(cells - 1, Math.max(0, Math.floor(((x + 1) / 2) * cells)));
  const isInside = (genes) => genes.every((x) => Math.abs(x) <= 1);
  const rowOf = (list, i) => (typeof list.row === 'function' ? list.row(i) : list[i]);
  return {
    cells,
    genome,
    descriptor,
    get size() {
      return elites.size;
    },
    add(genomes, { fitness, descriptors, reasons: told }) {
      const { rows } = genomes;
      const report = { new: 0, improved: 0, rejected: 0, invalid: 0, belowFloor: 0 };
      const [status, reasons] = [[], []];
      const [improvement, cell] = [new Float64Array(rows).fill(Number.NaN), new Int32Array(rows).fill(-1)];
      for (let i = 0; i < rows; i++) {
        const [own, place, value] = [genomes.row(i), rowOf(descriptors, i), fitness[i]];
        const sound = [...place, value].every(Number.isFinite) && isInside(own);
        reasons.push(told?.[i] ?? (sound ? undefined : 'must be finite, and inside the box'));
        if (reasons[i] === undefined) {
          cell[i] = cellOf(place);
          const before = elites.get(cell[i]);
          improvement[i] = value - (before?.fitness ?? Number.NaN);
          status.push(before === undefined ? 'new' : value > before.fitness ? 'improved' : 'rejected');
          if (status[i] !== 'rejected')
            elites.set(cell[i], { fitness: value, descriptor: [...place], genome: [...own] });
        } else status.push('invalid');
        report[status[i]]++;
      }
      return { ...report, status, improvement, cell, reasons };
    },
    sample(count, random) {
      const list = [...elites.values()];
      return Batch.from(Array.from({ length: count }, () => list[random.integer(0, list.length - 1)].genome));
    },
    genomes: () => Batch.from(Array.from(elites.values(), ({ genome: own }) => own)),
    metrics() {
      const fitness = Array.from(elites.values(), (elite) => elite.fitness);
      const { size } = elites;
      const meanFitness = fitness.reduce((sum, x) => sum + x, 0) / size;
      const maxFitness = size === 0 ? Number.NaN : Math.max(...fitness);
      const [qdScore, normalizedQdScore] = [Number.NaN, Number.NaN];
      return { size, cells, coverage: size / cells, qdScore, normalizedQdScore, meanFitness, maxFitness };
    },
    *[Symbol.iterator]() {
      for (const [cell, elite] of elites) {
        yield {
          cell,
          fitness: elite.fitness,
          descriptor: Float64Array.from(elite.descriptor),
          genome: Float64Array.from(elite.genome),
        };
      }
    },
    snapshot: () => toBytes([...elites.values()]),
    restore(bytes) {
      const read = fromBytes(bytes);
      const sound = (elite) =>
        Number.isFinite(elite?.fitness) &&
        isNumbers(elite.descriptor, descriptor.dimensions) &&
        isNumbers(elite.genome, genome.dimensions) &&
        isInside(elite.genome);
      if (!Array.isArray(read) || !read.every(sound)) refuse(library, 'stripArchive', bytes.length);
      const found = new Map(read.map((elite) => [cellOf(elite.descriptor), elite]));
      if (found.size !== read.length) refuse(library, 'stripArchive', 'two elites in one cell');
      elites = found;
    },
  };
}
