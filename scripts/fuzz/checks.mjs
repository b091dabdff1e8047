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

/** Metrics are those of the elites, and the archive can be read. */
export function checkArchive(archive, random) {
  const fitness = [...archive].map((elite) => elite.fitness);
  const { size, coverage, maxFitness, meanFitness } = archive.metrics();
  expect('size', size === fitness.length && archive.size === size && archive.genomes().rows === size);
  expect('cells are used once', new Set([...archive].map((elite) => elite.cell)).size === size);
  expect('coverage', coverage === size / archive.cells);
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
  const [cells, descriptors] = [[...archive].map((elite) => elite.cell), [...archive].map((elite) => elite.descriptor)];
  const { status, cell } = archive.add(archive.genomes(), { fitness, descriptors });
  expect(
    'an elite lies in its cell, and is no better than itself',
    status.every((one, i) => one === 'rejected' && cell[i] === cells[i]),
  );
  if (size > 0) expect('sample', archive.sample(3, random).rows === 3);
  expect('best', size === 0 || archive.best === undefined || archive.best().fitness === maxFitness);
}
