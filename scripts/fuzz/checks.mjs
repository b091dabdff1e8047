// What the targets say of what they find.

/** Whether two lists of bytes are equal. */
export const same = (a, b) => Buffer.compare(a, b) === 0;

/** @throws Error that says what is not so. */
export function expect(what, kept) {
  if (!kept) throw new Error(`${what}: not so`);
}

/** One of a list, drawn. */
export const pick = (random, list) => list[random.integer(0, list.length - 1)];

/** Does what may be refused: with SNAPSHOT and no other error. */
export async function orRefused(act) {
  try {
    return await act();
  } catch (error) {
    if (error?.name === 'ElitesError' && error.code === 'SNAPSHOT' && !error.message.includes('\n'))
      error.refusal = true;
    throw error;
  }
}

/** Whether all are. */
export const finite = (numbers) => numbers.every(Number.isFinite);

/** @throws Error unless emitters of the user's own were told of each row that they gave, once. */
export function checkHeard(unheard) {
  expect(`emitters are told of each of their rows once; ${unheard} are not`, unheard === 0);
}

/** Whether a search's domain is noisy. */
export const isNoisy = ({ domain }) => domain.noisy === true;

/** Whether a keeper decides for an archive of this package: its elites may share cells, and compete with others than those of a cell. */
const isKept = (archive) => archive.toBytes !== undefined && archive.get === undefined;

/** Metrics are those of the elites, and the archive can be read. */
export function checkArchive(archive, random) {
  const fitness = [...archive].map((elite) => elite.fitness);
  const { size, coverage, maxFitness, meanFitness } = archive.metrics();
  expect('size', size === fitness.length && archive.size === size && archive.genomes().rows === size);
  const filled = new Set([...archive].map((elite) => elite.cell)).size;
  expect('cells are used once', isKept(archive) || filled === size);
  expect('coverage', coverage === filled / archive.cells);
  expect('maxFitness', size === 0 || maxFitness === Math.max(...fitness));
  expect('meanFitness', size === 0 || !Number.isNaN(meanFitness));
  const { lower, upper } = archive.genome;
  const at = (bound, j) => (typeof bound === 'number' ? bound : bound[j]);
  for (const elite of archive) {
    expect('descriptors and fitness are finite', finite([...elite.descriptor, elite.fitness]));
    const inside =
      !(elite.genome instanceof Float64Array) || elite.genome.every((x, j) => x >= at(lower, j) && x <= at(upper, j));
    expect('genes lie inside their bounds', inside);
  }
  if (archive.noisy !== true && !isKept(archive)) checkAddedAgain(archive);
  if (archive.get !== undefined) checkReaders(archive);
  if (size > 0) expect('sample', archive.sample(3, random).rows === 3);
  expect('best', size === 0 || archive.best === undefined || archive.best().fitness === maxFitness);
}

function checkAddedAgain(archive) {
  const elites = [...archive];
  const list = (name) => elites.map((elite) => elite[name]);
  const fields = Object.keys(archive.fields ?? {}).map((name) => [name, elites.map((elite) => elite.fields[name])]);
  const results = { fitness: list('fitness'), descriptors: list('descriptor'), fields: Object.fromEntries(fields) };
  const { status, cell, reasons } = archive.add(archive.genomes(), results);
  expect(
    `an elite lies in its cell, and is no better than itself; got ${[...new Set([...status, ...reasons])]}`,
    status.every((one, i) => one === 'rejected' && cell[i] === elites[i].cell),
  );
}

/** All ways to read an archive of this package say the same, and its file gives it again. */
function checkReaders(archive) {
  const { size } = archive;
  const { cells, fitness, descriptors, genomes } = archive.columns();
  expect(
    'columns',
    [cells.length, fitness.length, descriptors.rows, genomes.rows].every((rows) => rows === size),
  );
  const ids = archive.ids();
  expect('ids', ids.length === size && new Set(ids).size === size && ids.every(Number.isSafeInteger));
  const changed = new Set(archive.changes(0).cells);
  for (const [row, elite] of [...archive].entries()) {
    expect('a cell of a column', cells[row] === elite.cell && archive.get(elite.cell).fitness === elite.fitness);
    expect('a cell of a descriptor', archive.cellOf(elite.descriptor) === elite.cell);
    expect('a cell that has changed', changed.has(elite.cell));
    checkElite(archive, elite, ids[row]);
  }
}

/** Fields, origin and repeats of an elite are of their types. */
function checkElite({ fields = {}, lineage, noisy }, elite, id) {
  for (const [name, kind] of Object.entries(fields)) {
    const value = elite.fields[name];
    const fits =
      kind === 'number'
        ? typeof value === 'number'
        : kind === 'json'
          ? value !== undefined
          : value.length === kind.size;
    expect(`field ${name} is of its kind; got ${JSON.stringify(value)}`, fits);
  }
  const { origin, repeats } = elite;
  if (lineage) {
    const isList = Array.isArray(origin.parents) && origin.parents.every((one) => typeof one === 'number');
    expect(`parents are ids; got ${JSON.stringify(origin.parents)}`, isList);
    expect('an origin', origin.id === id && typeof origin.emitter === 'string');
    expect('evaluation and seed', typeof origin.evaluation === 'number' && typeof origin.seed === 'number');
  }
  if (noisy) expect('repeats', repeats.evaluations >= 1 && repeats.evaluations > 1 === repeats.deviation >= 0);
}
