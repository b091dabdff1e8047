import { type Archive, type Elite, type FieldKinds, isObjectSpace, type Origin, sameSpace } from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import { drawRows, genomesOf, listOf, type Row, resultsOf } from '../laws/draw.ts';
import { eachCase, expectRefusal, expectSame, expectThat } from '../laws/law.ts';
import { addRows, filled, rowsOf, type Subject } from './subject.ts';

// Laws of what an archive may have beyond what it must.

/** The spaces and the geometry that it tells of are those of its problem and its cells. */
export async function tellsItsSpaces<G>({ make, problem }: Subject<G>): Promise<void> {
  const archive = await make();
  const { genome, descriptor } = archive;
  if (genome !== undefined && !isObjectSpace(genome)) {
    expectThat('genome', "be the problem's", sameSpace(genome, problem.genome), genome);
  }
  if (descriptor !== undefined) {
    expectThat('descriptor', "be the problem's", sameSpace(descriptor, problem.descriptor), descriptor);
  }
  const geometry = archive.geometry?.();
  if (geometry === undefined || 'points' in geometry) return;
  const { dimensions } = problem.descriptor;
  const grid = 'grid' in geometry ? geometry.grid : [];
  const along = 'boundaries' in geometry ? geometry.boundaries.map((edges) => edges.length - 1) : grid;
  const [cells, lengths] =
    'centroids' in geometry
      ? [geometry.centroids.rows, geometry.centroids.columns]
      : [along.reduce((product, n) => product * n, 1), along.length];
  expectSame("The geometry's number of cells and of dimensions", [cells, lengths], [archive.cells, dimensions]);
}

/** Rows, ids and elites fit each other. */
export async function tellsRows<G>(subject: Subject<G>): Promise<void> {
  const archive = await filled(subject);
  const elites = [...archive];
  if (archive.elite !== undefined) {
    for (const [row, elite] of elites.entries()) expectSame(`elite(${row})`, archive.elite(row), elite);
  }
  if (archive.select !== undefined) {
    const rows = archive.select(50, randomStream(1));
    const genomes = Array.from(rows, (row) => elites[row]?.genome);
    expectSame('The genomes of the rows selected', genomes, listOf(archive.sample(50, randomStream(1))));
  }
  if (archive.ids === undefined) return;
  const ids = Array.from(archive.ids());
  expectSame('The number of ids, and of distinct ones', [ids.length, new Set(ids).size], [archive.size, archive.size]);
}

/** With lineage, elites keep the origins that they were added with. */
export async function keepsOrigins<G>({ make, problem }: Subject<G>): Promise<void> {
  await eachCase(rowsOf(problem), async (rows) => {
    const archive = await make();
    if (archive.lineage !== true) return;
    const origins = new Map<number, Origin>();
    // Twice: ids count all rows that were added.
    for (const first of [0, rows.length]) {
      const each = <T>(value: (id: number) => T): T[] => rows.map((_, i) => value(first + i));
      const given = {
        parents: each((id) => [id, id + 1]),
        emitters: each((id) => `emitter ${id % 2}`),
        seeds: each((id) => id + 7),
        evaluations: each((id) => 2 * id),
      };
      const { status, cell } = addRows(archive, problem, rows, given);
      for (const [i, one] of status.entries()) {
        if (one !== 'new' && one !== 'improved') continue;
        const { parents, emitters, seeds, evaluations } = given;
        const [emitter, seed, evaluation] = [emitters[i]!, seeds[i]!, evaluations[i]!];
        origins.set(cell[i]!, { id: first + i, parents: parents[i]!, emitter, evaluation, seed });
      }
    }
    for (const { cell, origin } of archive) expectSame(`The origin of cell ${cell}`, origin, origins.get(cell));
    if (archive.ids !== undefined) {
      const ids = [...archive].map(({ origin }) => origin!.id);
      expectSame('ids()', archive.ids(), ids);
    }
  });
}

/** An elite that was evaluated again lies in the cell of its new descriptor, and others stay as they are. */
export async function revisesElites<G>({ make, problem }: Subject<G>): Promise<void> {
  await eachCase(rowsOf(problem, false), async (rows, size) => {
    const archive = await make();
    if (archive.revise === undefined || archive.ids === undefined) return;
    addRows(archive, problem, rows);
    for (const id of Array.from(archive.ids())) {
      const before = elitesById(archive);
      if (!before.has(id)) continue;
      const [found] = drawRows(problem, 1, randomStream(size + id), false) as [Row<G>];
      const { status, cell } = archive.revise([id], resultsOf([found]));
      expectSame('The number of statuses', status.length, 1);
      const after = elitesById(archive);
      const revised = after.get(id);
      if (revised !== undefined) {
        expectSame(`The cell of the elite with id ${id}`, revised.cell, cell[0]);
        const { fitness, descriptor } = revised;
        // Of a noisy problem an elite is the mean of its evaluations.
        const expected = { fitness: found.fitness, descriptor: found.descriptor };
        if (problem.noisy !== true) expectSame('Its fitness and descriptor', { fitness, descriptor }, expected);
      }
      for (const [other, elite] of before) {
        // Whoever had the cell may have lost it.
        if (other !== id && elite.cell !== cell[0]) expectSame(`The elite with id ${other}`, after.get(other), elite);
      }
    }
    const before = [...archive];
    archive.revise([2 ** 40], resultsOf(drawRows(problem, 1, randomStream(1), false)));
    expectSame('The elites after results of one that has left', [...archive], before);
    await expectRefusal('Results of two rows for one elite', () =>
      archive.revise!([archive.ids!()[0]!], resultsOf(drawRows(problem, 2, randomStream(1), false))),
    );
  });
}

function elitesById<G>(archive: Archive<G, FieldKinds>): ReadonlyMap<number, Elite<G, FieldKinds>> {
  const ids = Array.from(archive.ids!());
  return new Map([...archive].map((elite, row) => [ids[row]!, elite]));
}

/** What is to be evaluated again are elites or challengers, and none that is being evaluated. */
export async function namesUncertain<G>(subject: Subject<G>): Promise<void> {
  const archive = await filled(subject);
  if (archive.uncertain === undefined || archive.ids === undefined || subject.problem.noisy !== true) return;
  const elites = elitesById(archive);
  const out = new Set<number>();
  for (const count of [1, 3, 2 ** 20]) {
    const { ids, genomes } = archive.uncertain(count, out);
    expectThat('The number of ids', `be at most ${count}`, ids.length <= count, ids.length);
    expectSame('The number of genomes', genomes.rows, ids.length);
    for (const [i, id] of ids.entries()) {
      expectThat('An id', `be none of those in out, ${[...out]}`, !out.has(id), id);
      const elite = elites.get(id);
      const { genome } = subject.problem;
      if (elite !== undefined) {
        expectSame(`The genome of id ${id}`, listOf(genomes)[i], listOf(genomesOf(genome, [elite.genome]))[0]);
      }
      out.add(id);
    }
  }
}
