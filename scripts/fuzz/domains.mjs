// The domains of the searches. What of them a search or a run calls is wrapped, so that it is a point of a probe.

const box = { dimensions: 4, lower: -1, upper: 1 };
const place = { dimensions: 2, lower: -1, upper: 1 };
const fields = { cost: 'number', where: { size: 2 }, note: 'json' };

/** One evaluation; its noise follows from the seed. */
function hill(genome, { seed = 0 } = {}) {
  return {
    fitness: (seed % 1000) / 1e4 - genome.reduce((sum, x) => sum + x * x, 0),
    descriptor: genome.slice(0, 2),
    cost: 1 + (seed % 3),
    where: genome.slice(2, 4),
    note: { ups: genome.filter((x) => x > 0).length },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The same memory for the results of all batches. */
function reusedResults(library) {
  const most = 64;
  const fitness = new Float64Array(most);
  const descriptors = new Float64Array(2 * most);
  return (list) => {
    descriptors.fill(0.123);
    for (const [i, found] of list.entries()) {
      fitness[i] = found.fitness;
      descriptors.set(found.descriptor, 2 * i);
    }
    const { length } = list;
    return {
      fitness: fitness.subarray(0, length),
      descriptors: new library.Batch(length, 2, descriptors.subarray(0, 2 * length)),
    };
  };
}

const rowsOf = (genomes) => Array.from({ length: genomes.rows }, (_, i) => i);

/** A domain without `evaluateRows`: whole batches, later, as new lists. */
function wholeHills(wrap) {
  const evaluate = async (genomes, { seeds } = {}) => {
    const found = rowsOf(genomes).map((i) => hill(genomes.row(i), { seed: seeds?.[i] }));
    await turn();
    return { fitness: found.map((one) => one.fitness), descriptors: found.map((one) => [...one.descriptor]) };
  };
  return {
    name: 'whole hills',
    genome: { ...box, lower: Float64Array.of(-1, -1, -1, -1) },
    descriptor: place,
    fitnessFloor: -16,
    initialGenome: wrap('initialGenome', (random) => Float64Array.from({ length: 4 }, () => 2 * random.uniform() - 1)),
    evaluate: wrap('evaluate', evaluate),
  };
}

/** A domain with an `evaluateRows` of its own, which tells its rows in pieces, from the last to the first. */
function pieceHills(library, wrap) {
  const one = wrap('evaluate row', hill);
  const evaluate = wrap('evaluate', (genomes, { seeds } = {}) =>
    reusedResults(library)(rowsOf(genomes).map((i) => hill(genomes.row(i), { seed: seeds?.[i] }))),
  );
  const evaluateRows = async (genomes, { rows = rowsOf(genomes), seeds, signal, done, failed }) => {
    const results = reusedResults(library);
    const left = [...rows].reverse();
    while (left.length > 0 && !signal?.aborted) {
      const [told, found] = [[], []];
      for (const row of left.splice(0, 3)) {
        try {
          found.push(one(genomes.row(row), { seed: seeds?.[row] }));
          told.push(row);
        } catch (error) {
          failed(row, error);
        }
      }
      if (told.length > 0) done(told, results(found));
      await turn();
    }
  };
  const { initialGenome, ...problem } = wholeHills(wrap);
  return {
    ...problem,
    name: 'piece hills',
    initialGenome,
    evaluate,
    evaluateRows: Object.assign(wrap('evaluateRows', evaluateRows), { of: evaluate }),
  };
}

/** Domains of vectors, answered at once and later, in a wider box, and by batches and pieces; and of texts. */
export function makeDomains(library, wrap = (_, part) => part) {
  const { defineDomain, objectSpace } = library;
  const hills = { name: 'hills', genome: box, descriptor: place, fitnessFloor: -4, fields };
  const later = async (genome, context) => {
    for (let turns = Math.floor(50 * Math.abs(genome[3])) % 3; turns >= 0; turns--) await turn();
    return hill(genome, context);
  };
  const wide = { ...hills, fields: undefined, name: 'wide hills', genome: { dimensions: 4, lower: -2, upper: 2 } };
  return {
    hills: defineDomain({ ...hills, evaluate: wrap('evaluate one', hill) }),
    noisyHills: defineDomain({ ...hills, name: 'noisy hills', noisy: true, evaluate: wrap('evaluate one', hill) }),
    laterHills: defineDomain({
      ...hills,
      name: 'later hills',
      noisy: true,
      concurrency: 5,
      evaluate: wrap('evaluate later', later),
    }),
    wideHills: defineDomain({ ...wide, fitnessFloor: -16, evaluate: wrap('evaluate later', later) }),
    wholeHills: wholeHills(wrap),
    pieceHills: pieceHills(library, wrap),
    words: defineDomain({
      name: 'words',
      genome: objectSpace({ sample: (random) => 'abc'[random.integer(0, 2)] }),
      descriptor: { dimensions: 1, lower: 0, upper: 9 },
      // A genome from a file is whatever the space's deserialize makes of it: JSON by default.
      evaluate: wrap('evaluate one', (word) => ({ fitness: -String(word).length, descriptor: [String(word).length] })),
    }),
  };
}
