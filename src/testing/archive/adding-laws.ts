import { Batch, boxBounds, type Genomes, isObjectSpace } from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import { drawRows, genomesOf, isValid, listOf, type Row, resultsOf } from '../laws/draw.ts';
import { eachCase, expectRefusal, expectSame, expectThat } from '../laws/law.ts';
import { addRows, filled, rowsOf, type Subject } from './subject.ts';

/** A batch is added as its rows would be, one by one. */
export async function batchIsRows<G>({ make, problem }: Subject<G>): Promise<void> {
  await eachCase(rowsOf(problem), async (rows) => {
    const [whole, single] = [await make(), await make()];
    const { status, improvement, cell, ...counts } = addRows(whole, problem, rows);
    const reports = rows.map((row) => addRows(single, problem, [row]));
    const alone = (name: 'status' | 'improvement' | 'cell') => reports.flatMap((report) => [...report[name]]);
    expectSame('The elites', [...whole], [...single]);
    expectSame('The statuses', status, alone('status'));
    expectSame('The improvements', improvement, alone('improvement'));
    expectSame('The cells', cell, alone('cell'));
    for (const name of ['new', 'improved', 'rejected', 'invalid', 'belowFloor', 'outsideDescriptor'] as const) {
      const sum = reports.reduce((total, report) => total + (report[name] ?? 0), 0);
      expectSame(`The report's ${name}`, counts[name] ?? 0, sum);
    }
  });
}

/** Each cell keeps the first of its best rows, and the report says so. */
export async function keepsTheBest<G>({ make, problem }: Subject<G>): Promise<void> {
  const floor = problem.fitnessFloor ?? Number.NaN;
  await eachCase(rowsOf(problem, false), async (rows) => {
    const archive = await make();
    const report = addRows(archive, problem, rows);
    const best = new Map<number, Row<G>>();
    for (const [i, row] of rows.entries()) {
      const cell = report.cell[i]!;
      const inside = Number.isInteger(cell) && cell >= 0 && cell < archive.cells;
      expectThat(`The cell of row ${i}`, `be an integer in [0, ${archive.cells})`, inside, cell);
      const old = best.get(cell);
      const status = old === undefined ? 'new' : row.fitness > old.fitness ? 'improved' : 'rejected';
      expectSame(`The status of row ${i}`, report.status[i], status);
      expectSame(`The improvement of row ${i}`, report.improvement[i], row.fitness - (old?.fitness ?? floor));
      if (status !== 'rejected') best.set(cell, row);
    }
    for (const name of ['new', 'improved', 'rejected', 'invalid'] as const) {
      const count = report.status.filter((status) => status === name).length;
      expectSame(`The report's ${name}`, report[name], count);
    }
    expectSame("The report's belowFloor", report.belowFloor, rows.filter((row) => row.fitness < floor).length);
    const { lower, upper } = boxBounds('testing', 'problem.descriptor', problem.descriptor);
    const outside = rows.filter((row) => row.descriptor.some((x, j) => x < lower[j]! || x > upper[j]!)).length;
    expectSame("The report's outsideDescriptor", report.outsideDescriptor ?? outside, outside);
    expectSame('size', archive.size, best.size);
    for (const { cell, fitness, descriptor, genome, fields } of archive) {
      expectSame(`The elite of cell ${cell}`, { genome, fitness, descriptor, fields }, best.get(cell));
    }
  });
}

/** An invalid row is reported with a reason, never stored, and costs no other row. */
export async function reportsInvalid<G>({ make, problem }: Subject<G>): Promise<void> {
  await eachCase(rowsOf(problem), async (rows) => {
    const [archive, healthy] = [await make(), await make()];
    const report = addRows(archive, problem, rows);
    for (const [i, row] of rows.entries()) {
      expectSame(`Whether row ${i} is invalid`, report.status[i] === 'invalid', !isValid(row));
      expectSame(`Whether row ${i} has a reason`, typeof report.reasons[i] === 'string', !isValid(row));
      if (isValid(row)) continue;
      expectSame(`The cell of row ${i}`, report.cell[i], -1);
      expectSame(`The improvement of row ${i}`, report.improvement[i], Number.NaN);
    }
    addRows(healthy, problem, rows.filter(isValid));
    // Ids count invalid rows, too.
    const elitesOf = (of: Iterable<object>): object[] => Array.from(of, (elite) => ({ ...elite, origin: undefined }));
    expectSame('The elites', elitesOf(archive), elitesOf(healthy));
  });
  const [row] = drawRows(problem, 1, randomStream(1), false) as [Row<G>];
  const archive = await make();
  const genomes = genomesOf(problem.genome, [row.genome, row.genome]);
  // The null that JSON has for NaN is no 0.
  const missing = { ...resultsOf([row, row]), fitness: [null as unknown as number, row.fitness] };
  expectSame('The statuses of rows with fitness [null, a number]', archive.add(genomes, missing).status, [
    'invalid',
    'new',
  ]);
  const results = { ...resultsOf([row, { ...row, fitness: row.fitness + 1 }]), reasons: ['lost', undefined] };
  const report = archive.add(genomes, results);
  const invalid = report.status.map((status) => status === 'invalid');
  expectSame('Which rows with reasons ["lost", undefined] are invalid', invalid, [true, false]);
  expectSame('reasons', report.reasons, results.reasons);
  for (const name of Object.keys(problem.fields ?? {})) {
    const higher = resultsOf([row, { ...row, fitness: row.fitness + 2 }]);
    const lacking = { ...higher, fields: { ...higher.fields, [name]: [undefined, row.fields[name]] } };
    const { status } = (await make()).add(genomes, lacking);
    expectSame(`The statuses of rows of which the first lacks the field ${name}`, status, ['invalid', 'new']);
  }
}

/** Elites come in the order in which their cells were filled. */
export async function keepsOrder<G>({ make, problem }: Subject<G>): Promise<void> {
  await eachCase(rowsOf(problem), async (rows) => {
    const archive = await make();
    const report = addRows(archive, problem, rows);
    const filledCells = report.cell.filter((_, i) => report.status[i] === 'new');
    const cells = Array.from(archive, ({ cell }) => cell);
    const genomes = Array.from(archive, ({ genome }) => genome);
    expectSame('The cells of the elites, as they are iterated over,', cells, filledCells);
    expectSame('genomes()', listOf(archive.genomes()), genomes);
  });
}

/** Its own genomes, added again with other results, are added as a copy of them would be. */
export async function addsItsOwn<G>({ make, problem }: Subject<G>): Promise<void> {
  await eachCase(rowsOf(problem, false), async (rows) => {
    const [archive, twin] = [await make(), await make()];
    for (const each of [archive, twin]) addRows(each, problem, rows);
    const copies = genomesOf(problem.genome, listOf(archive.genomes()));
    const results = resultsOf(drawRows(problem, copies.rows, randomStream(copies.rows), false));
    const expected = twin.add(copies, results);
    expectSame('The report', archive.add(archive.genomes(), results), expected);
    expectSame('The elites', [...archive], [...twin]);
  });
}

/** A wrong shape is refused and changes nothing. */
export async function refusesShapes<G>(subject: Subject<G>): Promise<void> {
  const archive = await filled(subject);
  const before = [...archive];
  const { genome: space } = subject.problem;
  const [row] = drawRows(subject.problem, 1, randomStream(2), false) as [Row<G>];
  const one = genomesOf(space, [row.genome]);
  const high = row.fitness + 100;
  const results = resultsOf([{ ...row, fitness: high }]);
  const long = [[...row.descriptor, 0]];
  await expectRefusal('A fitness too many', () => archive.add(one, { ...results, fitness: [high, high] }));
  await expectRefusal('A descriptor too few', () => archive.add(one, { ...results, descriptors: [] }));
  await expectRefusal('A descriptor of another length', () => archive.add(one, { ...results, descriptors: long }));
  if (!isObjectSpace(space)) {
    const wide = Batch.zeros(1, (row.genome as Float64Array).length + 1) as unknown as Genomes<G>;
    await expectRefusal('A genome of another length', () => archive.add(wide, results));
  }
  expectSame('The elites after a refusal', [...archive], before);
}
