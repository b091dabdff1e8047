import { Batch } from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import { genomesOf, listOf, recordOf, resultsOf, spoil } from '../laws/draw.ts';
import { eachCase, expectCount, expectRefusal, expectSame, expectThat } from '../laws/law.ts';
import { write } from '../laws/values.ts';
import { addRows, filled, rowsOf, type Subject } from './subject.ts';

/** Metrics equal a fresh count. */
export async function countsTruly<G>({ make, problem }: Subject<G>): Promise<void> {
  await eachCase(rowsOf(problem), async (rows) => {
    const archive = await make();
    addRows(archive, problem, rows);
    const fitness = [...archive].map((elite) => elite.fitness);
    if (fitness.length === 0) return;
    const metrics = archive.metrics();
    const sum = fitness.reduce((total, f) => total + f, 0);
    const { size, cells } = archive;
    const filled = new Set([...archive].map((elite) => elite.cell)).size;
    const floor = problem.fitnessFloor ?? Number.NaN;
    const qdScore = sum - size * floor;
    expectSame('size', [size, metrics.size, metrics.cells], [fitness.length, fitness.length, cells]);
    expectNear('coverage', metrics.coverage, filled / cells);
    expectNear('qdScore', metrics.qdScore, qdScore);
    expectNear('normalizedQdScore', metrics.normalizedQdScore, qdScore / cells);
    expectNear('meanFitness', metrics.meanFitness, sum / size);
    expectSame('maxFitness', metrics.maxFitness, Math.max(...fitness));
  });
}

/** The order in which a sum is made is free. */
function expectNear(what: string, got: number, expected: number): void {
  const near = Math.abs(got - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
  expectThat(what, `be ${expected}`, near || Object.is(got, expected), got);
}

/** An empty archive says so. */
export async function isEmptyAtFirst<G>({ make, problem }: Subject<G>): Promise<void> {
  const archive = await make();
  const { size, coverage, qdScore, normalizedQdScore, meanFitness, maxFitness } = archive.metrics();
  const score = problem.fitnessFloor === undefined ? Number.NaN : 0;
  expectSame('size and metrics().size', [archive.size, size], [0, 0]);
  expectCount('cells', archive.cells);
  expectSame('cells and coverage', [archive.metrics().cells, coverage], [archive.cells, 0]);
  expectSame('qdScore and normalizedQdScore', [qdScore, normalizedQdScore], [score, score]);
  expectSame('meanFitness and maxFitness', [meanFitness, maxFitness], [Number.NaN, Number.NaN]);
  expectSame('The elites', [...archive], []);
  expectSame('genomes().rows', archive.genomes().rows, 0);
  await expectRefusal('sample of an empty archive', () => archive.sample(1, randomStream(1)));
}

/** What goes in and what comes out are copies. */
export async function copies<G>({ make, problem }: Subject<G>): Promise<void> {
  await eachCase(rowsOf(problem, false), async (rows) => {
    const archive = await make();
    const list = rows.map((row) => row.genome);
    const genomes = genomesOf(problem.genome, list);
    const descriptors = Batch.from(rows.map((row) => row.descriptor));
    const { fitness, fields } = resultsOf(rows);
    const given = recordOf(problem.genome, genomes);
    archive.add(genomes, { fitness, descriptors, fields });
    expectSame('The genomes after they were added', recordOf(problem.genome, genomes), given);
    const before = write([...archive]);
    const expectAsBefore = (change: string): void =>
      expectThat(`The elites after a change of ${change}`, 'be as before', before === write([...archive]), [
        ...archive,
      ]);
    for (let i = 0; i < genomes.rows; i++) spoil(genomes.row(i));
    spoil(descriptors.data);
    for (const row of rows) Object.values(row.fields).forEach(spoil);
    expectAsBefore('what was added');
    const drawn = archive.sample(3, randomStream(1));
    for (let i = 0; i < drawn.rows; i++) spoil(drawn.row(i));
    for (const { genome, descriptor, fields } of archive) {
      [genome, descriptor, ...Object.values(fields)].forEach(spoil);
    }
    expectAsBefore('copies');
  });
}

/** Each elite is drawn equally often, by the stream given. */
export async function drawsFairly<G>(subject: Subject<G>): Promise<void> {
  const archive = await filled(subject);
  const draws = 4000;
  const drawn = listOf(archive.sample(draws, randomStream(5)));
  expectSame('The genomes that a stream draws', listOf(archive.sample(draws, randomStream(5))), drawn);
  expectSame('The number of genomes drawn', [drawn.length, archive.sample(0, randomStream(1)).rows], [draws, 0]);
  // Equal genomes in several cells are counted together.
  const shares = new Map<string, number>();
  for (const { genome } of archive) shares.set(write(genome), (shares.get(write(genome)) ?? 0) + 1 / archive.size);
  const counts = new Map<string, number>();
  for (const genome of drawn) counts.set(write(genome), (counts.get(write(genome)) ?? 0) + 1);
  for (const genome of counts.keys()) expectThat('A genome drawn', "be an elite's", shares.has(genome), genome);
  for (const [genome, share] of shares) {
    const count = counts.get(genome) ?? 0;
    const deviation = Math.sqrt(draws * share * (1 - share));
    const rule = `be drawn about ${Math.round(draws * share)} times in ${draws}`;
    expectThat(`The genome ${genome}`, rule, Math.abs(count - draws * share) <= 5 * deviation, count);
  }
}
